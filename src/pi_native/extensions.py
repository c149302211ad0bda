"""What an overlay's new productions mean: small classes in Python, registered by the production's name.

An overlay that changes terminals, or adds alternatives to known productions, needs none. Such code is run only where it
was asked for by name: a file that is given, objects that are passed, or an entry point ``pi_native.overlays`` of an
installed package. A file beside an overlay is never run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pi_native.model import GrammarError, Json
from pi_native.overlays import overlay_folder

if TYPE_CHECKING:
    from pi_native.rendering.writer import Writer
    from pi_native.transformer import SchemaTransformer

ENTRY_POINTS = "pi_native.overlays"


class Extension:
    """What one production means; subclass it, name the ``production``, and override what is needed.

    ``is_preferred`` says that the renderer writes an argument this way wherever it can, not only where the base has no
    spelling.

    >>> class Shout(Extension):
    ...     production = "shout"
    ...     def read(self, children, typing):
    ...         return children[0].upper()
    >>> Shout().read(["a"], None)
    'A'
    """

    production: str = ""
    is_preferred: bool = False

    # -- reading -------------------------------------------------------------------------------------------------

    def read(self, children: list[Any], typing: SchemaTransformer) -> Any:
        """What the production's node comes to. ``children`` are tokens and what other productions came to.

        A `pi_native.transformer.Note` says something of the call it stands in, a `Given` is an argument;
        ``typing`` has the methods of the base's own productions.
        """
        raise NotImplementedError

    # -- where a verbatim terminal ends ------------------------------------------------------------------------------

    def find_end(self, text: str, start: int, is_last: bool) -> tuple[int, int]:
        """For a ``%declare``d terminal: where its closing tag begins, or -1, and from where to look on when more came.

        ``text`` is all that was received, ``start`` a place where looking begins or went on; ``is_last`` says that no
        more text will come. Must take time proportional to what it looks at.
        """
        raise NotImplementedError

    def decode(self, text: str) -> str:
        """The value of such a terminal's text."""
        return text

    def encode(self, text: str) -> str | None:
        """The text that is read as ``text``, or None if there is none."""
        return text

    # -- writing -------------------------------------------------------------------------------------------------

    def element(self, writer: Writer, name: str, value: Json, is_item: bool) -> str | None:
        """An element that is read as this value, or None if it is none of its kind.

        The value is that of the argument or field ``name``, or if ``is_item`` one item of a list.
        """
        return None

    def call(self, writer: Writer, name: str, attributes: str, text: str) -> str | None:
        """A call with ``text`` as its inline body, or None."""
        return None

    def note(self, notes: Mapping[str, Json]) -> str | None:
        """What stands for the production in a call with these notes, or None if nothing does."""
        return None


Code = Mapping[str, Extension]
"""The extensions of a grammar by production."""


def registered(extensions: Iterable[Extension | type[Extension]]) -> dict[str, Extension]:
    """Extensions by production; raises `ValueError` for one that names none, and where two name the same.

    >>> registered([])
    {}
    """
    found: dict[str, Extension] = {}
    for each in extensions:
        extension = each() if isinstance(each, type) else each
        if not extension.production:
            raise ValueError(f"{type(extension).__name__} names no production")
        if extension.production in found:
            raise ValueError(f"two extensions for the production {extension.production}")
        found[extension.production] = extension
    return found


def load_code(source: str | Path) -> list[Extension]:
    """Run the code that is named, and give the extensions it defines.

    ``source`` is a Python file, or a name: of an overlay that comes with the package, or of an entry point
    ``pi_native.overlays``, which is a list of extensions. A file's extensions are all subclasses of `Extension` in it
    that name a production. Raises `GrammarError` if there are none, `OSError` if there is no such file, and whatever
    the code raises.
    """
    path = Path(source)
    is_name = path.suffix != ".py" and path.name == str(source)
    packaged = overlay_folder() / f"{source}.py"
    if is_name and not packaged.is_file():
        from importlib.metadata import entry_points

        found = [each for point in entry_points(group=ENTRY_POINTS, name=str(source)) for each in point.load()]
    else:
        found = _defined_in(packaged if is_name else path)
    if not found:
        raise GrammarError(str(source), 1, 1, "nothing there subclasses pi_native.Extension and names a production")
    return [each() if isinstance(each, type) else each for each in found]


def _defined_in(path: Path) -> list[type[Extension]]:
    from importlib.util import module_from_spec, spec_from_file_location

    if not path.is_file():
        raise FileNotFoundError(2, "no such file", str(path))
    spec = spec_from_file_location(f"pi_native_overlay_{path.stem}", path)
    assert spec is not None  # it is a file, and of Python
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    defined = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Extension)]
    return [each for each in defined if each.production and each.__module__ == module.__name__]
