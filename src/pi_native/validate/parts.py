"""Checking a piece of a file, part by part; parts cross processes and can be kept on disk as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pi_native.model import Diagnostic, Json, Span
from pi_native.transcripts import Location, UnreadableError, read
from pi_native.transcripts.pieces import Piece
from pi_native.validate.finding import Finding
from pi_native.validate.validator import Checked, Validator

#: How many turns, or findings, a part has at most before it is handed on.
PART = 1_000


@dataclass(frozen=True, slots=True)
class Task:
    """A piece to check, its number in the run, and which of its turns (None: all; counted from 0)."""

    number: int
    piece: Piece
    chosen: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What checking some turns gave: `Checked` for all of them, and how many turns they are.

    The last part of a piece says so, has the ``format`` that it was read as, and in ``error`` why it could not be read
    to its end, if it could not.
    """

    checked: Checked
    turns: int
    is_last: bool = False
    format: str | None = None
    error: str = ""

    def to_json(self) -> Json:
        """As JSON data."""
        found = [_finding_data(finding) for finding in self.checked.findings]
        return [found, self.checked.calls, self.checked.characters, self.turns, self.is_last, self.format, self.error]

    @classmethod
    def from_json(cls, data: Any) -> Part:
        """The inverse of `to_json`; raises ValueError, TypeError or LookupError for other data.

        >>> Part.from_json(Part(Checked(calls=2), 1).to_json()).checked.calls
        2
        """
        found, calls, characters, *rest = data
        return cls(Checked(tuple(map(_finding, found)), calls, dict(characters)), *rest)


def check_piece(validator: Validator, task: Task) -> Iterator[Part]:
    """Check the turns of a piece, in order, a part at a time."""
    transcript = read(task.piece)
    gathered = _Gathered()
    error = ""
    try:
        for number, item in enumerate(transcript):
            if task.chosen is not None and number not in task.chosen:
                continue
            gathered.add(validator.check(item))
            if gathered.is_full:
                yield gathered.part()
                gathered = _Gathered()
    except UnreadableError as unreadable:
        error = str(unreadable)
    yield gathered.part(True, transcript.format, error)


class _Gathered:
    """A part that grows."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._calls = self._turns = 0
        self._characters: Counter[str] = Counter()

    @property
    def is_full(self) -> bool:
        return self._turns >= PART or len(self._findings) >= PART

    def add(self, checked: Checked) -> None:
        self._findings += checked.findings
        self._calls += checked.calls
        self._characters.update(checked.characters)
        self._turns += 1

    def part(self, is_last: bool = False, format: str | None = None, error: str = "") -> Part:
        checked = Checked(tuple(self._findings), self._calls, dict(self._characters))
        return Part(checked, self._turns, is_last, format, error)


def _finding_data(finding: Finding) -> list[Json]:
    found = finding.diagnostic
    span = [found.span.offset, found.span.end, found.span.line, found.span.column]
    diagnostic = [found.code, found.severity, found.message, span, found.call_index, found.pointer, found.text]
    return [list(finding.location), diagnostic, finding.excerpt, finding.tool, finding.form]


def _finding(data: Any) -> Finding:
    location, (code, severity, message, span, index, pointer, text), excerpt, tool, form = data
    diagnostic = Diagnostic(code, severity, message, Span(*span), index, pointer, text)
    return Finding(Location(*location), diagnostic, excerpt, tool, form)
