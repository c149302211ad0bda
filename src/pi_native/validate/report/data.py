"""Findings as JSON, one object or one line each; ``findings.schema.json`` describes both."""

from __future__ import annotations

from typing import Any

from pi_native.data import diagnostic_data, to_json
from pi_native.validate.finding import Finding
from pi_native.validate.report.base import SEVERITIES, Reporter, Summary, Write

#: The version of both formats. Keys may be added within one; nothing is renamed or taken away.
VERSION = 1


def finding_data(finding: Finding, *, excerpts: bool = True) -> dict[str, Any]:
    """A finding as JSON data; ``column``, ``record_pointer``, ``tool``, ``form`` are null where there is none.

    >>> from pi_native.diagnostics import diagnose
    >>> from pi_native.model import Span
    >>> from pi_native.transcripts import Location
    >>> found = Finding.of(diagnose("stray-text", Span(2, 3, 1, 3)), "a b", Location("t.txt"))
    >>> [finding_data(found)[key] for key in ("path", "line", "column", "code", "excerpt")]
    ['t.txt', 1, 3, 'stray-text', 'a b\\n  ^']
    """
    place: dict[str, Any] = {
        "type": "finding",
        "path": finding.location.path,
        "line": finding.line,
        "column": finding.column,
        "record_pointer": finding.location.pointer or None,
        "tool": finding.tool or None,
        "form": finding.form or None,
    }
    excerpt = {"excerpt": finding.excerpt} if excerpts else {}
    return place | diagnostic_data(finding.diagnostic) | excerpt | {"fingerprint": finding.fingerprint}


def summary_data(summary: Summary) -> dict[str, Any]:
    """The counts as JSON data.

    >>> summary_data(Summary(calls=3))["calls"]
    3
    """
    statistics = summary.statistics
    return {
        "type": "summary",
        "version": VERSION,
        "files": dict(sorted(summary.files.items())),
        "unreadable": summary.unreadable,
        "calls": summary.calls,
        "findings": {severity: summary.severities[severity] for severity in SEVERITIES},
        "known": summary.known,
        "not_shown": summary.not_shown,
        "statistics": {
            "codes": [row._asdict() for row in statistics.codes()],
            "forms": [row._asdict() for row in statistics.forms()],
        },
    }


class JsonLines(Reporter):
    """One finding a line, and behind them one line with the summary.

    >>> lines = []
    >>> JsonLines(lines.append).end(Summary())
    >>> lines[0][:30]
    '{"type": "summary", "version":'
    """

    def finding(self, finding: Finding) -> None:
        """Write one line."""
        self.write(to_json(finding_data(finding, excerpts=self.excerpts)) + "\n")

    def end(self, summary: Summary) -> None:
        """Write the last line."""
        self.write(to_json(summary_data(summary)) + "\n")


class Json(Reporter):
    """One object: ``findings``, written as they come, and ``summary``.

    >>> Json(lambda text: print(text, end="")).begin()
    {"version": 1, "findings": [
    """

    def __init__(self, write: Write, *, excerpts: bool = True) -> None:
        super().__init__(write, excerpts=excerpts)
        self._separator = ""

    def begin(self) -> None:
        """Write the beginning of the object."""
        self.write(f'{{"version": {VERSION}, "findings": [\n')

    def finding(self, finding: Finding) -> None:
        """Write one item of the list."""
        self.write(self._separator + to_json(finding_data(finding, excerpts=self.excerpts)))
        self._separator = ",\n"

    def end(self, summary: Summary) -> None:
        """Write the rest of the object."""
        self.write(f'\n], "summary": {to_json(summary_data(summary))}}}\n')
