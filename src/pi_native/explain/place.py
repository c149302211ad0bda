"""A place in a text, explained: what is open there, what the parser expects next, and why."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

from pi_native.diagnostics import excerpt
from pi_native.explain.calls_page import cut, labelled, rule_reference
from pi_native.explain.layout import Page, escaped
from pi_native.explain.lessons import Lesson, lesson, sentence
from pi_native.explain.reading import scalar_key
from pi_native.grammar import Grammar
from pi_native.inspection import Inspection, OpenFrame, inspect, step_by_step, types_of
from pi_native.locator import TextLines
from pi_native.model import Span
from pi_native.parser import ToolsLike


@dataclass(frozen=True, slots=True)
class Expectation:
    """A terminal that may come next: ``text`` is how it is written where that is fixed, ``desc`` what it is."""

    name: str
    text: str
    desc: str


@dataclass(frozen=True, slots=True)
class PlaceExplanation:
    """What the parser knows at a place: everything before it was read, nothing behind it was seen.

    ``before`` are the beginnings of tokens that the place is in, ``expected`` what may come; ``rules`` say why.
    """

    span: Span
    excerpt: str
    now: Inspection
    reading: tuple[Expectation, ...]
    expected: tuple[Expectation, ...]
    rules: tuple[Lesson, ...]


def explain_place(
    text: str, offset: int, tools: ToolsLike = None, *, grammar: Grammar | None = None
) -> PlaceExplanation:
    """Explain the place before the character at ``offset``.

    >>> place = explain_place('<call:read path="a"', 18)
    >>> [each.name for each in place.reading]
    ['DQ_VALUE']
    """
    grammar = grammar or Grammar.load()
    stream = step_by_step(tools, grammar)
    stream.feed(text[:offset])
    now = inspect(stream)
    span = Span(offset, offset, *TextLines(text).at(offset))
    reading = tuple(_expectation(grammar, name, now.stack) for name in now.reading)
    expected = tuple(_expectation(grammar, name, now.stack) for name in now.expected)
    return PlaceExplanation(span, excerpt(text, span), now, reading, expected, tuple(_rules(grammar, now)))


def _expectation(grammar: Grammar, name: str, stack: tuple[OpenFrame, ...]) -> Expectation:
    terminal = grammar.terminals[name]
    closers = {tag.closer.name for tag in grammar.tags}
    text = stack[-1].closer if name in closers and stack else terminal.shortest or ""
    if terminal.is_frame and not text:
        text = terminal.wrap("…")
    return Expectation(name, text, _about(grammar, name))


def _about(grammar: Grammar, name: str) -> str:
    """The description of a terminal; its own part where several share one: ``NAME: …``."""
    desc = grammar.productions[name].desc
    own = re.search(rf"\b(?<!_){name}: ([^.]*\.)", desc)
    return own[1] if own else desc


def _rules(grammar: Grammar, now: Inspection) -> list[Lesson]:
    """Why these are expected: how the value being written is read, and what is waited for."""
    rules = []
    if now.shape is not None:
        is_inline = now.where == "body" and now.stack[-1].kind == "call"
        rules.append(lesson(grammar, "read", "inline" if is_inline else scalar_key(now.shape)))
    if now.waits:
        rules.append(lesson(grammar, "wait", now.waits))
    return rules


def place_page(place: PlaceExplanation, page: Page) -> None:
    """Write an explanation for a reader."""
    now = place.now
    page.heading(f"line {place.span.line}, column {place.span.column}")
    page.verbatim(place.excerpt)
    page.gap()
    if not now.stack:
        labelled(page, "in", "prose: text between calls")
    for depth, frame in enumerate(now.stack):
        labelled(page, "" if depth else "in", _frame(frame, depth))
    if now.argument is not None:
        labelled(page, "value", f"{now.argument}, {_types(now)}")
    if now.skips:
        labelled(page, "skipped", "the text here belongs to no element and is left out")
    if now.held:
        labelled(page, "held", cut(escaped(now.held)))
    for rule in place.rules:
        labelled(page, "why", sentence(rule))
    page.items("may go on being", [_line(each) for each in place.reading])
    page.items("may come next", [_line(each) for each in place.expected])
    page.items("parameters that may be given", [", ".join(now.names)] if now.names else [])


def _frame(frame: OpenFrame, depth: int) -> str:
    body = {"tag": "in its open tag", "undecided": "what its body is is not decided", "members": "its body is elements"}
    types = f" ({' or '.join(frame.types)})" if frame.types and depth else ""
    state = body.get(frame.body, f"its body is text, up to {frame.closer}")
    return f"the {frame.kind} {frame.name}{types}: {state}"


def _types(now: Inspection) -> str:
    return " or ".join(types_of(now.shape)) if now.shape is not None and now.shape.types else "of any type"


def _line(each: Expectation) -> str:
    text = f" {escaped(each.text)}" if each.text else ""
    return f"{each.name}{text}: {each.desc}"


def place_data(place: PlaceExplanation) -> dict[str, Any]:
    """An explanation as JSON data."""
    now, span = place.now, place.span
    return {
        "line": span.line,
        "column": span.column,
        "offset": span.offset,
        "where": now.where,
        "stack": [asdict(frame) for frame in now.stack],
        "held": now.held,
        "held_back": now.held_back,
        "argument": now.argument,
        "types": list(types_of(now.shape)) if now.shape is not None else [],
        "names": list(now.names),
        "skips": now.skips,
        "reading": [asdict(each) for each in place.reading],
        "expected": [asdict(each) for each in place.expected],
        "rules": [rule_reference(rule) for rule in place.rules],
    }
