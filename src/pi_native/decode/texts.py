"""Which texts stand for the values of a shape: what `pi_native.values.read` takes without a finding (D9, D10).

With ``strict``, the values are those of the JSON Schema as far as a regular language can say; what it cannot say is
reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pi_native.decode import patterns
from pi_native.decode.regular import (
    ANY,
    NOTHING,
    Regex,
    beginning,
    both,
    concat,
    one_of,
    optional,
    repeated,
    text,
    union,
    without,
)
from pi_native.schema import Shape
from pi_native.values import spell

Report = Callable[[str, str], None]

MAX_LENGTH = 20  # characters that are counted; longer bounds are reported, for counting makes automata large
MAX_COUNT = 200  # items of a list, likewise

INTEGER = patterns.whole("-?(0|[1-9][0-9]*)")
# Within what a double holds, whatever the digits (D10): a number past it would be a text.
NUMBER = union(
    INTEGER,
    patterns.whole(r"-?(0|[1-9][0-9]{0,19})\.[0-9]+"),
    patterns.whole(r"-?[0-9](\.[0-9]+)?[eE]([+-]?[0-9]{1,2}|-[0-9]{3}|\+?[12][0-9]{2}|\+?30[0-7])"),
)
SPACE = " \t\r\n"
BLANK = repeated(one_of(SPACE))
WORDS = {"boolean": union(text("true"), text("false")), "null": text("null")}

# What the format itself sees of a schema, and what says nothing of values.
_SEEN = frozenset(
    [
        "type",
        "properties",
        "required",
        "items",
        "prefixItems",
        "additionalProperties",
        "nullable",
        "$ref",
        "allOf",
        "$defs",
        "definitions",
        "$id",
        "$schema",
        "$anchor",
        "$comment",
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
    ]
)
_SAYS_TYPES = frozenset(["type", "nullable", "title", "description", "default", "examples"])


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a shape as texts: as ``string`` verbatim, and as JSON ``scalar``; `NOTHING` where not possible.

    ``is_limited`` says that not every string fits; ``is_true`` that the value true does.
    """

    string: Regex
    scalar: Regex
    is_limited: bool
    is_true: bool


def values_of(shape: Shape, pointer: str, strict: bool, report: Report) -> Values:
    """The scalars of a shape. ``report(pointer, what)`` is told what ``strict`` cannot say."""
    if not strict:
        return _by_type(shape)
    limits = _Keywords(shape, pointer, report)
    if limits.listed is not None:
        return _listed(shape, limits.listed, pointer, report)
    found = _by_type(shape)
    string = both(found.string, limits.strings()) if shape.only("string", "null") else found.string
    scalar = found.scalar
    if shape.only("integer", "null") and shape.can("integer"):
        scalar = union(limits.integers(), WORDS["null"] if shape.can("null") else NOTHING)
    limits.report_rest()
    return Values(string, scalar, string != found.string, found.is_true)


def bounds(shape: Shape, pointer: str, strict: bool, report: Report) -> tuple[int, int | None]:
    """How many elements a list has: at least one, since none has no spelling (D12, D22)."""
    nodes = shape.nodes if strict else []
    least = max([1, *(node["minItems"] for node in nodes if "minItems" in node)])
    most = min((node["maxItems"] for node in nodes if "maxItems" in node), default=None)
    if least > MAX_COUNT:
        report(pointer, "minItems")
        least = 1
    if most is not None and most > MAX_COUNT:
        report(pointer, "maxItems")
        most = None
    return least, most


def literal_head(shape: Shape) -> Regex:
    """How a text begins that may be read as a JSON list or object instead of as a string."""
    opening = "[" * shape.can("array") + "{" * shape.can("object")
    return concat(BLANK, one_of(opening)) if opening else NOTHING


def _by_type(shape: Shape) -> Values:
    string: Regex = NOTHING
    if shape.can("string"):
        head = literal_head(shape)
        string = without(ANY, beginning(head)) if head != NOTHING else ANY
    scalars = [WORDS[kind] for kind in WORDS if shape.can(kind)]
    if shape.can("number"):
        scalars.append(NUMBER)
    elif shape.can("integer"):
        scalars.append(INTEGER)
    return Values(string, union(*scalars), False, shape.can("boolean"))


