"""Whether a grammar keeps what the base promises: calls read back, chunks change nothing, time grows with length."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pi_native.grammar import Grammar
from pi_native.model import Json, UnrenderableError
from pi_native.parser import ToolsLike, parse
from pi_native.renderer import StyleName, render
from pi_native.stream import StreamParser
from pi_native.tools import ToolSet
from pi_native.values import same

STYLES: tuple[StyleName, ...] = ("canonical", "element", "minimal")
CHUNKS = (1, 3)  # characters
LENGTH = 3_000  # repetitions of the shorter of two texts whose times are compared
FACTOR = 4
WORST = 9.0  # times as long for FACTOR times the length: between linear, 4, and quadratic, 16


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """Calls written and read again: how many, how many were refused, and a sentence for each that came out wrong."""

    calls: int
    refused: int
    wrong: tuple[str, ...]


def round_trip(grammar: Grammar, calls: Iterable[dict[str, Json]], tools: ToolSet) -> RoundTrip:
    """Write each call in every style and read it again.

    >>> round_trip(Grammar.load(), [{"name": "ls", "arguments": {}}], ToolSet([])).wrong
    ()
    """
    count = refused = 0
    wrong: list[str] = []
    for call in calls:
        for style in STYLES:
            count += 1
            try:
                text = render(call, tools, style=style, grammar=grammar)
            except UnrenderableError:
                refused += 1
                continue
            again = parse(text, tools, grammar=grammar).calls
            if len(again) != 1 or again[0].name != call["name"] or not same(again[0].arguments, call["arguments"]):
                wrong.append(f"{call['arguments']!r:.200} is written {text!r:.200} and read otherwise")
    return RoundTrip(count, refused, tuple(wrong))


def chunk_differences(grammar: Grammar, texts: Iterable[str], tools: ToolsLike = None) -> list[str]:
    """The texts that come to something else when they arrive in chunks."""
    return [text for text in texts if not _is_invariant(grammar, text, tools)]


def _is_invariant(grammar: Grammar, text: str, tools: ToolsLike) -> bool:
    whole = parse(text, tools, grammar=grammar)
    for size in CHUNKS:
        stream = StreamParser(tools, grammar=grammar)
        for start in range(0, len(text), size):
            stream.feed(text[start : start + size])
        stream.close()
        if stream.result != whole:
            return False
    return True


@dataclass(frozen=True, slots=True)
class Growth:
    """How the time of parsing a repeated piece of text grows: ``ratio`` is for four times the length."""

    piece: str
    ratio: float

    @property
    def is_linear(self) -> bool:
        """Whether it grows about as the length does."""
        return self.ratio <= WORST


def growth(grammar: Grammar) -> list[Growth]:
    """Time for texts that make a careless expression look at everything again and again, the worst first."""
    found = [Growth(piece, ratio_of(grammar, before, piece)) for before, piece in hard_texts(grammar)]
    return sorted(found, key=lambda each: -each.ratio)


def hard_texts(grammar: Grammar) -> Iterator[tuple[str, str]]:
    """Beginnings, each with a piece that is repeated behind it: what tags begin and end with, whitespace, names."""
    pieces = {" ", "a", '"', "\n", "a="}
    for tag in (*grammar.tags, *grammar.sections):
        pieces |= {tag.opener.prefix, tag.opener.wrap("a"), tag.closer.prefix, tag.close("a")}
        pieces |= {grammar.terminals[name].literal or "" for name in tag.ends}
    opened = [tag.opener.wrap("a") if tag.opener.is_frame else tag.opener.literal or "" for tag in grammar.segment_tags]
    for before in ("", *opened, *(opener + rest for opener in opened for rest in (" ", " a", " a="))):
        yield from ((before, piece) for piece in sorted(pieces - {""}))


def ratio_of(grammar: Grammar, before: str, piece: str) -> float:
    """How many times as long four times the text takes; measured again where it seems too much."""
    short, long = (before + piece * (LENGTH * factor // max(len(piece), 1)) for factor in (1, FACTOR))
    ratio = _seconds(grammar, long, 1) / max(_seconds(grammar, short, 2), 1e-4)
    if ratio <= WORST:
        return ratio
    return _seconds(grammar, long, 4) / max(_seconds(grammar, short, 8), 1e-4)


def _seconds(grammar: Grammar, text: str, rounds: int) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        parse(text, grammar=grammar)
        best = min(best, time.process_time() - start)
    return best
