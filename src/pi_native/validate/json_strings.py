"""Where strings stand in a JSON text, so that one can be replaced and every other byte stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from pi_native.schema import pointer_to

_SPACE = re.compile(r"[ \t\r\n]*")
Spans = dict[str, tuple[int, int]]

_decode = json.JSONDecoder().raw_decode


def string_spans(text: str, pointers: Iterable[str]) -> Spans:
    """Start and end, quotes included, of the strings at some JSON Pointers; what is no string, or absent, is left out.

    Each character is looked at once or twice, however many pointers there are. Of a name given twice the last counts,
    as it does for `json`. Raises ValueError for a text that is not JSON; RecursionError for one nested too deeply.

    >>> string_spans('{"a": ["x", "y"]}', ["/a/1"])
    {'/a/1': (12, 15)}
    """
    wanted: dict[str, Any] = {}
    for pointer in pointers:
        node = wanted
        for step in pointer.split("/")[1:]:
            node = node.setdefault(step.replace("~1", "/").replace("~0", "~"), {})
    found: Spans = {}
    _value(text, _skip(text, 0), wanted, "", found)
    return found


def _value(text: str, at: int, wanted: dict[str, Any], pointer: str, found: Spans) -> int:
    """Look at the value that begins here; where it ends."""
    begin = text[at : at + 1]
    if begin == '"' and not wanted:
        found[pointer] = at, _end(text, at)
        return found[pointer][1]
    if begin and begin in "{[" and wanted:
        return _members(text, at, wanted, pointer, found)
    return _end(text, at)


def _members(text: str, at: int, wanted: dict[str, Any], pointer: str, found: Spans) -> int:
    """Look at the members of the object, or the items of the list, that begins here; where it ends."""
    is_object, close, index = text[at] == "{", "}" if text[at] == "{" else "]", 0
    inside: dict[str, Spans] = {}  # by name, so that of two with the same name the last is kept
    at = _skip(text, at + 1)
    while text[at : at + 1] != close or index:
        name, at = _name(text, at) if is_object else (str(index), at)
        if name in wanted:
            inside[name] = {}
            at = _value(text, at, wanted[name], pointer_to(pointer, name), inside[name])
        else:
            at = _end(text, at)
        at, index = _skip(text, at), index + 1
        if text[at : at + 1] == close:
            break
        at = _expect(text, at, ",")
    for spans in inside.values():
        found.update(spans)
    return at + 1


def _name(text: str, at: int) -> tuple[str, int]:
    name, at = _decode(text, at)
    if not isinstance(name, str):
        raise ValueError(f"expected a name before {at}")
    return name, _expect(text, at, ":")


def _end(text: str, at: int) -> int:
    return int(_decode(text, at)[1])


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _expect(text: str, at: int, char: str) -> int:
    at = _skip(text, at)
    if text[at : at + 1] != char:
        raise ValueError(f"expected {char!r} at {at}")
    return _skip(text, at + 1)
