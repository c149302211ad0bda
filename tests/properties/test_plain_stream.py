"""A stream's plain calls are announced as token by token: the same events at every chunk (D19, D20)."""

import random
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pi_native import StreamParser
from pi_native.events import ArgumentDelta, DiagnosticEvent, Event, TextDelta
from texts import KNOWN, chunked, texts


def token_by_token(**options: Any) -> StreamParser:
    """The readable reference: a parser for which no call is plain."""
    stream = StreamParser(KNOWN, **options)
    stream._plain, stream._is_quick = None, False
    return stream


def said(events: list[Event]) -> tuple[list[Event], list[Event]]:
    """The events without the cuts between texts; and the diagnostics, which may come anywhere."""
    others: list[Event] = []
    for event in events:
        last = others[-1] if others else None
        if isinstance(event, TextDelta | ArgumentDelta) and type(event) is type(last):
            others[-1] = replace(last, text=last.text + event.text)
        elif not isinstance(event, DiagnosticEvent):
            others.append(event)
    return others, [event for event in events if isinstance(event, DiagnosticEvent)]


def same_events(chunks: list[str], **options: Any) -> None:
    stream, reference = StreamParser(KNOWN, **options), token_by_token(**options)
    for chunk in chunks:
        assert said(stream.feed(chunk)) == said(reference.feed(chunk)), chunks
    assert said(stream.close()) == said(reference.close())


@given(texts, st.integers(0, 2**32))
def test_the_same_events_at_every_chunk(text: str, seed: int) -> None:
    for chunks in ([text], list(text), chunked(text, 4), chunked(text, random.Random(seed))):
        same_events(chunks)
        same_events(chunks, collect=False)
