"""Findings as workflow commands of GitHub Actions, which show them beside the lines of a pull request."""

from __future__ import annotations

from pi_native.diagnostics import catalogue, printable
from pi_native.validate.finding import Finding
from pi_native.validate.report.base import Reporter

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


class GitHub(Reporter):
    """One command a finding.

    >>> from pi_native.diagnostics import diagnose
    >>> from pi_native.model import Span
    >>> from pi_native.transcripts import Location
    >>> found = Finding.of(diagnose("stray-text", Span(2, 3, 1, 3)), "a b", Location("a,b.txt"))
    >>> GitHub(lambda text: print(text, end=""), excerpts=False).finding(found)
    ::error file=a%2Cb.txt,line=1,col=3,title=stray-text::text between elements
    """

    def finding(self, finding: Finding) -> None:
        """Write one command."""
        diagnostic = finding.diagnostic
        path = printable(finding.location.path)
        place = {"file": path, "line": finding.line, "col": finding.column, "title": diagnostic.code}
        properties = ",".join(f"{key}={_property(str(value))}" for key, value in place.items() if value is not None)
        lines = [printable(diagnostic.message)]
        if finding.location.pointer:
            lines.append(f"in {printable(finding.location.pointer)}")
        if self.excerpts:
            lines += [*finding.excerpt.split("\n"), f"hint: {catalogue()[diagnostic.code].hint}"]
        self.write(f"::{LEVELS[diagnostic.severity]} {properties}::{_data(chr(10).join(lines))}\n")


def _data(text: str) -> str:
    """What the runner takes back: it ends a command at a newline."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
