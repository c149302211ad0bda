"""Which rule gave a call its form and which read an argument: the keys of the grammar's sentences."""

from __future__ import annotations

import re
from collections.abc import Collection

from pi_native.cursor import Frame
from pi_native.diagnostics import quoted
from pi_native.inspection import types_of
from pi_native.model import Call, Json
from pi_native.schema import Shape
from pi_native.tools import Tool
from pi_native.transformer import Given
from pi_native.values import parse_json, same

_BLANKS = re.compile(r"[ \t\r\n]*")
_TAG = re.compile(r".[^ \t\r\n/>]*", re.DOTALL)


def form_of(
    call: Call, frame: Frame, tool: Tool | None, has_text: bool, first_element: int | None, text: str
) -> tuple[str, str]:
    """The key of the rule that gave a call its form (D8), and what decided it here.

    ``first_element`` is where the first element of the body starts, or None.
    """
    if call.form == "attribute":
        return "attribute", ""
    begins = _first_in_body(frame, text)
    closes = text.startswith(frame.closer, begins) or (not call.complete and begins == len(text))
    if closes:
        return ("empty-inline", f"it is {frame.target}") if has_text else ("empty", "")
    if has_text and tool is None:
        return "inline-unknown", ""
    if has_text:
        return "inline", f"here it is {frame.target}"
    if first_element == begins and tool is None:
        return "child-unknown", _tag_at(text, begins)
    if first_element == begins and tool is not None and _tag_at(text, begins)[1:] in tool.shape.names:
        return "child", _tag_at(text, begins)
    return "otherwise", why_not_inline(tool, frame.attributes) if tool else ""


def _first_in_body(frame: Frame, text: str) -> int:
    """Where the first thing behind the open tag is that is not whitespace (D2)."""
    match = _BLANKS.match(text, frame.start)
    assert match is not None
    return match.end()


def _tag_at(text: str, start: int) -> str:
    match = _TAG.match(text, start)
    return match[0] if match else ""


def why_not_inline(tool: Tool, given: Collection[str]) -> str:
    """What keeps a tool's body from being one string, in words; empty if nothing does (D7).

    >>> tool = Tool("t", {"properties": {"n": {"type": "integer"}}})
    >>> why_not_inline(tool, ())
    "the first parameter that no attribute gives is 'n', integer"
    """
    shape = tool.shape
    for name in shape.names:
        if shape.property(name).can("object", "array"):
            return f"the parameter {quoted(name)} can be {_in_words(shape.property(name))}"
    if tool.inline_target(given) is not None:
        return ""
    target = next((name for name in shape.names if name not in given), None)
    if target is None:
        return "attributes give every parameter" if shape.names else "the tool has no parameters"
    return f"the first parameter that no attribute gives is {quoted(target)}, {_in_words(shape.property(target))}"


def _in_words(shape: Shape) -> str:
    return " or ".join(types_of(shape)) or "anything"


def readings_of(declared: Shape, group: list[Given], value: Json) -> list[str]:
    """The keys of the rules that made one value of all occurrences of an argument (D9–D15).

    The items of a list are explained one by one, so its own keys are only those that made it a list.
    """
    last = group[-1]
    if declared.is_array:
        return _of_list(last, value)
    if len(group) > 1 and declared.counts:
        return ["repeated"]
    before = ["last"] if len(group) > 1 else ["once"] if declared.counts else []
    if isinstance(value, list) and declared.counts and not _is_written(last, value):
        return ["lone"]
    return before + reading_of(last, declared, value)


def _of_list(given: Given, value: Json) -> list[str]:
    if value is None:
        return ["null-list"]
    if given.is_attribute:
        return ["list", "structured"]
    return ["literal"] if _is_written(given, value) else ["list"]


def _is_written(given: Given, value: Json) -> bool:
    """Whether one occurrence holds a whole list or object as JSON."""
    return given.text is not None and isinstance(value, (list, dict)) and same(parse_json(given.text), value)


def reading_of(given: Given, shape: Shape, value: Json) -> list[str]:
    """The keys of the rules that read one occurrence as a value of this shape."""
    if given.fields is not None:
        return ["object"]
    if given.text is None:
        return ["bare" if given.is_attribute else "empty"]
    if _is_written(given, value):
        return ["structured" if given.is_attribute else "literal"]
    is_unfinished = given.frame is not None and given.frame.unfinished
    return [_of_text(given.text, shape), *(["unfinished"] if is_unfinished else [])]


def _of_text(text: str, shape: Shape) -> str:
    if not text.strip() and shape.can("object") and not shape.can("string"):
        return "no-members"
    return scalar_key(shape)


def scalar_key(shape: Shape) -> str:
    """The key of the rule that reads a text as a value of this shape (D9)."""
    if shape.types is None:
        return "unknown"
    if not shape.can("string"):
        return "json"
    return "string" if shape.only("string") else "nullable" if shape.only("string", "null") else "mixed"