def _listed(shape: Shape, listed: list[Any], pointer: str, report: Report) -> Values:
    strings, scalars = [], []
    for value in listed:
        spelled = spell(value, shape)
        if isinstance(value, (list, dict)) or spelled is None:
            report(pointer, "a value of enum or const that has no plain spelling")
        elif isinstance(value, str):
            strings.append(text(spelled))
        else:
            scalars.append(text(spelled))
    return Values(union(*strings), union(*scalars), True, any(value is True for value in listed))


class _Keywords:
    """The keywords of every schema that applies; ``listed`` the values of ``enum`` and ``const`` that all allow."""

    def __init__(self, shape: Shape, pointer: str, report: Report) -> None:
        self._nodes, self._pointer, self._report = shape.nodes, pointer, report
        self._left = dict.fromkeys(key for node in self._nodes for key in node if key not in _SEEN)
        self.listed = self._listed(shape)
        for key in ("minItems", "maxItems"):  # `bounds` sees to them
            self._left.pop(key, None)

    def _listed(self, shape: Shape) -> list[Any] | None:
        lists = [node["enum"] for node in self._nodes if "enum" in node]
        lists += [[node["const"]] for node in self._nodes if "const" in node]
        if not lists:
            return None
        return [value for value in lists[0] if all(_is_among(value, other) for other in lists[1:])]

    def _take(self, key: str) -> list[Any]:
        self._left.pop(key, None)
        return [node[key] for node in self._nodes if key in node]

    def report_rest(self) -> None:
        """Report the keywords that were not taken."""
        for key in self._left:
            if key not in ("anyOf", "oneOf") or not all(_says_types(each) for each in self._take_all(key)):
                self._report(self._pointer, key)

    def _take_all(self, key: str) -> list[Any]:
        return [branch for node in self._nodes for branch in node.get(key, ())]

    def strings(self) -> Regex:
        found = [self._pattern(each) for each in self._take("pattern")]
        least, most = max(self._take("minLength"), default=0), min(self._take("maxLength"), default=None)
        if least > MAX_LENGTH:
            self._report(self._pointer, "minLength")
            least = 0
        if most is not None and most > MAX_LENGTH:
            self._report(self._pointer, "maxLength")
            most = None
        if (least, most) != (0, None):
            found.append(patterns.length(least, most))
        return both(*found)

    def _pattern(self, source: Any) -> Regex:
        try:
            return patterns.searched(source)
        except patterns.Unsupported:
            self._report(self._pointer, "pattern")
            return ANY

    def integers(self) -> Regex:
        """The integers between the bounds; a bound that is no integer is rounded inwards."""
        low = [_ceiling(each) for each in self._take("minimum")]
        low += [_floor(each) + 1 for each in self._take("exclusiveMinimum") if not isinstance(each, bool)]
        high = [_floor(each) for each in self._take("maximum")]
        high += [_ceiling(each) - 1 for each in self._take("exclusiveMaximum") if not isinstance(each, bool)]
        return patterns.integers(max(low, default=None), min(high, default=None)) if low or high else INTEGER


def _says_types(branch: Any) -> bool:
    """Whether a branch of a union says no more than the types, which the format sees to."""
    return isinstance(branch, dict) and branch.keys() <= _SAYS_TYPES


def _is_among(value: Any, others: list[Any]) -> bool:
    return any(value == other and isinstance(value, bool) == isinstance(other, bool) for other in others)


def _floor(number: float) -> int:
    return int(number // 1)


def _ceiling(number: float) -> int:
    return -_floor(-number)


def verbatim(strings: Regex) -> Regex:
    """The bodies that are read as one of ``strings``: with delimiter newlines, or without where none would be taken
    for one (D1)."""
    newline = concat(optional(one_of("\r")), one_of("\n"))
    inside = without(strings, concat(ANY, one_of("\r")))
    bare = without(strings, beginning(newline), concat(ANY, one_of("\n")))
    return union(concat(one_of("\n"), inside, one_of("\n")), bare)
