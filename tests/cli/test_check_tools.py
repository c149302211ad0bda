"""``pi-native check-tools``."""

import json
from pathlib import Path

from .conftest import Run


def test_limits_are_no_errors(run: Run) -> None:
    result = run("check-tools", "tools.json")
    assert result.exit_code == 0
    head, *lines = result.stdout.splitlines()
    assert head == "read"
    assert lines[0] == "  inline form: the body is 'path'"
    assert "  /dirs: no attribute form: always an array" in lines
    assert any(line.startswith("  /dirs: the value [] has no spelling: ") for line in lines)
    assert result.stderr == "3 tools: 0 errors, 2 limits\n"


def test_names_outside_the_rule_are(run: Run, folder: Path) -> None:
    tools = [{"name": "a.b"}, {"name": "c", "parameters": {"properties": {"d e": {"type": "string"}}}}]
    (folder / "t.json").write_text(json.dumps(tools), encoding="utf-8")
    result = run("check-tools", "t.json")
    assert result.exit_code == 1
    assert "  error: the tool's name 'a.b' is outside the rule for names" in result.stdout.splitlines()
    assert "  error: /d e: the parameter's name 'd e' is outside the rule for names" in result.stdout.splitlines()
    assert result.stderr == "2 tools: 2 errors, 0 limits\n"


def test_a_broken_schema(run: Run, folder: Path) -> None:
    tools = [{"name": "t", "parameters": {"properties": {"a": {"minimum": "5"}}}}]
    (folder / "t.json").write_text(json.dumps(tools), encoding="utf-8")
    result = run("check-tools", "t.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("pi-native: t.json: tool 't', at /properties/a/minimum: ")


def test_an_empty_list(run: Run, folder: Path) -> None:
    (folder / "t.json").write_text("[]", encoding="utf-8")
    result = run("check-tools", "t.json")
    assert (result.exit_code, result.stderr) == (2, "pi-native: t.json: the list is empty\n")
