"""Streaming, replayed step by step: what is held back and why, what is open, which events come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from pi_native.data import event_data, to_json
from pi_native.events import DiagnosticEvent, Event
from pi_native.explain.calls_page import cut, labelled
from pi_native.explain.layout import Page, escaped
from pi_native.explain.lessons import Lesson, lesson, sentence
from pi_native.grammar import Grammar
from pi_native.inspection import Inspection, OpenFrame, inspect, step_by_step
from pi_native.parser import ToolsLike


@dataclass(frozen=True, slots=True)
class Step:
    """One chunk and what it led to; the last step, with ``chunk`` None, is the end of the input.

    ``now`` is the parser behind the chunk, ``rule`` the grammar's sentence on what it waits for, or None.
    """

    number: int
    chunk: str | None
    now: Inspection
    rule: Lesson | None
    events: tuple[Event, ...]


def trace(chunks: Iterable[str], tools: ToolsLike = None, *, grammar: Grammar | None = None) -> Iterator[Step]:
    """Feed chunks to a stream parser, a step for each, and one for the end. Raises `SchemaError` as `StreamParser`.

    >>> steps = list(trace(["Hi <ca", "ll:ls/>"]))
    >>> [(step.now.held, step.now.waits, len(step.events)) for step in steps]
    [('<ca', 'prose', 1), ('', '', 3), ('', '', 0)]
    """
    grammar = grammar or Grammar.load()
    stream = step_by_step(tools, grammar)
    number = 0
    for number, chunk in enumerate(chunks, 1):
        events = tuple(stream.feed(chunk))
        yield _step(number, chunk, inspect(stream), events, grammar)
    events = tuple(stream.close())
    yield _step(number + 1, None, inspect(stream), events, grammar)


def _step(number: int, chunk: str | None, now: Inspection, events: tuple[Event, ...], grammar: Grammar) -> Step:
    return Step(number, chunk, now, lesson(grammar, "wait", now.waits) if now.waits else None, events)


def step_data(step: Step) -> dict[str, Any]:
    """A step as JSON data; ``buffer`` and ``held`` are the last 2,000 characters of what is kept."""
    now = step.now
    return {
        "step": step.number,
        "chunk": step.chunk,
        "buffer": now.tail,
        "buffered": now.buffered,
        "held": now.held,
        "held_back": now.held_back,
        "waits": now.waits,
        "why": step.rule.text if step.rule else "",
        "where": now.where,
        "stack": [asdict(frame) for frame in now.stack],
        "events": [event_data(event) for event in step.events],
    }


def step_page(step: Step, page: Page) -> None:
    """Write a step for a reader."""
    now = step.now
    chunk = "end of the input" if step.chunk is None else cut(escaped(step.chunk))
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
    return end if length <= shown else f"({length - shown:,} earlier characters) …{end}"


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
    yield from (cut(to_json(data[key])) for key in ("text", "value") if key in data)
    if "call" in data:
        yield cut(f"{data['call']['name']} {to_json(data['call']['arguments'])}")
    if data.get("shortened"):
        yield "(shortened: recovery took back some of it)"
