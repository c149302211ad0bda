"""Plain text: the file is one turn of the assistant or, with a pattern for role lines, a turn for each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pi_native.transcripts.messages import Message, link, standard_role
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.source import Source, chunks
from pi_native.transcripts.turn import BadRecord, Location, Result, Turn

#: How much of a line is matched with the pattern, in characters: a pattern that is slow on long lines stays bounded.
LONGEST_MARKER = 1000

_FRAGMENT = re.compile(r"[^\n]*\n|[^\n]+")


def read(source: Source, options: ReadOptions) -> Iterator[Turn | BadRecord]:
    """The file's turns, whose lines and columns are the file's; raises `UnreadableError`.

    Without ``options.role_pattern`` the file is one turn of the assistant. With it, a line that begins with a match
    begins a turn of the role that the group ``role`` holds, in its standard name; the turn's text is what stands
    behind the match. Text before the first such line is a turn whose role is empty. A file of text in which no line
    matches gives a `BadRecord`, and so does a turn of more than ``options.max_record`` characters.
    """
    texts = chunks(source.file, source.path)
    if options.role_pattern is None:
        yield from link(_whole(texts, source.path, options.max_record))
    else:
        yield from link(_split(texts, re.compile(options.role_pattern), source.path, options.max_record))


def _whole(texts: Iterable[str], path: str, limit: int) -> Iterator[Message | BadRecord]:
    piece = _Piece("assistant", Location(path), limit)
    for text in texts:
        piece.add(text)
    yield piece.message()


def _split(texts: Iterable[str], pattern: re.Pattern[str], path: str, limit: int) -> Iterator[Message | BadRecord]:
    piece, line, found = _Piece("", Location(path), limit), 1, False
    for begins, text in _fragments(texts):
        match = _marker(text, pattern) if begins else None
        if match:
            if found or not piece.is_blank:
                yield piece.message()
            found = True
            rest = text[match.end() :]
            if rest.strip("\r\n") or not rest.endswith("\n"):
                piece = _Piece(match["role"], Location(path, line, column=match.end() + 1), limit)
                piece.add(rest)
            else:
                piece = _Piece(match["role"], Location(path, line + 1), limit)
        else:
            piece.add(text)
        line += text.endswith("\n")
    if found:
        yield piece.message()
    elif not piece.is_blank:
        yield BadRecord.of(piece.beginning, Location(path, 1), "no line begins with a match of the role pattern")


def _marker(text: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
    line = text[: LONGEST_MARKER + 1].rstrip("\r\n")
    match = pattern.match(line)
    if not match or not match["role"]:
        return None
    # Of a longer line only the beginning is looked at: what matched up to the cut might not match the whole.
    return match if len(line) <= LONGEST_MARKER or match.end() < len(line) else None


def _fragments(texts: Iterable[str]) -> Iterator[tuple[bool, str]]:
    """Pieces of the text that hold at most one newline, at their end, and whether a line begins with them.

    The piece that begins a line holds its whole beginning, as far as it is looked at.
    """
    kept, begins = "", True
    for text in texts:
        pieces = _FRAGMENT.findall(kept + text)
        is_short = len(pieces[-1]) <= LONGEST_MARKER and not pieces[-1].endswith("\n")
        kept = pieces.pop() if is_short else ""
        for piece in pieces:
            yield begins, piece
            begins = piece.endswith("\n")
    if kept:
        yield begins, kept


class _Piece:
    """A turn that is being read."""

    def __init__(self, role: str, where: Location, limit: int) -> None:
        self._role, self._where, self._limit = standard_role(role), where, limit
        self._texts: list[str] = []
        self._size = 0
        self.is_blank = True
        self.beginning = ""

    def add(self, text: str) -> None:
        """Go on with some text; what goes beyond the limit is not kept."""
        self._size += len(text)
        if self.is_blank and not text.isspace():
            self.is_blank, self.beginning = False, text[:LONGEST_MARKER].lstrip()
        if self._size > self._limit:
            self._texts = []
        else:
            self._texts.append(text)

    def message(self) -> Message | BadRecord:
        """The turn, or that it is too long."""
        where = self._where
        if self._size > self._limit:
            return BadRecord.of(self.beginning, where, f"the text is longer than {self._limit} characters")
        text = "".join(self._texts)
        if self._role == "tool":
            return self._role, None, (), (Result(None, None, text, where),), where
        return self._role, text, (), (), where
