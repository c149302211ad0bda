"""What is done is taken over, whatever is damaged is done again, another run is refused."""

from pathlib import Path

import pytest

from pi_native.transcripts.pieces import Piece
from pi_native.validate.journal import Journal, JournalError, Resumed, identity
from pi_native.validate.parts import Part, Task
from pi_native.validate.validator import Checked

TASKS = [Task(number, Piece(f"{number}.jsonl")) for number in range(3)]
PARTS = [Part(Checked(calls=4), 2, is_last=True, format="openai")]


def test_what_was_recorded_is_done(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "state"), "a")
    assert journal.done(TASKS[0]) is None
    journal.record(TASKS[0], PARTS)
    assert Journal(str(tmp_path / "state"), "a").done(TASKS[0]) == PARTS


@pytest.mark.parametrize("damage", ["", "[", "[[1, 2]]", "{}", "null", "[[[], 1, {}, 1], 5]"])
def test_damaged_files_count_as_not_done(tmp_path: Path, damage: str) -> None:
    journal = Journal(str(tmp_path), "a")
    journal.record(TASKS[0], PARTS)
    (tmp_path / "00000000.json").write_text(damage, encoding="utf-8")
    assert not journal.done(TASKS[0])


def test_another_run_and_other_files_are_refused(tmp_path: Path) -> None:
    Journal(str(tmp_path / "a"), "one")
    with pytest.raises(JournalError, match="another run"):
        Journal(str(tmp_path / "a"), "two")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(JournalError, match="other files"):
        Journal(str(tmp_path / "b"), "one")
    assert (tmp_path / "b" / "mine.txt").read_text(encoding="utf-8") == "x"


def test_identity_follows_files_and_options(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("1\n", encoding="utf-8")
    task = Task(0, Piece(str(path)))
    before = identity([task], "tools")
    assert identity([task], "tools") == before
    assert identity([task], "other") != before
    assert identity([Task(0, Piece(str(path)), frozenset([1]))], "tools") != before
    path.write_text("12\n", encoding="utf-8")
    assert identity([task], "tools") != before


def test_a_resumed_run_checks_only_what_is_left(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path), "a")
    journal.record(TASKS[1], PARTS)
    resumed = Resumed(journal, TASKS)
    assert [task.number for task in resumed.left] == [0, 2]
    new = [Part(Checked(calls=9), 1, is_last=True)]
    found = [(task.number, list(parts)) for task, parts in resumed.checked((task, new) for task in resumed.left)]
    assert found == [(0, new), (1, PARTS), (2, new)]
    assert Resumed(journal, TASKS).left == []
