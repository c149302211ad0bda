"""The records of a file of JSON lines, or of a JSON document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from pi_native.model import Json
from pi_native.transcripts.json_document import elements
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.source import Source, chunks
from pi_native.transcripts.turn import BadRecord, Location


class Record(NamedTuple):
    """A record: where it stands, its text or the beginning of it, and its value."""

    where: Location
    text: str
    value: Json


def records(source: Source, options: ReadOptions) -> Iterator[Record | BadRecord]:
    """Every record, one in memory at a time; a `BadRecord` for what is not JSON or too long. Empty lines are none.

    Raises `UnreadableError`.
    """
    if source.head.is_document:
        return _of_document(source, options)
    return of_lines(source, options)


def of_lines(source: Source, options: ReadOptions) -> Iterator[Record | BadRecord]:
    """The records of JSON lines, whatever the file begins like."""
    path, loads = source.path, json.loads
    for item in source.lines(options.max_record):
        if isinstance(item, BadRecord):
            yield item
            continue
        number, line = item
        try:
            value = loads(line)
        except (ValueError, RecursionError) as error:
            if line and not line.isspace():
                yield _not_json(line, Location(path, number), error)
        else:
            yield Record(Location(path, number), line, value)


def _of_document(source: Source, options: ReadOptions) -> Iterator[Record | BadRecord]:
    for found in elements(chunks(source.file, source.path), source.path, options.max_record):
        if isinstance(found, BadRecord):
            yield found
        else:
            yield Record(Location(source.path, found.line, found.pointer), found.text, found.value)


def _not_json(line: str, where: Location, error: Exception) -> BadRecord:
    if isinstance(error, json.JSONDecodeError):
        return BadRecord.of(line, where, f"not JSON: {error.msg}", min(error.pos, len(line.rstrip("\r\n"))))
    return BadRecord.of(line, where, "JSON past what can be read")  # too many digits; nested too deeply
