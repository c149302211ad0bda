"""Which files a list of paths stands for."""

import json
import os
from pathlib import Path

import pytest

from pi_native.transcripts import find


def tree(top: Path, *names: str) -> None:
    for name in names:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).touch()


def test_a_named_file_is_taken_whatever_its_ending_and_even_if_missing(tmp_path: Path) -> None:
    tree(tmp_path, "a.log")
    paths = [str(tmp_path / "none.txt"), str(tmp_path / "a.log")]
    assert find(paths).files == paths


ALL = (
    "a.arrow",
    "a.JSONL",
    "a.jsonl.gz",
    "a.ndjson.zst",
    "a.parquet",
    "b.txt",
    "m/d.ndjson",
    "z/c.txt.gz",
)


def names(top: Path) -> list[str]:
    return [Path(file).relative_to(top).as_posix() for file in find([str(top)]).files]


def test_a_folder_gives_its_transcripts_sorted_and_counts_the_rest(tmp_path: Path) -> None:
    tree(tmp_path, *ALL, "x.md", "m/y.md", "LICENSE", "a.csv.gz", "a.parquet.gz")
    assert names(tmp_path) == sorted(ALL, key=lambda name: ("/" in name, name))
    assert find([str(tmp_path)]).skipped == {".md": 2, "no ending": 1, ".gz": 2}


def test_of_json_files_only_transcripts_are_taken(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"messages": []}), encoding="utf-8")
    (tmp_path / "tools.json").write_text(json.dumps([{"name": "read"}]), encoding="utf-8")
    (tmp_path / "bad.json.zst").write_bytes(b"\x28\xb5\x2f\xfd")
    assert names(tmp_path) == ["a.json"]
    assert find([str(tmp_path / "tools.json")]).files == [str(tmp_path / "tools.json")]


def test_a_saved_dataset_is_one_transcript(tmp_path: Path) -> None:
    tree(
        tmp_path,
        "d/train/data-00000-of-00001.arrow",
        "d/train/dataset_info.json",
        "d/train/state.json",
        "d/train/x/y.txt",
    )
    tree(tmp_path, "d/dataset_dict.json", "d/half/state.json")
    assert names(tmp_path) == ["d/train"]
    assert find([str(tmp_path / "d" / "train")]).files == [str(tmp_path / "d" / "train")]


def test_hidden_names_and_linked_folders_are_left_alone(tmp_path: Path) -> None:
    tree(tmp_path, ".git/a.txt", ".b.txt", "c.txt")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = find([str(tmp_path)])
    assert [Path(file).name for file in found.files] == ["c.txt"]
    assert not found.skipped


def test_nothing_but_regular_files_is_taken_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "dangling.txt").symlink_to(tmp_path / "none")
    assert find([str(tmp_path)]).files == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
@pytest.mark.parametrize("name", ["pipe.txt", "pipe.json"])
def test_a_pipe_in_a_folder_is_left_alone(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    assert find([str(tmp_path)]).files == []
