"""Requests and records as OpenAI has them: ``{"messages": [{"role", "content", "tool_calls"}, …], "tools": […]}``."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pi_native.data import to_json
from pi_native.hosts.conversation import (
    Conversation,
    ConversationError,
    Message,
    Record,
    ToolCall,
    arguments_at,
    joined,
    list_of,
    object_at,
    rest,
    text_at,
    texts_of,
)
from pi_native.hosts.tool_lists import tools_of
from pi_native.model import Json

ROLES = {"function": "tool"}  # its name of before
_KNOWN = ("role", "content", "tool_calls", "function_call", "tool_call_id")


def read_openai(record: Json, drop: Collection[str] = ()) -> Conversation:
    """The conversation of a request or record; raises `ConversationError`.

    ``drop``: types of parts that may be left out, as ``image_url``. Keys that are not part of the format are kept.

    >>> call = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": '{"path": "."}'}}
    >>> read_openai({"messages": [{"role": "assistant", "content": None, "tool_calls": [call]}]}).messages[0].calls
    (ToolCall(name='ls', arguments={'path': '.'}, id='c1'),)
    """
    messages = [_message(item, f"/messages/{index}", drop) for index, item in enumerate(list_of(record, "messages"))]
    tools = tools_of(record.get("tools") or record.get("functions"))
    extra = rest(record, ("messages", "tools", "functions"))
    return Conversation(tuple(messages), tools, extra)


def _message(value: Json, pointer: str, drop: Collection[str]) -> Message:
    message = object_at(value, pointer)
    role = text_at(message.get("role"), f"{pointer}/role")
    texts = tuple(text for text in texts_of(message.get("content"), f"{pointer}/content", drop) if text)
    calls = tuple(_calls(message, pointer))
    call_id = message.get("tool_call_id")
    if call_id is not None:
        text_at(call_id, f"{pointer}/tool_call_id")
    return Message(ROLES.get(role, role), (*texts, *calls), call_id, rest(message, _KNOWN))


def _calls(message: Record, pointer: str) -> Iterator[ToolCall]:
    calls = message.get("tool_calls") or []
    if not isinstance(calls, list):
        raise ConversationError(f"{pointer}/tool_calls", "is not a list")
    for index, call in enumerate(calls):
        yield tool_call(call, f"{pointer}/tool_calls/{index}")
    if message.get("function_call"):
        yield tool_call(message["function_call"], f"{pointer}/function_call")


def tool_call(value: Json, pointer: str) -> ToolCall:
    """A call as ``{"id", "function": {"name", "arguments"}}``, or without ``function``; `ConversationError`.

    >>> tool_call({"name": "ls", "arguments": {}}, "/tool_calls/0")
    ToolCall(name='ls', arguments={}, id=None)
    """
    call = object_at(value, pointer)
    inner = object_at(call.get("function", call), f"{pointer}/function")
    name = text_at(inner.get("name"), f"{pointer}/name")
    arguments = inner.get("arguments", inner.get("parameters"))
    call_id = call.get("id")
    return ToolCall(name, arguments_at(arguments, f"{pointer}/arguments"), call_id if type(call_id) is str else None)


def write_openai(conversation: Conversation) -> Record:
    """The conversation as OpenAI has it; raises `ConversationError`.

    The texts of a message stand before its calls there: those behind a call come first all the same.

    >>> write_openai(Conversation((Message("user", ("hello",)),)))
    {'messages': [{'role': 'user', 'content': 'hello'}]}
    """
    messages = conversation.matched().messages
    own: Record = {"messages": [_written(message, f"/messages/{index}") for index, message in enumerate(messages)]}
    if conversation.tools:
        own["tools"] = conversation.tools
    return joined(own, conversation.extra, "", ("tools", "functions"))


def _written(message: Message, pointer: str) -> Record:
    own: Record = {"role": message.role}
    if message.role == "tool":
        own["tool_call_id"] = message.call_id
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": to_json(call.arguments)}}
        for call in message.calls
    ]
    own["content"] = message.text or (None if calls else "")
    if calls:
        own["tool_calls"] = calls
    return joined(own, message.extra, pointer, _KNOWN)
