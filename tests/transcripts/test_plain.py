"""Plain text: one file, one turn."""

from pathlib import Path

import pytest

from pi_native.transcripts import Location, Turn, UnreadableError
from pi_native.transcripts.plain import read


def test_the_file_is_one_turn_of_the_assistant(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree")
    assert list(read(str(path))) == [Turn("assistant", "one\r\ntwo\rthree", Location(str(path)))]


def test_an_empty_file_is_an_empty_turn(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"")
    assert [turn.text for turn in read(str(tmp_path / "a.txt")) if isinstance(turn, Turn)] == [""]


def test_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("naïve", encoding="latin-1")
    with pytest.raises(UnreadableError, match="not UTF-8"):
        list(read(str(tmp_path / "a.txt")))
