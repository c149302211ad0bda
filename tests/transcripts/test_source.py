"""Bytes to text: strict UTF-8, newlines as they are, bounded lines."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_native.transcripts.source import CHUNK, UnreadableError, chunks, open_source


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


def lines(path: Path, limit: int = 1 << 20) -> list[Any]:
    with open_source(str(path)) as source:
        return [item if isinstance(item, tuple) else item.diagnostic.message for item in source.lines(limit)]


def test_lines_end_at_a_newline_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes("\ufeffa\x0b\u2028b\x85\rc\r\nd\n\n\ufeffe".encode())
    assert lines(path) == [(1, "a\x0b\u2028b\x85\rc\r\n"), (2, "d\n"), (3, "\n"), (4, "\ufeffe")]


def test_a_line_past_the_limit_is_left_out_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"ab\n" + b"x" * (3 * CHUNK) + b"\ncd\n" + b"y" * 100)
    too_long = "a record that cannot be read: the line is longer than 10 bytes"
    assert lines(path, 10) == [(1, "ab\n"), too_long, (3, "cd\n"), too_long]


def test_a_line_that_is_not_utf_8_is_left_out_unless_it_is_the_first(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"ab\nc\xff\nd\n")
    assert lines(path) == [(1, "ab\n"), "a record that cannot be read: not UTF-8: 0xff at byte 1", (3, "d\n")]
    path.write_bytes(b"c\xff\nd\n")
    with pytest.raises(UnreadableError, match="0xff at line 1, byte 1"):
        lines(path)


def test_a_file_that_changes_its_size_gives_no_line_beyond_a_piece(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"ab\ncd\nef\n")
    with open_source(str(path), 3) as source:
        piece = replace(source, size=3, first_line=2)
        assert list(piece.lines(99)) == [(2, "cd\n")]


@pytest.mark.parametrize(("name", "reason"), [("none.txt", "No such file"), ("", "directory"), ("a\0b", "null")])
def test_a_file_that_cannot_be_opened(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason) as caught:
        lines(Path(f"{tmp_path}/{name}"))
    assert "\n" not in str(caught.value)
    assert "\0" not in str(caught.value)
