"""The options of ``validate``, in groups."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

import typer

from pi_native.cli.configuration import ONCE, PATH
from pi_native.cli.grammar_options import load_grammar
from pi_native.overlays import Syntax

CHECKS, FIXES, OUTPUT, KNOWN = "Checks", "Fixes", "Output", "Known findings and exit codes"

OutputName = Literal["text", "json", "jsonl", "sarif", "github", "junit"]
Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Checks:
    """What is checked, and which findings are wanted."""

    tools: Annotated[
        str,
        typer.Option(
            metavar="TOOLS",
            rich_help_panel=CHECKS,
            help="JSON file with the tool list: OpenAI, Anthropic, MCP or bare name and parameters.",
        ),
    ] = field(default="", metadata=PATH)
    select: Annotated[
        list[str],
        typer.Option(metavar="NAMES", rich_help_panel=CHECKS, help="Only these codes or layers, with commas between."),
    ] = field(default_factory=list)
    ignore: Annotated[
        list[str],
        typer.Option(metavar="NAMES", rich_help_panel=CHECKS, help="Not these codes or layers."),
    ] = field(default_factory=list)
    style: Annotated[
        bool,
        typer.Option("--style/--no-style", rich_help_panel=CHECKS, help="Also report calls not in canonical form."),
    ] = False


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment with the syntax."""

    overlay: Annotated[
        list[str],
        typer.Option(metavar="FILE", rich_help_panel=CHECKS, help="Change the grammar by this file; repeatable."),
    ] = field(default_factory=list)
    overlay_code: Annotated[
        list[str],
        typer.Option(metavar="FILE.py", rich_help_panel=CHECKS, help="Run this code of an overlay; repeatable."),
    ] = field(default_factory=list)

    def syntax(self) -> Syntax:
        """The overlays, read; ends the program where one cannot be used."""
        return Syntax(load_grammar(self.overlay, self.overlay_code).overlays, tuple(self.overlay_code))


@dataclass(frozen=True, slots=True)
class Fixing:
    """Whether calls are rewritten, and where."""

    fix: Annotated[
        bool,
        typer.Option("--fix", rich_help_panel=FIXES, help="Rewrite calls in canonical form, into NAME.fixed.EXT."),
    ] = field(default=False, metadata=ONCE)
    in_place: Annotated[
        bool, typer.Option("--in-place", rich_help_panel=FIXES, help="With --fix: into the file itself.")
    ] = field(default=False, metadata=ONCE)


@dataclass(frozen=True, slots=True)
class Output:
    """How findings are written."""

    output: Annotated[OutputName, typer.Option(rich_help_panel=OUTPUT, help="The format of the findings.")] = "text"
    output_file: Annotated[
        str,
        typer.Option(metavar="FILE", rich_help_panel=OUTPUT, help="Write the findings here, whole or not at all."),
    ] = field(default="", metadata=ONCE)
    excerpts: Annotated[
        bool,
        typer.Option("--excerpts/--no-excerpts", rich_help_panel=OUTPUT, help="Show the lines where findings are."),
    ] = True
    statistics: Annotated[
        bool,
        typer.Option(
            "--statistics/--no-statistics",
            rich_help_panel=OUTPUT,
            help="Count findings by code and tool, and the calls' characters by form.",
        ),
    ] = False
    max_findings: Annotated[
        int,
        typer.Option(metavar="N", min=0, rich_help_panel=OUTPUT, help="Write no more than N findings; count them all."),
    ] = -1


@dataclass(frozen=True, slots=True)
class Known:
    """Which findings are known already, and what the exit code says."""

    baseline: Annotated[
        str,
        typer.Option(metavar="FILE", rich_help_panel=KNOWN, help="Do not report the findings that this file knows."),
    ] = field(default="", metadata=PATH)
    write_baseline: Annotated[
        str,
        typer.Option(
            metavar="FILE", rich_help_panel=KNOWN, help="Write all findings to this file instead of reporting them."
        ),
    ] = field(default="", metadata=ONCE)
    fail_on: Annotated[
        Severity,
        typer.Option(rich_help_panel=KNOWN, help="The least severity that makes the exit code 1."),
    ] = "warning"
    exit_zero: Annotated[
        bool,
        typer.Option("--exit-zero/--no-exit-zero", rich_help_panel=KNOWN, help="Exit with 0 whatever is found."),
    ] = False
