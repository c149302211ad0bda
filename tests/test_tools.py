"""Tool lists in every form, and inline targets (D7)."""

import json
from pathlib import Path
from typing import Any

import pytest

from pi_native import SchemaError, Tool, ToolSet, parse

SCHEMA = {"type": "object", "properties": {"n": {"type": "string"}}}
MCP = {"name": "ls", "inputSchema": SCHEMA}


@pytest.mark.parametrize(
    "definitions",
    [
        [{"name": "ls", "parameters": SCHEMA}],
        [{"name": "ls", "input_schema": SCHEMA}],
        [MCP],
        [{"type": "function", "function": {"name": "ls", "parameters": SCHEMA}}],
        [{"type": "function", "name": "ls", "parameters": SCHEMA}],
        {"tools": [MCP]},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [MCP]}},
        ({"name": "ls", "parameters": SCHEMA},),
        [Tool("ls", SCHEMA)],
    ],
    ids=["bare", "anthropic", "mcp", "openai chat", "openai responses", "tools", "mcp result", "tuple", "tool"],
)
def test_every_form_of_a_list(definitions: Any) -> None:
    tools = ToolSet(definitions)
    assert [tool.name for tool in tools] == ["ls"]
    assert parse("<call:ls n=4/>", tools).calls[0].arguments == {"n": "4"}


def test_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text("\ufeff" + json.dumps([MCP]), encoding="utf-8")
    assert "ls" in ToolSet.load(path)
    assert "ls" in ToolSet.load(str(path))


@pytest.mark.parametrize("parameters", [{}, None], ids=["empty", "none"])
def test_tool_without_a_schema_types_by_guessing(parameters: Any) -> None:
    result = parse("<call:ls n=4/>", [{"name": "ls", "parameters": parameters}])
    assert result.calls[0].arguments == {"n": 4}
    assert not result.diagnostics


@pytest.mark.parametrize(
    ("definitions", "tool", "reason"),
    [
        ({"name": "ls"}, "#0", "expected a list"),
        ("ls", "#0", "expected a list"),
        (5, "#0", "expected a list"),
        ({"tools": {"ls": {}}}, "#0", "expected a list"),
        ([MCP, {"parameters": {}}], "#1", "needs a 'name'"),
        ([{"name": ""}], "#0", "needs a 'name'"),
        ([{"name": 5}], "#0", "needs a 'name'"),
        (["ls"], "#0", "needs a 'name'"),
        ([{"type": "function", "function": {}}], "#0", "needs a 'name'"),
        ([MCP, MCP], "ls", "defined twice"),
        ([{"name": "ls", "parameters": []}], "ls", "an object or a boolean"),
    ],
)
def test_broken_list_names_the_tool(definitions: Any, tool: str, reason: str) -> None:
    with pytest.raises(SchemaError) as caught:
        ToolSet(definitions)
    assert caught.value.tool == tool
    assert reason in str(caught.value)


def test_lookup() -> None:
    tools = ToolSet([MCP])
    assert len(tools) == 1
    assert "ls" in tools
    assert "rm" not in tools
    assert tools.get("rm") is None
    assert ToolSet.of(tools) is tools
    assert len(ToolSet.of(None)) == 0


STRING, NUMBER, NULLABLE = {"type": "string"}, {"type": "number"}, {"type": ["string", "null"]}


@pytest.mark.parametrize(
    ("properties", "given", "target"),
    [
        ({"a": STRING, "b": STRING}, (), "a"),
        ({"a": STRING, "b": STRING}, ("a",), "b"),
        ({"a": STRING, "b": STRING}, ("b",), "a"),
        ({"a": STRING, "b": STRING}, ("a", "b"), None),
        ({"a": NULLABLE}, (), "a"),
        ({"a": {"enum": ["x"]}}, (), "a"),
        ({"a": {"type": "null"}}, (), None),
        ({"a": NUMBER, "b": STRING}, (), None),
        ({"a": NUMBER, "b": STRING}, ("a",), "b"),
        ({"a": STRING, "b": NUMBER}, (), "a"),
        ({"a": {"type": ["string", "number"]}}, (), None),
        ({"a": STRING, "b": {"type": "object"}}, (), None),
        ({"a": STRING, "b": {"type": "array"}}, (), None),
        ({"a": STRING, "b": {}}, (), None),
        ({}, (), None),
    ],
)
def test_inline_target(properties: Any, given: tuple[str, ...], target: str | None) -> None:
    assert Tool("t", {"properties": properties}).inline_target(given) == target
