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
from pi_native.cli.transcript_options import (
    BranchesOption,
    ColumnOption,
    FormatOption,
    RoleKeyOption,
    RolePatternOption,
    TextKeyOption,
    ToolsColumnOption,
    looked_for,
    read_options,
)
from pi_native.transcripts import Found, ReadOptions, UnreadableError, find, read
from pi_native.validate import Checked, Validator

PathsArgument = Annotated[
    list[str],
    typer.Argument(metavar="PATHS", help="Files, or folders to search for transcripts."),
]


@dataclass(slots=True)
class Totals:
    """What the summary counts."""

    files: Counter[str] = field(default_factory=Counter)  # by format
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


def validate(  # noqa: PLR0913, PLR0917 (typer wants an argument for each option)
    paths: PathsArgument,
    tools: ToolsOption = None,
    format: FormatOption = "auto",
    role_pattern: RolePatternOption = None,
    column: ColumnOption = None,
    tools_column: ToolsColumnOption = "tools",
    role_key: RoleKeyOption = None,
    text_key: TextKeyOption = None,
    branches: BranchesOption = "all",
) -> None:
    """Check transcripts: the grammar, the typing, and the tools' JSON Schemas.

    What a file holds is recognised by its first lines: chat records, sessions, tables or plain text, see
    --format. Checked is the text of the assistant's turns; a record's own tools go before --tools. Findings go
    to standard output, the summary to standard error. Exit code 1 if there are errors or warnings, 2 if a file
    could not be read.

    \b
    Examples:
      pi-native validate answer.txt --tools tools.json
      pi-native validate chats.jsonl logs/ --tools tools.json > findings.txt
    """
    options = read_options(format, role_pattern, column, tools_column, role_key, text_key, branches)
    validator = _validator(tools)
    found = find(paths)
    if not found.files:
        fail(f"no transcript ({looked_for()}) in {', '.join(paths)}")
    totals, colour = Totals(), has_colour(sys.stdout)
    with Progress(len(found.files)) as progress:
        for path in found.files:
            progress.at(path)
            for checked in _checked(path, options, validator, totals):
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


def _checked(path: str, options: ReadOptions, validator: Validator, totals: Totals) -> Iterator[Checked]:
    """What each turn of a file gave; that a file cannot be read to its end is said, and counted."""
    transcript = read(path, options)
    try:
        for item in transcript:
            checked = validator.check(item)
            totals.add(checked)
            yield checked
        totals.files[transcript.format or "auto"] += 1
    except UnreadableError as error:
        totals.unreadable += 1
        note(f"pi-native: {error}")


def summary(totals: Totals, found: Found) -> str:
    """The last line: what was checked, what was found, what was passed over.

    >>> summary(Totals(Counter(text=1), calls=3), Found(["a.txt"]))
    '1 file (text), 3 calls: no findings'
    """
    counts = [plural(totals.severities[severity], severity) for severity in ("error", "warning", "info")]
    findings = ", ".join(text for text in counts if not text.startswith("0 ")) or "no findings"
    unreadable = f"; {plural(totals.unreadable, 'file')} not readable" if totals.unreadable else ""
    endings = ", ".join(f"{count} {suffix}" for suffix, count in sorted(found.skipped.items()))
    skipped = f"; passed over: {endings}" if endings else ""
    files = plural(totals.files.total(), "file") + _formats(totals.files)
    return f"{files}, {plural(totals.calls, 'call')}: {findings}{unreadable}{skipped}"


def _formats(files: Counter[str]) -> str:
    """As what the files were read, with numbers where there are several formats."""
    if len(files) < 2:
        return "".join(f" ({name})" for name in files)
    return f" ({', '.join(f'{count} {name}' for name, count in files.items())})"
