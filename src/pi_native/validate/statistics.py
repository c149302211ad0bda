"""Counts over everything that was checked; two of them merge, so that work may be divided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from pi_native.validate.finding import Finding


class CodeRow(NamedTuple):
    """How often a code was found in calls of a tool (empty: in none), and which share of all findings that is.

    >>> CodeRow("stray-text", "read", 1, 0.5).share
    0.5
    """

    code: str
    tool: str
    findings: int
    share: float


class FormRow(NamedTuple):
    """How many characters the calls of a form have, and which share of all calls' characters that is.

    >>> FormRow("inline", 30, 0.25).characters
    30
    """

    form: str
    characters: int
    share: float


@dataclass(slots=True)
class Statistics:
    """An accumulator: findings by code and tool, and characters of calls by form.

    >>> statistics = Statistics()
    >>> statistics.add((), {"inline": 30, "attribute": 10})
    >>> statistics.forms()
    [FormRow(form='inline', characters=30, share=0.75), FormRow(form='attribute', characters=10, share=0.25)]
    """

    found: Counter[tuple[str, str]] = field(default_factory=Counter)
    characters: Counter[str] = field(default_factory=Counter)

    def add(self, findings: Iterable[Finding], characters: dict[str, int]) -> None:
        """Count findings, and the characters of the calls of each form."""
        self.found.update((finding.diagnostic.code, finding.tool) for finding in findings)
        self.characters.update(characters)

    def merge(self, other: Statistics) -> None:
        """Count what another has counted."""
        self.found.update(other.found)
        self.characters.update(other.characters)

    def codes(self) -> list[CodeRow]:
        """A row for each code and tool, the most frequent first."""
        total = self.found.total()
        rows = [CodeRow(code, tool, count, count / total) for (code, tool), count in self.found.items()]
        return sorted(rows, key=lambda row: (-row.findings, row.code, row.tool))

    def forms(self) -> list[FormRow]:
        """A row for each form that has calls, the one with most characters first."""
        total = self.characters.total()
        rows = [FormRow(form, count, count / total) for form, count in self.characters.items() if count]
        return sorted(rows, key=lambda row: (-row.characters, row.form))
