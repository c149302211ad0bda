"""The format follows from the file's ending."""

from pathlib import Path

import pytest

from pi_native.transcripts import Turn, read


@pytest.mark.parametrize(("name", "pointer"), [("a.jsonl", "/messages/0/content"), ("a.JSONL", "/messages/0/content")])
def test_jsonl_is_read_as_chat_records(tmp_path: Path, name: str, pointer: str) -> None:
    (tmp_path / name).write_text('{"messages": [{"role": "assistant", "content": "a"}]}', encoding="utf-8")
    (turn,) = read(str(tmp_path / name))
    assert isinstance(turn, Turn)
    assert (turn.text, turn.location.pointer) == ("a", pointer)


@pytest.mark.parametrize("name", ["a.txt", "a.log", "a", "a.json"])
def test_anything_else_is_plain_text(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("{}", encoding="utf-8")
    (turn,) = read(str(tmp_path / name))
    assert isinstance(turn, Turn)
    assert (turn.text, turn.location.line) == ("{}", None)
