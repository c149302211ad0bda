"""Records of Anthropic's Messages API: ``{"system", "messages": [{"role", "content"}, …], "tools": […]}``.

The calls stand in the text blocks of ``content``; ``tool_use`` blocks are calls that the record declares, and
``tool_result`` blocks, in a user's message, are results.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pi_native.transcripts import openai_chat
from pi_native.transcripts.head import Head
from pi_native.transcripts.messages import ShapeError, text_of
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.records import Record, records
from pi_native.transcripts.source import Source
from pi_native.transcripts.turn import BadRecord, Turn


def looks_like(head: Head, options: ReadOptions) -> bool:
    """Whether messages stand beside ``system``, beside tools with an ``input_schema``, or hold Anthropic's blocks."""
    return openai_chat.looks_like(head, options) and any(_is_anthropic(record, options) for record in head.records)


def _is_anthropic(record: dict[str, Any], options: ReadOptions) -> bool:
    tools, messages = record.get(options.tools_column), record.get(options.column or openai_chat.KEY)
    if "system" in record or any("input_schema" in tool for tool in _objects(tools)):
        return True
    blocks = (block for message in _objects(messages) for block in _objects(message.get("content")))
    return any(block.get("type") in ("tool_use", "tool_result") for block in blocks)


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def read(source: Source, options: ReadOptions) -> Iterator[Turn | BadRecord]:
    """The system prompt and the messages, in order; one record in memory at a time.

    A record that is not JSON or not of this shape, and a message that is not, gives a `BadRecord`. Raises
    `UnreadableError`.
    """
    for record in records(source, options):
        if isinstance(record, BadRecord):
            yield record
        else:
            yield from turns(record, options)


def turns(record: Record, options: ReadOptions) -> Iterator[Turn | BadRecord]:
    """The turns of one record."""
    if isinstance(record.value, dict) and record.value.get("system"):
        where = record.where._replace(pointer=f"{record.where.pointer}/system")
        try:
            yield Turn("system", text_of(record.value["system"], where.pointer) or "", where)
        except ShapeError as error:
            yield BadRecord.of(record.text, record.where, str(error))
    yield from openai_chat.turns(record, options)
