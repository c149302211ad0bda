"""Messages as Anthropic has them: a stream of events about content blocks, or a message whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from pi_native.correlation import CallIds, numbered
from pi_native.hosts.wire import HostStream, Mark, Wire, is_cut, why_ended
from pi_native.model import Call, ParseResult, Section, Text
from pi_native.parser import ToolsLike

_REASONS = "end_turn", "tool_use", "max_tokens"


class MessageStream(HostStream):
    """A model's text as ``message_start``, ``content_block_…``, ``message_delta`` and ``message_stop`` records.

    The pieces of a call's ``partial_json`` join to its arguments as JSON. Prose that is nothing but white space, as
    between calls, is left out: Anthropic's API refuses such blocks. The text of a section, such as reasoning, goes out
    as a ``thinking`` block. Of a call that was cut off ``message_delta`` has the id, in ``"incomplete": […]``; its JSON
    has no end, and the stop reason is ``max_tokens``.

    >>> stream = MessageStream([{"name": "say", "parameters": {"properties": {"text": {"type": "string"}}}}])
    >>> for record in stream.iter(["<call:say>Hel", "lo</call:", "say>"]):
    ...     print(record["type"], record.get("delta", record.get("content_block")))
    message_start None
    content_block_start {'type': 'tool_use', 'id': 'call_0', 'name': 'say', 'input': {}}
    content_block_delta {'type': 'input_json_delta', 'partial_json': '{"text":"Hel'}
    content_block_delta {'type': 'input_json_delta', 'partial_json': 'lo'}
    content_block_delta {'type': 'input_json_delta', 'partial_json': '"}'}
    content_block_stop None
    message_delta {'stop_reason': 'tool_use', 'stop_sequence': None}
    message_stop None
    """

    reasons = _REASONS

    def __init__(
        self, tools: ToolsLike = None, *, model: str = "pi-native", id: str | None = None, **options: Any
    ) -> None:
        """``model`` and ``id`` are of the message; ``options`` are those of `HostStream`."""
        super().__init__(tools, **options)
        self._message = _head(model, id)
        self._blocks = 0  # begun
        self._open = ""  # the type of the block that is open
        self._blank: list[str] = []  # white space that a block of text may begin with
        self._marked: Wire = {}  # ids of calls by their mark

    def _begin(self) -> None:
        message = {**self._message, "content": [], "stop_reason": None, "stop_sequence": None, "usage": _usage()}
        self._out.append({"type": "message_start", "message": message})

    def _start(self, block: Wire) -> None:
        self._stop()
        self._open = block["type"]
        self._out.append({"type": "content_block_start", "index": self._blocks, "content_block": block})
        self._blocks += 1

    def _delta(self, kind: str, key: str, text: str) -> None:
        delta = {"type": kind, key: text}
        self._out.append({"type": "content_block_delta", "index": self._blocks - 1, "delta": delta})

    def _stop(self) -> None:
        """End the block that is open, and forget white space in which none began."""
        if self._open:
            self._out.append({"type": "content_block_stop", "index": self._blocks - 1})
        self._open = ""
        self._blank.clear()

    def _prose(self, text: str) -> None:
        if self._open != "text":
            self._blank.append(text)
            if not text.strip():
                return
            text = "".join(self._blank)
            self._start({"type": "text", "text": ""})
        self._delta("text_delta", "text", text)

    def _section(self, text: str) -> None:
        if self._open != "thinking":
            self._start(_thinking(""))
        self._delta("thinking_delta", "thinking", text)

    def _section_ends(self) -> None:
        self._stop()

    def _call_begins(self, index: int, call_id: str, name: str) -> None:
        self._start({"type": "tool_use", "id": call_id, "name": name, "input": {}})

    def _json(self, index: int, text: str) -> None:
        self._delta("input_json_delta", "partial_json", text)

    def _call_ends(self, index: int, mark: Mark | None) -> None:
        if mark is not None:
            self._marked.setdefault(mark, []).append(self._ids.id_of(index))
        self._stop()

    def _end(self, reason: str) -> None:
        self._stop()
        delta = {"stop_reason": reason, "stop_sequence": None} | self._marked
        self._out.append({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 0}})
        self._out.append({"type": "message_stop"})


def anthropic_message(
    result: ParseResult,
    *,
    model: str = "pi-native",
    id: str | None = None,
    reason: str | None = None,
    mint: Callable[[int], str] = numbered,
) -> Wire:
    """A parsed text as a message; ``reason`` is why the engine stopped, as for `HostStream.close`.

    A call that was cut off is last, with the arguments read so far and ``"incomplete": true``.

    >>> from pi_native import parse
    >>> made = anthropic_message(parse("Hi <call:ls path='a'/>"))
    >>> made["content"]
    [{'type': 'text', 'text': 'Hi '}, {'type': 'tool_use', 'id': 'call_0', 'name': 'ls', 'input': {'path': 'a'}}]
    >>> made["stop_reason"]
    'tool_use'
    """
    ended = why_ended(_REASONS, reason, has_calls=bool(result.calls), is_cut=is_cut(result))
    content = _content(result, mint)
    return {**_head(model, id), "content": content, "stop_reason": ended, "stop_sequence": None, "usage": _usage()}


def _content(result: ParseResult, mint: Callable[[int], str]) -> list[Wire]:
    ids = CallIds(0, mint)
    blocks: list[Wire] = []
    for segment in result:
        if isinstance(segment, Call):
            block = {"type": "tool_use", "id": ids.add(), "name": segment.name, "input": segment.arguments}
            blocks.append(block if segment.complete else {**block, "incomplete": True})
        elif isinstance(segment, Section) and segment.text:
            blocks.append(_thinking(segment.text))
        elif isinstance(segment, Text) and segment.text.strip():
            blocks.append({"type": "text", "text": segment.text})
    return blocks


def _thinking(text: str) -> Wire:
    return {"type": "thinking", "thinking": text, "signature": ""}


def _head(model: str, id: str | None) -> Wire:
    return {
        "id": f"msg_{uuid4().hex}" if id is None else id,
        "type": "message",
        "role": "assistant",
        "model": model,
    }


def _usage() -> Wire:
    return {"input_tokens": 0, "output_tokens": 0}
