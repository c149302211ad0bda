"""What becomes of the findings of a run: some are not wanted, some are known, the others are counted and reported."""

from __future__ import annotations

from pi_native.validate.baseline import Baseline
from pi_native.validate.report.base import Reporter, Summary
from pi_native.validate.selection import Selection
from pi_native.validate.validator import Checked

#: The selection that keeps every code.
EVERYTHING = Selection()


class Collector:
    """Takes what the checks gave, turn by turn, in the order of the files; the counts are in ``summary``.

    ``known`` are findings that are passed over; of the others, the first ``limit`` (None: all) go to the reporter.

    >>> collector = Collector(Reporter(print))
    >>> collector.take(Checked(calls=3))
    0
    >>> collector.summary.calls
    3
    """

    def __init__(
        self,
        reporter: Reporter,
        selection: Selection = EVERYTHING,
        known: Baseline | None = None,
        limit: int | None = None,
    ) -> None:
        self.summary = Summary()
        self._reporter, self._selection, self._room = reporter, selection, limit
        self._known = known or Baseline()
        reporter.begin()

    def file(self, path: str) -> None:
        """A file begins."""
        self._reporter.file(path)

    def take(self, checked: Checked) -> int:
        """Count and report what one turn gave; how many findings are new."""
        summary = self.summary
        wanted = [finding for finding in checked.findings if self._selection.keeps(finding.diagnostic.code)]
        new = self._known.new(wanted)
        summary.calls += checked.calls
        summary.known += len(wanted) - len(new)
        summary.severities.update(finding.diagnostic.severity for finding in new)
        summary.statistics.add(new, checked.characters)
        shown = new[: self._room]
        for finding in shown:
            self._reporter.finding(finding)
        summary.not_shown += len(new) - len(shown)
        if self._room is not None:
            self._room -= len(shown)
        return len(new)

    def end(self) -> Summary:
        """Everything was checked; the counts."""
        self._reporter.end(self.summary)
        return self.summary
