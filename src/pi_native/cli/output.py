"""Writing for people: colour only on a terminal, a closed pipe taken quietly."""

from __future__ import annotations

import os
import sys
from typing import NoReturn, TextIO

import typer

from pi_native.diagnostics import printable

#: Exit codes of every command.
FINE, FINDINGS, UNUSABLE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141


def write(text: str, stream: TextIO | None = None) -> None:
    """Write to standard output, or to ``stream``; a reader that went away ends the program without a word."""
    stream = stream or sys.stdout
    try:
        stream.write(text)
    except BrokenPipeError:
        silence()
        raise typer.Exit(BROKEN_PIPE) from None


def silence() -> None:
    """Let what is still buffered for standard output go nowhere, so that no later flush fails again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def note(text: str) -> None:
    """A line on standard error."""
    write(printable(text) + "\n", sys.stderr)


def fail(text: str) -> NoReturn:
    """One line on standard error and exit code 2: the command cannot do its work."""
    note(f"pi-native: {text}")
    raise typer.Exit(UNUSABLE)


def has_colour(stream: TextIO) -> bool:
    """Whether to colour what goes to a stream: only on a terminal, never under ``NO_COLOR``."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "file"), plural(2, "file")
    ('1 file', '2 files')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
