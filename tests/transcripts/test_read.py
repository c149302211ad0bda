"""Reading files whatever they are: recognised, compressed, damaged, no files at all."""

import gzip
import os
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_native.transcripts import FORMATS, BadRecord, ReadOptions, Turn, UnreadableError, read
from pi_native.transcripts.source import BUFFER

from .conftest import Write

RECORD = {"messages": [{"role": "assistant", "content": "a"}]}


@pytest.mark.parametrize("name", ["a.jsonl", "a.JSONL", "a.json", "a.log", "a"])
def test_records_are_recognised_whatever_the_name(write: Write, name: str) -> None:
    reader = read(write(name, RECORD))
    (turn,) = reader
    assert isinstance(turn, Turn)
    assert (reader.format, turn.text, turn.location.pointer) == ("openai", "a", "/messages/0/content")


@pytest.mark.parametrize("name", ["a.txt", "a.log", "a"])
def test_what_is_no_record_is_plain_text(write: Write, name: str) -> None:
    reader = read(write(name, "{}"))
    (turn,) = reader
    assert isinstance(turn, Turn)
    assert (reader.format, turn.text, turn.location.line) == ("text", "{}", None)


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_what_should_be_records_and_is_not_is_a_finding(write: Write, name: str) -> None:
    (bad,) = read(write(name, "{}"))
    assert isinstance(bad, BadRecord)
    assert bad.diagnostic.message.endswith("/messages is not a list")


def test_a_format_can_be_named(write: Write) -> None:
    (turn,) = read(write("a.jsonl", RECORD), ReadOptions("text"))
    assert isinstance(turn, Turn)
    assert turn.text.startswith("{")


def test_a_format_that_is_not_known(write: Write) -> None:
    with pytest.raises(ValueError, match="there are: auto, text, pi, "):
        list(read(write("a.jsonl", RECORD), ReadOptions("texts")))


@pytest.mark.parametrize("name", FORMATS)
def test_a_folder_named_as_a_file(tmp_path: Path, name: str) -> None:
    for format in ("auto", name):
        with pytest.raises(UnreadableError, match="directory"):
            list(read(str(tmp_path), ReadOptions(format)))


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    text = "x" * (3 * BUFFER)

    def fill() -> None:
        with open(path, "w", encoding="utf-8") as pipe:
            pipe.write(text)

    writer = threading.Thread(target=fill, daemon=True)
    writer.start()
    (turn,) = read(path)
    writer.join()
    assert isinstance(turn, Turn)
    assert turn.text == text


HOSTILE = [b"", b"\x00" * 99, b"\xff" * 99, bytes(range(256)) * 300, b"[" * 100_000, b'{"' * 50_000, b'{"a":' * 20_000]


def in_one_line(path: str, options: ReadOptions) -> list[Turn | BadRecord]:
    """What reading gives; nothing for a file that cannot be read, which is said in one line."""
    try:
        return list(read(path, options))
    except UnreadableError as error:
        return [] if "\n" not in str(error) else [error]  # type: ignore[list-item]


@pytest.mark.parametrize("name", ["auto", *FORMATS])
@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_any_bytes_in_any_format_give_items_or_one_error(write: Write, name: str, data: bytes) -> None:
    assert all(isinstance(item, Turn | BadRecord) for item in in_one_line(write("a", data), ReadOptions(name)))


def collect(path: str, texts: list[str]) -> None:
    for turn in read(path):
        assert isinstance(turn, Turn)
        texts.append(turn.text)


def test_a_cut_off_file_gives_what_came_before(write: Write) -> None:
    lines = [b'{"messages": [{"role": "assistant", "content": "%d"}]}' % number for number in range(99_999)]
    path = write("a.jsonl.gz", gzip.compress(b"\n".join(lines))[:-20])
    texts: list[str] = []
    with pytest.raises(UnreadableError, match="damaged gzip data"):
        collect(path, texts)
    assert len(texts) > 50_000
    assert texts == [str(number) for number in range(len(texts))]


ONE = b'{"messages": [{"role": "assistant", "content": "' + b"x" * 5000 + b'"}]}'
ENTRY = b'{"type": "message", "message": {"role": "user", "content": "hi"}}\n'
LARGE = {
    "lines": b"\n".join([ONE] * 4000),
    "document": b"[" + b",\n".join([ONE] * 4000) + b"]",
    "spaces": b"[" + ONE + b" " * 20_000_000 + b"]",
    "session": b'{"type": "session"}\n' + ENTRY * 20_000,
}


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_memory_is_bounded(write: Write, name: str, pack: Callable[[bytes], bytes]) -> None:
    path = write("a", pack(LARGE[name]))
    tracemalloc.start()
    try:
        count = sum(1 for _ in read(path))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == {"lines": 4000, "document": 4000, "spaces": 1, "session": 20_000}[name]
    assert peak < 3_000_000
