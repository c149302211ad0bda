"""Pieces of a file, read one by one, give what the file gives."""

import gzip
import pickle
from itertools import pairwise
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from pi_native.transcripts import Piece, ReadOptions, Turn, pieces, read

from .conftest import Write, as_lines


def record(number: int) -> dict[str, Any]:
    return {"messages": [{"role": "assistant", "content": f"é{number}" * (number % 7)}]}


def check(path: str, size: int, options: ReadOptions = ReadOptions()) -> list[Piece]:  # noqa: B008 (never changed)
    """The pieces of a file, which give what the file gives, also on the other side of a process."""
    found = pieces(path, options, size)
    crossed = [pickle.loads(pickle.dumps(piece)) for piece in found]
    assert crossed == found
    assert [item for piece in crossed for item in read(piece)] == list(read(path, options))
    return found


@pytest.mark.parametrize("size", [0, 1, 60, 100, 500, 3000, 1 << 20])
@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n", b"\n{"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\n \n"])
def test_lines(write: Write, size: int, end: bytes, start: bytes) -> None:
    lines: list[Any] = [record(number) for number in range(50)]
    lines[7:7] = ["", "not JSON", "  "]
    found = check(write("a.jsonl", start + as_lines(*lines) + end), size)
    assert (len(found) > 1) == (size < 1 << 20)
    assert all(later.start == piece.start + (piece.size or 0) for piece, later in pairwise(found))


@pytest.mark.parametrize("size", [1, 300, 1000])
def test_lines_past_the_limit(write: Write, size: int) -> None:
    long = {"messages": [{"role": "assistant", "content": "x" * (1 << 17)}]}
    lines = [record(1), long, record(2), record(3), long, long, record(4)]
    check(write("a.jsonl", *lines), size, ReadOptions(max_record=200))


@pytest.mark.parametrize("size", [100, 1 << 20, 3 << 20])
def test_lines_over_many_blocks(write: Write, size: int) -> None:
    lines = [{"messages": [{"role": "assistant", "content": "x" * 5000}]}] * 900
    lines[400] = {"messages": [{"role": "assistant", "content": "y" * (3 << 20)}]}
    check(write("a.jsonl", *lines), size)


@pytest.mark.parametrize(
    "line",
    [
        {"conversations": [{"from": "gpt", "value": "a"}]},
        {"system": "s", "messages": [{"role": "assistant", "content": "a"}]},
    ],
)
def test_every_format_whose_lines_are_records(write: Write, line: Any) -> None:
    assert len(check(write("a", *[line] * 9), 100)) > 1


def test_what_cannot_be_cut_is_one_piece(write: Write) -> None:
    lines = as_lines(*(record(number) for number in range(9)))
    session = as_lines({"type": "session", "id": "s"}, *[{"type": "model_change"}] * 9)
    document = b"[" + lines.replace(b"\n", b",\n") + b"]"
    files = {"a.jsonl.gz": gzip.compress(lines), "pi.jsonl": session, "a.txt": b"a\n" * 99, "a.json": document}
    for name, data in files.items():
        assert len(check(write(name, data), 10)) == 1


def test_what_cannot_be_read_is_one_piece(write: Write, tmp_path: Any) -> None:
    for path in (str(tmp_path), str(tmp_path / "none"), write("a.zst", b"\x28\xb5\x2f\xfd"), write("a", b"PAR1")):
        assert [piece.path for piece in pieces(path, size=1)] == [path]


@pytest.mark.parametrize(("size", "fewest", "most"), [(1, 8, 8), (400, 2, 7), (1 << 20, 1, 1)])
def test_row_groups(tmp_path: Any, size: int, fewest: int, most: int) -> None:
    path = str(tmp_path / "a.parquet")
    parquet.write_table(pyarrow.table({"text": [str(number) * 9 for number in range(30)]}), path, row_group_size=4)
    found = check(path, size)
    assert fewest <= len(found) <= most
    assert [group for piece in found for group in piece.groups or ()] == list(range(8))
    assert all(piece.first_line == 1 + 4 * piece.groups[0] for piece in found if piece.groups)


def test_an_empty_table(tmp_path: Any) -> None:
    path = str(tmp_path / "a.parquet")
    parquet.write_table(pyarrow.table({"text": pyarrow.array([], pyarrow.string())}), path)
    assert len(check(path, 1)) == 1


def test_a_piece_keeps_the_options(write: Write) -> None:
    path = write("a.jsonl", {"chat": [{"role": "assistant", "content": "a"}]})
    (piece,) = pieces(path, ReadOptions(column="chat"))
    (turn,) = read(piece)
    assert isinstance(turn, Turn)
    assert (piece.format, turn.text) == ("openai", "a")
