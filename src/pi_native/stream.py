"""Feeding a text in chunks and getting events (section "Streaming", D19–D21).

The same engine as `pi_native.parse`, with something that listens. The order of events is in `pi_native.events`.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import Any

from pi_native.announcer import Announcer
from pi_native.events import CallEnd, CallIncomplete, CallStart, DiagnosticEvent, Event, TextDelta
from pi_native.model import Call, Diagnostic, Json, ParseResult
from pi_native.parser import TextParser, ToolsLike
from pi_native.tools import ToolSet
from pi_native.values import copied


class StreamParser(TextParser):
    """A parser fed in chunks of any size; each `feed` gives the events that the chunk made certain (D20).

    `result` is known behind `close` and equals ``parse`` of the whole text (D19).

    >>> stream = StreamParser([{"name": "say", "parameters": {"properties": {"text": {"type": "string"}}}}])
    >>> for event in stream.feed("Hi <call:say>Hel"): print(event)
    TextDelta(text='Hi ')
    CallStart(index=0, name='say')
    ArgumentStart(index=0, pointer='/text')
    ArgumentDelta(index=0, pointer='/text', text='Hel')
    >>> stream.partial(0)
    {'text': 'Hel'}
    """

    def __init__(self, tools: ToolsLike = None, *, collect: bool = True, **options: Any) -> None:
        """``options`` are those of `parse`: grammar, limits, unknown_tools.

        ``collect=False`` keeps no values, for a proxy that only passes events on: prose, strings and calls that ended
        take no memory, however long they are; one call of very many elements is held until it ends. There is no
        `result` and no `partial`, a `CallEnd` has no call, and the end of a string that came as deltas, of a list or
        of an object no value. A string whose closing tag never comes is then not read again (D17): its call ends
        incomplete.
        """
        self._options = {"tools": ToolSet.of(tools), **options}
        self._collects = collect
        self._start()

    def _start(self) -> None:
        super().__init__(**self._options)
        self._events: list[Event] = []
        self._listener: Announcer | None = None
        self._plain = None

    @property
    def result(self) -> ParseResult:
        """The result of the whole text; `ValueError` before `close`, and with ``collect=False``."""
        if not self._collects:
            raise ValueError("with collect=False there is no result")
        return super().result

    def feed(self, chunk: str) -> list[Event]:
        """Take the next piece of text. Raises `TypeError` for bytes and `ValueError` after `close`."""
        if self._result is not None:
            raise ValueError("feed() after close(): reset() makes the parser ready for another text")
        self.take(chunk)
        return self._taken()

    def close(self) -> list[Event]:
        """There is no more text. Raises `ValueError` the second time."""
        if self._result is not None:
            raise ValueError("close() was called before: reset() makes the parser ready for another text")
        self.finish()
        return self._taken()

    def reset(self) -> None:
        """Make the parser ready for another text with the same tools."""
        self._start()

    def partial(self, index: int) -> dict[str, Json]:
        """The arguments of call ``index`` as far as they were announced, and the string being written, to paint them.

        Raises `IndexError` for a call that has not begun.
        """
        if not self._collects:
            raise ValueError("with collect=False no values are kept")
        calls = [segment for segment in self._segments if isinstance(segment, Call)]
        if 0 <= index < len(calls):
            arguments: dict[str, Json] = copied(calls[index].arguments)
            return arguments
        if index == len(calls) and self._listener is not None:
            return self._listener.partial()
        raise IndexError(f"call {index} has not begun")

    def _taken(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    def _emit(self, event: Event) -> None:
        self._events.append(event)

    def _add_prose(self, text: str) -> None:
        if self._collects:
            super()._add_prose(text)
        self._events.append(TextDelta(text))

    def _announcer(self, name: str) -> Announcer:
        self._events.append(CallStart(self._call_count, name))
        self._listener = Announcer(self._call_count, self._emit, self._collects)
        return self._listener

    def _add_call(self, call: Call) -> None:
        if self._collects:
            super()._add_call(call)
        assert self._listener is not None
        if call.complete:
            self._listener.call_closed(call.arguments)
        event = CallEnd if call.complete else CallIncomplete
        self._emit(event(self._call_count, call if self._collects else None))
        self._listener = None

    def _append(self, chunk: str) -> None:
        if not self._collects and self._reader is not None:
            count = self._reader.drop_sent()
            if count:
                self._drop(count)
        super()._append(chunk)

    def _add_diagnostic(self, diagnostic: Diagnostic) -> None:
        if self._collects:
            super()._add_diagnostic(diagnostic)
        self._events.append(DiagnosticEvent(diagnostic))


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
