"""Text to value and value to text, side by side (D9–D11).

`read` is the specification's ``coerce(text, type)``; `spellings` lists the texts that could stand for a value, and the
one whose reading is that very value is the one to write. What cannot be read back is never written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from math import isfinite, log2
from typing import Any

from pi_native.model import Json
from pi_native.schema import Shape, pointer_to, type_of

MAX_DIGITS = 4_300  # of an integer: converting more takes quadratic time (D10)
MAX_BITS = int(MAX_DIGITS * log2(10))
MAX_NESTING = 200  # of JSON in JSON (D10)

#: What `parse_json` gives for a text that is not JSON; no JSON value is it.
NOT_JSON: Any = object()

#: Where there is no value at all.
MISSING: Any = object()

Report = Callable[[str, str], None]

_LITERALS = {"true": True, "false": False, "null": None, "none": None}
_BRACKETS = re.compile(r'"(?:[^"\\]+|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("overflows a double")
    return value


def _bounded(text: str) -> int:
    if len(text) > MAX_DIGITS + text.startswith("-"):
        raise ValueError("too many digits")
    return int(text)


def _refuse(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_float=_finite, parse_int=_bounded, parse_constant=_refuse)


def parse_json(text: str) -> Json:
    """The JSON value of a text, or `NOT_JSON` (D10): no NaN, no overflow, integers exact.

    >>> parse_json(" [1, 2.5] "), parse_json("1e999") is NOT_JSON
    ([1, 2.5], True)
    """
    if _nesting_exceeded(text):
        return NOT_JSON
    try:
        return _DECODER.decode(text)
    except ValueError:
        return NOT_JSON


def _nesting_exceeded(text: str) -> bool:
    if text.count("[") + text.count("{") <= MAX_NESTING:
        return False
    depth = 0
    for match in _BRACKETS.finditer(text):
        first = match[0][0]
        depth += (first in "[{") - (first in "]}")
        if depth > MAX_NESTING:
            return True
    return False


def is_null(text: str) -> bool:
    """Whether the text is JSON's null, with JSON's whitespace around it.

    >>> is_null(" null\\n"), is_null("None")
    (True, False)
    """
    return text.strip(" \t\r\n") == "null"


def read(text: str, shape: Shape, report: Report) -> Json:
    """The value of a captured text for a parameter of this shape (section "Value coercion", D9).

    ``report(code, detail)`` is told what was repaired or does not fit.

    >>> from pi_native.tools import Tool
    >>> tool = Tool("t", {"properties": {"n": {"type": "integer"}, "s": {"type": "string"}}})
    >>> read("5.0", tool.shape.property("n"), print), read("5.0", tool.shape.property("s"), print)
    (5, '5.0')
    """
    types = shape.types
    if types is None:
        value = parse_json(text)
        return text if value is NOT_JSON else value
    if "string" in types:
        return _read_among_strings(text, shape)
    return _read_json(text, shape, report)


def _read_among_strings(text: str, shape: Shape) -> Json:
    if shape.only("string"):
        return text
    if shape.only("string", "null"):
        return None if text == "null" else text
    value = parse_json(text)
    return _fitted(value, text, shape) if value is not NOT_JSON and admits(shape, value) else text


def _read_json(text: str, shape: Shape, report: Report) -> Json:
    value = parse_json(text)
    if value is NOT_JSON:
        repaired = _LITERALS.get(text.strip().lower(), NOT_JSON)
        if repaired is not NOT_JSON and shape.can(type_of(repaired)):
            report("python-literal", "")
            return repaired
        value = text
    if not admits(shape, value):
        report("type-mismatch", expected(shape))
        return value
    return _fitted(value, text, shape)


def admits(shape: Shape, value: Json) -> bool:
    """Whether the value's type is a possible one; an integral float is an integer too."""
    kind = type_of(value)
    if kind == "number" and value.is_integer():
        return shape.can("number", "integer")
    return shape.can("number", "integer") if kind == "integer" else shape.can(kind)


def expected(shape: Shape) -> str:
    """The possible types in words.

    >>> from pi_native.tools import Tool
    >>> expected(Tool("t", {"type": ["null", "integer"]}).shape)
    'expected integer or null'
    """
    return "expected " + " or ".join(sorted(shape.types or ["any value"]))


