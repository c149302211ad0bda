"""What a reader gives: turns, and records that could not be read.

All but `BadRecord` are named tuples: reading makes several of them a message, and a frozen dataclass takes three
times as long to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pi_native.diagnostics import diagnose, excerpt
from pi_native.model import Diagnostic, Json, Span


class Location(NamedTuple):
    """Where a text stands.

    ``pointer`` is the JSON Pointer of the text inside its record, and ``line`` the file's line where the record
    begins, from 1; for a table, such as a Parquet file, ``line`` is the row, from 1. Where there is no pointer, the
    text is a part of the file as it is: it begins at ``line`` (None: at the first) and at ``column``.

    >>> Location("chat.jsonl", 12, "/messages/2/content").line
    12
    """

    path: str
    line: int | None = None
    pointer: str = ""
    column: int = 1


class DeclaredCall(NamedTuple):
    """A call as the record itself holds it, beside the assistant's text.

    ``arguments`` is what the record has: text that is JSON has been read; text that is not JSON is kept as text.
    ``raw`` is the call's own spelling, where the record keeps it (``rawBlock`` of a pi session). ``id`` is None
    where the record has none.

    >>> DeclaredCall("call_0", "read", {"path": "a"}, Location("a.jsonl", 1, "/messages/0/tool_calls/0")).raw is None
    True
    """

    id: str | None
    name: str
    arguments: Json
    location: Location
    raw: str | None = None


class Result(NamedTuple):
    """What a tool answered: ``id`` and ``name`` of the call are None where the record does not say them.

    ``text`` is the result's text, its text parts joined; parts that are not text leave none. ``is_error`` is what
    the record says, and False where it says nothing.

    >>> Result("call_0", "read", "text of the file", Location("a.jsonl", 1, "/messages/1")).is_error
    False
    """

    id: str | None
    name: str | None
    text: str
    location: Location
    is_error: bool = False


class Turn(NamedTuple):
    """One message of a transcript: who wrote it and what.

    ``role`` is ``system``, ``user``, ``assistant`` or ``tool``, or what the record says, if that is none of
    these. ``tools`` is the tool list that the record itself carries, in any of the shapes `pi_native.ToolSet`
    takes, or None where it carries none.

    Of an assistant's turn, ``declared_calls`` are the calls that the record holds beside the text, and
    ``results`` what tools answered before the assistant's next turn; both in the order of the record, whatever
    their ids say. ``followed`` tells whether another message stands behind the turn and its results in the
    record: if none does, a result that is missing may only not be there yet. It is False too where the record says
    that the turn was broken off, so that its calls were not run. A result before which no assistant's
    turn stands comes as a turn of its own, with the role ``tool``.

    >>> Turn("assistant", "hello", Location("a.txt")).tools is None
    True
    """

    role: str
    text: str
    location: Location
    tools: list[Json] | None = None
    declared_calls: tuple[DeclaredCall, ...] = ()
    results: tuple[Result, ...] = ()
    followed: bool = False


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
