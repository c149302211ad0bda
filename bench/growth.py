"""How time grows with size: linear is the promise (D21), for every text and every way of cutting it into chunks.

Each case is a text of growing size, taken in several ways. Where ten times the size costs more than twelve times the
time, the row says SLOW and the exit code is 1.

    python -m bench.growth [--quick] [--only PART_OF_A_NAME] [--way parse]
"""

from __future__ import annotations

import argparse
import math
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Any

from bench.timing import seconds, without_gc
from pi_native import Limits, StreamParser, ToolSet, parse
from pi_native.hosts import ChatCompletionStream, HostStream, MessageStream
from pi_native.transcripts import Location, Turn
from pi_native.validate import Validator

ALLOWED = 12  # times as long, for ten times the size
ATTEMPTS = 3  # to measure a step that seems slow
PATIENCE = 2  # times the allowed time, by the clock on the wall, after which a run is broken off …
GRACE = 2.0  # … but not before as many seconds
TOO_SHORT = 0.2  # seconds: what takes less is not judged, as it says more of memory than of the parser
PER_FEED = 1.5  # times as long for a feed late in a text than early in it

_STRING, _INTEGER = {"type": "string"}, {"type": "integer"}
_NODE = {"type": "object", "properties": {"a": {"$ref": "#/$defs/node"}}}

TOOLS = [
    {"name": "read", "parameters": {"properties": {"path": _STRING, "offset": _INTEGER}}},
    {"name": "edit", "parameters": {"properties": {"input": _STRING}}},
    {"name": "put", "parameters": {"properties": {"object": {"properties": {"note": _STRING, "n": _INTEGER}}}}},
    {"name": "list", "parameters": {"properties": {"items": {"type": "array", "items": _STRING}}}},
    {"name": "objects", "parameters": {"properties": {"items": {"type": "array", "items": {"properties": {}}}}}},
    {"name": "tree", "parameters": {"properties": {"a": {"$ref": "#/$defs/node"}}, "$defs": {"node": _NODE}}},
    {"name": "maps", "parameters": {"additionalProperties": {"properties": {"n": _INTEGER}}}},
    {"name": "lists", "parameters": {"additionalProperties": {"type": "array", "items": _INTEGER}}},
]

WHOLE = ("parse", "chunks of 4096", "chunks of 4")
VALIDATED = ("validate", *WHOLE)
SENT = ("chat completion", "message")
BY_CHARACTER = (*WHOLE, "chunks of 1")

COUNTS = 1_000, 10_000, 100_000
DEPTHS = 1_000, 10_000, 100_000  # past the limit of nesting, up to which an event costs its pointer's length
TAGS = 100_000, 1_000_000, 10_000_000
BODIES = 1_000_000, 10_000_000, 50_000_000
QUICK = {DEPTHS: 5, COUNTS: 50, TAGS: 100, BODIES: 10}  # times smaller

