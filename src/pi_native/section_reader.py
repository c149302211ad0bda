"""One section: verbatim text between two fixed tags, kept out of the prose. An overlay may have such, for reasoning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pi_native.lalr import Callbacks, Lalr, Token
from pi_native.lexer import Lexer, OpenTag
from pi_native.tags import Tag
from pi_native.verbatim import content_start, strip_delimiters, strip_leading, without_beginning

MIN_DROP = 4_096  # characters that are worth moving the rest for


class SectionReader:
    """Reads one section; ``read`` goes as far as the text received allows, ``pos`` is how far that is.

    ``announce`` is told of text as soon as it is certain. What stands inside is never a call.
    """

    next_tag: OpenTag | None = None

    def __init__(
        self, lexer: Lexer, tag: Tag, start: int, callbacks: Callbacks, announce: Callable[[str], None] | None
    ) -> None:
        self._lexer, self.tag, self._announce = lexer, tag, announce
        self._lalr = Lalr(lexer.grammar.tables, tag.start or "", callbacks)
        self._closer = tag.closer.literal or ""
        self.name = tag.start or ""
        self.text = ""
        self.pos = start + len(tag.opener.literal or "")
        self._lalr.feed(Token(tag.opener.name, lexer.text[start : self.pos], start, self.pos))
        self._seen = self.pos
        self._content: int | None = None
        self._sent = 0

    @property
    def value(self) -> Any:
        """What the callbacks made of the section; there only when it is done."""
        return self._lalr.values[0]

    @property
    def sent_until(self) -> int:
        """Up to where the text was announced."""
        return (self.pos if self._content is None else self._content) + self._sent

    def read(self, is_last: bool) -> bool:
        """Read on; True when the section is done."""
        text = self._lexer.text
        end = text.find(self._closer, self._seen)
        if end >= 0:
            self._end(end, end + len(self._closer), strip_delimiters(text[self.pos : end]))
            return True
        self._seen = max(self.pos, len(text) - len(self._closer) + 1)
        if self._content is None:
            self._content = content_start(text, self.pos, is_last)
        if self._content is not None:
            self._send(len(text) if is_last else without_beginning(text, self._content, self._closer))
        return False

    def cut_off(self) -> None:
        """The input ended inside the section."""
        end = len(self._lexer.text)
        self._end(end, end, strip_leading(self._lexer.text[self.pos :]))

    def _end(self, end: int, closed: int, text: str) -> None:
        self.text = text
        if self._announce is not None and (rest := text[self._sent :]):
            self._announce(rest)
        start, received = self.pos, self._lexer.text
        self._lalr.feed(Token(self.tag.verbatim, received[start:end], start, end))
        self._lalr.feed(Token(self.tag.closer.name, received[end:closed], end, closed))
        self.pos = closed

    def _send(self, end: int) -> None:
        start = (self._content or 0) + self._sent
        if self._announce is not None and end > start:
            self._announce(self._lexer.text[start:end])
            self._sent += end - start
