"""Shares together are the whole."""

import json
from pathlib import Path

import pytest

from pi_native.transcripts import ReadOptions
from pi_native.validate.plan import Shard, cut_files, whole_files


def make(folder: Path, count: int) -> list[str]:
    line = json.dumps({"messages": [{"role": "assistant", "content": "x" * 50}]}) + "\n"
    files = []
    for number in range(count):
        path = folder / f"{number}.jsonl"
        path.write_text(line * 20, encoding="utf-8")
        files.append(str(path))
    return files


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_every_piece_is_in_one_share(tmp_path: Path, count: int) -> None:
    files = make(tmp_path, 5)
    whole = list(cut_files(files, ReadOptions(), Shard(), size=500))
    assert len(whole) > 5
    shares = [list(cut_files(files, ReadOptions(), Shard(i + 1, count), size=500)) for i in range(count)]
    assert sorted((task for share in shares for task in share), key=lambda task: task.number) == whole


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "1/0", "-1/2", ""])
def test_no_such_share(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Shard.of(text)


def test_whole_files_are_a_task_each(tmp_path: Path) -> None:
    assert [task.piece.size for task in whole_files(make(tmp_path, 3), ReadOptions())] == [None] * 3
