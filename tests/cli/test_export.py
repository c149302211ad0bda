"""``pi-native export``."""

import json
from pathlib import Path

import pytest

from pi_native.decode import ENGINES, export

from .conftest import TOOLS, Run


@pytest.mark.parametrize("engine", ENGINES)
def test_the_grammar_goes_to_standard_output(run: Run, engine: str) -> None:
    result = run("export", engine, "--tools", "tools.json", "--forms", "canonical", "--strict")
    assert result.exit_code == 0
    assert result.stdout == export(engine, TOOLS, forms="canonical", strict=True).text  # type: ignore[arg-type]
    assert result.stderr == "3 tools, 0 omissions\n"


def test_a_file(run: Run, folder: Path) -> None:
    assert run("export", "llguidance", "--tools", "tools.json", "--output", "g.lark").stdout == ""
    assert (folder / "g.lark").read_text(encoding="utf-8") == export("llguidance", TOOLS).text


def test_what_is_left_out_is_said(run: Run, folder: Path) -> None:
    tools = [{"name": "t", "parameters": {"properties": {"n": {"type": "integer", "multipleOf": 5}, "d e": {}}}}]
    (folder / "t.json").write_text(json.dumps(tools), encoding="utf-8")
    result = run("export", "llguidance", "--tools", "t.json", "--strict")
    assert result.exit_code == 0
    assert "not in the grammar: t/n: multipleOf\n" in result.stderr
    assert "not in the grammar: t/d e: the parameter: its name cannot be written in a tag\n" in result.stderr


def test_no_tool_to_call(run: Run, folder: Path) -> None:
    (folder / "t.json").write_text('[{"name": "a b"}]', encoding="utf-8")
    result = run("export", "llguidance", "--tools", "t.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("pi-native: t.json: no tool of the list can be called: a b: the tool: ")


def test_an_unknown_engine(run: Run) -> None:
    assert run("export", "yacc", "--tools", "tools.json").exit_code == 2
