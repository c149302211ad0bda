"""Which findings are wanted, by code or by layer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from pi_native.diagnostics import catalogue, quoted


def layers() -> tuple[str, ...]:
    """The layers of the catalogue, in its order.

    >>> layers()[:3]
    ('grammar', 'typing', 'schema')
    """
    return tuple(dict.fromkeys(entry.layer for entry in catalogue().values()))


@dataclass(frozen=True, slots=True)
class Selection:
    """The codes to report: those of ``select`` (all, if it is empty) without those of ``ignore``.

    Both hold codes and layers. A code says more than its layer: a code that is selected by its name stays, though its
    layer is ignored. A name in both is ignored.

    >>> wanted = Selection.of(["grammar", "unknown-tool"], ["stray-text"])
    >>> [wanted.keeps(code) for code in ("stray-closer", "stray-text", "unknown-tool", "type-mismatch")]
    [True, False, True, False]
    """

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()

    @classmethod
    def of(cls, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> Selection:
        """The selection for names as a user gives them; raises ValueError for a name that is no code and no layer.

        A name may be several, with commas between.
        """
        return cls(frozenset(_names(select)), frozenset(_names(ignore)))

    def keeps(self, code: str) -> bool:
        """Whether findings of a code are wanted."""
        layer = catalogue()[code].layer
        if code in self.ignore:
            return False
        if code in self.select:
            return True
        return layer not in self.ignore and (not self.select or layer in self.select)


def _names(texts: Iterable[str]) -> Iterable[str]:
    known = {*catalogue(), *layers()}
    for name in (name.strip() for text in texts for name in text.split(",")):
        if name in known:
            yield name
        elif name:
            near = " or ".join(get_close_matches(name[:100], sorted(known), n=2))
            advice = f"did you mean {near}?" if near else f"the layers are {', '.join(layers())}"
            raise ValueError(f"no code or layer is named {quoted(name)}; {advice}")