Maker = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Case:
    """A text for each size, and the ways to take it; ``unit`` says what the size counts."""

    name: str
    make: Maker
    sizes: tuple[int, int, int] = TAGS
    unit: str = "characters"
    ways: tuple[str, ...] = WHOLE

    def at(self, quick: bool) -> list[int]:
        """The sizes to measure."""
        return [size // (QUICK[self.sizes] if quick else 1) for size in self.sizes]


def repeat(piece: str, before: str = "", after: str = "") -> Maker:
    """A text of so many characters: one piece again and again."""
    return lambda size: before + piece * (size // len(piece)) + after


def numbered(piece: str, before: str = "", after: str = "") -> Maker:
    """A text of so many pieces, with each piece's number in the place of ``#``."""
    return lambda count: before + "".join(piece.replace("#", str(number)) for number in range(count)) + after


def twice(first: str, second: str, before: str, after: str) -> Maker:
    """All the first pieces, numbered, and then all the second ones."""
    return lambda count: before + numbered(first)(count) + numbered(second)(count) + after


_LINE = "+  return items.map<number>(x) && y < 3;\n"
_FINDING = '<call:read path="a" offset=x/>'

PLAIN = [
    Case("calls", numbered('<call:read path="src/#.ts" offset=#/>\n'), COUNTS, "calls", (*VALIDATED, *SENT)),
    Case("inline body", repeat(_LINE, "<call:edit>\n", "</call:edit>"), BODIES, ways=(*VALIDATED, *SENT)),
    Case(
        "string element in an object",
        repeat(_LINE, "<call:put>\n<object>\n<note>\n", "</note>\n</object>\n</call:put>"),
        BODIES,
        ways=(*WHOLE, *SENT),
    ),
    Case("prose", repeat("a < b, and so on: &amp; <b>\n"), BODIES),
    Case(
        "items of an array",
        numbered("<items>#</items>\n", "<call:list>", "</call:list>"),
        COUNTS,
        "items",
        (*WHOLE, *SENT),
    ),
    Case("objects of an array", numbered("<items a=#/>\n", "<call:objects>", "</call:objects>"), COUNTS, "items"),
    Case("names in a body", numbered("<a#>1</a#>\n", "<call:lists>", "</call:lists>"), COUNTS, "elements"),
    Case("JSON literal", repeat("1,", '<call:put>\n<object>{"n": [', "1]}</object></call:put>")),
    Case("digits of a number", repeat("9", "<call:read><offset>", "</offset></call:read>")),
]

OPEN_TAGS = [
    Case("<call:a x= repeated", repeat("<call:a x=")),
    Case("quotes around openers", repeat('<call:a k="<call:a k=b" ')),
    Case("quotes around openers, one tag", repeat('k="<call:a k=b" ', "<call:a ")),
    Case("quotes around openers, one tag, then a call", repeat('k="<call:a k=b" ', "<call:a ", 'k="<call:ls/>')),
    Case("quotes around openers, in members", repeat('k="<call:a k=b" ', "<call:put>", 'k="<call:ls/>')),
    Case("<a k=b<a k=b in members", repeat("<a k=b", "<call:put>", "</call:put>")),
    Case("quotes around elements", repeat('k="<a k=b" ', "<call:put><a ", "</call:put>")),
    Case("attributes", numbered(" a#=1", "<call:lists", "/>"), COUNTS, "attributes"),
    Case("the same attribute", repeat(" a=1", "<call:read", "/>")),
    Case("attributes, cut off", repeat(" a=1", "<call:read")),
    Case("attributes, in an open call", repeat(" a=1", "<call:put><call:read", "/>")),
    Case("long quoted attribute", repeat("a > b ", '<call:read path="', '"/>'), ways=BY_CHARACTER),
    Case("long quoted attribute, in an open call", repeat("a b ", '<call:put><call:read path="', '"/>')),
    Case("long quoted attribute, cut off", repeat("a > b ", '<call:read path="'), ways=BY_CHARACTER),
    Case("long bareword", repeat("a/b", "<call:read path=", "/>"), ways=BY_CHARACTER),
    Case("long whitespace in a tag", repeat(" \n", "<call:read", "/>"), ways=BY_CHARACTER),
    Case("long whitespace around =", repeat(" \n", "<call:read path", "=1/>"), ways=BY_CHARACTER),
    Case("long name of a tool", repeat("abc", "<call:", "/>"), ways=BY_CHARACTER),
    Case("long name of an element", repeat("abc", "<call:put><", "/></call:put>"), ways=BY_CHARACTER),
]

BODIES_OF = [
    Case("body of <", repeat("<", "<call:edit>", "</call:edit>")),
    Case("body of near closers", repeat("</call:edi", "<call:edit>", "t</call:edit>")),
    Case("body of own openers", repeat("<call:edit>\n", "<call:edit>\n", "</call:edit>")),
    Case("element of near closers", repeat("</not", "<call:put><object><note>", "</note></object></call:put>")),
    Case("whitespace at the start of a body", repeat(" ", "<call:edit>", "</call:edit>"), ways=BY_CHARACTER),
    Case("whitespace between elements", repeat(" \n", "<call:put>", "</call:put>"), ways=BY_CHARACTER),
    Case("prose of <", repeat("<")),
    Case("prose of near openers", repeat("<call")),
    Case("prose of openers", repeat("<call: ")),
    Case("long name in a closer", repeat("abc", "<call:put></", "></call:put>"), ways=BY_CHARACTER),
]

UNCLOSED = [
    Case("unclosed calls, element form", numbered("<call:read><path>a#</path>\n"), COUNTS, "calls"),
    Case("unclosed calls, inline body", numbered("<call:edit>\na#\n"), COUNTS, "calls"),
    Case("unclosed calls of unknown tools", numbered("<call:a#><b/>\n"), COUNTS, "calls"),
    Case("different unclosed elements", numbered("<a#>x", "<call:any>"), COUNTS, "elements"),
    Case(
        "different unclosed elements, closed call", numbered("<a#>x", "<call:any>", "</call:any>"), COUNTS, "elements"
    ),
    Case("different unclosed elements, a call each", numbered("<call:any><a#>x</call:any>"), COUNTS, "elements"),
    Case("different unclosed numbers", numbered("<a#>1", "<call:lists>"), COUNTS, "elements"),
    Case("different unclosed objects", numbered("<a#><n/>", "<call:maps>", "</call:maps>"), COUNTS, "elements"),
    Case("unclosed elements of a list", numbered("<items>#", "<call:list>"), COUNTS, "items"),
    Case("nested, unknown tool", repeat("<a>", "<call:any>")),
    Case("nested, closed", lambda n: "<call:tree>" + "<a>" * n + "</a>" * n + "</call:tree>", DEPTHS, "deep"),
    Case("nested, not closed", repeat("<a>", "<call:tree>")),
    Case("stray closers", repeat("</x>", "<call:put>", "</call:put>")),
    Case("different stray closers", numbered("</a#>", "<call:put>", "</call:put>"), COUNTS, "closers"),
    Case("stray text", repeat("<b/> x < y ", "<call:put>", "</call:put>")),
]

FINDINGS = [
    Case("findings on one line", numbered(_FINDING + " and so on".ljust(70, ".")), COUNTS, "findings", VALIDATED),
    Case(
        "findings in two places in turn",
        twice("<a#>x</a#>", "<a#>x</a#>", "<call:lists>", "</call:lists>"),
        COUNTS,
        "elements",
    ),
    Case("the same argument again", repeat("<path>a</path>\n", "<call:read>", "</call:read>")),
]

CASES = PLAIN + OPEN_TAGS + BODIES_OF + UNCLOSED + FINDINGS

_TOOLS, _LIMITS = ToolSet(TOOLS), Limits(open_tag=2**32)


def stream(text: str, size: int, kind: type[StreamParser | HostStream] = StreamParser) -> object:
    """Feed a text in chunks."""
    parser = kind(_TOOLS, limits=_LIMITS)
    for start in range(0, len(text), size):
        parser.feed(text[start : start + size])
    return parser.close()


WAYS: dict[str, Callable[[str], object]] = {
    "parse": lambda text: parse(text, _TOOLS, limits=_LIMITS),
    "validate": lambda text: Validator(_TOOLS).check(Turn("assistant", text, Location("bench.txt"))),
    "chunks of 4096": lambda text: stream(text, 4096),
    "chunks of 4": lambda text: stream(text, 4),
    "chunks of 1": lambda text: stream(text, 1),
    "chat completion": lambda text: stream(text, 4, ChatCompletionStream),
    "message": lambda text: stream(text, 4, MessageStream),
}

#: What is cut into small chunks is not larger than this: each chunk costs.
LONGEST = {"chunks of 4": 10_000_000, "chunks of 1": 1_000_000, "chat completion": 1_000_000, "message": 1_000_000}


class _TooLong(Exception):
    """A run was broken off."""


def timed(way: str, text: str, most: float) -> float:
    """How long the text takes that way; infinity if more than ``most`` seconds."""

    def give_up(signal_number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, most)
    try:
        return seconds(lambda: WAYS[way](text))
    except _TooLong:
        return math.inf
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def allowed(smaller: str, larger: str) -> float:
    """How many times as long the larger text may take."""
    return float(ALLOWED ** math.log10(len(larger) / len(smaller)))


def grow(case: Case, way: str, quick: bool) -> Iterator[tuple[str, float, float, bool]]:
    """For each size: the size in words, the seconds, the ratio to the previous size's, and whether it is too slow."""
    before, seconds_before = "", 0.0
    for size in case.at(quick):
        text = case.make(size)
        if len(text) > LONGEST.get(way, math.inf) * 1.05:
            return
        factor = allowed(before, text) if before else math.inf
        taken = _least(way, text, factor * seconds_before * PATIENCE + GRACE if before else 600)
        for _ in range(ATTEMPTS - 1):  # it may be the machine
            if not TOO_SHORT < taken < math.inf or taken <= factor * seconds_before:
                break
            seconds_before = max(seconds_before, timed(way, before, 600))
            taken = min(taken, timed(way, text, 600))
        ratio = taken / seconds_before if before else 0.0
        yield f"{size:,} {case.unit}", taken, ratio, taken > TOO_SHORT and ratio > factor
        if taken == math.inf:
            return
        before, seconds_before = text, taken


def _least(way: str, text: str, most: float) -> float:
    """The time of one run, or the least of a few where one is short."""
    taken = timed(way, text, most)
    return min([taken, *(timed(way, text, most) for _ in range(ATTEMPTS) if taken < TOO_SHORT)])


def growth_rows(cases: Iterable[Case], ways: set[str], quick: bool) -> Iterator[tuple[list[str], bool]]:
    """The rows of the table, and whether each is too slow."""
    for case in cases:
        for way in case.ways:
            if way not in ways:
                continue
            for size, taken, ratio, is_slow in grow(case, way, quick):
                time_ = f"{taken:.4f}" if taken < math.inf else "broken off"
                verdict = "" if not ratio else "SLOW" if is_slow else "ok" if taken > TOO_SHORT else "too short"
                yield [case.name, way, size, time_, f"{ratio:.1f}" if ratio else "", verdict], is_slow


BEGINNINGS = {
    "prose": ("", "a < b, and so on\n"),
    "inline body": ("<call:edit>\n", _LINE),
    "string element in an object": ("<call:put><object><note>", _LINE),
    "long quoted attribute": ('<call:read path="', "a > b "),
    "stray text": ("<call:put>", "no elements here "),
    "items of an array": ("<call:list>", "<items>abcdef</items>\n"),
    "calls": ("", '<call:read path="a"/>\n'),
}


class LateFeeds:
    """A parser that has received some text already, and goes on with it in chunks of four."""

    def __init__(self, before: str, piece: str, received: int) -> None:
        self._parser = StreamParser(_TOOLS, limits=_LIMITS)
        text = before + piece * (received // len(piece))
        for start in range(0, len(text), 65_536):
            self._parser.feed(text[start : start + 65_536])
        more = piece * (4_000 // len(piece))
        self._chunks = [more[start : start + 4] for start in range(0, len(more), 4)]

    def per_feed(self) -> float:
        """Seconds of one feed, the mean of a thousand."""
        feed = self._parser.feed
        with without_gc():
            start = time.process_time()
            for chunk in self._chunks:
                feed(chunk)
            return (time.process_time() - start) / len(self._chunks)


def feed_rows(early: int, late: int) -> Iterator[tuple[list[str], bool]]:
    """What a feed of four characters costs early and late in a text."""
    for name, (before, piece) in BEGINNINGS.items():
        parsers = [LateFeeds(before, piece, received) for received in (early, late)]
        taken: list[list[float]] = [[], []]
        for _ in range(15):
            for parser, times in zip(parsers, taken, strict=True):
                times.append(parser.per_feed())
        first, last = map(min, taken)
        is_slow = last / first > PER_FEED
        times_ = [f"{seconds_ * 1e6:.2f}" for seconds_ in (first, last)]
        yield [name, *times_, f"{last / first:.2f}", "SLOW" if is_slow else "ok"], is_slow


def show(head: list[str], widths: Iterable[int], found: Iterable[tuple[list[str], bool]]) -> int:
    """Print a table row by row, as it takes a while; how many of its rows are too slow."""
    sides = ["<", "<", *">" * (len(head) - 2)]
    cells = list(zip(sides, widths, strict=True))
    print(_line(head, cells))
    slow = 0
    for row, is_slow in found:
        print(_line(row, cells), flush=True)
        slow += is_slow
    return slow


def _line(row: list[str], cells: list[tuple[str, int]]) -> str:
    return "  ".join(f"{text:{side}{width}}" for text, (side, width) in zip(row, cells, strict=True)).rstrip()


def main() -> int:
    """Print both tables; 1 if anything is too slow."""
    options = _options()
    cases = [case for case in CASES if options.only in case.name]
    print(f"Growth of time with size: at most {ALLOWED}× the time for 10× the text\n")
    ways = {options.way} if options.way else set(WAYS)
    head = ["case", "way", "size", "seconds", "ratio", f"per 10× ≤ {ALLOWED}×"]
    name = max(len(case.name) for case in CASES)
    slow = show(head, (name, 14, 21, 10, 6, 14), growth_rows(cases, ways, options.quick))
    if not options.only:
        early, late = 10_000, 1_000_000 if options.quick else 10_000_000
        print(f"\nOne feed of 4 characters, after {early:,} and after {late:,}: at most {PER_FEED}× the time\n")
        head = ["state", "early, µs", "late, µs", "ratio", f"≤ {PER_FEED}×"]
        slow += show(head, (name, 9, 9, 6, 6), feed_rows(early, late))
    print(f"\n{slow} SLOW" if slow else "\nAll ok")
    return 1 if slow else 0


def _options() -> Any:
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description="How time grows with size.")
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--only", default="", metavar="TEXT", help="only the cases with this in their name")
    parser.add_argument("--way", choices=WAYS, help="only this way")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
