"""ShareGPT records: ``{"conversations": [{"from", "value"}, …], "system", "tools"}``.

The calls stand in the text of the turns of ``gpt``; turns of ``tool``, ``function`` or ``observation`` are results. A
turn of ``function_call`` is one of the assistant's whose whole text is a call, or a list of calls, as JSON: these
are calls that the record declares.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from pi_native.model import Json
from pi_native.transcripts.head import Head
from pi_native.transcripts.messages import (
    Message,
    ShapeError,
    declared_call,
    link,
    message_role,
    record_messages,
    record_tools,
    token,
)
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.records import Record, records
from pi_native.transcripts.source import Source
from pi_native.transcripts.turn import BadRecord, DeclaredCall, Location, Result, Turn

KEY = "conversations"
CALL_ROLE = "function_call"


def looks_like(head: Head, options: ReadOptions) -> bool:
    """Whether a record holds a list of turns under its usual name, or one whose turns say whom they are from."""
    lists = [record.get(options.column or KEY) for record in head.records]
    if options.column is None:
        return any(isinstance(turns, list) for turns in lists)
    return any(says_from(turns) for turns in lists)


def says_from(turns: Json) -> bool:
    """Whether turns say whom they are from as ShareGPT does, rather than as OpenAI does.

    >>> says_from([{"from": "human", "value": "hello"}])
    True
    """
    return isinstance(turns, list) and any(isinstance(turn, dict) and "from" in turn for turn in turns)


def read(source: Source, options: ReadOptions) -> Iterator[Turn | BadRecord]:
    """Every turn, in order; one record in memory at a time.

    A record that is not JSON or not of this shape, and a turn that is not, gives a `BadRecord`. Raises
    `UnreadableError`.
    """
    for record in records(source, options):
        if isinstance(record, BadRecord):
            yield record
        else:
            yield from turns(record, options)


def turns(record: Record, options: ReadOptions) -> Iterator[Turn | BadRecord]:
    """The turns of one record."""
    key, where = options.column or KEY, record.where
    try:
        messages = record_messages(record.value, key)
        tools = record_tools(record.value, options.tools_column)
    except ShapeError as error:
        yield BadRecord.of(record.text, where, str(error))
        return
    system = record.value.get("system")
    if isinstance(system, str) and system:
        yield Turn("system", system, where._replace(pointer=f"{where.pointer}/system"), tools)
    yield from link(_messages(messages, record, options), tools)


def _messages(messages: list[Json], record: Record, options: ReadOptions) -> Iterator[Message | BadRecord]:
    role_key, text_key = options.role_key or "from", options.text_key or "value"
    pointer = f"{record.where.pointer}/{token(options.column or KEY)}"
    for index, message in enumerate(messages):
        try:
            role = message_role(message, role_key, pointer, index)
            place = record.where._replace(pointer=f"{pointer}/{index}/{token(text_key)}")
            yield _message(role, message.get(text_key), place)
        except ShapeError as error:
            yield BadRecord.of(record.text, record.where, str(error))


def _message(role: str, text: Json, where: Location) -> Message:
    if not isinstance(text, str):
        raise ShapeError(f"{where.pointer} is not a string")
    if role == "tool":
        return role, None, (), (Result(None, None, text, where),), where
    if role == CALL_ROLE:
        calls = _declared(text, where)
        return "assistant", "" if calls else text, calls, (), where
    return role, text, (), (), where


def _declared(text: str, where: Location) -> Sequence[DeclaredCall]:
    """The calls that a turn of ``function_call`` declares, or none if it is not JSON."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    return [declared_call(call, where) for call in (value if isinstance(value, list) else [value])]
