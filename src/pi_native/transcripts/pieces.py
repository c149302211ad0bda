"""Reading a file, or pieces of it that cross processes and are read side by side."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from pi_native.transcripts import table
from pi_native.transcripts.formats import FORMATS, TABLES, recognise
from pi_native.transcripts.head import Head
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.records import Record, records
from pi_native.transcripts.source import Source, UnreadableError, open_source
from pi_native.transcripts.turn import BadRecord, Turn

#: How large a piece is, about, in bytes.
PIECE = 1 << 26

_BLOCK = 1 << 20

DEFAULT = ReadOptions()


@dataclass(frozen=True, slots=True)
class Piece:
    """A file, or a part of it that is read by itself: whole lines, or whole row groups of a Parquet file.

    ``start`` and ``size`` are bytes (``size`` None: to the end), ``first_line`` the number of the first line or
    row. ``format`` is the name of the format, None if it is not known yet.

    >>> Piece("chat.jsonl").first_line
    1
    """

    path: str
    options: ReadOptions = DEFAULT
    format: str | None = None
    start: int = 0
    size: int | None = None
    first_line: int = 1
    groups: tuple[int, ...] | None = None


class Transcript(Iterator[Turn | BadRecord]):
    """The turns of a file or piece, read as they are asked for.

    ``format`` is the name of the format that it is read as: None before the first turn was asked for.
    """

    def __init__(self, piece: Piece) -> None:
        self.format = piece.format
        self._items = self._read(piece)

    def __iter__(self) -> Iterator[Turn | BadRecord]:
        return self._items

    def __next__(self) -> Turn | BadRecord:
        return next(self._items)

    def _read(self, piece: Piece) -> Iterator[Turn | BadRecord]:
        with _opened(piece) as source:
            format = FORMATS[piece.format] if piece.format else recognise(source, piece.options)
            self.format = format.name
            yield from format.read(source, piece.options)


def read(source: str | Piece, options: ReadOptions = DEFAULT) -> Transcript:
    """The turns of a file, in order, as `Turn`, and as `BadRecord` what could not be read; of a `Piece`, its own.

    Nothing is opened before the first turn is asked for. ``options`` are those of a file: a piece has its own.
    Raises `UnreadableError` for a file that cannot be opened, is not what its format asks for, or is damaged; the
    turns before the fault have been given by then. Raises ValueError for a format that is not known.

    >>> next(read("/no/such/file.txt"))
    Traceback (most recent call last):
    pi_native.transcripts.source.UnreadableError: /no/such/file.txt: No such file or directory
    """
    return Transcript(source if isinstance(source, Piece) else Piece(source, options))


def read_records(piece: Piece) -> Iterator[Record | BadRecord]:
    """The records of a file or piece as they stand: JSON lines, the elements of a JSON document, the rows of a table.

    Raises `UnreadableError`.

    >>> next(read_records(Piece("/no/such/file.jsonl")))
    Traceback (most recent call last):
    pi_native.transcripts.source.UnreadableError: /no/such/file.jsonl: No such file or directory
    """
    with _opened(piece) as source:
        name = recognise(source, piece.options).name
        yield from table.row_records(source) if name in TABLES else records(source, piece.options)


def pieces(path: str, options: ReadOptions = DEFAULT, size: int = PIECE) -> list[Piece]:
    """A file in pieces of about ``size`` bytes: read one by one, they give what reading the file gives.

    Cut are files whose lines are records of their own (OpenAI, Anthropic, ShareGPT as JSON lines) and Parquet
    files. Any other is one piece, and so is one that cannot be opened: reading it says why. Raises ValueError for
    a format that is not known.

    >>> pieces("/no/such/file.txt")[0].path
    '/no/such/file.txt'
    """
    whole = Piece(path, options)
    if not os.path.isfile(path):
        return [whole]
    try:
        with open_source(path) as source:
            format = recognise(source, options)
            whole = replace(whole, format=format.name)
            if format.name == "parquet":
                return list(_row_groups(whole, source, size)) or [whole]
            if format.is_by_line and source.file.seekable() and not source.head.is_document:
                return list(_lines(whole, source, size)) or [whole]
    except UnreadableError:
        pass
    return [whole]


def _lines(whole: Piece, source: Source, size: int) -> Iterator[Piece]:
    """Cut at the first newline behind every ``size`` bytes; each byte is looked at once, to count the newlines."""
    start, first_line = 0, 1  # of the piece that is being measured
    line, offset = 1, 0
    while block := source.file.read(_BLOCK):
        done = 0
        while (at := block.find(b"\n", max(done, start + max(size, 1) - 1 - offset))) >= 0:
            line += block.count(b"\n", done, at + 1)
            done = at + 1
            yield replace(whole, start=start, size=offset + done - start, first_line=first_line)
            start, first_line = offset + done, line
        line += block.count(b"\n", done)
        offset += len(block)
    if offset > start:
        yield replace(whole, start=start, size=offset - start, first_line=first_line)


def _row_groups(whole: Piece, source: Source, size: int) -> Iterator[Piece]:
    groups: list[int] = []
    first, rows, filled = 1, 0, 0
    for index, (count, bytes_) in enumerate(table.row_groups(source)):
        groups, rows, filled = [*groups, index], rows + count, filled + bytes_
        if filled >= size:
            yield replace(whole, first_line=first, groups=tuple(groups))
            groups, first, rows, filled = [], first + rows, 0, 0
    if groups:
        yield replace(whole, first_line=first, groups=tuple(groups))


@contextmanager
def _opened(piece: Piece) -> Iterator[Source]:
    """The bytes of a piece. A folder that `datasets` saved has none of its own: its files are opened in turn."""
    if os.path.isdir(piece.path) and piece.options.format in ("auto", "arrow") and table.is_dataset(piece.path):
        yield Source(piece.path, io.BytesIO(), Head(b"", ""))
        return
    with open_source(piece.path, piece.start) as source:
        yield replace(source, size=piece.size, first_line=piece.first_line, groups=piece.groups)
