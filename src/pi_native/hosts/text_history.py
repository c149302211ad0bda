"""Requests and records whose calls stand in the text: ``{"messages": [{"role", "content"}, …], "tools": […]}``.

This is what models are trained on and run with. Results are messages of the role ``tool`` in the order of their calls,
without ids (section "Tool-result correlation"). What a turn's texts and calls are apart by is one newline.
"""

from __future__ import annotations

import marshal
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pi_native.diagnostics import catalogue
from pi_native.grammar import Grammar
from pi_native.hosts.conversation import (
    Conversation,
    ConversationError,
    Record,
    ToolCall,
    joined,
    refuse,
)
from pi_native.hosts.openai_history import read_openai
from pi_native.model import Call, Json, SchemaError, Text, UnrenderableError
from pi_native.parser import parse
from pi_native.renderer import StyleName, render_turn
from pi_native.tools import Tool, ToolSet
from pi_native.values import same


def read_text(
    record: Json, drop: Collection[str] = (), *, tools: ToolSet | None = None, grammar: Grammar | None = None
) -> Conversation:
    """The conversation of a record whose calls stand in the text; raises `ConversationError`.

    ``tools`` are for records that carry none of their own. Other than that as `read_openai` and `with_calls_of_text`.

    >>> read_text({"messages": [{"role": "assistant", "content": "Looking.\\n<call:ls/>"}]}).messages[0].parts
    ('Looking.', ToolCall(name='ls', arguments={}, id=None))
    """
    return with_calls_of_text(read_openai(record, drop), drop, tools=tools, grammar=grammar)


def with_calls_of_text(
    conversation: Conversation,
    drop: Collection[str] = (),
    *,
    tools: ToolSet | None = None,
    grammar: Grammar | None = None,
) -> Conversation:
    """The conversation with the calls that stand in the text of the assistant's messages.

    Where a message declares calls too, they must be the same, and lend their ids. Raises `ConversationError` if they
    are not; and for a call that is cut off, or an error of the grammar: what was meant is not certain.
    A section, as an overlay may have some, is refused unless ``drop`` has its name.

    >>> from pi_native.hosts.conversation import Message
    >>> with_calls_of_text(Conversation((Message("assistant", ("<call:ls/>", ToolCall("ls", {}, "c1"))),))).messages[0]
    Message(role='assistant', parts=(ToolCall(name='ls', arguments={}, id='c1'),), call_id=None, extra={})
    """
    grammar = grammar or Grammar.load()
    sigils = [tag.opener.prefix for tag in (*grammar.segment_tags, *grammar.sections)]
    known = None
    messages = list(conversation.messages)
    for index, message in enumerate(messages):
        if message.role != "assistant" or not any(sigil in message.text for sigil in sigils):
            continue
        known = known or _known(conversation.tools, tools)
        pointer = f"/messages/{index}"
        parts = tuple(read_parts(message.text, known, grammar=grammar, drop=drop, pointer=pointer))
        messages[index] = replace(message, parts=_declared(parts, message.calls, pointer))
    return replace(conversation, messages=tuple(messages))


def _declared(
    parts: tuple[str | ToolCall, ...], declared: tuple[ToolCall, ...], pointer: str
) -> tuple[str | ToolCall, ...]:
    """The parts of a text with the ids of the calls that its message declares."""
    found = [part for part in parts if not isinstance(part, str)]
    if not declared:
        return parts
    if not same([[call.name, call.arguments] for call in found], [[call.name, call.arguments] for call in declared]):
        raise ConversationError(pointer, "the calls in the text are not those that the message declares")
    calls = iter(declared)
    return tuple(part if isinstance(part, str) else next(calls) for part in parts)


def _known(tools: list[Json] | None, otherwise: ToolSet | None) -> ToolSet | None:
    if not tools:
        return otherwise
    try:
        return ToolSet([_tool(marshal.dumps(tool, 2)) for tool in tools])
    except (SchemaError, ValueError) as error:  # ValueError: nested too deeply
        raise ConversationError("/tools", str(error)) from None


