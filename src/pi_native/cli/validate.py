"""``pi-native validate``: which calls of transcripts do not follow the grammar or the tools' schemas."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

import typer

from pi_native import SchemaError
from pi_native.cli.inputs import ToolsOption, load_tools
from pi_native.cli.output import FINDINGS, UNUSABLE, describe, fail, has_colour, note, plural, write
from pi_native.cli.progress import Progress
from pi_native.transcripts import Found, UnreadableError, find, read
from pi_native.validate import Checked, Validator

PathsArgument = Annotated[
    list[str],
    typer.Argument(metavar="PATHS", help="Files, or folders to search for .txt and .jsonl files."),
]


@dataclass(slots=True)
class Totals:
    """What the summary counts."""

    files: int = 0
    unreadable: int = 0
    calls: int = 0
    severities: Counter[str] = field(default_factory=Counter)

    def add(self, checked: Checked) -> None:
        """Count what was found in one turn."""
        self.calls += checked.calls
        self.severities.update(finding.diagnostic.severity for finding in checked.findings)

    @property
    def findings(self) -> int:
        """How many errors and warnings there are."""
        return self.severities["error"] + self.severities["warning"]


def validate(paths: PathsArgument, tools: ToolsOption = None) -> None:
    """Check transcripts: the grammar, the typing, and the tools' JSON Schemas.

    A .jsonl file holds chat records, {"messages": [...], "tools": [...]} a line, with the calls in the text
    of the assistant's content; a record's own tools go before --tools. Any other file is one assistant turn.
    Findings go to standard output, the summary to standard error. Exit code 1 if there are errors or
    warnings, 2 if a file could not be read.

    \b
    Examples:
      pi-native validate answer.txt --tools tools.json
      pi-native validate chats.jsonl logs/ --tools tools.json > findings.txt
    """
    validator = _validator(tools)
    found = find(paths)
    if not found.files:
        fail(f"no .txt or .jsonl file in {', '.join(paths)}")
    totals, colour = Totals(), has_colour(sys.stdout)
    with Progress(len(found.files)) as progress:
        for path in found.files:
            progress.at(path)
            for checked in _checked(path, validator, totals):
                progress.step(len(checked.findings))
                for finding in checked.findings:
                    write(describe(finding, colour=colour))
    note(summary(totals, found))
    if totals.unreadable:
        raise typer.Exit(UNUSABLE)
    if totals.findings:
        raise typer.Exit(FINDINGS)


def _validator(tools: str | None) -> Validator:
    validator = Validator(load_tools(tools))
    try:
        validator.check_schemas()
    except SchemaError as error:
        fail(f"{tools}: {error}")
    return validator


def _checked(path: str, validator: Validator, totals: Totals) -> Iterator[Checked]:
    """What each turn of a file gave; that a file cannot be read to its end is said, and counted."""
    try:
        for item in read(path):
            checked = validator.check(item)
            totals.add(checked)
            yield checked
        totals.files += 1
    except UnreadableError as error:
        totals.unreadable += 1
        note(f"pi-native: {error}")


def summary(totals: Totals, found: Found) -> str:
    """The last line: what was checked, what was found, what was passed over.

    >>> summary(Totals(files=1, calls=3), Found(["a.txt"]))
    '1 file, 3 calls: no findings'
    """
    counts = [plural(totals.severities[severity], severity) for severity in ("error", "warning", "info")]
    findings = ", ".join(text for text in counts if not text.startswith("0 ")) or "no findings"
    unreadable = f"; {plural(totals.unreadable, 'file')} not readable" if totals.unreadable else ""
    endings = ", ".join(f"{count} {suffix}" for suffix, count in sorted(found.skipped.items()))
    skipped = f"; passed over: {endings}" if endings else ""
    return f"{plural(totals.files, 'file')}, {plural(totals.calls, 'call')}: {findings}{unreadable}{skipped}"
