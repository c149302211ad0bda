"""Regular languages as trees, with intersection and complement, and as automata for engines that have neither.

A tree is made with the functions of this module, which keep it small and in one order, so that the derivatives of a
tree are finitely many (Brzozowski, "Derivatives of regular expressions").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of ranges of code points, sorted and apart from one another."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Concat:
    """Languages one behind the other; without parts, the empty text."""

    parts: tuple[Regex, ...]


@dataclass(frozen=True, slots=True)
class Union:
    """Any of several languages; without parts, the language without texts."""

    parts: tuple[Regex, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """A language ``least`` to ``most`` times (None: without bound)."""

    inner: Regex
    least: int
    most: int | None

    def __hash__(self) -> int:
        """The same in every process, which that of None is not: parts are put in order by it."""
        return hash((self.inner, self.least, -1 if self.most is None else self.most))


@dataclass(frozen=True, slots=True)
class Both:
    """What is in every one of several languages."""

    parts: tuple[Regex, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Every text that is not in a language."""

    inner: Regex


Regex = Chars | Concat | Union | Repeated | Both | Not

EMPTY = Concat(())
NOTHING = Union(())
SURROGATES = (0xD800, 0xDFFF)
ANY_CHAR = Chars(((0, SURROGATES[0] - 1), (SURROGATES[1] + 1, 0x10FFFF)))
ANY = Repeated(ANY_CHAR, 0, None)


def chars(ranges: Iterable[tuple[int, int]]) -> Regex:
    """One character of any of the ranges.

    >>> chars([(98, 99), (97, 97)])
    Chars(ranges=((97, 99),))
    """
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        else:
            merged.append((low, high))
    return Chars(tuple(merged)) if merged else NOTHING


def one_of(letters: str) -> Regex:
    """One of these characters."""
    return chars((ord(letter), ord(letter)) for letter in letters)


def other_than(ranges: Ranges) -> Regex:
    """One character outside the ranges."""
    left: list[tuple[int, int]] = []
    for first, high in ANY_CHAR.ranges:
        low = first
        for taken_low, taken_high in ranges:
            if taken_high >= low and taken_low <= high:
                left += [(low, taken_low - 1)] if taken_low > low else []
                low = taken_high + 1
        left += [(low, high)] if low <= high else []
    return chars(left)


def text(literal: str) -> Regex:
    """Exactly this text."""
    return concat(*(one_of(letter) for letter in literal))


def concat(*parts: Regex) -> Regex:
    flat: list[Regex] = []
    for part in parts:
        if part == NOTHING:
            return NOTHING
        flat += part.parts if isinstance(part, Concat) else [part]
    return flat[0] if len(flat) == 1 else Concat(tuple(flat))


def union(*parts: Regex) -> Regex:
    flat: list[Regex] = []
    for part in parts:
        flat += part.parts if isinstance(part, Union) else [part]
    single = chars(each for part in flat if isinstance(part, Chars) for each in part.ranges)
    rest = [part for part in flat if not isinstance(part, Chars)]
    kept = sorted(dict.fromkeys(rest + ([] if single == NOTHING else [single])), key=hash)
    if ANY in kept:
        return ANY
    return kept[0] if len(kept) == 1 else Union(tuple(kept))


def repeated(inner: Regex, least: int = 0, most: int | None = None) -> Regex:
    if most == 0 or inner == EMPTY:
        return EMPTY
    if inner == NOTHING:
        return NOTHING if least else EMPTY
    return inner if (least, most) == (1, 1) else Repeated(inner, least, most)


def optional(inner: Regex) -> Regex:
    return repeated(inner, 0, 1)


def both(*parts: Regex) -> Regex:
    flat: list[Regex] = []
    for part in parts:
        if part == NOTHING:
            return NOTHING
        flat += part.parts if isinstance(part, Both) else [part] if part != ANY else []
    kept = sorted(dict.fromkeys(flat), key=hash)
    return ANY if not kept else kept[0] if len(kept) == 1 else Both(tuple(kept))


def without(language: Regex, *excluded: Regex) -> Regex:
    """A language less what is in others."""
    kept = [each for each in excluded if each != NOTHING]
    return both(language, *(Not(each) for each in kept)) if kept else language


def beginning(head: Regex) -> Regex:
    """Every text that begins with a text of this language."""
    return concat(head, ANY)


def holding(inner: Regex) -> Regex:
    """Every text that holds a text of this language."""
    return concat(ANY, inner, ANY)


def until(closer: str, unless: Regex = NOTHING) -> Regex:
    """Text up to and with the first ``closer``, which does not begin with ``unless``."""
    whole = without(concat(ANY, text(closer)), concat(ANY, text(closer), repeated(ANY_CHAR, 1)))
    return without(whole, beginning(unless)) if unless != NOTHING else whole


def holds_empty(regex: Regex) -> bool:
    """Whether the empty text is in the language."""
    match regex:
        case Chars():
            return False
        case Concat(parts) | Both(parts):
            return all(map(holds_empty, parts))
        case Union(parts):
            return any(map(holds_empty, parts))
        case Repeated(inner, least, _):
            return least == 0 or holds_empty(inner)
        case Not(inner):
            return not holds_empty(inner)


