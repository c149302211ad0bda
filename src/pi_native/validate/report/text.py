"""Findings for people: like a compiler's, a place first, the source line with a caret, a hint."""

from __future__ import annotations

from collections.abc import Sequence

from pi_native.diagnostics import catalogue, printable
from pi_native.validate.finding import Finding
from pi_native.validate.report.base import Reporter, Write
from pi_native.validate.statistics import Statistics

#: How severities look on a terminal: the codes of bold and a colour.
COLOURS = {"error": "1;31", "warning": "1;33", "info": "1;36"}
BOLD = "1"


class Text(Reporter):
    """The text that a terminal shows.

    >>> Text(print).finding
    <bound method Text.finding of ...>
    """

    def __init__(self, write: Write, *, excerpts: bool = True, colour: bool = False) -> None:
        super().__init__(write, excerpts=excerpts)
        self._colour = colour

    def finding(self, finding: Finding) -> None:
        """Write one finding."""
        self.write(describe(finding, colour=self._colour, excerpts=self.excerpts))


def describe(finding: Finding, *, colour: bool, excerpts: bool = True) -> str:
    """A finding for a reader: place, severity and code; with ``excerpts``, the source line and a hint below it.

    >>> from pi_native.diagnostics import diagnose
    >>> from pi_native.model import Span
    >>> from pi_native.transcripts import Location
    >>> found = Finding.of(diagnose("stray-text", Span(2, 3, 1, 3)), "a b", Location("t.txt"))
    >>> print(describe(found, colour=False, excerpts=False), end="")
    t.txt:1:3: error: stray-text text between elements
    """
    diagnostic = finding.diagnostic
    paint = COLOURS[diagnostic.severity] if colour else ""
    severity, code = _style(f"{diagnostic.severity}:", paint), _style(diagnostic.code, paint)
    place = _style(printable(finding.place) + ":", BOLD if colour else "")
    lines = [f"{place} {severity} {code} {printable(diagnostic.message)}"]
    if excerpts:
        source, carets = finding.excerpt.split("\n")
        lines += _inside_record(finding)
        lines += [f"    {source}", f"    {_style(carets, paint)}", f"    hint: {catalogue()[diagnostic.code].hint}"]
    return "\n".join(lines) + "\n"


def _inside_record(finding: Finding) -> list[str]:
    """Where inside a record's text, for which the file has no line and column of its own."""
    location, span = finding.location, finding.diagnostic.span
    if not location.pointer:
        return []
    return [f"  in {printable(location.pointer)}, line {span.line}, column {span.column}:"]


def _style(text: str, codes: str) -> str:
    return f"\x1b[{codes}m{text}\x1b[0m" if codes and text else text


def statistics_table(statistics: Statistics) -> str:
    """Two tables: findings by code and tool, and the characters of calls by form.

    >>> print(statistics_table(Statistics()), end="")
    findings  share  code  tool
    characters  share  form
    """
    codes = [(f"{row.findings:,}", f"{row.share:.1%}", row.code, printable(row.tool)) for row in statistics.codes()]
    forms = [(f"{row.characters:,}", f"{row.share:.1%}", row.form) for row in statistics.forms()]
    return _table(("findings", "share", "code", "tool"), codes) + _table(("characters", "share", "form"), forms)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Columns as wide as what they hold; numbers, the first two, to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = (
        "  ".join(cell.rjust(width) if index < 2 else cell.ljust(width) for index, (cell, width) in enumerate(cells))
        for cells in (zip(row, widths, strict=True) for row in (head, *rows))
    )
    return "".join(line.rstrip() + "\n" for line in lines)
