"""What ``examples/`` promises: the good texts have no findings, the broken one has those it shows."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pi_native import ParseResult, ToolSet, parse

EXAMPLES = Path(__file__).parents[1] / "examples"
TOOLS = EXAMPLES / "tools.json"
SCHEMAS = {tool["name"]: tool["parameters"] for tool in json.loads(TOOLS.read_text(encoding="utf-8"))}


def records() -> list[dict]:
    return [json.loads(line) for line in (EXAMPLES / "chat.jsonl").read_text(encoding="utf-8").splitlines()]


def turns(record: dict) -> list[str]:
    return [message["content"] for message in record["messages"] if message["role"] == "assistant"]


def parse_example(name: str) -> ParseResult:
    return parse((EXAMPLES / name).read_text(encoding="utf-8"), ToolSet.load(TOOLS))


def test_session_has_every_form_and_no_finding() -> None:
    result = parse_example("session.txt")
    assert result.diagnostics == ()
    assert [call.name for call in result.calls] == ["read", "search", "plan", "edit", "write", "bash"]
    assert {call.form for call in result.calls} == {"attribute", "element", "inline"}
    for call in result.calls:
        Draft202012Validator(SCHEMAS[call.name]).validate(call.arguments)


@pytest.mark.parametrize("record", records())
def test_chat_has_no_finding_and_a_result_for_every_call(record: dict) -> None:
    tools = ToolSet(record["tools"]) if "tools" in record else ToolSet.load(TOOLS)
    results = [parse(turn, tools) for turn in turns(record)]
    assert [result.diagnostics for result in results] == [()] * len(results)
    answers = [message for message in record["messages"] if message["role"] == "tool"]
    assert sum(len(result.calls) for result in results) == len(answers) > 0


def test_mistakes_are_found_in_the_order_of_the_text() -> None:
    assert [finding.code for finding in parse_example("broken/mistakes.txt").diagnostics] == [
        "missing-whitespace",
        "type-mismatch",
        "python-literal",
        "structured-attribute",
        "unknown-parameter",
        "unknown-tool",
        "duplicate-argument",
        "stray-text",
        "unclosed-element",
        "malformed-call-tag",
        "unterminated-call",
    ]
