"""The arguments of a call as JSON text, in pieces that go out while the call is being written.

A piece that was sent cannot be taken back, so only what is certain goes out: a string as its text arrives, an object
that is open with its fields, everything else when it is final, a list with what encloses it (D20). What parsing changes
its mind about is said once more, under the same key: of keys given twice the last one counts, as of arguments (D15).
"""

from __future__ import annotations

import json
import re

from pi_native.events import ArgumentDelta, ArgumentEnd, ArgumentStart
from pi_native.model import Json

_SURROGATE = re.compile("[\ud800-\udfff]")
_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def json_text(value: Json) -> str:
    """A value as compact JSON text. Lone surrogates, which no UTF-8 holds, are written as escapes.

    >>> json_text({"a": ["é", "\\ud800"]})
    '{"a":["é","\\\\ud800"]}'
    """
    text = _write(value)
    return text if text.isascii() else _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class JsonPieces:
    """Writes one call's arguments as the events about them come.

    The pieces, joined, are the JSON text of the arguments. Behind a call that was cut off they are its beginning
    (D18), which lacks at least the last brace and is no JSON.

    >>> pieces = JsonPieces()
    >>> pieces.follow(ArgumentStart(0, "/path"))
    ''
    >>> pieces.follow(ArgumentDelta(0, "/path", 'a"b'))
    '{"path":"a\\\\"b'
    >>> pieces.follow(ArgumentEnd(0, "/path", 'a"b')) + pieces.close()
    '"}'
    """

    __slots__ = ("_before", "_begun", "_objects", "_string", "is_shortened")

    def __init__(self) -> None:
        self._objects = [""]  # pointers of the objects being written, the innermost last
        self._before = "{"  # what stands before the next member
        self._begun: str | None = None  # an argument of which is not known yet what it is
        self._string: str | None = None  # the string being written
        #: Whether recovery took back some of a string's text (D17).
        self.is_shortened = False

    def follow(self, event: ArgumentStart | ArgumentDelta | ArgumentEnd) -> str:
        """The next piece, which may be empty."""
        if isinstance(event, ArgumentDelta):
            return self._delta(event.pointer, event.text)
        if isinstance(event, ArgumentStart):
            return self._start(event.pointer)
        self.is_shortened |= event.shortened
        return self._end(event.pointer, event.value, event.shortened)

    def close(self) -> str:
        """The last piece, when the call is complete."""
        end = "}" if self._before == "," else "{}"
        self._before = ","
        return end

    def cut(self) -> str:
        """The last piece, when the call is not: never is all of it nothing, which hosts take for no arguments."""
        return "{" if self._before == "{" and len(self._objects) == 1 else ""

    def _start(self, pointer: str) -> str:
        parent, key = _split(pointer)
        piece = ""
        if parent == self._begun and not key.isdecimal():  # an item of a list waits with its list
            piece = self._key(parent)
            self._objects.append(parent)
            self._before = "{"
        self._begun = pointer if parent == self._objects[-1] else None
        return piece

    def _delta(self, pointer: str, text: str) -> str:
        piece = ""
        if pointer == self._begun:
            piece = self._key(pointer) + '"'
            self._string, self._begun = pointer, None
        return piece + json_text(text)[1:-1] if pointer == self._string else ""

    def _end(self, pointer: str, value: Json, is_shortened: bool) -> str:
        if pointer == self._objects[-1]:
            self._objects.pop()
            return self.close()
        if pointer == self._string:
            self._string = None
            return '"' + (self._key(pointer) + json_text(value) if is_shortened else "")
        if _split(pointer)[0] != self._objects[-1]:  # of a list
            return ""
        self._begun = None
        return self._key(pointer) + json_text(value)

    def _key(self, pointer: str) -> str:
        before, self._before = self._before, ","
        name = _split(pointer)[1].replace("~1", "/").replace("~0", "~")
        return f"{before}{json_text(name)}:"


def _split(pointer: str) -> tuple[str, str]:
    """The pointer of what encloses, and the key in it."""
    parent, _, key = pointer.rpartition("/")
    return parent, key
