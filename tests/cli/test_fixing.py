"""``validate --fix``."""

import json
from pathlib import Path

import pytest

from .conftest import Run

OLD, NEW = "<call:read path=a></call:read>\n", '<call:read path="a"/>\n'


@pytest.fixture(autouse=True)
def transcript(folder: Path) -> None:
    (folder / "a.txt").write_text(OLD, encoding="utf-8")


def test_into_a_file_beside_which_is_what_is_checked(run: Run, folder: Path) -> None:
    result = run("validate", "a.txt", "--tools", "tools.json", "--style", "--fail-on", "info", "--fix")
    assert result.exit_code == 0
    assert result.stderr == "a.fixed.txt: 1 call rewritten\n1 file (text), 1 call: no findings\n"
    assert (folder / "a.fixed.txt").read_text(encoding="utf-8") == NEW
    assert (folder / "a.txt").read_text(encoding="utf-8") == OLD


def test_in_place(run: Run, folder: Path) -> None:
    result = run("validate", "a.txt", "--fix", "--in-place")
    assert result.stderr.startswith("a.txt: 1 call rewritten\n")
    assert (folder / "a.txt").read_text(encoding="utf-8") == NEW
    assert run("validate", "a.txt", "--fix", "--in-place").stderr == "1 file (text), 1 call: no findings\n"


def test_what_is_left_is_said_and_its_findings_shown(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text(OLD + "<call:read path=a><path>b</path></call:read>", encoding="utf-8")
    result = run("validate", "a.txt", "--tools", "tools.json", "--fix")
    assert result.stdout.startswith("a.fixed.txt:2:")
    assert result.stderr.startswith("a.fixed.txt: 1 call rewritten, 1 left as it is\n")
    assert result.exit_code == 1


def test_what_cannot_be_rewritten_is_refused(run: Run, folder: Path) -> None:
    parts = [{"type": "text", "text": OLD}, {"type": "text", "text": "x"}]
    text = json.dumps({"messages": [{"role": "assistant", "content": parts}]})
    (folder / "a.jsonl").write_text(text, encoding="utf-8")
    result = run("validate", "a.jsonl", "--fix")
    assert result.stderr.startswith("a.jsonl: 1 turn not rewritten: the file holds the text in another form\n")
    assert not (folder / "a.fixed.jsonl").exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [(["a.txt", "--in-place"], "--in-place is for --fix"), (["none.txt", "--fix"], "none.txt: No such file")],
)
def test_what_cannot_be_used(run: Run, args: list[str], message: str) -> None:
    result = run("validate", *args)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_place_that_cannot_be_written_to(run: Run, folder: Path) -> None:
    (folder / "a.fixed.txt").mkdir()
    result = run("validate", "a.txt", "--fix")
    assert result.exit_code == 2
    assert result.stderr.startswith("pi-native: a.fixed.txt: ")
