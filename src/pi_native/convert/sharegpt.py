"""Records of ShareGPT, ``{"conversations": [{"from", "value"}, …], "system", "tools"}``, with calls in three spellings.

Plain (as LLaMA-Factory has it): turns of ``function_call`` are calls as JSON. Hermes: calls as JSON between tags in the
turns of ``gpt``. ToolACE: turns of ``assistant`` that are lists of calls as Python writes them, and tools that stand in
the system prompt.

A system prompt that teaches such a spelling is not given to a model that is to write another: it is kept beside, as
the record's `BESIDE`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from pi_native.convert.python_calls import literal, looks_like_calls, python_calls
from pi_native.convert.python_types import json_schema
from pi_native.data import to_json
from pi_native.hosts.conversation import (
    Conversation,
    ConversationError,
    Message,
    Record,
    ToolCall,
    list_of,
    object_at,
    rest,
    text_at,
)
from pi_native.hosts.openai_history import tool_call
from pi_native.hosts.tool_lists import tools_of
from pi_native.model import Json
from pi_native.transcripts.messages import standard_role

#: The key under which a system prompt is kept that is not the conversation's any more.
BESIDE = "source_system"

_CALL, _RESPONSE, _TOOLS = ((f"<{name}>", f"</{name}>") for name in ("tool_call", "tool_response", "tools"))
_LIST = re.compile(r"\[\s*\{")

#: How many places of a system prompt are tried as the beginning of its tools.
TRIES = 20


def between(text: str, tags: tuple[str, str]) -> Iterator[tuple[int, str, int]]:
    """Where each tagged piece of a text begins, what is between its tags, and where it ends.

    >>> list(between("a<b>c</b>", ("<b>", "</b>")))
    [(1, 'c', 9)]
    """
    opener, closer = tags
    end = 0
    while (start := text.find(opener, end)) >= 0 and (stop := text.find(closer, start)) >= 0:
        end = stop + len(closer)
        yield start, text[start + len(opener) : stop], end


def turns(record: Json) -> Iterator[tuple[str, str, Record, str]]:
    """Role, text, other keys and JSON Pointer of each turn, the system prompt first; raises `ConversationError`."""
    listed = list_of(record, "conversations")
    if isinstance(record, dict) and record.get("system"):
        yield "system", text_at(record["system"], "/system"), {}, "/system"
    for index, item in enumerate(listed):
        pointer = f"/conversations/{index}"
        turn = object_at(item, pointer)
        role = text_at(turn.get("from"), f"{pointer}/from")
        text = text_at(turn.get("value"), f"{pointer}/value")
        name = role if role == "function_call" else standard_role(role)
        yield name, text, rest(turn, ("from", "value")), f"{pointer}/value"


def _conversation(record: Record, messages: list[Message], tools: list[Json] | None, beside: str = "") -> Conversation:
    extra = rest(record, ("conversations", "system", "tools"))
    return Conversation(tuple(messages), tools, extra | ({BESIDE: beside} if beside else {}))


def read_sharegpt(record: Json, drop: Collection[str] = ()) -> Conversation:
    """A record whose calls are turns of ``function_call``; raises `ConversationError`.

    >>> call = {"from": "function_call", "value": '{"name": "ls", "arguments": {}}'}
    >>> read_sharegpt({"conversations": [call]}).messages[0].calls[0].name
    'ls'
    """
    messages = []
    for role, text, extra, pointer in turns(record):
        parts: tuple[str | ToolCall, ...] = (text,) if text else ()
        if role == "function_call":
            found = literal(text, pointer)
            parts = tuple(tool_call(call, pointer) for call in (found if isinstance(found, list) else [found]))
        messages.append(Message("assistant" if role == "function_call" else role, parts, None, extra))
    record = object_at(record, "")
    return _conversation(record, messages, _schemas(tools_of(record.get("tools"))))


def read_hermes(record: Json, drop: Collection[str] = ()) -> Conversation:
    """A record whose calls stand as JSON between tags; raises `ConversationError`.

    >>> turn = {"from": "gpt", "value": 'Looking.\\n<tool_call>\\n{"name": "ls", "arguments": {}}\\n</tool_call>'}
    >>> read_hermes({"conversations": [turn]}).messages[0].parts
    ('Looking.', ToolCall(name='ls', arguments={}, id=None))
    """
    record = object_at(record, "")
    tools, beside = tools_of(record.get("tools")), ""
    messages: list[Message] = []
    for role, text, extra, pointer in turns(record):
        if role == "assistant":
            messages.append(Message(role, tuple(_tagged_calls(text, pointer)), None, extra))
        elif role == "tool":
            messages += _tagged_results(text, extra, pointer)
        elif role == "system" and (_TOOLS[0] in text or _CALL[0] in text):
            tools, beside = tools or _tagged_tools(text, pointer), text
        else:
            messages.append(Message(role, (text,) if text else (), None, extra))
    return _conversation(record, messages, _schemas(tools), beside)


def _tagged_calls(text: str, pointer: str) -> Iterator[str | ToolCall]:
    end = 0
    for start, call, stop in between(text, _CALL):
        yield from _prose(text[end:start], end > 0, True, pointer)
        yield tool_call(literal(call, pointer), pointer)
        end = stop
    yield from _prose(text[end:], end > 0, False, pointer)


def _prose(text: str, is_behind: bool, is_before: bool, pointer: str) -> Iterator[str]:
    """Text beside calls, without the newline that sets it off."""
    if _CALL[0] in text:
        raise ConversationError(pointer, "a <tool_call> that is not closed")
    if is_behind and text.startswith("\n"):
        text = text[1:]
    if is_before and text.endswith("\n"):
        text = text[:-1]
    if text:
        yield text


def _tagged_results(text: str, extra: Record, pointer: str) -> Iterator[Message]:
    end = 0
    for start, result, stop in between(text, _RESPONSE):
        if text[end:start].strip():
            raise ConversationError(pointer, "text beside a <tool_response>")
        yield _result(result.strip(), extra)
        end = stop
    if not end:
        yield Message("tool", (text,) if text else (), None, extra)
    elif text[end:].strip():
        raise ConversationError(pointer, "text beside a <tool_response>")


def _result(text: str, extra: Record) -> Message:
    """A result: its content, if it is an object that has one, or else the text as it is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or "content" not in value:
        return Message("tool", (text,) if text else (), None, extra)
    content = value["content"] if isinstance(value["content"], str) else to_json(value["content"])
    return Message("tool", (content,) if content else (), None, extra | rest(value, ("content",)))


