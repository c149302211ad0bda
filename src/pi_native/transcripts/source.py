"""Bytes to text: strict UTF-8, a byte order mark tolerated, newlines never translated, memory bounded."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import BinaryIO

from pi_native.diagnostics import printable
from pi_native.model import PiNativeError

CHUNK = 1 << 16

BOM = "\ufeff"

#: The longest line of a JSON Lines file that is held in memory, in bytes.
MAX_LINE = 1 << 28


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
        file = open(path, "rb")  # noqa: SIM115 (closed below; only the opening is guarded)
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
    try:
        return read(size)
    except OSError as error:
        raise UnreadableError(path, error.strerror or str(error)) from error


def lines(path: str, limit: int = MAX_LINE) -> Iterator[tuple[int, str | None]]:
    """Each line with its number, from 1, and without its newline; None if it has more than ``limit`` bytes.

    Lines end at ``\\n`` alone, as in JSON Lines: the other characters that Python would split at are legal
    inside a JSON string. Raises `UnreadableError`.
    """
    with opened(path) as file:
        for number in count(1):
            line = _read(path, file.readline, limit + 1)
            if not line:
                return
            if len(line) > limit:
                _skip_line(path, file, line)
                yield number, None
                continue
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError as error:
                place = f"line {number}, byte {error.start}"
                raise _not_utf8(path, error, place, first=number == 1) from error
            yield number, text.removeprefix(BOM if number == 1 else "").removesuffix("\n").removesuffix("\r")


def _skip_line(path: str, file: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = _read(path, file.readline, CHUNK)


def _not_utf8(path: str, error: UnicodeDecodeError, place: str, *, first: bool) -> UnreadableError:
    if first and error.object.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return UnreadableError(path, "not UTF-8: the text begins like UTF-16")
    return UnreadableError(path, f"not UTF-8: 0x{error.object[error.start]:02x} at {place}")
