"""Chat records as OpenAI and TRL have them: ``{"messages": [{"role", "content"}, …], "tools": […]}``.

The calls stand in the text of ``content``, a string or a list of parts that hold ``text``; ``tool_calls`` are calls
that the record declares, and messages of the role ``tool`` are results.
"""

from __future__ import annotations

from collections.abc import Iterator

from pi_native.transcripts.head import Head
from pi_native.transcripts.messages import (
    ShapeError,
    chat_messages,
    link,
    record_messages,
    record_tools,
    token,
)
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.records import Record, records
from pi_native.transcripts.source import Source
from pi_native.transcripts.turn import BadRecord, Turn

KEY = "messages"


def looks_like(head: Head, options: ReadOptions) -> bool:
    """Whether a record holds a list of messages."""
    return any(isinstance(record.get(options.column or KEY), list) for record in head.records)


def read(source: Source, options: ReadOptions) -> Iterator[Turn | BadRecord]:
    """The assistant's messages, and the others that have text, in order; one record in memory at a time.

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
    key = options.column or KEY
    where = record.where
    try:
        messages = record_messages(record.value, key)
        tools = record_tools(record.value, options.tools_column)
    except ShapeError as error:
        yield BadRecord.of(record.text, where, str(error))
        return
    pointer = f"{where.pointer}/{token(key)}"
    role_key, text_key = options.role_key or "role", options.text_key or "content"
    yield from link(chat_messages(messages, pointer, where, record.text, role_key, text_key), tools)
