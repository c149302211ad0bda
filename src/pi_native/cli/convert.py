"""``pi-native convert``: conversations of other formats as text with calls in it, and back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pi_native.atomic import written
from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import ToolsOption, load_tools
from pi_native.cli.output import FINDINGS, fail, note, plural, write
from pi_native.cli.progress import Progress
from pi_native.cli.render import StyleOption
from pi_native.cli.transcript_options import looked_for
from pi_native.data import to_json
from pi_native.overlays import Overlay, Syntax
from pi_native.processes import WorkerError, mapped
from pi_native.transcripts import Piece, UnreadableError, find, pieces
from pi_native.transcripts.compression import MissingExtraError

if TYPE_CHECKING:
    from pi_native.convert import Batch, Conversion

#: How large a piece of a file is that one process converts at a time, in bytes.
PIECE = 1 << 22

#: How many records that were not converted are named on standard error.
NAMED = 10

FORMATS = "pi-native, openai, anthropic, hermes, sharegpt, xlam, toolace, text"

PathsArgument = Annotated[list[str], typer.Argument(metavar="PATHS", help="Files, or folders to search for them.")]
FromOption = Annotated[str, typer.Option("--from", "-f", metavar="FORMAT", help=f"auto (by the records), {FORMATS}.")]
ToOption = Annotated[str, typer.Option("--to", "-t", metavar="FORMAT", help="pi-native, openai or anthropic.")]
OutputOption = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar="FILE", help=".jsonl, .jsonl.gz, .jsonl.zst or .parquet; else standard output."
    ),
]
AsideOption = Annotated[
    str,
    typer.Option(metavar="FILE", help="Where records without an equal go, with the reason. With -o: FILE.aside.jsonl."),
]
DropOption = Annotated[
    list[str] | None,
    typer.Option(metavar="TYPE", help="Leave out parts of this type, as thinking or image; repeatable."),
]
PromptOption = Annotated[bool, typer.Option("--prompt", help="Teach the format and the tools in the system prompt.")]
JobsOption = Annotated[int, typer.Option("--jobs", "-j", min=0, metavar="N", help="Processes; 0: one a core.")]


def convert(  # noqa: PLR0913, PLR0917 (each is an option)
    paths: PathsArgument,
    source: FromOption = "auto",
    target: ToOption = "pi-native",
    output: OutputOption = "",
    aside: AsideOption = "",
    tools: ToolsOption = None,
    style: StyleOption = "canonical",
    drop: DropOption = None,
    prompt: PromptOption = False,
    jobs: JobsOption = 1,
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Convert conversations: calls of other formats to calls in the text, and back.

    One record becomes one record, with the same calls. A record that has no equal
    in the other format is not changed to fit: it is kept aside, with the reason,
    and named on standard error. Keys that belong to no format stay as they are.

    Exit codes: 0 fine, 1 some records were kept aside, 2 wrong usage or a file
    that could not be read.

    \b
    Examples:
      pi-native convert chats.jsonl -o train.jsonl
      pi-native convert xlam.json --from xlam --prompt -o train.parquet
      pi-native convert claude.jsonl --drop thinking -o train.jsonl.gz --jobs 0
      pi-native convert train.jsonl --to openai -o chats.jsonl
    """
    conversion = _conversion(source, target, tools, style, drop, prompt, overlay, overlay_code)
    if output.endswith(".parquet") and target != "pi-native":
        fail("--output: a Parquet file is for --to pi-native")
    files = find(paths).files
    if not files:
        fail(f"no file ({looked_for()}) in {', '.join(paths)}")
    aside = aside or (f"{output}.aside.jsonl" if output else "")
    try:
        with ExitStack() as stack:
            writer = stack.enter_context(_writer(output))
            total = _run(conversion, files, jobs or os.cpu_count() or 1, writer, _Aside(stack, aside))
    except WorkerError as error:
        fail(str(error))
    note(f"{plural(total.records, 'record')} with {plural(total.calls, 'call')} converted, {total.aside} kept aside")
    if total.aside:
        raise typer.Exit(FINDINGS)


@dataclass(slots=True)
class _Total:
    records: int = 0
    calls: int = 0
    aside: int = 0


def _conversion(
    source: str,
    target: str,
    tools: str | None,
    style: Any,
    drop: list[str] | None,
    prompt: bool,
    overlay: list[str] | None,
    overlay_code: list[str] | None,
) -> Conversion:
    from pi_native.convert import READERS, WRITERS, Conversion

    if source not in ("auto", *READERS):
        fail(f"--from {source}: there are auto, {', '.join(READERS)}")
    if target not in WRITERS:
        fail(f"--to {target}: there are {', '.join(WRITERS)}")
    load_grammar(overlay, overlay_code)  # ends the program where it cannot be used
    syntax = Syntax(tuple(Overlay.of_any(each) for each in overlay or ()), tuple(overlay_code or ()))
    known = load_tools(tools)
    listed = known and [
        {"name": tool.name, "description": tool.description, "parameters": tool.parameters} for tool in known
    ]
    return Conversion(source, target, listed, style, syntax, frozenset(drop or ()), prompt)


@contextmanager
def _writer(path: str) -> Iterator[Any]:
    if not path:
        yield lambda records: write("".join(record + "\n" for record in records))
        return
    from pi_native.convert.outputs import to_file

    try:
        with written(path) as file, to_file(path, file) as writer:
            yield writer
    except MissingExtraError as error:
        fail(f"--output {path}: {error}")
    except OSError as error:
        fail(f"{path}: {error.strerror or error}")


class _Aside:
    """The file of records that were not converted: there only if there are some."""

    def __init__(self, stack: ExitStack, path: str) -> None:
        self._stack, self._path = stack, path
        self._write: Any = None
        self._named = 0

    def add(self, batch: Batch) -> None:
        for record in batch.aside:
            place = f"{record.path}:{record.line}" if record.line else record.path
            if self._named < NAMED:
                note(f"{place}: {record.pointer + ': ' if record.pointer else ''}{record.reason}")
            elif self._named == NAMED:
                note(f"… more are {'in ' + self._path if self._path else 'not named'}")
            self._named += 1
        if batch.aside and self._path:
            self._write = self._write or self._stack.enter_context(_writer(self._path))
            self._write([to_json(record.to_json()) for record in batch.aside])


def _run(conversion: Conversion, files: list[str], jobs: int, writer: Any, aside: _Aside) -> _Total:
    total = _Total()
    with Progress(len(files), ("records", "kept aside")) as progress:
        for path in files:
            progress.at(path)
            for batch in _batches(conversion, path, jobs):
                writer(batch.records)
                aside.add(batch)
                total.records += len(batch.records)
                total.calls += batch.calls
                total.aside += len(batch.aside)
                progress.step(len(batch.aside), len(batch.records))
    return total


def _batches(conversion: Conversion, path: str, jobs: int) -> Iterator[Batch]:
    from pi_native.hosts.conversation import ConversationError

    try:
        named = conversion.named(Piece(path))
        if jobs == 1:
            yield from named.batches(Piece(path))
            return
        for _, batches in mapped(partial(_converted, named), pieces(path, size=PIECE), jobs):
            yield from batches
    except (UnreadableError, ConversationError) as error:
        fail(str(error))


def _converted(conversion: Conversion, piece: Piece) -> list[Batch]:
    return list(conversion.batches(piece))
