"""Feeding a text in chunks and getting events (section "Streaming", D19–D21).

The same engine as `pi_native.parse`, with something that listens. The order of events is in `pi_native.events`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pi_native.announcer import Announcer
from pi_native.call_reader import CallReader
from pi_native.events import (
    ArgumentDelta,
    CallEnd,
    CallIncomplete,
    CallStart,
    DiagnosticEvent,
    Event,
    SectionDelta,
    SectionEnd,
    SectionStart,
    TextDelta,
)
from pi_native.grammar import Grammar
from pi_native.model import Call, Diagnostic, Json, Limits, ParseResult, Section
from pi_native.parser import TextParser, ToolsLike, UnknownTools
from pi_native.plain import PlainReader
from pi_native.plain_call import PlainCall
from pi_native.plans import Declined
from pi_native.section_reader import SectionReader
from pi_native.values import copied

MAX_KEPT = 1 << 14  # characters of a call in plain spelling that are held where nothing is kept
MAX_UNSEEN = 1 << 10  # characters taken without looking at limits


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

    def __init__(
        self,
        tools: ToolsLike = None,
        *,
        collect: bool = True,
        grammar: Grammar | None = None,
        limits: Limits | None = None,
        unknown_tools: UnknownTools = "call",
    ) -> None:
        """``grammar``, ``limits`` and ``unknown_tools`` are those of `parse`.

        ``collect=False`` keeps no values, for a proxy that only passes events on: prose, strings and calls that ended
        take no memory, however long they are; one call of very many elements is held until it ends. There is no
        `result` and no `partial`, a `CallEnd` has no call, and the end of a string that came as deltas, of a list or
        of an object no value. A string whose closing tag never comes is then not read again (D17): its call ends
        incomplete.
        """
        self._collects = collect
        super().__init__(tools, grammar=grammar, limits=limits, unknown_tools=unknown_tools)

    def _begin(self) -> None:
        super()._begin()
        self._events: list[Event] = []
        self._event_count = 0  # of the events given away
        self._listener: Announcer | None = None
        self._plain_call: PlainCall | None = None
        self._declined = -1  # offset of the last call that turned out not to be plain
        self._repeated: _Repeated | None = None
        self._first_event = 0
        self._is_quick = self._plain is not None and self._collects
        self._awaited = ""  # where nothing but prose can come before this
        self._quick_until = -1  # length of the text up to which `feed` takes chunks without looking at limits

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
        call, lexer = self._plain_call, self._lexer
        is_text = chunk.__class__ is str
        if not is_text or len(lexer.text) + len(chunk) > self._quick_until or self._reader is not None:
            self.take(chunk)
            self._look_again()
        else:
            lexer.append(chunk)
            awaited = self._awaited if call is None else call.awaited
            if awaited and awaited not in chunk and chunk[-1:] not in "\r\n":
                return self._flow(call, chunk)
            if self._read_plain(is_last=False):
                self._run(is_last=False)
        return self._taken()

    def close(self) -> list[Event]:
        """There is no more text. Raises `ValueError` the second time."""
        if self._result is not None:
            raise ValueError("close() was called before: reset() makes the parser ready for another text")
        self.finish()
        return self._taken()

    def reset(self) -> None:
        """Make the parser ready for another text with the same tools."""
        self._begin()

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
        if index == len(calls) and self._plain_call is not None and self._plain_call.has_begun:
            arguments = copied(self._plain_call.partial(self._lexer))
            return arguments
        if index == len(calls) and self._listener is not None:
            return self._listener.partial()
        raise IndexError(f"call {index} has not begun")

    def _look_again(self) -> None:
        """Set how far `feed` may go without looking at limits."""
        if self._is_quick:
            self._quick_until = min(len(self._lexer.text) + MAX_UNSEEN, self._limits.size - self._base)

    def _taken(self) -> list[Event]:
        if not self._events:
            return []
        events = self._events[:]
        self._events.clear()  # the list stays the same: calls that are being read append to it
        self._event_count += len(events)
        return events

    def _emit(self, event: Event) -> None:
        rest = event if self._repeated is None else self._repeated.rest(event)
        if rest is not None:
            self._events.append(rest)

    # -- calls in plain spelling ---------------------------------------------------------------------------------

    def _flow(self, call: PlainCall | None, chunk: str) -> list[Event]:
        """Announce a chunk that ends nothing, as most do: more prose, more of a string, or more of what has to wait."""
        event: Event
        if call is None:
            self._pos += len(chunk)
            self._prose.append(chunk)
            event = TextDelta(chunk)
        elif call.flows:
            event = call.flow(chunk)
        else:
            return []
        self._event_count += 1
        return [event]

    def _read_plain(self, is_last: bool) -> bool:
        if is_last:  # what is cut off is not plain, and nothing of it may be announced that recovery would take back
            return True
        self._awaited = ""
        while True:
            call = self._plain_call
            if call is None:
                if self._plain is None:
                    return True
                place = self._lexer.text.find(self._plain.sigil, max(self._sought, self._pos))
                if place < 0:
                    self._take_all_prose(self._plain.sigil)
                    return False
                if place < self._lexer.known_until or self._base + place == self._declined:
                    return True
                call = self._begin_plain(self._plain, place)
            try:
                is_done = call.advance(self._lexer)
            except Declined:
                self._decline(call)
                return True
            if not is_done:
                return False
            self._end_plain(call)

    def _take_all_prose(self, sigil: str) -> None:
        """There is no call in the text: take it, but for what may be the beginning of one."""
        self._take_prose(self._lexer.without_sigil(self._pos))
        if self._pos == len(self._lexer.text) and self._prose_start is not None:
            self._awaited = sigil[0]
        self._drop_read()

    def _begin_plain(self, plain: PlainReader, place: int) -> PlainCall:
        self._take_prose(place)
        self._drop_read()
        self._first_event = self._event_count + len(self._events)
        emit = self._events.append
        self._plain_call = PlainCall(plain, self._tools, self._pos, self._call_count, emit, self._collects)
        return self._plain_call

    def _end_plain(self, call: PlainCall) -> None:
        self._end_prose()
        text, start, end = self._lexer.text, call.start, call.pos
        made = None
        if self._collects:
            made = Call(call.name, call.values, call.form, self._span(start, end), text[start:end])
            self._segments.append(made)
        self._events.append(CallEnd(self._call_count, made))
        self._call_count += 1
        self._pos = self._sought = end
        self._plain_call = None

    def _decline(self, call: PlainCall) -> None:
        """The call is read again token by token; what was announced of it is not announced again."""
        self._plain_call, self._declined = None, self._base + call.start
        announced = self._event_count + len(self._events) - self._first_event
        self._repeated = _Repeated(announced - call.deltas, call.written)

    def _end(self) -> None:
        while self._plain_call is not None:
            self._decline(self._plain_call)
            self._run(is_last=False)
        super()._end()

    # -- what the parser finds -----------------------------------------------------------------------------------

    def _add_prose(self, text: str) -> None:
        if self._collects:
            super()._add_prose(text)
        self._events.append(TextDelta(text))

    def _announcer(self, name: str) -> Announcer:
        self._emit(CallStart(self._call_count, name))
        self._listener = Announcer(self._call_count, self._emit, self._collects)
        return self._listener

    def _section_listener(self, name: str) -> Callable[[str], None]:
        self._emit(SectionStart(name))
        return lambda text: self._emit(SectionDelta(name, text))

    def _add_section(self, reader: SectionReader, section: Section) -> None:
        if self._collects:
            super()._add_section(reader, section)
        self._emit(SectionEnd(section.name, section if self._collects else None))

    def _add_call(self, call: Call) -> None:
        if self._collects:
            super()._add_call(call)
        assert self._listener is not None
        if call.complete:
            self._listener.call_closed(call.arguments)
        event = CallEnd if call.complete else CallIncomplete
        self._emit(event(self._call_count, call if self._collects else None))
        self._listener = self._repeated = None

    def _append(self, chunk: str) -> None:
        if not self._collects:
            self._keep_little()
        if self._plain_call is not None:
            self._lexer.append(chunk)
        else:
            super()._append(chunk)

    def _keep_little(self) -> None:
        """Give up what no event will need, where nothing is kept."""
        call = self._plain_call
        if call is not None and len(self._lexer.text) - call.start > MAX_KEPT:
            self._decline(call)
        if isinstance(self._reader, CallReader) and (count := self._reader.drop_sent()):
            self._drop(count)

    def _add_diagnostic(self, diagnostic: Diagnostic) -> None:
        if self._collects:
            super()._add_diagnostic(diagnostic)
        self._events.append(DiagnosticEvent(diagnostic))


@dataclass(slots=True)
class _Repeated:
    """What was announced of a call before it was read again: events, and characters of the string begun last."""

    events: int
    characters: int

    def rest(self, event: Event) -> Event | None:
        """What of an event was not announced before."""
        if not isinstance(event, ArgumentDelta):
            self.events -= 1
            return event if self.events < 0 else None
        if self.events > 0:  # of a string that was announced to its end
            return None
        known = min(self.characters, len(event.text))
        self.characters -= known
        return replace(event, text=event.text[known:]) if known < len(event.text) else None
