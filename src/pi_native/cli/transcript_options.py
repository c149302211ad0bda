"""The options that say how transcripts are read, for every command that reads them."""

from __future__ import annotations

from typing import Annotated

import typer

from pi_native.cli.output import fail
from pi_native.transcripts import FORMATS, ReadOptions
from pi_native.transcripts.formats import AUTO, SUFFIXES
from pi_native.transcripts.options import Branches

FormatOption = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        help=f"{AUTO} (by the first lines), " + "; ".join(f"{name}: {FORMATS[name].about}" for name in FORMATS) + ".",
    ),
]
RolePatternOption = Annotated[
    str | None,
    typer.Option(
        "--role-pattern",
        metavar="REGEX",
        help=r"For text: a line that begins with a match begins a turn, e.g. '(?P<role>\w+):$'.",
    ),
]
ColumnOption = Annotated[
    str | None,
    typer.Option("--column", metavar="NAME", help="The key or column that holds the messages, or a table's text."),
]
ToolsColumnOption = Annotated[
    str, typer.Option("--tools-column", metavar="NAME", help="The key or column that holds a record's tools.")
]
RoleKeyOption = Annotated[
    str | None, typer.Option("--role-key", metavar="NAME", help="The key of a message that says whose it is.")
]
TextKeyOption = Annotated[
    str | None, typer.Option("--text-key", metavar="NAME", help="The key of a message that holds its text.")
]
BranchesOption = Annotated[
    str, typer.Option("--branches", metavar="WHICH", help="Of a pi session: all branches, or the current one.")
]


def looked_for() -> str:
    """The endings that are taken from folders, for messages.

    >>> looked_for().startswith(".txt, .jsonl")
    True
    """
    return ", ".join(SUFFIXES)


def read_options(
    format: str,
    role_pattern: str | None,
    column: str | None,
    tools_column: str,
    role_key: str | None,
    text_key: str | None,
    branches: str,
) -> ReadOptions:
    """The options as one value; ends the program where one cannot be used."""
    if format not in (AUTO, *FORMATS):
        fail(f"--format {format}: there are {', '.join([AUTO, *FORMATS])}")
    which: Branches | None = "all" if branches == "all" else "current" if branches == "current" else None
    if which is None:
        fail(f"--branches {branches}: all or current")
    try:
        return ReadOptions(format, role_pattern, column, role_key, text_key, tools_column, which)
    except ValueError as error:
        fail(f"--role-pattern: {error}")
