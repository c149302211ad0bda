"""The grammar between our own and the engines': a handful of kinds of node, named rules, and what was left out.

`pi_native.decode.builder` makes one of a tool list; each engine's module writes one in that engine's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pi_native.decode.regular import NOTHING, Regex


@dataclass(frozen=True, slots=True)
class Literal:
    """Exactly this text."""

    text: str


@dataclass(frozen=True, slots=True)
class Regular:
    """A text of a regular language. ``name`` is what to call it where that is of use to a reader."""

    regex: Regex
    name: str = ""


@dataclass(frozen=True, slots=True)
class Until:
    """Text up to and with the first ``closer``, which does not begin with a text of ``unless``."""

    closer: str
    unless: Regex = NOTHING


@dataclass(frozen=True, slots=True)
class Sequence:
    """One behind the other; without parts, the empty text."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several; without options, nothing at all."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``least`` to ``most`` times (None: without bound)."""

    node: Node
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """A rule by its name: lower-case letters, digits and hyphens."""

    name: str


Node = Literal | Regular | Until | Sequence | Choice | Repeat | Reference

NONE = Sequence(())
NEVER = Choice(())


def sequence(*parts: Node) -> Node:
    """The parts one behind the other, neighbouring literals joined."""
    flat: list[Node] = []
    for part in parts:
        for each in part.parts if isinstance(part, Sequence) else (part,):
            last = flat[-1] if flat else None
            if isinstance(each, Literal) and isinstance(last, Literal):
                flat[-1] = Literal(last.text + each.text)
            elif each != Literal(""):
                flat.append(each)
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def choice(options: Iterable[Node]) -> Node:
    """One of the options; `NEVER` if there is none."""
    flat: list[Node] = []
    for option in options:
        flat += option.options if isinstance(option, Choice) else (option,)
    kept = tuple(dict.fromkeys(flat))
    return kept[0] if len(kept) == 1 else Choice(kept)


def optional(node: Node) -> Node:
    """The node or nothing."""
    return Repeat(node, 0, 1)


def references(node: Node) -> Iterator[str]:
    """The rules that a node names."""
    match node:
        case Reference(name):
            yield name
        case Sequence(parts) | Choice(parts):
            for part in parts:
                yield from references(part)
        case Repeat(inner, _, _):
            yield from references(inner)


def pruned(rules: dict[str, Node], start: str) -> dict[str, Node]:
    """The rules that are reached from ``start``, without options that no text can fulfil; ``start`` first."""
    known: set[str] = set()
    size = -1
    while size != len(known):
        size = len(known)
        known |= {name for name, node in rules.items() if name not in known and _is_possible(node, known)}
    tidy = {name: _tidy(node, known) for name, node in rules.items() if name in known}
    reached: dict[str, Node] = {}
    waiting = [start] if start in tidy else []
    for name in waiting:
        if name not in reached:
            reached[name] = tidy[name]
            waiting += references(tidy[name])
    return reached


def _is_possible(node: Node, known: set[str]) -> bool:
    match node:
        case Reference(name):
            return name in known
        case Sequence(parts):
            return all(_is_possible(part, known) for part in parts)
        case Choice(options):
            return any(_is_possible(option, known) for option in options)
        case Repeat(inner, least, _):
            return least == 0 or _is_possible(inner, known)
        case Regular(regex, _):
            return regex != NOTHING
    return True


def _tidy(node: Node, known: set[str]) -> Node:
    match node:
        case Sequence(parts):
            return sequence(*(_tidy(part, known) for part in parts))
        case Choice(options):
            return choice(_tidy(option, known) for option in options if _is_possible(option, known))
        case Repeat(inner, least, most):
            return Repeat(_tidy(inner, known), least, most) if _is_possible(inner, known) else NONE
    return node
