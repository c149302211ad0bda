"""Texts that arrive in chunks, from wherever: iterables, asynchronous ones, sources that cut inside a character."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import Any

from pi_native.events import Event
from pi_native.parser import ToolsLike
from pi_native.stream import StreamParser


def iter_events(chunks: Iterable[str], tools: ToolsLike = None, **options: Any) -> Iterator[Event]:
    """The events of a text that arrives as an iterable of chunks; ``options`` are those of `StreamParser`.

    >>> [type(event).__name__ for event in iter_events(["<call:", "ls/>"])][-1]
    'CallEnd'
    """
    stream = StreamParser(tools, **options)
    for chunk in chunks:
        yield from stream.feed(chunk)
    yield from stream.close()


async def aiter_events(chunks: AsyncIterable[str], tools: ToolsLike = None, **options: Any) -> AsyncIterator[Event]:
    """The events of a text that arrives as an asynchronous iterable of chunks.

    >>> import asyncio
    >>> async def model():
    ...     yield "<call:l"
    ...     yield "s/>"
    >>> async def names():
    ...     return [type(event).__name__ async for event in aiter_events(model())]
    >>> asyncio.run(names())[-1]
    'CallEnd'
    """
    stream = StreamParser(tools, **options)
    async for chunk in chunks:
        for event in stream.feed(chunk):
            yield event
    for event in stream.close():
        yield event


def join_surrogates(chunks: Iterable[str]) -> Iterator[str]:
    """The chunks with surrogate pairs made whole, for a source that cuts inside a pair (as UTF-16 sources do).

    >>> list(join_surrogates(["a\\ud83d", "\\ude00b"]))
    ['a', '😀b']
    """
    held = ""
    for chunk in chunks:
        text = (held + chunk).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        held = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        whole = text[: len(text) - len(held)]
        if whole:
            yield whole
    if held:
        yield held
