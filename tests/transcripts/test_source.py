"""Bytes to text: strict UTF-8, newlines as they are, bounded lines."""

import io
from pathlib import Path

import pytest

from pi_native.transcripts.source import CHUNK, UnreadableError, chunks, lines


class Slow(io.BytesIO):
    """A pipe that gives one byte at a time."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return self.read(1)


def text_of(data: bytes, kind: type[io.BytesIO] = io.BytesIO) -> str:
    return "".join(chunks(kind(data), "x.txt"))


@pytest.mark.parametrize("kind", [io.BytesIO, Slow])
@pytest.mark.parametrize("text", ["", "a\r\nb\rc\nd", "é€𝄞", "\ufeff\ufeffx", "x\ufeff", "\x00\x1b"])
def test_text_arrives_as_it_is_less_one_byte_order_mark(text: str, kind: type[io.BytesIO]) -> None:
    assert text_of(text.encode(), kind) == text.removeprefix("\ufeff")


def test_a_character_across_two_chunks_is_whole() -> None:
    text = "a" * (CHUNK - 1) + "€" + "b" * CHUNK
    assert text_of(text.encode()) == text


def test_a_pipe_is_followed_as_it_fills() -> None:
    assert list(chunks(Slow(b"ab"), "x")) == ["a", "b"]


@pytest.mark.parametrize("kind", [io.BytesIO, Slow])
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ab\xff", "x.txt: not UTF-8: 0xff at byte 2"),
        (b"ab\xe2\x82", "x.txt: not UTF-8: 0xe2 at byte 2"),
        (b"\xef\xbb\xbfab\xff", "x.txt: not UTF-8: 0xff at byte 5"),
        (b"\xed\xa0\x80", "x.txt: not UTF-8: 0xed at byte 0"),
    ],
)
def test_what_is_not_utf_8_is_named_with_its_place(data: bytes, message: str, kind: type[io.BytesIO]) -> None:
    with pytest.raises(UnreadableError) as caught:
        text_of(data, kind)
    assert str(caught.value) == message


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_recognised(encoding: str) -> None:
    with pytest.raises(UnreadableError, match="begins like UTF-16"):
        text_of("\ufeffhello".encode(encoding))


def test_the_place_counts_from_the_start_of_the_file() -> None:
    with pytest.raises(UnreadableError, match=f"0xff at byte {3 * CHUNK + 1}"):
        text_of("€".encode() * CHUNK + b"a\xff")


def test_lines_end_at_a_newline_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes("\ufeffa\x0b\u2028b\x85\rc\r\nd\n\ne".encode())
    assert list(lines(str(path))) == [(1, "a\x0b\u2028b\x85\rc"), (2, "d"), (3, ""), (4, "e")]


def test_a_line_past_the_limit_is_left_out_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"ab\n" + b"x" * (3 * CHUNK) + b"\ncd\n" + b"y" * 100)
    assert list(lines(str(path), limit=10)) == [(1, "ab"), (2, None), (3, "cd"), (4, None)]


def test_a_line_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"ab\nc\xff\n")
    reader = lines(str(path))
    assert next(reader) == (1, "ab")
    with pytest.raises(UnreadableError, match="0xff at line 2, byte 1"):
        next(reader)


@pytest.mark.parametrize(("name", "reason"), [("none.txt", "No such file"), ("", "directory"), ("a\0b", "null")])
def test_a_file_that_cannot_be_opened(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason) as caught:
        next(lines(f"{tmp_path}/{name}"))
    assert "\n" not in str(caught.value)
    assert "\0" not in str(caught.value)
