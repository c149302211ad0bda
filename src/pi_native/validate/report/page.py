"""Findings as one HTML page that needs nothing else: no network, no other file. Needs ``pi-native[report]``."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import NamedTuple

from pi_native.diagnostics import catalogue, printable
from pi_native.validate.report.base import SEVERITIES, Summary
from pi_native.validate.report.charts import bar_chart
from pi_native.validate.report.findings_file import Row

#: How many findings the table lists. Counts and charts are of all.
MAX_ROWS = 5_000


class Excerpt(NamedTuple):
    """A source line in three parts, the middle of which is what the finding is about.

    >>> Excerpt.of("a <b> c\\n  ^^^")
    Excerpt(before='a ', marked='<b>', after=' c')
    """

    before: str
    marked: str
    after: str

    @classmethod
    def of(cls, text: str) -> Excerpt:
        """The parts of an excerpt, which is a line and a line of carets; the text may be anything."""
        line, _, carets = text.partition("\n")
        start = len(carets) - len(carets.lstrip(" "))
        end = start + carets.count("^")
        return cls(*(printable(part) for part in (line[:start], line[start:end], line[end:])))


@dataclass(slots=True)
class Report:
    """What a page shows, gathered from the lines of one or more files of findings.

    >>> report = Report()
    >>> report.add(Summary(calls=3))
    >>> report.summary.calls
    3
    """

    summary: Summary = field(default_factory=Summary)
    rows: list[Row] = field(default_factory=list)
    listed: Counter[str] = field(default_factory=Counter)  # findings by severity, of the files that have no summary
    codes: Counter[str] = field(default_factory=Counter)
    tools: Counter[str] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)

    def add(self, item: Row | Summary) -> None:
        """Take a line: a finding, or the counts of a file."""
        if isinstance(item, Summary):
            self.summary.merge(item)
            return
        self.listed[item.severity] += 1
        self.codes[item.code] += 1
        self.tools[item.tool or "no call"] += 1
        self.forms[item.form or "no text of a call"] += 1
        if len(self.rows) < MAX_ROWS:
            self.rows.append(item)

    @property
    def severities(self) -> list[tuple[str, int]]:
        """How many findings of each severity, those that are not listed too."""
        return [(each, max(self.summary.severities[each], self.listed[each])) for each in SEVERITIES]


def page(report: Report, title: str) -> Iterator[str]:
    """The page, piece by piece; raises ImportError where jinja2 or pygal is missing.

    >>> text = "".join(page(Report(), "a.jsonl"))
    >>> "<title>a.jsonl" in text, "http://" in text.replace("http://www.w3.org/", "")
    (True, False)
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(_asset), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["printable"] = printable
    script = _asset("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    yield from environment.get_template("page.html.jinja").generate(
        title=printable(title),
        report=report,
        charts=[(name, Markup(chart)) for name, chart in _charts(report) if chart],
        excerpt=Excerpt.of,
        hints={code: entry.hint for code, entry in catalogue().items()},
        style=Markup(_asset("page.css")),
        script=Markup(script),
        script_hash=digest,
        choices=_choices(report.rows),
    )


def _charts(report: Report) -> Iterator[tuple[str, str]]:
    yield "Findings by code", bar_chart("codes", "Findings by code", list(report.codes.items()))
    yield "Findings by tool", bar_chart("tools", "Findings by tool", list(report.tools.items()))
    yield "Findings by form", bar_chart("forms", "Findings by form of the call", list(report.forms.items()))
    characters = [(row.form, row.characters) for row in report.summary.statistics.forms()]
    yield "Characters of calls by form", bar_chart("characters", "Characters of all calls by form", characters)


def _choices(rows: Iterable[Row]) -> dict[str, list[str]]:
    """What each filter offers."""
    kept = list(rows)
    return {
        "severity": [each for each in SEVERITIES if any(row.severity == each for row in kept)],
        "code": sorted({row.code for row in kept}),
        "tool": sorted({row.tool for row in kept if row.tool}),
        "form": sorted({row.form for row in kept if row.form}),
    }


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
