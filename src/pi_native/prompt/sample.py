"""A value that a schema could mean, to show how one is written: from its examples, defaults, enums and formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from pi_native.model import Json
from pi_native.prompt.view import View
from pi_native.values import not_json

MAX_DEPTH = 6
MAX_VALUES = 60  # in one sample: a schema may describe more than anyone wants to see
MAX_LENGTH = 200  # of a string

#: A value for each format of JSON Schema that has a spelling of its own.
FORMATS = {
    "date-time": "2026-01-31T12:00:00Z",
    "date": "2026-01-31",
    "time": "12:00:00Z",
    "duration": "PT1H",
    "email": "ada@example.com",
    "idn-email": "ada@example.com",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/a",
    "iri": "https://example.com/a",
    "url": "https://example.com/a",
    "uri-reference": "/a",
    "iri-reference": "/a",
    "uri-template": "/a/{b}",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "json-pointer": "/a",
    "relative-json-pointer": "0",
    "regex": "a+",
}

#: Names of parameters that mostly hold text of several lines.
BULK = re.compile(r"(?i)(?:^|_)(?:body|code|contents?|diff|document|input|markdown|patch|script|source|text)$")

LINES = "first line\nsecond line"

#: Tried in turn where a string has to match a pattern.
TRIES = ("a", "abc", "A", "ABC", "1", "123", "a1", "A1", "a-b", "a.b", "a/b", "1.0.0", "#123456", "a@b.co", "")


class Sampler:
    """Makes samples, bounded together in size: one sampler is good for one call.

    One that ``invents`` takes no value that the schema names.

    >>> from pi_native.schema import Document
    >>> document = Document({"type": "array", "items": {"enum": ["x", "y"]}}, "t")
    >>> Sampler().sample(View(document, document.root), "list")
    ['x', 'y']
    """

    def __init__(self, invents: bool = False) -> None:
        self._left, self._invents = MAX_VALUES, invents

    def sample(self, view: View, name: str, index: int = 0, depth: int = 0) -> Json:
        """A value; ``name`` is what it is called, ``index`` which of several it is."""
        self._left -= 1
        given = [] if self._invents else list(_given(view))
        if given:
            return given[index % len(given)]
        branch = next((each for each in view.branches if each.types != ("null",)), None)
        if branch is not None and not view.properties:
            return self.sample(branch, name, index, depth + 1) if depth < MAX_DEPTH else None
        kind = next((each for each in view.types if each != "null"), "null" if view.types else "string")
        makers: dict[str, Callable[[View, str, int, int], Json]] = {
            "object": self._object,
            "array": self._array,
            "string": _string,
            "integer": _number,
            "number": _number,
            "boolean": lambda *_: True,
            "null": lambda *_: None,
        }
        return makers[kind](view, name, index, depth)

    def _object(self, view: View, name: str, index: int, depth: int) -> Json:
        if depth >= MAX_DEPTH or self._left <= 0:
            return {}
        names = [each for each in view.properties if each in view.required] or list(view.properties)[:2]
        return {each: self.sample(view.properties[each], each, index, depth + 1) for each in names}

    def _array(self, view: View, name: str, index: int, depth: int) -> Json:
        """Two items where there may be: so a list is seen to be one."""
        least, most = _count(view.get("minItems"), 0), _count(view.get("maxItems"), MAX_VALUES)
        wanted = min(max(least, view.prefix_length or 2), most, MAX_VALUES)
        if depth >= MAX_DEPTH or self._left <= 0:
            wanted = 0
        return [self.sample(view.item(place), name, place, depth + 1) for place in range(wanted)]


def _given(view: View) -> Iterator[Json]:
    """Values that the schema itself names, those that are JSON."""
    listed = [view.get(key) for key in ("examples", "enum")]
    constant = [[view.get("const")]] if view.has("const") else []
    single = [[view.get(key)] for key in ("example", "default") if view.get(key) is not None]
    for values in [*constant, *listed, *single]:
        if isinstance(values, list):
            yield from (value for value in values if _fits(view, value) and not any(not_json(value)))


def _fits(view: View, value: Json) -> bool:
    """Whether a value is of a type the schema names: examples are not always right."""
    kinds: dict[str, Any] = {
        "string": str,
        "integer": int,
        "number": (int, float),
        "boolean": bool,
        "null": type(None),
        "object": dict,
        "array": list,
    }
    if isinstance(value, bool):
        return not view.types or "boolean" in view.types
    return not view.types or any(isinstance(value, kinds[name]) for name in view.types)


def _string(view: View, name: str, index: int, depth: int) -> Json:
    text = FORMATS.get(view.get("format") or "")
    if text is None:
        is_bulk = index == 0 and (view.has("contentMediaType") or BULK.search(name) is not None)
        text = LINES if is_bulk else f"{'another' if index else 'some'} {name.replace('_', ' ')[:40]}"
    pattern = view.get("pattern")
    if isinstance(pattern, str):
        text = _matching(pattern, text)
    least, most = _count(view.get("minLength"), 0), _count(view.get("maxLength"), MAX_LENGTH)
    return text.ljust(min(least, MAX_LENGTH), "x")[:most]


def _matching(pattern: str, text: str) -> str:
    """The text, or the first of some others that matches a pattern; the text again where none does."""
    try:
        expression = re.compile(pattern)
    except re.error:
        return text
    return next((each for each in (text, *TRIES) if len(each) <= MAX_LENGTH and expression.search(each)), text)


def _number(view: View, name: str, index: int, depth: int) -> Json:
    """The number nearest to 1 that the bounds allow; a whole one where it can be."""
    step = _finite(view.get("multipleOf"), 1) or 1
    low, high = _bound(view, "minimum", "exclusiveMinimum", step), _bound(view, "maximum", "exclusiveMaximum", -step)
    value = step * (index + 1)
    if low is not None and value < low:
        value = -(-low // step) * step
    if high is not None and value > high:
        value = high // step * step
    if low is not None and value < low:  # no multiple of the step between: the middle
        value = low if high is None else (low + high) / 2
    return int(value) if value == int(value) else value


def _bound(view: View, inclusive: str, exclusive: str, step: float) -> float | None:
    bounds = []
    if view.has(inclusive):
        bounds.append(_finite(view.get(inclusive), None))
    if _finite(view.get(exclusive), None) is not None:
        bounds.append(_finite(view.get(exclusive), 0) + step)
    known = [bound for bound in bounds if bound is not None]
    return (max if step > 0 else min)(known, default=None)


def _finite(value: Any, default: Any) -> Any:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return value if is_number and abs(value) < 2**53 else default


def _count(value: Any, default: int) -> int:
    return int(value) if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10**6 else default