def derivative(regex: Regex, code: int) -> Regex:
    """What may follow a first character with this code point."""
    match regex:
        case Chars(ranges):
            return EMPTY if any(low <= code <= high for low, high in ranges) else NOTHING
        case Concat(parts):
            return _derivative_of_sequence(parts, code)
        case Union(parts):
            return union(*(derivative(part, code) for part in parts))
        case Repeated(inner, least, most):
            rest = repeated(inner, max(least - 1, 0), None if most is None else most - 1)
            return concat(derivative(inner, code), rest)
        case Both(parts):
            return both(*(derivative(part, code) for part in parts))
        case Not(inner):
            found = derivative(inner, code)
            return ANY if found == NOTHING else NOTHING if found == ANY else Not(found)


def _derivative_of_sequence(parts: tuple[Regex, ...], code: int) -> Regex:
    found: list[Regex] = []
    for index, part in enumerate(parts):
        found.append(concat(derivative(part, code), *parts[index + 1 :]))
        if not holds_empty(part):
            break
    return union(*found)


def accepts(regex: Regex, value: str) -> bool:
    """Whether a text is in the language.

    >>> accepts(until("</a>"), "x</a>"), accepts(until("</a>"), "x</a></a>")
    (True, False)
    """
    for letter in value:
        regex = derivative(regex, ord(letter))
    return holds_empty(regex)


class TooLarge(Exception):
    """An automaton has more states than an engine can be given."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """States from 0, the first; ``moves`` has for each state the characters that lead to each other state.

    There is no state from which no text is accepted.
    """

    moves: tuple[dict[int, Ranges], ...]
    accepting: frozenset[int]


def automaton(regex: Regex, limit: int = 4_000) -> Automaton:
    """The automaton of a language. Raises `TooLarge` past ``limit`` states.

    >>> automaton(text("ab")).moves
    ({1: ((97, 97),)}, {2: ((98, 98),)}, {})
    """
    classes = _classes(regex)
    numbers: dict[Regex, int] = {regex: 0}
    moves: list[dict[int, list[tuple[int, int]]]] = []
    waiting = [regex]
    for state in waiting:
        targets: dict[int, list[tuple[int, int]]] = {}
        for low, high in classes:
            found = derivative(state, low)
            if found != NOTHING:
                if found not in numbers:
                    numbers[found] = len(numbers)
                    waiting.append(found)
                    if len(numbers) > limit:
                        raise TooLarge
                targets.setdefault(numbers[found], []).append((low, high))
        moves.append(targets)
    accepting = {number for state, number in numbers.items() if holds_empty(state)}
    return _pruned(moves, accepting)


def within(language: Regex, outer: Regex) -> Regex:
    """What is in both; ``language`` itself, and so a plainer tree, where all of it is in ``outer``."""
    try:
        is_all_of_it = not automaton(without(language, outer), limit=200).accepting
    except TooLarge:
        is_all_of_it = False
    return language if is_all_of_it else both(language, outer)


def is_nothing(language: Regex) -> bool:
    """Whether no text is in the language, as far as a small automaton can tell."""
    try:
        return not automaton(language, limit=200).accepting
    except TooLarge:
        return False


def _classes(regex: Regex) -> list[tuple[int, int]]:
    """Ranges of characters that no part of a tree tells apart."""
    starts = {low for low, _ in ANY_CHAR.ranges}
    for low, high in _ranges(regex):
        starts |= {low, high + 1}
    cuts = sorted(starts | {high + 1 for _, high in ANY_CHAR.ranges})
    pairs = ((low, following - 1) for low, following in pairwise(cuts))
    return [pair for pair in pairs if any(low <= pair[0] <= high for low, high in ANY_CHAR.ranges)]


def _ranges(regex: Regex) -> Iterator[tuple[int, int]]:
    match regex:
        case Chars(ranges):
            yield from ranges
        case Concat(parts) | Union(parts) | Both(parts):
            for part in parts:
                yield from _ranges(part)
        case Repeated(inner, _, _) | Not(inner):
            yield from _ranges(inner)


def _pruned(moves: list[dict[int, list[tuple[int, int]]]], accepting: set[int]) -> Automaton:
    useful = set(accepting)
    size = -1
    while size != len(useful):
        size = len(useful)
        useful |= {state for state, targets in enumerate(moves) if not useful.isdisjoint(targets)}
    kept = sorted(useful | {0})
    numbers = {state: number for number, state in enumerate(kept)}
    tidy = [
        {numbers[target]: _merged(ranges) for target, ranges in moves[state].items() if target in useful}
        for state in kept
    ]
    return Automaton(tuple(tidy), frozenset(numbers[state] for state in accepting))


def _merged(ranges: list[tuple[int, int]]) -> Ranges:
    found = chars(ranges)
    assert isinstance(found, Chars)
    return found.ranges
