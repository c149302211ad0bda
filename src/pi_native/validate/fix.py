"""Calls rewritten in canonical form (D23), where parsing the new text proves that nothing else has changed."""

from __future__ import annotations

from typing import NamedTuple

from pi_native.grammar import Grammar
from pi_native.model import Call, ParseResult, UnrenderableError
from pi_native.parser import parse
from pi_native.renderer import render
from pi_native.tools import ToolSet
from pi_native.values import same

#: Findings that tell that a call holds more than its arguments say, or that its end was guessed: it is left as it is.
LEFT = frozenset(
    {
        "duplicate-argument",
        "unexpected-attribute",
        "stray-text",
        "stray-closer",
        "unclosed-element",
        "unclosed-call",
        "unterminated-call",
        "limit-exceeded",
        "closer-inside-value",
        "opener-inside-value",
    }
)


class Fixed(NamedTuple):
    """A text, how many of its calls were rewritten, and how many are not canonical but were left as they are.

    >>> Fixed("text", 0, 0).rewritten
    0
    """

    text: str
    rewritten: int
    left: int


def fix(text: str, tools: ToolSet | None, grammar: Grammar | None = None) -> Fixed:
    """The text with its calls in canonical form.

    A call that was cut off, that holds what its arguments do not say, or that has no spelling stays as it is. The new
    text is given only if it parses to the same names and arguments and the same prose; findings of the schema stay.

    >>> fix("So: <call:ls dir='a' ></call:ls>", None)
    Fixed(text='So: <call:ls dir="a"/>', rewritten=1, left=0)
    """
    before = parse(text, tools, grammar=grammar)
    unsafe = {found.call_index for found in before.diagnostics if found.code in LEFT}
    parts, rewritten, left = [], 0, 0
    index = -1
    for segment in before.segments:
        index += isinstance(segment, Call)
        part = _canonical(segment, tools, grammar) if isinstance(segment, Call) else segment.raw
        if part is None or (part != segment.raw and index in unsafe):
            part, left = segment.raw, left + 1
        rewritten += part != segment.raw
        parts.append(part)
    after = "".join(parts)
    if not rewritten:
        return Fixed(text, 0, left)
    again = parse(after, tools, grammar=grammar)
    return Fixed(after, rewritten, left) if _is_same(before, again) else Fixed(text, 0, left + rewritten)


def _canonical(call: Call, tools: ToolSet | None, grammar: Grammar | None) -> str | None:
    """The call as a renderer writes it, as it is where it was cut off, or None where it has no spelling."""
    if not call.complete:
        return call.raw
    try:
        return render(call, tools, grammar=grammar)
    except UnrenderableError:
        return None


def _is_same(before: ParseResult, after: ParseResult) -> bool:
    sections = [[(section.name, section.text) for section in each.sections] for each in (before, after)]
    if before.text != after.text or sections[0] != sections[1] or len(before.calls) != len(after.calls):
        return False
    pairs = [*zip(before.calls, after.calls, strict=True)]
    if before.incomplete and after.incomplete:
        pairs.append((before.incomplete, after.incomplete))
    elif before.incomplete or after.incomplete:
        return False
    return all(
        old.name == new.name and old.notes == new.notes and same(old.arguments, new.arguments) for old, new in pairs
    )
