"""Pieces are checked part by part; parts survive JSON."""

import json
from pathlib import Path

from pi_native.transcripts import ReadOptions
from pi_native.transcripts.pieces import Piece
from pi_native.validate import Validator
from pi_native.validate.parts import PART, Part, Task, check_piece

BAD = '<call:read path="é\ud800"offset=5/>'


def record(text: str) -> str:
    return json.dumps({"messages": [{"role": "assistant", "content": text}]}) + "\n"


def task(path: Path, chosen: frozenset[int] | None = None) -> Task:
    return Task(0, Piece(str(path), ReadOptions()), chosen)


def test_parts_are_bounded_and_keep_the_order(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(record(f"{BAD} {i}") for i in range(2 * PART + 7)), encoding="utf-8")
    parts = list(check_piece(Validator(), task(path)))
    assert [part.turns for part in parts] == [PART, PART, 7]
    assert [part.is_last for part in parts] == [False, False, True]
    assert parts[-1].format == "openai"
    lines = [finding.line for part in parts for finding in part.checked.findings]
    assert lines == list(range(1, 2 * PART + 8))
    assert sum(part.checked.calls for part in parts) == 2 * PART + 7


def test_chosen_turns_only(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(record(BAD) * 5, encoding="utf-8")
    (part,) = check_piece(Validator(), task(path, frozenset([1, 3])))
    assert [finding.line for finding in part.checked.findings] == [2, 4]
    assert part.turns == 2


def test_json_keeps_everything(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(record(BAD) + "{\n" + record("<call:edit>"), encoding="utf-8")
    for part in check_piece(Validator([{"name": "read"}]), task(path)):
        assert Part.from_json(json.loads(json.dumps(part.to_json()))) == part
        assert part.checked.findings


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (part,) = check_piece(Validator(), task(tmp_path / "none.jsonl"))
    assert part.is_last
    assert "No such file" in part.error
