"""What a reader gives: turns, and records that could not be read."""

from __future__ import annotations

from dataclasses import dataclass

from pi_native.diagnostics import diagnose, excerpt
from pi_native.model import Diagnostic, Json, Span


@dataclass(frozen=True, slots=True)
class Location:
    """Where a turn's text stands.

    ``line`` is the file's line that holds the record, from 1, or None where the text is the file itself, so
    that its lines are the file's. ``pointer`` is the JSON Pointer of the text inside the record.

    >>> Location("chat.jsonl", 12, "/messages/2/content").line
    12
    """

    path: str
    line: int | None = None
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a transcript: who wrote it and what.

    ``tools`` is the tool list that the record itself carries, in any of the shapes `pi_native.ToolSet` takes,
    or None where it carries none.

    >>> Turn("assistant", "hello", Location("a.txt")).tools is None
    True
    """

    role: str
    text: str
    location: Location
    tools: list[Json] | None = None


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A record, or a message of one, that is not of the expected shape; reading goes on behind it.

    ``diagnostic`` has the code ``invalid-record`` and a span inside the record's line; ``excerpt`` shows the
    place.

    >>> BadRecord.of("{", Location("a.jsonl", 3), "not JSON", 1).diagnostic.message
    'a record that cannot be read: not JSON'
    """

    location: Location
    diagnostic: Diagnostic
    excerpt: str

    @classmethod
    def of(cls, record: str, location: Location, reason: str, offset: int = 0) -> BadRecord:
        """The finding for a record's text, its place, what is wrong, and where in the text."""
        span = Span(offset, offset + 1, 1, offset + 1)
        return cls(location, diagnose("invalid-record", span, reason), excerpt(record, span))
