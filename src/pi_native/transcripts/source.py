"""Bytes to text: strict UTF-8, a byte order mark tolerated, newlines never translated, memory bounded."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import Any, BinaryIO

from pi_native.diagnostics import printable
from pi_native.model import PiNativeError
from pi_native.transcripts.compression import MissingExtraError, decompressed
from pi_native.transcripts.head import BOM, HEAD, Head
from pi_native.transcripts.turn import BadRecord, Location

CHUNK = 1 << 16

#: How much is read ahead of lines: with Python's own 8 KiB, a long line is put together from many parts.
BUFFER = 1 << 18


class UnreadableError(PiNativeError):
    """A file that cannot be read as text: ``path`` names it, ``reason`` says why in one line."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{printable(path)}: {printable(reason)}")
        self.path, self.reason = path, reason


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The file, open for reading bytes; raises `UnreadableError` if it cannot be opened.

    >>> with opened("/no/such/file") as file:
    ...     pass
    Traceback (most recent call last):
    pi_native.transcripts.source.UnreadableError: /no/such/file: No such file or directory
    """
    try:
        file = open(path, "rb", BUFFER)  # noqa: SIM115 (closed below; only the opening is guarded)
    except OSError as error:
        raise UnreadableError(path, error.strerror or str(error)) from error
    except ValueError as error:  # a NUL in the path
        raise UnreadableError(path, str(error)) from error
    with file:
        yield file


def chunks(file: BinaryIO, path: str) -> Iterator[str]:
    """The text of an open file or pipe, piece by piece as it arrives; raises `UnreadableError`.

    >>> import io
    >>> list(chunks(io.BytesIO(b"\\xef\\xbb\\xbfa\\r\\n"), "-"))
    ['a\\r\\n']
    """
    # read1 gives what a pipe has now rather than a full chunk, so that a slow writer is followed.
    read = getattr(file, "read1", file.read)
    decoder = codecs.getincrementaldecoder("utf-8")()
    done = 0  # bytes that went into whole characters
    data = b"more"
    while data:
        data = _read(path, read, CHUNK)
        kept = len(decoder.getstate()[0])
        try:
            text = decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            raise _not_utf8(path, error, f"byte {done + error.start}", first=not done) from error
        if not done:
            text = text.removeprefix(BOM)
        if text:
            yield text
        done += kept + len(data) - len(decoder.getstate()[0])


def _read(path: str, read: Callable[[int], bytes], size: int) -> bytes:
    """Read; `UnreadableError` for every fault of the file, damaged compression included."""
    try:
        return read(size)
    except OSError as error:
        raise UnreadableError(path, error.strerror or str(error)) from error


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a file, or of a piece of it, decompressed: ``file`` stands at the first of them.

    ``head`` is how the whole file begins, ``size`` how many bytes to read, or None to read
    to the end, and ``first_line`` the number of the first line, or row. ``groups`` are the row groups to read of a
    Parquet file, or None for all.
    """

    path: str
    file: BinaryIO
    head: Head
    size: int | None = None
    first_line: int = 1
    groups: tuple[int, ...] | None = None

    def lines(self, limit: int) -> Iterator[tuple[int, str] | BadRecord]:
        """Each line with its number, and with its newline; a `BadRecord` if it has more than ``limit`` bytes.

        Lines end at ``\\n`` alone, as in JSON Lines: the other characters that Python would split at are legal
        inside a JSON string. A line that is not UTF-8 is a `BadRecord` too, unless it is the file's first: then
        the file is something else, and `UnreadableError` is raised.
        """
        left = inf if self.size is None else self.size
        for number in count(self.first_line):
            line = _read(self.path, self.file.readline, limit + 1) if left > 0 else b""
            if not line:
                return
            left -= len(line)
            if len(line) > limit:
                left -= _skip_line(self.path, self.file, line)
                yield BadRecord.of("", Location(self.path, number), f"the line is longer than {limit} bytes")
                continue
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError as error:
                if number == 1:
                    raise _not_utf8(self.path, error, f"line {number}, byte {error.start}", first=True) from error
                yield _bad_line(line, Location(self.path, number), error)
                continue
            yield number, text.removeprefix(BOM) if number == 1 else text


@contextmanager
def open_source(path: str, start: int = 0) -> Iterator[Source]:
    """A file, opened; raises `UnreadableError` if it cannot be opened, or if what decompresses it is not installed.

    ``start`` is the byte to begin at, of a file that is not compressed.
    """
    with opened(path) as file:
        head, rest = peek(path, file)
        try:
            inflated = decompressed(head, rest)
        except MissingExtraError as error:
            raise UnreadableError(path, str(error)) from error
        if inflated:
            head, rest = peek(path, inflated)
        elif start:
            rest.seek(start)
        yield Source(path, rest, Head.of(path, head))


def peek(path: str, file: BinaryIO) -> tuple[bytes, BinaryIO]:
    """How a file begins, and a file that still has it all: also where one cannot go back, as in a pipe."""
    head = _read(path, file.read, HEAD)
    if file.seekable():
        file.seek(0)
        return head, file
    return head, io.BufferedReader(_Behind(head, file), CHUNK)


class _Behind(io.RawIOBase):
    """Bytes that have been read, and behind them the file they were read from."""

    def __init__(self, head: bytes, file: BinaryIO) -> None:
        self._head, self._file = io.BytesIO(head), file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        size = self._head.readinto(buffer)
        if not size:
            data = getattr(self._file, "read1", self._file.read)(len(buffer))
            size = len(data)
            buffer[:size] = data
        return size


def _skip_line(path: str, file: BinaryIO, line: bytes) -> int:
    skipped = 0
    while line and not line.endswith(b"\n"):
        line = _read(path, file.readline, CHUNK)
        skipped += len(line)
    return skipped


def _bad_line(line: bytes, where: Location, error: UnicodeDecodeError) -> BadRecord:
    text = line.decode("utf-8", "replace")
    reason = f"not UTF-8: 0x{line[error.start]:02x} at byte {error.start}"
    return BadRecord.of(text, where, reason, len(line[: error.start].decode("utf-8", "replace")))


def _not_utf8(path: str, error: UnicodeDecodeError, place: str, *, first: bool) -> UnreadableError:
    if first and error.object.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return UnreadableError(path, "not UTF-8: the text begins like UTF-16")
    return UnreadableError(path, f"not UTF-8: 0x{error.object[error.start]:02x} at {place}")
