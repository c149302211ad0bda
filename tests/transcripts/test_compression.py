"""Compressed files: streamed, known by their first bytes, damage said."""

import builtins
import gzip
import io
from typing import Any

import pytest
import zstandard

from pi_native.transcripts import Turn, UnreadableError, read
from pi_native.transcripts.compression import decompressed

from .conftest import Write

TEXT = "".join(f"line {number}\n" for number in range(50_000))


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


PACKERS = {"gz": gzip.compress, "zst": zstd}


@pytest.mark.parametrize("packed", PACKERS)
@pytest.mark.parametrize("name", ["a.txt.{}", "a.{}", "a.txt", "a"])
def test_a_compressed_text_is_read_whatever_its_name(write: Write, packed: str, name: str) -> None:
    (turn,) = read(write(name.format(packed), PACKERS[packed](TEXT.encode())))
    assert isinstance(turn, Turn)
    assert turn.text == TEXT


@pytest.mark.parametrize("packed", PACKERS)
def test_files_put_together_are_read_whole(write: Write, packed: str) -> None:
    pack = PACKERS[packed]
    (turn,) = read(write("a", pack(b"one ") + pack(b"") + pack(b"two")))
    assert isinstance(turn, Turn)
    assert turn.text == "one two"


@pytest.mark.parametrize("packed", PACKERS)
@pytest.mark.parametrize("end", [5, 30, 1000, -1])
def test_what_is_cut_off_is_damaged(write: Write, packed: str, end: int) -> None:
    with pytest.raises(UnreadableError, match="damaged"):
        list(read(write("a", PACKERS[packed](TEXT.encode())[:end])))


@pytest.mark.parametrize("packed", PACKERS)
def test_what_is_changed_is_damaged(write: Write, packed: str) -> None:
    data = bytearray(PACKERS[packed](TEXT.encode()))
    data[len(data) // 2] ^= 0xFF
    data[len(data) // 3] ^= 0xFF
    with pytest.raises(UnreadableError):
        list(read(write("a", bytes(data))))


@pytest.mark.parametrize("packed", PACKERS)
def test_few_bytes_that_become_many_arrive_in_parts(packed: str) -> None:
    data = PACKERS[packed](bytes(1 << 27))
    file = decompressed(data[:8], io.BytesIO(data))
    assert file is not None
    assert file.read(10) == bytes(10)
    assert sum(len(part) for part in iter(lambda: file.read(1 << 16), b"")) == (1 << 27) - 10


def test_zstandard_without_the_extra_is_named(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any) -> Any:
        if name.partition(".")[0] in ("compression", "zstandard"):
            raise ImportError(name)
        return real(name, *args)

    path = write("a.txt.zst", zstd(b"a"))
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UnreadableError, match=r"pip install 'pi-native\[zstd\]'"):
        list(read(path))
