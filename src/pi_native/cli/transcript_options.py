"""The options that say how transcripts are read, for every command that reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from pi_native.cli.output import fail
from pi_native.transcripts import FORMATS, ReadOptions
from pi_native.transcripts.formats import AUTO, SUFFIXES
from pi_native.transcripts.options import Branches

PANEL = "Reading"
FORMAT_HELP = f"{AUTO} (by the first lines), {'; '.join(f'{name}: {FORMATS[name].about}' for name in FORMATS)}."


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file is taken for, and what its parts are called."""

    format: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            rich_help_panel=PANEL,
            help=FORMAT_HELP,
        ),
    ] = AUTO
    role_pattern: Annotated[
        str,
        typer.Option(
            metavar="REGEX",
            rich_help_panel=PANEL,
            help=r"For text: a line that begins with a match begins a turn, e.g. '(?P<role>\w+):$'.",
        ),
    ] = ""
    column: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            rich_help_panel=PANEL,
            help="The key or column that holds the messages, or a table's text.",
        ),
    ] = ""
    tools_column: Annotated[
        str,
        typer.Option(metavar="NAME", rich_help_panel=PANEL, help="The key or column that holds a record's tools."),
    ] = "tools"
    role_key: Annotated[
        str,
        typer.Option(metavar="NAME", rich_help_panel=PANEL, help="The key of a message that says whose it is."),
    ] = ""
    text_key: Annotated[
        str, typer.Option(metavar="NAME", rich_help_panel=PANEL, help="The key of a message that holds its text.")
    ] = ""
    branches: Annotated[
        str,
        typer.Option(metavar="WHICH", rich_help_panel=PANEL, help="Of a pi session: all branches, or the current one."),
    ] = "all"

    def options(self) -> ReadOptions:
        """The options for the readers; ends the program where one cannot be used."""
        if self.format not in (AUTO, *FORMATS):
            fail(f"--format {self.format}: there are {', '.join([AUTO, *FORMATS])}")
        which: Branches | None = "all" if self.branches == "all" else "current" if self.branches == "current" else None
        if which is None:
            fail(f"--branches {self.branches}: all or current")
        names = (self.column or None, self.role_key or None, self.text_key or None)
        try:
            return ReadOptions(self.format, self.role_pattern or None, *names, self.tools_column, which)
        except ValueError as error:
            fail(f"--role-pattern: {error}")


def looked_for() -> str:
    """The endings that are taken from folders, for messages.

    >>> looked_for().startswith(".txt, .jsonl")
    True
    """
    return ", ".join(SUFFIXES)
