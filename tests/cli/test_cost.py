"""``pi-native cost``."""

import json
from pathlib import Path

from .conftest import Run

CALLS = '{"name": "read", "arguments": {"path": "a.ts", "offset": 5}}\n{"name": "list", "arguments": {"dirs": ["a"]}}\n'


def test_calls_of_a_file(run: Run, folder: Path) -> None:
    (folder / "calls.jsonl").write_text(CALLS, encoding="utf-8")
    result = run("cost", "--calls", "calls.jsonl", "--tools", "tools.json", "--by", "tool")
    assert result.exit_code == 0
    first, heads, *rows = result.stdout.splitlines()
    assert first.startswith("all: 2 calls, tokens of Mistral")
    assert heads.split() == ["spelling", "characters", "tokens", "share"]
    assert any(row.split()[0] == "canonical" and row.endswith("100%") for row in rows)
    assert "list: 1 call" in result.stdout
    assert run("cost", "--calls", "-", "--tools", "tools.json", input=CALLS).stdout.startswith("all: 2 calls")


def test_json_and_markdown(run: Run, folder: Path) -> None:
    data = json.loads(run("cost", "--calls", "-", "--output", "json", "--tokenizer", "none", input=CALLS).stdout)
    assert data["calls"] == 2
    assert data["tokens"] == {}
    markdown = run("cost", "--calls", "-", "--output", "markdown", input=CALLS).stdout
    assert "| spelling | characters | tokens | share |" in markdown


def test_transcripts_and_an_overlay(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text('<call:read path="a"/> and <call:read path="b"/>', encoding="utf-8")
    result = run("cost", "a.txt", "--tools", "tools.json", "--overlay", "barewords", "--output", "json")
    data = json.loads(result.stdout)
    assert data["characters"]["canonical"] == 2 * len("<call:read path=a/>")


def test_what_cannot_be_counted(run: Run, folder: Path) -> None:
    assert run("cost").exit_code == 2
    assert run("cost", "a.txt", "--calls", "b.json").exit_code == 2
    assert "no such file" in run("cost", "--calls", "-", "--tokenizer", "none.json", input=CALLS).stderr
    assert "no spelling" in run("cost", "--calls", "-", input='{"name": "a b"}').stderr
