"""``pi-native check-tools``: what the calls of a tool list cannot say."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pi_native import SchemaError
from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import load_tools
from pi_native.cli.output import FINDINGS, fail, has_colour, note, plural, write
from pi_native.diagnostics import printable
from pi_native.validate.tool_report import Limit, ToolReport, check_tool

ToolsArgument = Annotated[str, typer.Argument(metavar="TOOLS", help="The JSON file with the tool list.")]


def check_tools(
    tools: ToolsArgument,
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Say which parameters of a tool list cannot be spelled in which form, and why.

    Exit code 1 if a call of a tool, or one that gives some parameter, cannot be rendered at all: a name
    outside the rule for names.

    \b
    Examples:
      pi-native check-tools tools.json
    """
    known = load_tools(tools)
    if not known:
        fail(f"{tools}: the list is empty")
    grammar = load_grammar(overlay, overlay_code)
    try:
        reports = [check_tool(tool, known, grammar) for tool in known]
    except SchemaError as error:
        fail(f"{tools}: {error}")
    for report in reports:
        write(describe(report, colour=has_colour(sys.stdout)))
    fatal = sum(limit.fatal for report in reports for limit in report.limits)
    limits = sum(len(report.limits) for report in reports) - fatal
    note(f"{plural(len(reports), 'tool')}: {plural(fatal, 'error')}, {plural(limits, 'limit')}")
    if fatal:
        raise typer.Exit(FINDINGS)


def describe(report: ToolReport, *, colour: bool) -> str:
    """The report on one tool, its name first and a limit a line."""
    name = printable(report.name)
    heading = typer.style(name, bold=True) if colour else name
    lines = [heading, f"  inline form: {report.inline}", *(_line(limit, colour) for limit in report.limits)]
    return "\n".join(lines) + "\n"


def _line(limit: Limit, colour: bool) -> str:
    severity = "error: " if limit.fatal else ""
    if colour and severity:
        severity = typer.style(severity, fg="red", bold=True)
    place = f"{printable(limit.pointer)}: " if limit.pointer else ""
    return f"  {severity}{place}{printable(limit.message)}"
