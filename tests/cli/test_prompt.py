"""``pi-native prompt``."""

import json
from pathlib import Path

from pi_native import parse

from .conftest import TOOLS, Run


def test_the_text(run: Run) -> None:
    result = run("prompt", "--tools", "tools.json")
    assert result.exit_code == 0
    assert result.stdout.startswith("# How to call tools\n")
    calls = parse(result.stdout, TOOLS, unknown_tools="text").calls
    assert [call.name for call in calls] == ["read", "edit", "list"]
    assert len(run("prompt", "--tools", "tools.json", "--short").stdout) < len(result.stdout)


def test_as_json(run: Run) -> None:
    data = json.loads(run("prompt", "--tools", "tools.json", "--json").stdout)
    assert data["text"] == run("prompt", "--tools", "tools.json").stdout
    assert [example["name"] for example in data["examples"]] == ["read", "edit", "list"]


def test_a_tool_that_cannot_be_called_is_told(run: Run, folder: Path) -> None:
    (folder / "bad.json").write_text('[{"name": "a b"}, {"name": "ok"}]', encoding="utf-8")
    result = run("prompt", "--tools", "bad.json")
    assert result.exit_code == 1
    assert result.stderr.startswith("left out: a b: ")
    assert "<call:ok/>" in result.stdout


def test_wrong_usage(run: Run) -> None:
    assert run("prompt").exit_code == 2
    assert run("prompt", "--tools", "missing.json").exit_code == 2
