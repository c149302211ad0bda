"""Any text parses, nothing of it is lost, and the way it was cut into chunks does not matter (D5, D19)."""

import random
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from pi_native import ParseResult, StreamParser, parse
from pi_native.parser import TextParser
from texts import KNOWN, chunked, texts


def streamed(chunks: Iterable[str]) -> ParseResult:
    stream = StreamParser(KNOWN)
    for chunk in chunks:
        stream.feed(chunk)
    stream.close()
    return stream.result


@given(texts)
def test_any_text_parses_and_nothing_is_lost(text: str) -> None:
    result = parse(text, KNOWN)
    assert "".join(segment.raw for segment in result.segments) == text
    assert all(call.complete for call in result.calls)
    for segment in result.segments:
        assert text[segment.span.offset : segment.span.end] == segment.raw
    for diagnostic in result.diagnostics:
        before = text[: diagnostic.span.offset]
        assert diagnostic.span.line == before.count("\n") + 1
        assert diagnostic.span.column == len(before) - (before.rfind("\n") + 1) + 1


def taken(chunks: Iterable[str]) -> ParseResult:
    """Read in chunks without events, plain calls in the fast way."""
    parser = TextParser(KNOWN)
    for chunk in chunks:
        parser.take(chunk)
    parser.finish()
    return parser.result


@given(texts, st.integers(0, 2**32))
def test_chunks_do_not_matter(text: str, seed: int) -> None:
    whole = parse(text, KNOWN)
    assert taken(text) == whole
    assert taken(chunked(text, 7)) == whole
    assert taken(chunked(text, random.Random(seed))) == whole
    assert streamed(text) == whole
    assert streamed(chunked(text, 3)) == whole
    assert streamed(chunked(text, random.Random(seed))) == whole
    for cut in range(1, len(text)):
        assert streamed([text[:cut], text[cut:]]) == whole


@given(texts)
def test_a_call_left_in_the_text_is_not_run(text: str) -> None:
    result = parse(text, KNOWN, unknown_tools="text")
    assert all(call.name in KNOWN for call in result.calls)
    assert "".join(segment.raw for segment in result.segments) == text
