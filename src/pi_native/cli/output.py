"""Writing for people: findings like a compiler's, colour only on a terminal, a closed pipe taken quietly."""

from __future__ import annotations

import os
import sys
from typing import NoReturn, TextIO

import typer

from pi_native.diagnostics import catalogue, printable
from pi_native.validate import Finding

#: Exit codes of every command.
FINE, FINDINGS, UNUSABLE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141

COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}


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


def describe(finding: Finding, *, colour: bool) -> str:
    """A finding for a reader: place, severity and code, the source line with a caret, a hint."""
    diagnostic = finding.diagnostic
    paint = COLOURS[diagnostic.severity] if colour else None
    severity = _style(f"{diagnostic.severity}:", paint)
    code = _style(diagnostic.code, paint)
    place = _style(printable(finding.place) + ":", "bold" if colour else None)
    source, carets = finding.excerpt.split("\n")
    lines = [
        f"{place} {severity} {code} {printable(diagnostic.message)}",
        *_inside_record(finding),
        f"    {source}",
        f"    {_style(carets, paint)}",
        f"    hint: {catalogue()[diagnostic.code].hint}",
    ]
    return "\n".join(lines) + "\n"


def _inside_record(finding: Finding) -> list[str]:
    """Where inside a record's text, for which the file has no line and column of its own."""
    location, span = finding.location, finding.diagnostic.span
    if not location.pointer:
        return []
    return [f"  in {printable(location.pointer)}, line {span.line}, column {span.column}:"]


def _style(text: str, style: str | None) -> str:
    if style is None or not text:
        return text
    return typer.style(text, bold=True) if style == "bold" else typer.style(text, fg=style, bold=True)


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "file"), plural(2, "file")
    ('1 file', '2 files')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
