"""``pi-native experiment``: an overlay of the grammar tried out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pi_native import ToolSet
from pi_native.cli.grammar_options import OverlayCodeOption
from pi_native.cli.inputs import ToolsOption, load_tools
from pi_native.cli.output import FINDINGS, fail, note, write
from pi_native.cli.reporting import destination
from pi_native.data import to_json
from pi_native.transcripts import BadRecord, UnreadableError, find, read

if TYPE_CHECKING:  # what tries out is imported where it does: other commands need not wait for it
    from pi_native.experiment import Report
    from pi_native.experiment.compare import Sample

OverlaysArgument = Annotated[
    list[str], typer.Argument(metavar="OVERLAY", help="A .lark file, or a name of the gallery; several apply in order.")
]
CorpusOption = Annotated[
    list[str] | None,
    typer.Option("--corpus", metavar="PATHS", help="Transcripts to compare both grammars on; repeatable."),
]
OutputOption = Annotated[Literal["text", "json"], typer.Option("--output", help="How the report is written.")]
HtmlOption = Annotated[str, typer.Option("--html", metavar="FILE", help="Write the report as a page, too.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Another seed draws other texts.")]

TokensOption = Annotated[bool, typer.Option("--tokens", help="Count tokens, too: see pi-native cost.")]

MAX_TURNS = 5_000  # of the corpus


def experiment(
    overlays: OverlaysArgument,
    overlay_code: OverlayCodeOption = None,
    corpus: CorpusOption = None,
    tools: ToolsOption = None,
    output: OutputOption = "text",
    html: HtmlOption = "",
    seed: SeedOption = 0,
    tokens: TokensOption = False,
) -> None:
    """Try an overlay out: does it build, what does it change, break and cost?

    Both grammars read the conformance cases, sentences of either, and --corpus.
    Exit code 1 if the overlay is not sound: it does not build, an example of it
    does not hold, or it breaks a promise of the base.

    \b
    Examples:
      pi-native experiment my-idea.lark
      pi-native experiment my-idea.lark --corpus logs/ --html idea.html
      pi-native experiment fenced --overlay-code fenced
      pi-native experiment sigil barewords --output json
    """
    from pi_native.experiment import Corpus
    from pi_native.experiment import experiment as tried
    from pi_native.experiment.report import lines

    known = load_tools(tools)
    gathered = Corpus(_samples(corpus or [], known), known) if known else Corpus(_samples(corpus or [], None))
    try:
        report = tried(overlays, overlay_code or (), gathered, seed=seed, with_tokens=tokens, at=_progress)
    except UnicodeDecodeError as error:
        fail(f"an overlay is not UTF-8: byte {error.start}")
    except OSError as error:
        fail(f"{error.filename}: {error.strerror or error}")
    if html:
        _write_page(report, html)
    if output == "json":
        write(to_json(report.to_json(), indent=2) + "\n")
    else:
        write("".join(line + "\n" for line in lines(report)))
    if not report.is_sound:
        raise typer.Exit(FINDINGS)


def _progress(step: str) -> None:
    if sys.stderr.isatty():
        write(f"\r\x1b[K{step} …" if step != "cost" else "\r\x1b[K", sys.stderr)
        sys.stderr.flush()


def _write_page(report: Report, path: str) -> None:
    from pi_native.experiment.page import page

    try:
        with destination(path) as to:
            to(page(report))
    except ImportError:
        fail("a page needs: pip install 'pi-native[report]'")


def _samples(paths: list[str], tools: ToolSet | None) -> list[Sample]:
    """The assistant's turns of transcripts, the first `MAX_TURNS`."""
    from pi_native.experiment.compare import Sample

    found: list[Sample] = []
    for path in find(paths).files if paths else []:
        try:
            for item in read(path):
                if not isinstance(item, BadRecord) and item.role == "assistant":
                    found.append(Sample(item.text, tools, f"{path}:{item.location.line or 1}"))
                if len(found) == MAX_TURNS:
                    note(f"pi-native: only the first {MAX_TURNS:,} turns of the corpus are compared")
                    return found
        except UnreadableError as error:
            fail(str(error))
    return found
