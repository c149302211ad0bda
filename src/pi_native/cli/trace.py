"""``pi-native trace``: streaming, replayed step by step."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from pi_native.cli.explain import width
from pi_native.cli.inputs import FileArgument, ToolsOption, load_tools, read_chunks
from pi_native.cli.output import has_colour, write
from pi_native.cli.stream import cut
from pi_native.data import event_data, to_json
from pi_native.events import DiagnosticEvent, Event
from pi_native.explain.calls_page import cut as shortened
from pi_native.explain.calls_page import labelled
from pi_native.explain.layout import Page, escaped
from pi_native.explain.lessons import sentence
from pi_native.inspection import OpenFrame
from pi_native.trace import Step, step_data
from pi_native.trace import trace as steps_of

ChunkOption = Annotated[
    int, typer.Option(min=1, metavar="N", help="Cut the text into chunks of N characters.", show_default=True)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, a step a line.")]


def trace(file: FileArgument, tools: ToolsOption = None, chunk: ChunkOption = 16, json: JsonOption = False) -> None:
    """Replay streaming step by step: what is kept and held back, and why; what is open; which events come.

    \b
    Examples:
      pi-native trace answer.txt --tools tools.json --chunk 4
      pi-native trace answer.txt --tools tools.json --chunk 1 --json
    """
    colour = has_colour(sys.stdout)
    for step in steps_of(cut(read_chunks(file), chunk), load_tools(tools)):
        if json:
            write(to_json(step_data(step)) + "\n")
        else:
            page = Page(width(), colour)
            step_page(step, page)
            write(page.text + "\n")


def step_page(step: Step, page: Page) -> None:
    """Write a step for a reader."""
    now = step.now
    chunk = "end of the input" if step.chunk is None else shortened(escaped(step.chunk))
    page.heading(f"step {step.number}", chunk)
    if now.buffered > now.held_back:
        labelled(page, "buffer", _end(now.tail, now.buffered))
    if now.held_back:
        labelled(page, "held", _end(now.held, now.held_back))
    if step.rule is not None:
        labelled(page, "why", sentence(step.rule))
    labelled(page, "stack", " › ".join(map(_frame, now.stack)) or "empty: prose")
    for event in step.events:
        labelled(page, "event", _event(event))


def _end(text: str, length: int, shown: int = 120) -> str:
    """The end of a text of which there is more."""
    end = escaped(text[-shown:])
    return end if length <= shown else f"({length - shown:,} characters) …{end}"


def _frame(frame: OpenFrame) -> str:
    return f"{frame.kind} {frame.name} ({'in its tag' if frame.body == 'tag' else frame.body})"


def _event(event: Event) -> str:
    if isinstance(event, DiagnosticEvent):
        return f"diagnostic {event.diagnostic.code}: {event.diagnostic.message}"
    return " ".join(_words(event_data(event)))


def _words(data: dict[str, Any]) -> Iterator[str]:
    """An event's fields in a few words: names and pointers as they are, texts and values as JSON."""
    yield data["event"]
    yield from (data[key] for key in ("name", "pointer") if key in data)
    yield from (shortened(to_json(data[key])) for key in ("text", "value") if key in data)
    if "call" in data:
        yield shortened(f"{data['call']['name']} {to_json(data['call']['arguments'])}")
    if data.get("shortened"):
        yield "(shortened: recovery took back some of it)"
