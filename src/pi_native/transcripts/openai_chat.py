"""Chat records as JSON Lines: ``{"messages": [{"role", "content"}, …], "tools": […]}``, one a line.

The calls stand in the text of ``content``, which is a string or a list of parts that hold ``text``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pi_native.model import Json
from pi_native.transcripts.source import MAX_LINE, lines
from pi_native.transcripts.turn import BadRecord, Location, Turn


def read(path: str) -> Iterator[Turn | BadRecord]:
    """Every message that has text, in order, one line of the file in memory at a time.

    A line that is not JSON or not of this shape, and a message that is not, gives a `BadRecord`; empty lines
    are passed over. Raises `UnreadableError` for a file that cannot be opened or is not UTF-8.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
    ...     _ = file.write('{"messages": [{"role": "assistant", "content": "hello"}]}'); file.flush()
    ...     [(turn.role, turn.text, turn.location.pointer) for turn in read(file.name)]
    [('assistant', 'hello', '/messages/0/content')]
    """
    for number, line in lines(path):
        where = Location(path, number)
        if line is None:
            yield BadRecord.of("", where, f"the line is longer than {MAX_LINE} bytes")
        elif line.strip():
            yield from _record(line, where)


def _record(line: str, where: Location) -> Iterator[Turn | BadRecord]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        yield BadRecord.of(line, where, f"not JSON: {error.msg}", error.pos)
        return
    except (ValueError, RecursionError):  # a number of too many digits; brackets nested too deeply
        yield BadRecord.of(line, where, "JSON past what can be read")
        return
    try:
        messages, tools = _messages(record), _tools(record)
    except ValueError as error:
        yield BadRecord.of(line, where, str(error))
        return
    for index, message in enumerate(messages):
        pointer = f"/messages/{index}"
        try:
            role, text = _role(message, pointer), _text(message, f"{pointer}/content")
        except ValueError as error:
            yield BadRecord.of(line, where, str(error))
            continue
        if text is not None:
            yield Turn(role, text, Location(where.path, where.line, f"{pointer}/content"), tools)


def _messages(record: Json) -> list[Json]:
    if not isinstance(record, dict):
        raise ValueError("not an object")
    messages = record.get("messages")
    if not isinstance(messages, list):
        raise ValueError("/messages is not a list")
    return messages


def _tools(record: dict[str, Json]) -> list[Json] | None:
    """The record's tools; a table of records often holds them as JSON text, or as an empty list for none."""
    tools = record.get("tools")
    if isinstance(tools, str):
        try:
            tools = json.loads(tools or "null")
        except (ValueError, RecursionError):
            raise ValueError("/tools is text but not JSON") from None
    if tools is not None and not isinstance(tools, list):
        raise ValueError("/tools is not a list")
    return tools or None


def _role(message: Json, pointer: str) -> str:
    if not isinstance(message, dict):
        raise ValueError(f"{pointer} is not an object")
    role = message.get("role")
    if not isinstance(role, str):
        raise ValueError(f"{pointer}/role is not a string")
    return role


def _text(message: dict[str, Json], pointer: str) -> str | None:
    """The message's text, its text parts joined, or None for a message that has none."""
    content = message.get("content")
    if content is None or isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise ValueError(f"{pointer} is neither text nor a list of parts")
    texts: list[str] = []
    for index, part in enumerate(content):
        if not isinstance(part, dict) or not isinstance(part.get("text", ""), str):
            raise ValueError(f"{pointer}/{index} is not a part")
        texts.append(part.get("text", ""))
    return "".join(texts) or None
