"""``pi-native report``: a page to look at what ``validate`` found."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from pi_native.cli.output import fail, note
from pi_native.cli.reporting import destination
from pi_native.transcripts import UnreadableError
from pi_native.validate.report.findings_file import read_findings
from pi_native.validate.report.page import Report, page

FindingsArgument = Annotated[
    list[str],
    typer.Argument(metavar="FINDINGS", help="Files that validate --output jsonl wrote; several are one report."),
]
HtmlOption = Annotated[str, typer.Option("--html", metavar="FILE", help="Where to write the page.")]
TitleOption = Annotated[str, typer.Option("--title", metavar="TEXT", help="The page's title, else the files' names.")]


def report(findings: FindingsArgument, html: HtmlOption, title: TitleOption = "") -> None:
    """Make one HTML page of findings: charts, and a table to sort and filter.

    The page needs no network and no other file. It lists the first 5,000 findings
    and counts all. It takes the extra "report" of the package.

    \b
    Examples:
      pi-native validate logs/ --output jsonl --output-file findings.jsonl
      pi-native report findings.jsonl --html findings.html
    """
    made = Report()
    try:
        for path in findings:
            for item in read_findings(path):
                made.add(item)
    except (UnreadableError, ValueError) as error:
        fail(str(error))
    names = ", ".join(os.path.basename(path) for path in findings)
    try:
        with destination(html) as write:
            for piece in page(made, title or names):
                write(piece)
    except ImportError:
        fail("a page needs: pip install 'pi-native[report]'")
    note(f"{made.listed.total()} findings in {html}")
