"""The command line: its commands, and what holds for all of them."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from pi_native import __version__
from pi_native.cli.check_tools import check_tools
from pi_native.cli.convert import convert
from pi_native.cli.cost import cost
from pi_native.cli.experiment import experiment
from pi_native.cli.explain import explain
from pi_native.cli.export import export
from pi_native.cli.grammar import grammar
from pi_native.cli.output import BROKEN_PIPE, INTERRUPTED, silence, write
from pi_native.cli.parse import parse
from pi_native.cli.prompt import prompt
from pi_native.cli.quiz import quiz
from pi_native.cli.render import render
from pi_native.cli.report import report
from pi_native.cli.stream import stream
from pi_native.cli.trace import trace
from pi_native.cli.validate import validate

app = typer.Typer(
    name="pi-native",
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)
app.command()(parse)
app.command()(stream)
app.command()(render)
app.command()(validate)
app.command()(report)
app.command("check-tools")(check_tools)
app.command()(experiment)
app.command()(cost)
app.add_typer(grammar, name="grammar")
app.command()(explain)
app.command()(trace)
app.command()(prompt)
app.command()(quiz)
app.command()(export)
app.command()(convert)


def _version(wanted: bool) -> None:
    if wanted:
        write(f"pi-native {__version__}\n")
        raise typer.Exit


VersionOption = Annotated[
    bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
]


@app.callback()
def options(version: VersionOption = False) -> None:
    """Read, write and check tool calls in the pi-native format.

    Exit codes: 0 fine, 1 findings, 2 wrong usage or unreadable input.

    \b
    Examples:
      pi-native parse answer.txt --tools tools.json
      model | pi-native stream - --tools tools.json
      pi-native render calls.json --tools tools.json
      pi-native validate transcripts/ --tools tools.json
      pi-native report findings.jsonl --html findings.html
      pi-native check-tools tools.json
      pi-native experiment my-idea.lark
      pi-native grammar rules
      pi-native cost logs/ --tools tools.json
      pi-native explain answer.txt --tools tools.json
      pi-native trace answer.txt --tools tools.json --chunk 4
      pi-native prompt --tools tools.json
      pi-native quiz
      pi-native export llguidance --tools tools.json
      pi-native convert chats.jsonl -o train.jsonl
    """


def main() -> None:
    """The console script: UTF-8 whatever the locale says, no traceback on Ctrl-C or on a closed pipe."""
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, io.TextIOWrapper):
            output.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        app(prog_name="pi-native")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        _flush()


def _flush() -> None:
    """Write out what is buffered here, where a closed pipe can still be taken quietly."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        silence()
        sys.exit(BROKEN_PIPE)
