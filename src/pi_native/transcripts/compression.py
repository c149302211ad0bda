"""Compressed files, read as they are decompressed: gzip and Zstandard, known by their first bytes."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable
from typing import Any, BinaryIO

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"

#: How many compressed bytes are fed at once: four bytes may stand for 128 KiB, so this bounds what they become.
FEED = 1 << 10

BUFFER = 1 << 16


class MissingExtraError(Exception):
    """What is needed to read a file is not installed; the message says what to install."""


def decompressed(head: bytes, file: BinaryIO) -> BinaryIO | None:
    """The content of a file that begins with ``head``, or None if it is not compressed.

    Reading it raises OSError for damaged or cut-off data. Raises `MissingExtraError` for Zstandard without the
    extra.

    >>> import gzip, io
    >>> packed = gzip.compress(b"hello")
    >>> decompressed(packed, io.BytesIO(packed)).read()
    b'hello'
    """
    if head.startswith(GZIP):
        return io.BufferedReader(_Gunzipped(file), BUFFER)
    if head.startswith(ZSTD):
        return io.BufferedReader(_Unzstd(file), BUFFER)
    return None


class _Gunzipped(io.RawIOBase):
    """The content of a gzip file, with OSError for every fault."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = gzip.GzipFile(fileobj=file)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        try:
            data = self._file.read1(len(buffer))
        except (EOFError, zlib.error) as error:
            raise OSError(f"damaged gzip data: {error}") from error
        buffer[: len(data)] = data
        return len(data)


class _Unzstd(io.RawIOBase):
    """The content of a Zstandard file, frame behind frame; OSError for every fault, a cut-off end too."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._frame, self._fault = _zstd()
        self._open: Any = None  # the frame being read
        self._input, self._output = b"", io.BytesIO()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        size = self._output.readinto(buffer)
        while not size and (self._input or self._fill()):
            self._decompress()
            size = self._output.readinto(buffer)
        return size

    def _fill(self) -> bool:
        self._input = self._file.read(FEED)
        if not self._input and self._open:
            raise OSError("damaged Zstandard data: it ends too soon")
        return bool(self._input)

    def _decompress(self) -> None:
        self._open = self._open or self._frame()
        try:
            self._output = io.BytesIO(self._open.decompress(self._input))
        except self._fault as error:
            raise OSError(f"damaged Zstandard data: {error}") from error
        self._input = self._open.unused_data
        if self._open.eof:
            self._open = None


def _zstd() -> tuple[Callable[[], Any], type[Exception]]:
    """What begins to decompress a frame, and what it raises: Python's own from 3.14 on, else the extra's."""
    try:
        from compression import zstd

        return zstd.ZstdDecompressor, zstd.ZstdError
    except ImportError:
        pass
    try:
        import zstandard

        return lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError
    except ImportError:
        raise MissingExtraError("Zstandard needs an extra: pip install 'pi-native[zstd]'") from None
