"""``pi-native trace``: streaming, replayed step by step."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pi_native.cli.explain import width
from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import FileArgument, ToolsOption, load_tools, read_chunks
from pi_native.cli.output import has_colour, write
from pi_native.cli.stream import cut
from pi_native.data import to_json

ChunkOption = Annotated[int, typer.Option(min=1, metavar="N", help="Cut the text into chunks of N characters.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, a step a line.")]


def trace(
    file: FileArgument,
    tools: ToolsOption = None,
    chunk: ChunkOption = 16,
    json: JsonOption = False,
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Replay streaming step by step: what is kept and held back, and why; what is open; which events come.

    \b
    Examples:
      pi-native trace answer.txt --tools tools.json --chunk 4
      pi-native trace answer.txt --tools tools.json --chunk 1 --json
    """
    from pi_native.explain.layout import Page
    from pi_native.trace import step_data, step_page
    from pi_native.trace import trace as steps_of

    colour, grammar = has_colour(sys.stdout), load_grammar(overlay, overlay_code)
    for step in steps_of(cut(read_chunks(file), chunk), load_tools(tools), grammar=grammar):
        if json:
            write(to_json(step_data(step)) + "\n")
        else:
            page = Page(width(), colour)
            step_page(step, page)
            write(page.text + "\n")