def _fitted(value: Json, text: str, shape: Shape) -> Json:
    """The value, as an exact integer where only integers are possible (D10)."""
    if isinstance(value, float) and not shape.can("number") and value.is_integer():
        from decimal import Decimal

        # A double is exact up to here; and zero may be written with an exponent that is too large for `Decimal`.
        return int(value) if abs(value) < 2**53 else int(Decimal(text.strip()))
    return value


def spellings(value: Json, shape: Shape) -> Iterator[str]:
    """Texts that could stand for the value, the plainest first; not each of them reads back.

    >>> from pi_native.tools import Tool
    >>> list(spellings("4", Tool("t").shape))
    ['4', '"4"']
    """
    if isinstance(value, str):
        yield value
        if shape.only("string", "null"):
            return
    if isinstance(value, float) and value.is_integer() and not shape.can("number"):
        yield str(int(value))
    try:
        yield json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        return


def spell(value: Json, shape: Shape) -> str | None:
    """The plainest text that `read` turns into this very value, or None.

    >>> from pi_native.tools import Tool
    >>> spell("4", Tool("t").shape), spell("null", Tool("t", {"type": ["string", "null"]}).shape)
    ('"4"', None)
    """
    if isinstance(value, str) and shape.only("string"):
        return value
    return next((text for text in spellings(value, shape) if same(read(text, shape, unreported), value)), None)


def unreported(*finding: object) -> None:
    """A `Report` for a trial reading, whose findings are of no interest."""


def same(left: Json, right: Json) -> bool:
    """Whether two JSON values are equal: numbers by value, and a boolean is no number.

    >>> same([1, {"a": 5.0}], [1.0, {"a": 5}]), same(True, 1)
    (True, False)
    """
    waiting = [(left, right)]
    while waiting:
        a, b = waiting.pop()
        if type(a) is not type(b) and not (_is_number(a) and _is_number(b)):
            return False
        if isinstance(a, list):
            if len(a) != len(b):
                return False
            waiting += zip(a, b, strict=True)
        elif isinstance(a, dict):
            if a.keys() != b.keys():
                return False
            waiting += ((a[key], b[key]) for key in a)
        elif a != b:
            return False
    return True


def _is_number(value: Json) -> bool:
    return type(value) in (int, float)


def copied(value: Json) -> Json:
    """A copy of a JSON value, whatever its depth.

    >>> copied({"a": [1]})
    {'a': [1]}
    """
    root: list[Json] = [value]
    waiting: list[tuple[Any, Any]] = [(root, 0)]
    while waiting:
        container, key = waiting.pop()
        item = container[key]
        if isinstance(item, (dict, list)):
            container[key] = new = item.copy()
            waiting += ((new, each) for each in (new if isinstance(new, dict) else range(len(new))))
    return root[0]


def not_json(value: Json) -> Iterator[tuple[str, str]]:
    """What in a value is not JSON (D10): its JSON Pointer and why; nothing for a JSON value.

    >>> list(not_json({"a": [1, float("nan")]}))
    [('/a/1', 'nan is not JSON')]
    """
    waiting = [(value, "", 0)]
    while waiting:
        item, pointer, depth = waiting.pop()
        if depth > 2 * MAX_NESTING:  # of elements, and of JSON in the innermost
            yield pointer, "nested too deep, or holding itself"
            return
        reason = _why_not_json(item)
        if reason:
            yield pointer, reason
        elif isinstance(item, dict):
            waiting += [(child, pointer_to(pointer, key), depth + 1) for key, child in item.items()]
        elif isinstance(item, list):
            waiting += [(child, pointer_to(pointer, i), depth + 1) for i, child in enumerate(item)]


def _why_not_json(item: Json) -> str:
    if type_of(item) == "":
        return f"a {type(item).__name__} is not JSON"
    if isinstance(item, dict) and not all(type(key) is str for key in item):
        return "a key that is not a string"
    if isinstance(item, float) and not isfinite(item):
        return f"{item} is not JSON"
    if isinstance(item, int) and item.bit_length() > MAX_BITS:
        return f"an integer of more than {MAX_DIGITS} digits"
    return ""
