"""Requests and records as Anthropic has them: ``{"system", "messages": [{"role", "content": [blocks]}], "tools"}``."""

from __future__ import annotations

from collections.abc import Collection, Iterator

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
    refuse,
    rest,
    text_at,
    texts_of,
)
from pi_native.hosts.tool_lists import anthropic_tool, tools_of
from pi_native.model import Json

_SYSTEM = ("system", "developer")


def read_anthropic(record: Json, drop: Collection[str] = ()) -> Conversation:
    """The conversation of a request or record; raises `ConversationError`.

    ``drop``: types of blocks that may be left out, as ``thinking`` or ``image``. Keys that are not part of the format
    are kept. A ``tool_result`` block becomes a message of its own, of the role ``tool``.

    >>> blocks = [{"type": "text", "text": "Looking."}, {"type": "tool_use", "id": "t1", "name": "ls", "input": {}}]
    >>> read_anthropic({"messages": [{"role": "assistant", "content": blocks}]}).messages[0].parts
    ('Looking.', ToolCall(name='ls', arguments={}, id='t1'))
    """
    messages: list[Message] = []
    for index, item in enumerate(list_of(record, "messages")):
        messages += _messages(item, f"/messages/{index}", drop)
    system = tuple(text for text in texts_of(record.get("system"), "/system", drop) if text)
    if system:
        messages.insert(0, Message("system", ("\n\n".join(system),)))
    extra = rest(record, ("system", "messages", "tools"))
    return Conversation(tuple(messages), tools_of(record.get("tools")), extra)


def _messages(value: Json, pointer: str, drop: Collection[str]) -> Iterator[Message]:
    """The results in a message, then the message itself, if more is in it."""
    message = object_at(value, pointer)
    role, content = text_at(message.get("role"), f"{pointer}/role"), message.get("content")
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content or ""}]
    parts: list[str | ToolCall] = []
    results = 0
    for index, block in enumerate(blocks):
        where = f"{pointer}/content/{index}"
        kind = object_at(block, where).get("type")
        if kind == "text":
            parts.append(text_at(block.get("text"), f"{where}/text"))
        elif kind == "tool_use":
            parts.append(_tool_use(block, where))
        elif kind == "tool_result":
            results += 1
            yield _result(block, where, drop)
        else:
            refuse(kind, where, drop)
    kept = tuple(part for part in parts if part != "")
    extra = rest(message, ("role", "content"))
    if kept or extra or not results:
        yield Message(role, kept, None, extra)


def _tool_use(block: Record, pointer: str) -> ToolCall:
    name = text_at(block.get("name"), f"{pointer}/name")
    call_id = block.get("id")
    if block.get("incomplete"):  # as `pi_native.hosts.anthropic_message` marks it
        raise ConversationError(pointer, f"the call of {name} is cut off")
    return ToolCall(name, arguments_at(block.get("input"), f"{pointer}/input"), call_id if call_id else None)


def _result(block: Record, pointer: str, drop: Collection[str]) -> Message:
    texts = tuple(text for text in texts_of(block.get("content"), f"{pointer}/content", drop) if text)
    call_id = text_at(block.get("tool_use_id"), f"{pointer}/tool_use_id")
    return Message("tool", texts, call_id, rest(block, ("type", "tool_use_id", "content")))


def write_anthropic(conversation: Conversation) -> Record:
    """The conversation as Anthropic has it; raises `ConversationError`.

    Results go, in the order of their calls, into the user's message that follows, or into one of their own.

    >>> write_anthropic(Conversation((Message("system", ("Be brief.",)), Message("user", ("hello",)))))
    {'system': 'Be brief.', 'messages': [{'role': 'user', 'content': 'hello'}]}
    """
    messages = list(conversation.matched().messages)
    systems = 0
    while systems < len(messages) and messages[systems].role in _SYSTEM and not messages[systems].extra:
        systems += 1
    own: Record = {}
    if systems:
        own["system"] = "\n\n".join(message.text for message in messages[:systems])
    own["messages"] = list(_written(messages[systems:], systems))
    if conversation.tools:
        own["tools"] = [anthropic_tool(tool) for tool in conversation.tools]
    return joined(own, conversation.extra, "", ("system", "tools"))


def _written(messages: list[Message], first: int) -> Iterator[Record]:
    results: list[Record] = []
    for index, message in enumerate(messages, first):
        pointer = f"/messages/{index}"
        if message.role == "tool":
            result = {"type": "tool_result", "tool_use_id": message.call_id, "content": message.text}
            results.append(joined(result, message.extra, pointer))
            continue
        if message.role not in ("user", "assistant"):
            raise ConversationError(pointer, f"a message of the role {message.role!r}, which has no place here")
        if results and message.role == "assistant":
            yield {"role": "user", "content": results}
            results = []
        content = [*results, *_blocks(message)]
        is_text = not results and all(block["type"] == "text" for block in content)
        yield joined({"role": message.role, "content": message.text if is_text else content}, message.extra, pointer)
        results = []
    if results:
        yield {"role": "user", "content": results}


def _blocks(message: Message) -> Iterator[Record]:
    for part in message.parts:
        if isinstance(part, str):
            yield {"type": "text", "text": part}
        else:
            yield {"type": "tool_use", "id": part.id, "name": part.name, "input": part.arguments}
