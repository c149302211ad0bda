"""What the formats have in common: roles, messages, their parts, and which results belong to which turn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from pi_native.model import Json
from pi_native.transcripts.source import UnreadableError
from pi_native.transcripts.turn import BadRecord, DeclaredCall, Location, Result, Turn

#: One message: role, text (None if it has none), the calls it declares, the results it brings, where its text is.
Message: TypeAlias = tuple[str, str | None, Sequence[DeclaredCall], Sequence[Result], Location]

#: How many messages may stand between an assistant's turn and a result that still belongs to it.
LOOK_AHEAD = 1024

_ALIASES = {
    "user": ("user", "human"),
    "assistant": ("assistant", "gpt", "chatgpt", "model", "ai", "bot"),
    "system": ("system", "developer"),
    "tool": ("tool", "toolresult", "tool_response", "function", "function_response", "observation"),
}

_ROLES = {alias: role for role, aliases in _ALIASES.items() for alias in aliases}

#: A named tuple from all of its values: its own constructor is a function in Python that takes three times as long.
make = tuple.__new__

#: Parts whose text the model did not write as its answer.
_UNSAID = ("thinking", "redacted_thinking", "reasoning")  # not a set: a kind may be anything, hashable or not


class ShapeError(ValueError):
    """A record, or a part of one, is not of the expected shape; the message names the place by its JSON Pointer."""


def standard_role(name: str) -> str:
    """``system``, ``user``, ``assistant`` or ``tool`` for the names that formats give these; others as they are.

    >>> standard_role("gpt"), standard_role("Human"), standard_role("narrator")
    ('assistant', 'user', 'narrator')
    """
    return _ROLES.get(name.lower(), name)


def link(messages: Iterable[Message | BadRecord | None], tools: list[Json] | None = None) -> Iterator[Turn | BadRecord]:
    """The turns of a conversation, each assistant's with the results that came before the assistant's next.

    Results come as messages of their own, or inside others. None stands where a conversation breaks off and what
    follows belongs to another branch. At most `LOOK_AHEAD` messages are held back.

    >>> where = Location("a.jsonl", 1)
    >>> messages = [("assistant", "…", (), (), where), ("tool", None, (), [Result(None, "ls", "a.txt", where)], where)]
    >>> [(turn.role, turn.results[0].text, turn.followed) for turn in link(messages)]
    [('assistant', 'a.txt', False)]
    """
    held: Message | None = None
    results: list[Result] = []
    later: list[Turn | BadRecord] = []  # what stands behind the turn that is held back
    fault: UnreadableError | None = None
    try:
        for message in messages:
            if isinstance(message, BadRecord):
                alone: list[Turn | BadRecord] = [message]
            elif message is None or message[0] == "assistant":
                if held:
                    yield _answered(held, results, tools, message is not None or bool(later))
                    yield from later
                held, results, later = message, list(message[3]) if message else [], []
                continue
            else:
                alone = _alone(message, tools, results if held else None)
            if held and len(later) + len(results) < LOOK_AHEAD:
                later += alone
                continue
            if held:
                yield _answered(held, results, tools, True)
                yield from later
                held = None
            yield from alone
    except UnreadableError as error:  # what has been read is given all the same
        fault = error
    if held:
        yield _answered(held, results, tools, bool(later))
        yield from later
    if fault:
        raise fault


def _answered(held: Message, results: Sequence[Result], tools: list[Json] | None, followed: bool) -> Turn:
    role, text, calls, _, where = held
    return make(Turn, (role, text or "", where, tools, tuple(calls), tuple(results), followed))


def _alone(message: Message, tools: list[Json] | None, results: list[Result] | None) -> list[Turn | BadRecord]:
    """The turns of a message that is not the assistant's; its results go to ``results``, if a turn waits for them."""
    role, text, _, found, where = message
    turns: list[Turn | BadRecord] = []
    if results is None:
        turns += [Turn("tool", result.text, result.location, tools, results=(result,)) for result in found]
    else:
        results += found
    if text is not None:
        turns.append(make(Turn, (role, text, where, tools, (), (), False)))
    return turns


def chat_messages(
    messages: Sequence[Json], pointer: str, where: Location, line: str, role_key: str, text_key: str
) -> Iterator[Message | BadRecord]:
    """Messages in the shapes of OpenAI and Anthropic, which may stand mixed; a `BadRecord` for any other shape.

    ``pointer`` is the list's place in the record, ``where`` the record's, ``line`` its text.
    """
    path, number, text_name = where.path, where.line, token(text_key)
    for index, message in enumerate(messages):
        try:
            role = message_role(message, role_key, pointer, index)
            place = make(Location, (path, number, f"{pointer}/{index}/{text_name}", 1))
            text = message.get(text_key)
            calls: Sequence[DeclaredCall] = ()
            results: Sequence[Result] = ()
            if not isinstance(text, str):
                text, calls, results = content(text, place)
        except ShapeError as error:
            yield BadRecord.of(line, where, str(error))
            continue
        if role == "tool":
            if text is not None or not results:
                results = (*results, _tool_message(message, text, place))
            text = None
        elif "tool_calls" in message or "function_call" in message:
            try:
                calls = [*calls, *_tool_calls(message, where._replace(pointer=f"{pointer}/{index}"))]
            except ShapeError as error:
                yield BadRecord.of(line, where, str(error))
        if text is not None or results or role == "assistant":
            yield role, text, calls, results, place


def token(key: str) -> str:
    """A key as it stands in a JSON Pointer.

    >>> token("a/b")
    'a~1b'
    """
    return key.replace("~", "~0").replace("/", "~1")


