"""What all formats have in common: findings come one by one, file by file, and at the end the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from pi_native.validate.finding import Finding
from pi_native.validate.statistics import Statistics

Write = Callable[[str], object]

#: The severities, the worst first.
SEVERITIES = ("error", "warning", "info")


@dataclass(slots=True)
class Summary:
    """What is counted over a whole run.

    ``files`` counts by format; ``known`` are findings of a baseline, which count as nothing else; ``not_shown`` are
    findings that were counted but not written.

    >>> Summary(calls=3).findings
    0
    """

    files: Counter[str] = field(default_factory=Counter)
    unreadable: int = 0
    calls: int = 0
    known: int = 0
    not_shown: int = 0
    severities: Counter[str] = field(default_factory=Counter)
    statistics: Statistics = field(default_factory=Statistics)

    @property
    def findings(self) -> int:
        """How many findings there are, of any severity."""
        return self.severities.total()

    def at_least(self, severity: str) -> int:
        """How many findings are as bad as ``severity`` or worse.

        >>> Summary(severities=Counter(error=1, info=2)).at_least("warning")
        1
        """
        return sum(self.severities[each] for each in SEVERITIES[: SEVERITIES.index(severity) + 1])

    def merge(self, other: Summary) -> None:
        """Count what another has counted."""
        self.files.update(other.files)
        self.unreadable += other.unreadable
        self.calls += other.calls
        self.known += other.known
        self.not_shown += other.not_shown
        self.severities.update(other.severities)
        self.statistics.merge(other.statistics)


class Reporter:
    """Writes nothing; a format overrides what it needs.

    ``write`` takes the text of the output, piece by piece; ``excerpts`` tells whether to show source lines.

    >>> Reporter(print).end(Summary())
    """

    def __init__(self, write: Write, *, excerpts: bool = True) -> None:
        self.write, self.excerpts = write, excerpts

    def begin(self) -> None:
        """Before anything else."""

    def file(self, path: str) -> None:
        """A file begins, whose findings follow."""

    def finding(self, finding: Finding) -> None:
        """One finding; those of a file come together, in the order of the file."""

    def end(self, summary: Summary) -> None:
        """Behind everything else."""
