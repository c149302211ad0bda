"""The records of a JSON document: the elements of a list, or values one behind the other, each read as it arrives."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from pi_native.model import Json
from pi_native.transcripts.turn import BadRecord, Location

#: How much of a record's text is kept to show.
SHOWN = 200

#: How far before the end of what has arrived a fault may stand and yet be the mere lack of the rest: an escape, a
#: literal or a surrogate pair that is cut through is no longer than this.
CUT = 16

_SPACE = re.compile(r"[ \t\r\n]*")


class Element(NamedTuple):
    """A record: the line it begins in, its JSON Pointer in the document, the beginning of its text, its value."""

    line: int
    pointer: str
    text: str
    value: Json


def elements(texts: Iterator[str], path: str, limit: int) -> Iterator[Element | BadRecord]:
    """The records of a document that arrives piece by piece; one record is in memory at a time.

    What is not JSON, or longer than ``limit`` characters, ends the reading with a `BadRecord`: where the next
    record begins is then not known.

    >>> [(found.line, found.pointer, found.value) for found in elements(iter('[{"a": 1},\\n {}]'), "a.json", 99)]
    [(1, '/0', {'a': 1}), (2, '/1', {})]
    """
    reader = _Reader(texts, limit)
    try:
        if reader.next_char() == "[":
            yield from _list(reader)
        else:
            yield from _values(reader)
    except _FaultError as fault:
        yield BadRecord.of(fault.text, Location(path, fault.line), fault.reason, fault.offset)


def _list(reader: _Reader) -> Iterator[Element]:
    index = 0
    reader.take("[", "")
    if reader.next_char() != "]":
        yield reader.value("/0")
        while reader.next_char() == ",":
            reader.take(",", "")
            index += 1
            yield reader.value(f"/{index}")
    reader.take("]", "not JSON: expecting ',' or ']' behind a record")
    if reader.next_char():
        raise reader.fault("text behind the end of the list")


def _values(reader: _Reader) -> Iterator[Element]:
    while reader.next_char():
        yield reader.value("")


class _FaultError(Exception):
    """Reading cannot go on: why, the line, the text there, and the place in that text."""

    def __init__(self, reason: str, line: int, text: str, offset: int) -> None:
        super().__init__(reason)
        self.reason, self.line, self.text, self.offset = reason, line, text, offset


class _Reader:
    """A text that is still arriving, and how far it has been read."""

    def __init__(self, texts: Iterator[str], limit: int) -> None:
        self._texts, self._limit = texts, limit
        self._text, self._at, self._line = "", 0, 1
        self._decode = json.JSONDecoder().raw_decode

    def next_char(self) -> str:
        """The next character that is not whitespace, or nothing at the end."""
        while True:
            match = _SPACE.match(self._text, self._at)
            self._advance(match.end() if match else self._at)
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def take(self, char: str, otherwise: str) -> None:
        """Go past a character; a fault if it does not stand here."""
        if self.next_char() != char:
            raise self.fault(otherwise)
        self._at += 1

    def value(self, pointer: str) -> Element:
        """The value that begins here. More is read, twice as much each time, while its end has not arrived."""
        self.next_char()
        while True:
            try:
                value, end = self._decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self._may_be_cut(error) or not self._more():
                    raise self.fault(f"not JSON: {error.msg}", error.pos) from None
            except (ValueError, RecursionError):  # a number of too many digits; brackets nested too deeply
                raise self.fault("JSON past what can be read") from None
            else:
                if end < len(self._text) or self._text[end - 1] in '}]"' or not self._more():
                    element = Element(self._line, pointer, self._text[self._at : min(end, self._at + SHOWN)], value)
                    self._advance(end)
                    return element

    def fault(self, reason: str, at: int | None = None) -> _FaultError:
        """The fault at a place, or where reading stands."""
        at = self._at if at is None else at
        line = self._line + self._text.count("\n", self._at, at)
        begin = max(self._text.rfind("\n", 0, at) + 1, at - SHOWN)
        return _FaultError(reason, line, self._text[begin : at + SHOWN], at - begin)

    def _advance(self, to: int) -> None:
        self._line += self._text.count("\n", self._at, to)
        self._at = to

    def _may_be_cut(self, error: json.JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated string") or error.pos > len(self._text) - CUT

    def _more(self) -> bool:
        """Read on, until there is twice as much as before; drop what is done with. Whether anything came."""
        wanted = len(self._text) - self._at
        if wanted > self._limit:
            raise self.fault(f"the record is longer than {self._limit} characters")
        parts, size = [], 0
        for text in self._texts:
            parts.append(text)
            size += len(text)
            if size >= wanted:
                break
        if size:
            self._text, self._at = self._text[self._at :] + "".join(parts), 0
        return size > 0