def message_role(message: Json, key: str, pointer: str, index: int) -> str:
    """The role of a message in its standard name; raises `ShapeError`.

    >>> message_role({"from": "gpt"}, "from", "/conversations", 0)
    'assistant'
    """
    if not isinstance(message, dict):
        raise ShapeError(f"{pointer}/{index} is not an object")
    role = message.get(key)
    if not isinstance(role, str):
        raise ShapeError(f"{pointer}/{index}/{token(key)} is not a string")
    return _ROLES.get(role) or standard_role(role)


def content(value: Json, where: Location) -> tuple[str | None, Sequence[DeclaredCall], Sequence[Result]]:
    """What a message holds: its text, or None, and the calls and results among its parts; raises `ShapeError`.

    Text parts are joined as they are; parts of other kinds, a model's thinking too, are passed over.

    >>> content([{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}], Location("x"))[0]
    'ab'
    """
    if value is None or isinstance(value, str):
        return value, (), ()
    if not isinstance(value, list):
        raise ShapeError(f"{where.pointer} is neither text nor a list of parts")
    calls: list[DeclaredCall] = []
    results: list[Result] = []
    for index, part in enumerate(value):
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "tool_use":
            calls.append(_tool_use(part, where._replace(pointer=f"{where.pointer}/{index}")))
        elif kind == "tool_result":
            results.append(_tool_result(part, where._replace(pointer=f"{where.pointer}/{index}")))
    return text_of(value, where.pointer), calls, results


def text_of(value: Json, pointer: str) -> str | None:
    """Text as it is, the text of a list's parts joined, or None if there is none; raises `ShapeError`."""
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, list):
        raise ShapeError(f"{pointer} is neither text nor a list of parts")
    texts: list[str] = []
    for index, part in enumerate(value):
        text = part.get("text") if isinstance(part, dict) else part
        if not isinstance(part, dict) or not (text is None or isinstance(text, str)):
            raise ShapeError(f"{pointer}/{index} is not a part")
        if text and part.get("type") not in _UNSAID:
            texts.append(text)
    return "".join(texts) or None


def _tool_use(part: dict[str, Json], where: Location) -> DeclaredCall:
    return DeclaredCall(text_or_none(part.get("id")), _name(part, where.pointer), part.get("input"), where)


def _tool_result(part: dict[str, Json], where: Location) -> Result:
    place = where._replace(pointer=f"{where.pointer}/content")
    text = text_of(part.get("content"), place.pointer) or ""  # not by content(): results do not nest
    return Result(text_or_none(part.get("tool_use_id")), None, text, place, part.get("is_error") is True)


def _tool_message(message: dict[str, Json], text: str | None, where: Location) -> Result:
    name, call_id = text_or_none(message.get("name")), text_or_none(message.get("tool_call_id"))
    return make(Result, (call_id, name, text or "", where, False))


def _tool_calls(message: dict[str, Json], where: Location) -> Iterator[DeclaredCall]:
    """The calls of ``tool_calls`` and of its forerunner ``function_call``."""
    calls = message.get("tool_calls") or []
    if not isinstance(calls, list):
        raise ShapeError(f"{where.pointer}/tool_calls is not a list")
    for index, call in enumerate(calls):
        yield declared_call(call, where._replace(pointer=f"{where.pointer}/tool_calls/{index}"))
    if message.get("function_call"):
        yield declared_call(message["function_call"], where._replace(pointer=f"{where.pointer}/function_call"))


def declared_call(call: Json, where: Location) -> DeclaredCall:
    """A call as ``{"id", "function": {"name", "arguments"}}`` or without ``function`` around it; `ShapeError`.

    >>> declared_call({"name": "ls", "arguments": '{"path": "."}'}, Location("a.jsonl", 1)).arguments
    {'path': '.'}
    """
    if not isinstance(call, dict):
        raise ShapeError(f"{where.pointer} is not an object")
    inner = call.get("function") or call
    if not isinstance(inner, dict):
        raise ShapeError(f"{where.pointer}/function is not an object")
    arguments = inner.get("arguments")
    if isinstance(arguments, str):
        arguments = json_or_text(arguments)
    return DeclaredCall(text_or_none(call.get("id")), _name(inner, where.pointer), arguments, where)


def _name(call: dict[str, Json], pointer: str) -> str:
    name = call.get("name")
    if not isinstance(name, str):
        raise ShapeError(f"{pointer} is a call without a name")
    return name


def text_or_none(value: Json) -> str | None:
    """The value if it is text."""
    return value if isinstance(value, str) else None


def json_or_text(text: str) -> Json:
    """What a JSON text says, or the text itself if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def record_tools(record: dict[str, Json], key: str) -> list[Json] | None:
    """The record's tools; a table of records often holds them as JSON text, or as an empty list for none."""
    tools = record.get(key)
    if isinstance(tools, str):
        try:
            tools = json.loads(tools or "null")
        except (ValueError, RecursionError):
            raise ShapeError(f"/{token(key)} is text but not JSON") from None
    if tools is not None and not isinstance(tools, list):
        raise ShapeError(f"/{token(key)} is not a list")
    return tools or None


def record_messages(record: Json, key: str) -> list[Json]:
    """The list of messages in a record; raises `ShapeError`."""
    if not isinstance(record, dict):
        raise ShapeError("not an object")
    messages = record.get(key)
    if not isinstance(messages, list):
        raise ShapeError(f"/{token(key)} is not a list")
    return messages
