"""Experiments with the syntax: overlay files behind the base grammar, and errors told in the overlay's own lines.

An overlay is a ``.lark`` file that changes the base grammar by ``%override`` and ``%extend`` and adds productions of
its own, each with its comment and examples as in the base. Its header says what it is::

    // @overlay  another-sigil
    // @base     1
    // @intent   one line: what is tried, and why
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pi_native.model import GrammarError

if TYPE_CHECKING:
    from pi_native.grammar import Grammar

BASE_FILE = "pi_native.lark"

_HEADER = re.compile(r"^//\s*@(overlay|base|intent)\s+(.*\S)")
_VERSION = re.compile(r"\bversion (\d+)")
_CHANGE = re.compile(r"^%(override|extend)\s+[?!]?(\w+)")
_DEFINED = re.compile(r"^(?:%(?:override|extend|declare)\s+)?[?!]?([\w ]+?)(?:\.-?\d+)?\s*(?::|$)")


@dataclass(frozen=True, slots=True)
class Overlay:
    """An overlay file: where it is, its header's ``name``, ``base`` version and ``intent``, and its whole text."""

    path: str
    name: str
    base: str
    intent: str
    text: str

    @classmethod
    def read(cls, path: str | Path) -> Overlay:
        """Read a file; raises `OSError`, `UnicodeDecodeError`, and `GrammarError` where the header lacks something."""
        return cls.of(Path(path).read_text(encoding="utf-8-sig"), str(path))

    @classmethod
    def of_any(cls, source: Overlay | str | Path) -> Overlay:
        """An overlay, a file's, or the packaged one of this name.

        >>> Overlay.of_any("barewords").name
        'barewords'
        """
        if isinstance(source, Overlay):
            return source
        path = Path(source)
        named = overlay_folder() / f"{source}.lark"
        return cls.read(named if not path.exists() and path.name == str(source) and named.is_file() else path)

    @classmethod
    def of(cls, text: str, path: str = "<overlay>") -> Overlay:
        """The overlay of a text; raises `GrammarError` where the header lacks something.

        >>> Overlay.of("// @overlay mine\\n// @base 1\\n// @intent to learn").name
        'mine'
        """
        header = {match[1]: match[2] for line in text.splitlines() if (match := _HEADER.match(line))}
        for key, example in (("overlay", "my-idea"), ("base", "1"), ("intent", "what is tried, and why")):
            if key not in header:
                raise GrammarError(path, 1, 1, f"the header has no '// @{key}  {example}'")
        return cls(path, header["overlay"], header["base"], header["intent"], text)


@dataclass(frozen=True, slots=True)
class Syntax:
    """Which grammar: the base, with overlays and their code. Unlike a `Grammar` it crosses processes.

    ``code`` are files or names, as for `pi_native.Grammar.load`.

    >>> Syntax((Overlay.of_any("sigil"),)).grammar().segment_tags[0].opener.prefix
    '<tool:'
    """

    overlays: tuple[Overlay, ...] = ()
    code: tuple[str, ...] = ()

    def grammar(self) -> Grammar:
        """The grammar; loaded once a process."""
        from pi_native.grammar import Grammar

        return Grammar.load(self.overlays, self.code)


BASE = Syntax()


def grammar_folder() -> Path:
    """The folder with the grammar files: inside the installed package, or at the top of a checkout."""
    packaged = Path(__file__).parent / "_grammar"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "grammar"


def overlay_folder() -> Path:
    """The folder with the overlays that come with the package."""
    return grammar_folder() / "overlays"


@dataclass(frozen=True, slots=True)
class Source:
    """A grammar's whole text: the base with overlays behind it, and which file each line is of."""

    text: str
    files: tuple[tuple[str, int], ...] = field(default=())  # path and first line, in order

    def place(self, line: int) -> tuple[str, int]:
        """The file that a line of the whole text, from 1, stands in, and its line there."""
        path, first = next(each for each in reversed(self.files) if each[1] <= line)
        return path, line - first + 1

    def error(self, line: int, column: int, reason: str) -> GrammarError:
        """The error at a line of the whole text."""
        return GrammarError(*self.place(line), column, reason)

    def line_of(self, production: str) -> int:
        """Where a production is defined last, or 1."""
        lines = enumerate(self.text.split("\n"), 1)
        found = (n for n, line in lines if (match := _DEFINED.match(line)) and production in match[1].split())
        return max(found, default=1)


def compose(base: str, overlays: Sequence[Overlay], base_path: str = BASE_FILE) -> Source:
    """The text of a grammar with overlays; raises `GrammarError` for an overlay of another base version.

    >>> source = compose("a: B", [Overlay.of("// @overlay x\\n// @base 1\\n// @intent y\\n%override B: /b/", "x.lark")])
    >>> source.place(5)
    ('x.lark', 4)
    """
    version = _VERSION.search(base.partition("\n")[0])
    texts, files = [base.rstrip("\n")], [(base_path, 1)]
    for overlay in overlays:
        if version is not None and overlay.base != version[1]:
            reason = f"it is for version {overlay.base} of the base; this is {version[1]}"
            raise GrammarError(overlay.path, 1, 1, reason)
        files.append((overlay.path, sum(text.count("\n") + 1 for text in texts) + 1))
        texts.append(overlay.text.replace("\r\n", "\n").rstrip("\n"))
    return Source("\n".join(texts) + "\n", tuple(files))


def changed_twice(overlays: Sequence[Overlay]) -> Iterator[str]:
    """A sentence for each production that a later overlay overrides though an earlier one changed it.

    >>> first, second = (
    ...     Overlay.of(f"// @overlay {name}\\n// @base 1\\n// @intent -\\n%override NAME: /{name}/") for name in "ab"
    ... )
    >>> list(changed_twice([first, second]))
    ['b overrides NAME, which a had changed: only what b says of it holds']
    """
    changed: dict[str, str] = {}
    for overlay in overlays:
        changes = [match for line in overlay.text.splitlines() if (match := _CHANGE.match(line))]
        for kind, name in (match.groups() for match in changes):
            before = changed.get(name, overlay.name)
            if kind == "override" and before != overlay.name:
                only = f"only what {overlay.name} says of it holds"
                yield f"{overlay.name} overrides {name}, which {before} had changed: {only}"
            changed[name] = overlay.name
