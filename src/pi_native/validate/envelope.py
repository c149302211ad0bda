"""The envelope layer: what a record says around the text. Calls that it declares, and calls that none made."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pi_native.diagnostics import diagnose
from pi_native.grammar import Grammar
from pi_native.model import Call, Json, Span
from pi_native.parser import parse
from pi_native.schema import pointer_to
from pi_native.transcripts import DeclaredCall, Turn
from pi_native.validate.finding import Finding
from pi_native.values import same

#: Whose messages show calls as a matter of course: prompts teach the format, results quote files.
SHOW_CALLS = frozenset({"system", "tool"})

#: How much of a declared call's arguments is shown.
SHOWN = 200


def check_role(turn: Turn, grammar: Grammar) -> Iterator[Finding]:
    """A call in a message that is not the assistant's is none; that there is one is said once."""
    if turn.role in SHOW_CALLS or not any(sigil in turn.text for sigil in _sigils(grammar)):
        return
    for call in parse(turn.text, grammar=grammar).calls[:1]:
        found = diagnose("call-outside-assistant", call.span, f"the role is {turn.role or 'unknown'}")
        yield Finding.of(found, turn.text, turn.location, call.name, call.form)


@lru_cache(maxsize=4)
def _sigils(grammar: Grammar) -> tuple[str, ...]:
    """What a call begins with: most messages hold none, and need no parsing."""
    return tuple(tag.opener.prefix for tag in grammar.segment_tags)


def check_declared(turn: Turn, calls: Sequence[Call]) -> Iterator[Finding]:
    """Whether the calls that the record declares are those of the text; ``calls`` are all of the text's.

    A turn that declares calls and has none in its text is not compared: it transports them another way.
    """
    declared = turn.declared_calls
    for each in declared:
        if not isinstance(each.arguments, dict):
            yield at_declared("declared-arguments", each, f"{_kind(each.arguments)}")
    complete = [call for call in calls if call.complete]
    if not declared or not calls:
        return
    if len(declared) not in (len(complete), len(calls)):
        detail = f"{len(complete)} in the text, {len(declared)} declared"
        yield _at_call("declared-count-differs", turn, calls[0], detail)
        return
    for call, each in zip(complete, declared, strict=False):
        detail = _difference(call, each)
        if detail:
            yield _at_call("declared-call-differs", turn, call, detail)


def at_declared(code: str, call: DeclaredCall, detail: str, pointer: str | None = None) -> Finding:
    """A finding of a call that has no text: what is shown is its name and arguments."""
    text = shown(call)
    found = diagnose(code, Span(0, len(text), 1, 1), detail, pointer=pointer)
    return Finding.of(found, text, call.location, call.name)


def shown(call: DeclaredCall) -> str:
    """A declared call on one line, for an excerpt.

    >>> from pi_native.transcripts import Location
    >>> shown(DeclaredCall(None, "read", {"path": "a"}, Location("a.jsonl", 1)))
    'read {"path": "a"}'
    """
    if isinstance(call.arguments, str):
        return f"{call.name} {call.arguments[:SHOWN]}"
    try:
        return f"{call.name} {json.dumps(call.arguments, ensure_ascii=False)[:SHOWN]}"
    except RecursionError:
        return f"{call.name} …"


def _at_call(code: str, turn: Turn, call: Call, detail: str) -> Finding:
    return Finding.of(diagnose(code, call.span, detail), turn.text, turn.location, call.name, call.form)


def _kind(value: Json) -> str:
    if isinstance(value, str):
        return "text that is not JSON"
    return "a list" if isinstance(value, list) else "null" if value is None else "a scalar"


def _difference(call: Call, declared: DeclaredCall) -> str:
    """In what the two differ, empty for nothing. Arguments that are no object are another finding."""
    if call.name != declared.name:
        return "the name"
    if not isinstance(declared.arguments, dict) or same(call.arguments, declared.arguments):
        return ""
    return f"the value at {_first_difference(call.arguments, declared.arguments) or '/'}"


def _first_difference(left: Json, right: Json) -> str:
    """The JSON Pointer of the deepest value that differs, on the way along the first that do."""
    pointer = ""
    while True:
        below = _differing_member(left, right)
        if below is None:
            return pointer
        pointer, left, right = pointer_to(pointer, below), left[below], right[below]


def _differing_member(left: Json, right: Json) -> str | int | None:
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        return next((name for name in left if not same(left[name], right[name])), None)
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return next((index for index in range(len(left)) if not same(left[index], right[index])), None)
    return None