def _tagged_tools(text: str, pointer: str) -> list[Json] | None:
    """The tools between the tags of a system prompt: a list, or one after the other."""
    tools: list[Json] = []
    for _, listed, _ in between(text, _TOOLS):
        if listed.lstrip()[:1] in ("[", "{"):
            tools += _values(listed, pointer)
    return tools_of(tools, pointer)


def _values(text: str, pointer: str) -> Iterator[Json]:
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            raise ConversationError(pointer, "tools that are not JSON") from None
        yield from value if isinstance(value, list) else [value]


def read_toolace(record: Json, drop: Collection[str] = ()) -> Conversation:
    """A record whose calls are written as Python does; raises `ConversationError`.

    >>> turn = {"from": "assistant", "value": '[get_time(zone="UTC")]'}
    >>> read_toolace({"conversations": [turn]}).messages[0].calls
    (ToolCall(name='get_time', arguments={'zone': 'UTC'}, id=None),)
    """
    record = object_at(record, "")
    tools, beside = tools_of(record.get("tools")), ""
    messages: list[Message] = []
    for role, text, extra, pointer in turns(record):
        if role == "system" and (listed := tools_in_text(text)):
            tools, beside = tools or tools_of(listed, pointer), text
        elif role == "assistant" and looks_like_calls(text):
            messages.append(Message(role, tuple(python_calls(text, pointer)), None, extra))
        elif role == "tool":
            messages += _listed_results(text, extra, len(messages[-1].calls) if messages else 0)
        else:
            messages.append(Message(role, (text,) if text else (), None, extra))
    return _conversation(record, messages, _schemas(tools), beside)


def tools_in_text(text: str) -> list[Any] | None:
    """The list of tools, as JSON, that stands somewhere in a prompt, or None.

    >>> tools_in_text('You have: [{"name": "ls", "parameters": {}}]. Use them.')
    [{'name': 'ls', 'parameters': {}}]
    """
    decoder = json.JSONDecoder()
    for tries, match in enumerate(_LIST.finditer(text)):
        if tries == TRIES:
            break
        try:
            value, _ = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            continue
        if all(isinstance(item, dict) and isinstance(item.get("name"), str) for item in value):
            return list(value)
    return None


def _listed_results(text: str, extra: Record, calls: int) -> list[Message]:
    """A result for each call, where the turn is a list of as many; or one."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, list) or len(value) != calls:
        return [Message("tool", (text,) if text else (), None, extra)]
    return [Message("tool", (item if isinstance(item, str) else to_json(item),), None, extra) for item in value]


def _schemas(tools: list[Json] | None) -> list[Json] | None:
    """Tools whose schemas may name types as Python does."""
    if tools is None:
        return None
    found: list[Json] = []
    for index, tool in enumerate(tools):
        function = dict(tool["function"])
        if "parameters" in function:
            function["parameters"] = json_schema(function["parameters"], f"/tools/{index}")
        found.append({**tool, "function": function})
    return found
