"""``pi-native stream``: the events of a text as it arrives."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Annotated

import typer

from pi_native import DiagnosticEvent, StreamParser
from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import FileArgument, ToolsOption, load_tools, read_chunks
from pi_native.cli.output import FINDINGS, write
from pi_native.data import event_data, to_json
from pi_native.events import Event
from pi_native.validate import worth_saying

ChunkOption = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="Cut the text into chunks of N characters; else as it arrives."),
]
DelayOption = Annotated[
    float, typer.Option(min=0, metavar="SECONDS", help="Wait before each chunk, to watch a file as if it were a model.")
]


def stream(
    file: FileArgument,
    tools: ToolsOption = None,
    chunk: ChunkOption = None,
    delay: DelayOption = 0,
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Print the events of a text as JSON, one a line, each as soon as it is certain.

    Exit code 1 if there are errors or warnings.

    \b
    Examples:
      model | pi-native stream - --tools tools.json
      pi-native stream answer.txt --tools tools.json --chunk 4 --delay 0.05
    """
    known = load_tools(tools)
    parser = StreamParser(known, grammar=load_grammar(overlay, overlay_code))
    has_findings = False
    for piece in cut(read_chunks(file), chunk):
        time.sleep(delay)
        has_findings |= _print(parser.feed(piece), with_tools=known is not None)
    has_findings |= _print(parser.close(), with_tools=known is not None)
    if has_findings:
        raise typer.Exit(FINDINGS)


def cut(pieces: Iterator[str], size: int | None) -> Iterator[str]:
    """The pieces as they are, or cut into pieces of at most ``size`` characters.

    >>> list(cut(iter(["abcde", "f"]), 2))
    ['ab', 'cd', 'e', 'f']
    """
    for piece in pieces:
        yield from [piece] if size is None else (piece[i : i + size] for i in range(0, len(piece), size))


def _print(events: list[Event], with_tools: bool) -> bool:
    """Print events; whether one of them is a finding."""
    found = False
    for event in events:
        if isinstance(event, DiagnosticEvent):
            if not worth_saying((event.diagnostic,), with_tools=with_tools):
                continue
            found |= event.diagnostic.severity != "info"
        write(to_json(event_data(event)) + "\n")
    sys.stdout.flush()
    return found
