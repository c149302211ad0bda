"""Regular expressions as `pi_native.decode.regular` trees: the grammar's terminals, and JSON Schema's ``pattern``."""

from __future__ import annotations

import re
from re import _constants as op
from re import _parser
from typing import Any

from pi_native.decode.regular import (
    ANY,
    ANY_CHAR,
    Chars,
    Ranges,
    Regex,
    chars,
    concat,
    one_of,
    other_than,
    repeated,
    union,
)

_DIGIT = ((48, 57),)
_WORD = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE = ((9, 13), (32, 32))
# Of ASCII alone: what Python and ECMAScript agree on.
_CATEGORIES = {
    op.CATEGORY_DIGIT: _DIGIT,
    op.CATEGORY_WORD: _WORD,
    op.CATEGORY_SPACE: _SPACE,
    op.CATEGORY_NOT_DIGIT: ((0, 47), (58, 127)),
    op.CATEGORY_NOT_WORD: ((0, 47), (58, 64), (91, 94), (96, 96), (123, 127)),
    op.CATEGORY_NOT_SPACE: ((0, 8), (14, 31), (33, 127)),
}
_REPEATS = op.MAX_REPEAT, op.MIN_REPEAT
_STARTS = op.AT_BEGINNING, op.AT_BEGINNING_STRING
_ENDS = op.AT_END, op.AT_END_STRING


class Unsupported(Exception):
    """A regular expression is more than regular, or uses what is not translated: flags, look-around, references."""


def whole(source: str) -> Regex:
    """The texts that an expression matches as a whole. Raises `Unsupported`.

    >>> from pi_native.decode.regular import accepts
    >>> accepts(whole("[a-c]+"), "abc"), accepts(whole("[a-c]+"), "abcd")
    (True, False)
    """
    return _sequence(_parsed(source), False, False)


def searched(source: str) -> Regex:
    """The texts in which an expression matches somewhere, as JSON Schema's ``pattern`` has it. Raises `Unsupported`.

    >>> from pi_native.decode.regular import accepts
    >>> accepts(searched("^a"), "abc"), accepts(searched("^b"), "abc")
    (True, False)
    """
    return _sequence(_parsed(source), True, True)


def _parsed(source: str) -> list[Any]:
    try:
        parsed = _parser.parse(source)
    except (re.error, RecursionError, OverflowError) as error:
        raise Unsupported(str(error)) from error
    if parsed.state.flags & ~re.UNICODE:
        raise Unsupported("flags")
    return list(parsed)


def _sequence(items: Any, opens: bool, closes: bool) -> Regex:
    """A sequence; ``opens`` says that anything may stand before it unless it is anchored, ``closes`` behind it."""
    items = list(items)
    parts: list[Regex] = []
    if opens and items and items[0][0] is op.AT and items[0][1] in _STARTS:
        items, opens = items[1:], False
    elif opens and not (items and _is_group(items[0])):
        parts, opens = [ANY], False
    tail: list[Regex] = []
    if closes and items and items[-1][0] is op.AT and items[-1][1] in _ENDS:
        items, closes = items[:-1], False
    elif closes and not (items and _is_group(items[-1])):
        tail, closes = [ANY], False
    last = len(items) - 1
    for index, item in enumerate(items):
        parts.append(_item(item, opens and index == 0, closes and index == last))
    return concat(*parts, *tail)


def _is_group(item: Any) -> bool:
    return item[0] is op.BRANCH or item[0] is op.SUBPATTERN


def _item(item: Any, opens: bool, closes: bool) -> Regex:
    kind, argument = item
    if kind is op.LITERAL:
        return one_of(chr(argument))
    if kind is op.NOT_LITERAL:
        return other_than(((argument, argument),))
    if kind is op.ANY:
        return other_than(_ranges(one_of("\n")))
    if kind is op.IN:
        return _set(argument)
    if kind is op.BRANCH:
        return union(*(_sequence(branch, opens, closes) for branch in argument[1]))
    if kind is op.SUBPATTERN and not argument[1] and not argument[2]:
        return _sequence(argument[3], opens, closes)
    if kind in _REPEATS:
        least, most, inner = argument
        return repeated(_sequence(inner, False, False), least, None if most is op.MAXREPEAT else most)
    raise Unsupported(str(kind).lower())


def _set(items: list[Any]) -> Regex:
    negated = bool(items) and items[0][0] is op.NEGATE
    ranges: list[tuple[int, int]] = []
    for kind, argument in items[negated:]:
        if kind is op.LITERAL:
            ranges.append((argument, argument))
        elif kind is op.RANGE:
            ranges.append(argument)
        elif kind is op.CATEGORY:
            ranges += _CATEGORIES[argument]
        else:
            raise Unsupported(str(kind).lower())
    found = chars(ranges)
    return other_than(_ranges(found)) if negated else found


def _ranges(regex: Regex) -> Ranges:
    return regex.ranges if isinstance(regex, Chars) else ()


def integers(low: int | None, high: int | None) -> Regex:
    """The integers of a range in JSON, either end None for none.

    >>> from pi_native.decode.regular import accepts
    >>> [n for n in range(-20, 200) if accepts(integers(-3, 101), str(n))] == list(range(-3, 102))
    True
    """
    parts: list[Regex] = []
    if low is None or low < 0:
        below = None if low is None else -low
        parts.append(concat(one_of("-"), _naturals(max(1, -high if high is not None else 1), below)))
    if high is None or high >= 0:
        parts.append(_naturals(max(0, low or 0), high))
    return union(*parts)


def _naturals(low: int, high: int | None) -> Regex:
    """The natural numbers from ``low`` to ``high``."""
    if high is None:
        size = len(str(low))
        more = concat(_digits("1", "9"), repeated(_digits("0", "9"), size))
        return union(_naturals(low, 10**size - 1), more)
    parts: list[Regex] = []
    for size in range(len(str(low)), len(str(high)) + 1):
        first, last = max(low, 10 ** (size - 1) if size > 1 else 0), min(high, 10**size - 1)
        if first <= last:
            parts.append(_same_length(str(first), str(last)))
    return union(*parts)


def _same_length(low: str, high: str) -> Regex:
    """The numerals between two of the same length."""
    if not low:
        return concat()
    size = len(low) - 1
    if low[0] == high[0]:
        return concat(one_of(low[0]), _same_length(low[1:], high[1:]))
    parts = [concat(one_of(low[0]), _same_length(low[1:], "9" * size))]
    if int(low[0]) + 1 < int(high[0]):
        between = _digits(chr(ord(low[0]) + 1), chr(ord(high[0]) - 1))
        parts.append(concat(between, repeated(_digits("0", "9"), size, size)))
    parts.append(concat(one_of(high[0]), _same_length("0" * size, high[1:])))
    return union(*parts)


def _digits(first: str, last: str) -> Regex:
    return chars([(ord(first), ord(last))])


def length(least: int, most: int | None) -> Regex:
    """The texts of so many characters."""
    return repeated(ANY_CHAR, least, most)
