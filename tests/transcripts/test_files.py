"""Which files a list of paths stands for."""

from pathlib import Path

from pi_native.transcripts import find


def tree(top: Path, *names: str) -> None:
    for name in names:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).touch()


def test_a_named_file_is_taken_whatever_its_ending_and_even_if_missing(tmp_path: Path) -> None:
    tree(tmp_path, "a.log")
    paths = [str(tmp_path / "none.txt"), str(tmp_path / "a.log")]
    assert find(paths).files == paths


def test_a_folder_gives_its_transcripts_sorted_and_counts_the_rest(tmp_path: Path) -> None:
    tree(tmp_path, "b.txt", "a.JSONL", "z/c.txt", "m/d.jsonl", "x.md", "m/y.md", "LICENSE")
    found = find([str(tmp_path)])
    assert [Path(file).relative_to(tmp_path).as_posix() for file in found.files] == [
        "a.JSONL",
        "b.txt",
        "m/d.jsonl",
        "z/c.txt",
    ]
    assert found.skipped == {".md": 2, "no ending": 1}


def test_hidden_names_and_linked_folders_are_left_alone(tmp_path: Path) -> None:
    tree(tmp_path, ".git/a.txt", ".b.txt", "c.txt")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = find([str(tmp_path)])
    assert [Path(file).name for file in found.files] == ["c.txt"]
    assert not found.skipped


def test_nothing_but_regular_files_is_taken_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "dangling.txt").symlink_to(tmp_path / "none")
    assert find([str(tmp_path)]).files == []
