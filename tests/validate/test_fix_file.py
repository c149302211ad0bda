"""Files with their calls rewritten."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from pi_native.transcripts import Location, ReadOptions, Turn, UnreadableError
from pi_native.validate import Validator
from pi_native.validate.fix import Fixed
from pi_native.validate.fix_file import FileFix, _fixed_line, fix_file

READ = {"name": "read", "parameters": {"properties": {"path": {"type": "string"}}}}
OLD, NEW = "<call:read path=a></call:read>", '<call:read path="a"/>'


def run(path: Path, target: Path | None = None, **options: Any) -> FileFix:
    return fix_file(str(path), str(target or path), ReadOptions(**options), Validator([READ]).fixed)


def record(*contents: Any, **more: Any) -> str:
    return json.dumps({"messages": [{"role": "assistant", "content": text} for text in contents], **more})


@pytest.mark.parametrize("frame", ["{}", "\ufeff{}", "é\r\n{}\r\n", "{} and {}", "\n\n {} \n"])
def test_plain_text(tmp_path: Path, frame: str) -> None:
    path, target = tmp_path / "a.txt", tmp_path / "b.txt"
    path.write_bytes(frame.replace("{}", OLD).encode())
    assert run(path, target) == FileFix(rewritten=frame.count("{}"))
    assert target.read_bytes() == frame.replace("{}", NEW).encode()
    assert path.read_bytes() == frame.replace("{}", OLD).encode()


def test_turns_of_a_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    text = f"\ufeffuser: {OLD}\nassistant: x {OLD}\nuser:\n{OLD}\nassistant:\n{OLD}\n{OLD}\n"
    path.write_text(text, encoding="utf-8")
    assert run(path, role_pattern=r"(?P<role>\w+):") == FileFix(rewritten=3)
    expected = f"\ufeffuser: {OLD}\nassistant: x {NEW}\nuser:\n{OLD}\nassistant:\n{NEW}\n{NEW}\n"
    assert path.read_text(encoding="utf-8") == expected


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    odd = '{ "messages":[ {"content" : "\\u003ccall:read path=a /> \\/ é", "role":"assistant", "x": 1e2} ] }'
    lines = [record(NEW), odd, "not JSON", "", record("hi", OLD, OLD), record(NEW)]
    path.write_text("\r\n".join(lines) + "\r\n", encoding="utf-8")
    assert run(path) == FileFix(rewritten=3)
    written = path.read_bytes().decode().split("\r\n")
    assert [written[index] for index in (0, 2, 3, 5, 6)] == [lines[0], "not JSON", "", lines[5], ""]
    assert written[1] == (
        '{ "messages":[ {"content" : "<call:read path=\\"a\\"/> / é", "role":"assistant", "x": 1e2} ] }'
    )
    assert written[4] == record("hi", NEW, NEW)


def test_characters_stay_escaped_where_they_were(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(record(f"é {OLD}"), encoding="utf-8")
    assert run(path).rewritten == 1
    assert path.read_text(encoding="utf-8") == record(f"é {NEW}")


def test_the_tools_of_a_record(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    number = {"name": "read", "parameters": {"properties": {"path": {"type": "integer"}}}}
    text = "<call:read><path>5</path></call:read>"
    path.write_text("\n".join([record(text, tools=[number]), record(text, tools=[5])]), encoding="utf-8")
    assert run(path) == FileFix(rewritten=1)
    assert "path=5/>" in path.read_text(encoding="utf-8")


def test_nothing_to_do_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(NEW, encoding="utf-8")
    assert run(path, tmp_path / "none" / "b.txt") == FileFix()


def parts() -> str:
    return record([{"type": "text", "text": OLD}, {"type": "text", "text": "x"}]) + "\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jsonl", parts().encode()),
        ("a.jsonl.gz", gzip.compress(f"{record(OLD)}\n{record('x')}\n".encode())),
        ("a.txt.gz", gzip.compress(OLD.encode())),
        ("a.json", json.dumps(json.loads(f"[{record(OLD)}]"), indent=1).encode()),
    ],
    ids=["parts", "compressed lines", "compressed text", "document"],
)
def test_what_cannot_be_placed_is_counted_and_nothing_is_written(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert run(tmp_path / name, tmp_path / "out") == FileFix(unplaced=1)
    assert os.listdir(tmp_path) == [name]


def test_what_can_be_placed_beside_what_cannot(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(parts() + record(OLD), encoding="utf-8")
    assert run(path) == FileFix(rewritten=1, unplaced=1)
    assert path.read_text(encoding="utf-8") == parts() + record(NEW)


def test_a_file_that_cannot_be_read_to_its_end_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(OLD.encode() + b"\xff")
    with pytest.raises(UnreadableError):
        run(path)
    assert os.listdir(tmp_path) == ["a.txt"]


def test_the_mode_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD, encoding="utf-8")
    path.chmod(0o600)
    run(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_string_that_is_not_the_turns_text_is_not_replaced() -> None:
    """As where a turn's text is joined of strings in several records, and its place is the first of them."""
    line = b'{"a": "<call:read path=a/>"}\n'
    done = FileFix()
    turn = Turn("assistant", "<call:read path=a/><call:read/>", Location("a.jsonl", 1, "/a"))
    assert _fixed_line(line, [(turn, Fixed(NEW, 1, 0))], done) == line
    assert done == FileFix(unplaced=1)
