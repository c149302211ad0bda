"""What the streams of all hosts share: events in, the host's own records out."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from typing import Any, ClassVar, Literal

from pi_native.correlation import CallIds, numbered
from pi_native.events import (
    ArgumentDelta,
    ArgumentEnd,
    ArgumentStart,
    CallEnd,
    CallIncomplete,
    CallStart,
    Event,
    SectionDelta,
    SectionEnd,
    TextDelta,
)
from pi_native.grammar import Grammar
from pi_native.hosts.json_pieces import JsonPieces
from pi_native.model import Limits, ParseResult
from pi_native.parser import ToolsLike, UnknownTools
from pi_native.stream import StreamParser

#: What a host sends over the wire, as JSON data.
Wire = dict[str, Any]

#: A host's words for why a turn ended: by itself, with calls to run, cut off.
Reasons = tuple[str, str, str]

#: What may be wrong with a call that was sent: the input ended in it (D18); a string of it was sent too long (D17).
Mark = Literal["incomplete", "shortened"]


class HostStream(ABC):
    """Text of a model in, what a host's streaming API sends out; `ChatCompletionStream`, `MessageStream`.

    Each `feed` gives the records that its text made certain, `close` the last ones. The calls are those of `parse`.
    """

    reasons: ClassVar[Reasons]

    def __init__(
        self,
        tools: ToolsLike = None,
        *,
        mint: Callable[[int], str] = numbered,
        grammar: Grammar | None = None,
        limits: Limits | None = None,
        unknown_tools: UnknownTools = "call",
    ) -> None:
        """``mint`` makes the id of a call from its index, as for `CallIds`; the rest is as for `StreamParser`."""
        self._parser = StreamParser(tools, grammar=grammar, limits=limits, unknown_tools=unknown_tools)
        self._ids = CallIds(0, mint)
        self._arguments = JsonPieces()
        self._pieces: list[str] = []  # of arguments, that go out as one
        self._out: list[Wire] = []
        self._has_begun = self._is_cut = False

    @property
    def result(self) -> ParseResult:
        """The result of the whole text, with diagnostics and sections; ValueError before `close`."""
        return self._parser.result

    def feed(self, text: str) -> list[Wire]:
        """Take the next piece of text. Raises `TypeError` for bytes and `ValueError` after `close`."""
        return self._sent(self._parser.feed(text))

    def close(self, reason: str | None = None) -> list[Wire]:
        """There is no more text. Raises `ValueError` the second time.

        ``reason`` is why the engine stopped, in the host's words, if it says. A text that ends by itself ends with its
        calls if it has some; one with a call that was cut off or shortened is cut off, whatever the engine says.
        """
        sent = self._sent(self._parser.close())
        self._end(why_ended(self.reasons, reason, has_calls=len(self._ids) > 0, is_cut=self._is_cut))
        return sent + self._taken()

    def iter(self, texts: Iterable[str]) -> Iterator[Wire]:
        """All records of a text that arrives as an iterable of pieces."""
        for text in texts:
            yield from self.feed(text)
        yield from self.close()

    async def aiter(self, texts: AsyncIterable[str]) -> AsyncIterator[Wire]:
        """All records of a text that arrives as an asynchronous iterable of pieces."""
        async for text in texts:
            for record in self.feed(text):
                yield record
        for record in self.close():
            yield record

    def _taken(self) -> list[Wire]:
        sent, self._out = self._out, []
        return sent

    def _sent(self, events: list[Event]) -> list[Wire]:
        if not self._has_begun:
            self._has_begun = True
            self._begin()
        for event in events:
            self._follow(event)
        self._flush()
        return self._taken()

    def _follow(self, event: Event) -> None:
        match event:
            case TextDelta(text):
                self._prose(text)
            case CallStart(index, name):
                self._arguments = JsonPieces()
                self._call_begins(index, self._ids.add(), name)
            case CallEnd(index, _):
                self._pieces.append(self._arguments.close())
                self._finish_call(index, "shortened" if self._arguments.is_shortened else None)
            case CallIncomplete(index, _):
                self._pieces.append(self._arguments.cut())
                self._finish_call(index, "incomplete")
            case SectionDelta(_, text):
                self._section(text)
            case SectionEnd(_, section):
                self._is_cut |= section is not None and not section.complete
                self._section_ends()
            case ArgumentStart() | ArgumentDelta() | ArgumentEnd():
                self._pieces.append(self._arguments.follow(event))

    def _finish_call(self, index: int, mark: Mark | None) -> None:
        self._flush()
        self._is_cut |= mark is not None
        self._call_ends(index, mark)

    def _flush(self) -> None:
        """Send what was written of the arguments."""
        if self._pieces and (text := "".join(self._pieces)):
            self._json(len(self._ids) - 1, text)
        self._pieces.clear()

    # -- what each host says in its own way ----------------------------------------------------------------------

    @abstractmethod
    def _begin(self) -> None: ...

    @abstractmethod
    def _prose(self, text: str) -> None: ...

    @abstractmethod
    def _call_begins(self, index: int, call_id: str, name: str) -> None: ...

    @abstractmethod
    def _json(self, index: int, text: str) -> None:
        """More of the arguments of the call at ``index``."""

    @abstractmethod
    def _call_ends(self, index: int, mark: Mark | None) -> None: ...

    @abstractmethod
    def _section(self, text: str) -> None:
        """More reasoning, or whatever else an overlay keeps out of the prose."""

    @abstractmethod
    def _section_ends(self) -> None: ...

    @abstractmethod
    def _end(self, reason: str) -> None: ...


def why_ended(reasons: Reasons, given: str | None, *, has_calls: bool, is_cut: bool) -> str:
    """The reason to give to the host.

    >>> why_ended(("stop", "tool_calls", "length"), "stop", has_calls=True, is_cut=False)
    'tool_calls'
    """
    ended, called, cut = reasons
    if is_cut:
        return cut
    if given is None or given == ended:
        return called if has_calls else ended
    return given


def is_cut(result: ParseResult) -> bool:
    """Whether the input ended in a call or in a section.

    >>> from pi_native import parse
    >>> is_cut(parse("<call:ls path=a "))
    True
    """
    return result.incomplete is not None or any(not section.complete for section in result.sections)


def server_sent(record: Wire) -> str:
    """A record as a server-sent event, with the event's name where the record has a type; ASCII alone.

    >>> server_sent({"type": "message_stop"})
    'event: message_stop\\ndata: {"type":"message_stop"}\\n\\n'
    """
    name = f"event: {record['type']}\n" if "type" in record else ""
    return f"{name}data: {json.dumps(record, separators=(',', ':'))}\n\n"