@lru_cache(maxsize=1024)
def _tool(tool: bytes) -> Tool:
    """Records of a file often have the same tools, whose schemas are then read once."""
    return next(iter(ToolSet([marshal.loads(tool)])))  # which this process wrote: the quickest key there is


def read_parts(
    text: str,
    tools: ToolSet | None = None,
    *,
    grammar: Grammar | None = None,
    drop: Collection[str] = (),
    pointer: str = "",
) -> Iterator[str | ToolCall]:
    """The texts and calls of an assistant's turn, in order; raises `ConversationError`.

    >>> list(read_parts("Looking.\\n<call:ls/>\\n<call:ls/>"))
    ['Looking.', ToolCall(name='ls', arguments={}, id=None), ToolCall(name='ls', arguments={}, id=None)]
    """
    result = parse(text, tools, grammar=grammar)
    if result.incomplete:
        raise ConversationError(pointer, f"the call of {result.incomplete.name} is cut off")
    for found in result.diagnostics:
        if found.severity == "error" and catalogue()[found.code].layer == "grammar":
            raise ConversationError(pointer, f"{found.span.line}:{found.span.column}: {found.code}: {found.message}")
    segments = [segment for segment in result.segments if isinstance(segment, (Text, Call))]
    for section in result.sections:
        refuse(section.name, pointer, drop)
    for index, segment in enumerate(segments):
        if isinstance(segment, Call):
            yield ToolCall(segment.name, segment.arguments)
            continue
        prose = segment.text
        if index and prose.startswith("\n"):
            prose = prose[1:]
        if index + 1 < len(segments) and prose.endswith("\n"):
            prose = prose[:-1]
        if prose:
            yield prose


def write_text(
    conversation: Conversation,
    *,
    tools: ToolSet | None = None,
    style: StyleName = "canonical",
    grammar: Grammar | None = None,
) -> Record:
    """The conversation with its calls in the text; raises `ConversationError`, as for a call that cannot be written.

    >>> from pi_native.hosts.conversation import Message
    >>> write_text(Conversation((Message("assistant", ("Looking.", ToolCall("ls", {}, "c1"))),)))
    {'messages': [{'role': 'assistant', 'content': 'Looking.\\n<call:ls/>'}]}
    """
    known = _known(conversation.tools, tools)
    messages = []
    for index, message in enumerate(conversation.matched().messages):
        pointer = f"/messages/{index}"
        content = message.text
        if message.role == "assistant":
            content = write_parts(message.parts, known, style=style, grammar=grammar, pointer=pointer)
        elif message.calls:
            raise ConversationError(pointer, f"a call in a message of the role {message.role!r}")
        messages.append(joined({"role": message.role, "content": content}, message.extra, pointer))
    own: Record = {"messages": messages}
    if conversation.tools:
        own["tools"] = conversation.tools
    return joined(own, conversation.extra, "", ("tools",))


def write_parts(
    parts: tuple[str | ToolCall, ...],
    tools: ToolSet | None = None,
    *,
    style: StyleName = "canonical",
    grammar: Grammar | None = None,
    pointer: str = "",
) -> str:
    """The text of an assistant's turn; raises `ConversationError` for what no text stands for.

    >>> write_parts(("Looking.", ToolCall("ls", {})))
    'Looking.\\n<call:ls/>'
    """
    turn: list[Any] = []
    for part in parts:
        if turn and isinstance(part, str) != isinstance(turn[-1], str):
            turn.append("\n")
        turn.append(part if isinstance(part, str) else {"name": part.name, "arguments": part.arguments})
    try:
        return render_turn(turn, tools, style=style, grammar=grammar)
    except UnrenderableError as error:
        raise ConversationError(pointer, str(error)) from None
