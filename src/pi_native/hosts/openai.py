"""Chat completions as OpenAI has them: a stream of chunks, or a message whole."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from pi_native.correlation import CallIds, numbered
from pi_native.hosts.json_pieces import json_text
from pi_native.hosts.wire import HostStream, Mark, Wire, is_cut, why_ended
from pi_native.model import Call, ParseResult
from pi_native.parser import ToolsLike

#: What ends a stream of server-sent events.
DONE = "data: [DONE]\n\n"

_REASONS = "stop", "tool_calls", "length"


class ChatCompletionStream(HostStream):
    """A model's text as ``chat.completion.chunk`` records.

    The pieces of a call's ``function.arguments`` join to its arguments as JSON. The text of a section, such as
    reasoning, goes out as ``reasoning_content``. A call that was cut off has ``"incomplete": true`` beside its
    ``function``, arguments that are no JSON, and the finish reason is ``length``.

    >>> stream = ChatCompletionStream([{"name": "say", "parameters": {"properties": {"text": {"type": "string"}}}}])
    >>> records = stream.iter(["Hi <call:say>Hel", "lo</call:", "say>"])
    >>> for record in records: print(record["choices"][0]["delta"])
    {'role': 'assistant', 'content': None}
    {'content': 'Hi '}
    {'tool_calls': [{'index': 0, 'id': 'call_0', 'type': 'function', 'function': {'name': 'say', 'arguments': ''}}]}
    {'tool_calls': [{'index': 0, 'function': {'arguments': '{"text":"Hel'}}]}
    {'tool_calls': [{'index': 0, 'function': {'arguments': 'lo'}}]}
    {'tool_calls': [{'index': 0, 'function': {'arguments': '"}'}}]}
    {}
    >>> record["choices"][0]["finish_reason"]
    'tool_calls'
    """

    reasons = _REASONS

    def __init__(
        self,
        tools: ToolsLike = None,
        *,
        model: str = "pi-native",
        id: str | None = None,
        created: int | None = None,
        **options: Any,
    ) -> None:
        """``model``, ``id`` and ``created`` (seconds since 1970) are of the completion; ``options`` of `HostStream`."""
        super().__init__(tools, **options)
        self._head = _head("chat.completion.chunk", model, id, created)

    def _chunk(self, delta: Wire, reason: str | None = None) -> None:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        self._out.append({**self._head, "choices": [choice]})

    def _begin(self) -> None:
        self._chunk({"role": "assistant", "content": None})

    def _prose(self, text: str) -> None:
        self._chunk({"content": text})

    def _section(self, text: str) -> None:
        self._chunk({"reasoning_content": text})

    def _section_ends(self) -> None:
        """Reasoning has no end of its own."""

    def _call_begins(self, index: int, call_id: str, name: str) -> None:
        function = {"name": name, "arguments": ""}
        self._chunk({"tool_calls": [{"index": index, "id": call_id, "type": "function", "function": function}]})

    def _json(self, index: int, text: str) -> None:
        self._chunk({"tool_calls": [{"index": index, "function": {"arguments": text}}]})

    def _call_ends(self, index: int, mark: Mark | None) -> None:
        if mark is not None:  # clients take it that each piece of a call has a function
            self._chunk({"tool_calls": [{"index": index, "function": {"arguments": ""}, mark: True}]})

    def _end(self, reason: str) -> None:
        self._chunk({}, reason)


def chat_completion(
    result: ParseResult,
    *,
    model: str = "pi-native",
    id: str | None = None,
    created: int | None = None,
    reason: str | None = None,
    mint: Callable[[int], str] = numbered,
) -> Wire:
    """A parsed text as a ``chat.completion``; ``reason`` is why the engine stopped, as for `HostStream.close`.

    >>> from pi_native import parse
    >>> chat_completion(parse("Hi <call:ls/>"))["choices"][0]["finish_reason"]
    'tool_calls'
    """
    ended = why_ended(_REASONS, reason, has_calls=bool(result.calls), is_cut=is_cut(result))
    choice = {"index": 0, "message": assistant_message(result, mint=mint), "logprobs": None, "finish_reason": ended}
    return {**_head("chat.completion", model, id, created), "choices": [choice]}


def assistant_message(result: ParseResult, *, mint: Callable[[int], str] = numbered) -> Wire:
    """A parsed text as an assistant message; a call that was cut off is last, marked as in a stream.

    >>> from pi_native import parse
    >>> message = assistant_message(parse("Hi <call:ls path='a'/>"))
    >>> message["content"], message["tool_calls"]
    ('Hi ', [{'id': 'call_0', 'type': 'function', 'function': {'name': 'ls', 'arguments': '{"path":"a"}'}}])
    """
    message: Wire = {"role": "assistant", "content": result.text or None}
    if reasoning := "".join(section.text for section in result.sections):
        message["reasoning_content"] = reasoning
    calls = [segment for segment in result if isinstance(segment, Call)]
    ids = CallIds(len(calls), mint)
    if calls:
        message["tool_calls"] = [_tool_call(ids.id_of(index), call) for index, call in enumerate(calls)]
    return message


def _tool_call(call_id: str, call: Call) -> Wire:
    arguments = json_text(call.arguments)
    if call.complete:
        return {"id": call_id, "type": "function", "function": {"name": call.name, "arguments": arguments}}
    function = {"name": call.name, "arguments": arguments[:-1]}  # no JSON, so that nobody runs it by mistake
    return {"id": call_id, "type": "function", "function": function, "incomplete": True}


def _head(kind: str, model: str, id: str | None, created: int | None) -> Wire:
    return {
        "id": f"chatcmpl-{uuid4().hex}" if id is None else id,
        "object": kind,
        "created": int(time.time()) if created is None else created,
        "model": model,
    }
