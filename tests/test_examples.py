"""What ``examples/`` promises: the good texts have no findings, the broken one has those it shows."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from pi_native import ParseResult, ToolSet, parse
from pi_native.cli.app import app
from pi_native.transcripts import FORMATS, ReadOptions, Turn, read

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


ROLES = r"(?P<role>\w+):$"

#: Each transcript: its format, how many calls it has, and whether the format records calls beside the text.
TRANSCRIPTS = {
    "session.txt": ("text", 6, False),
    "dialog.txt": ("text", 1, False),
    "chat.jsonl": ("openai", 9, False),
    "chat.json": ("openai", 3, True),
    "anthropic.jsonl": ("anthropic", 2, True),
    "sharegpt.json": ("sharegpt", 2, False),
    "pi-session.jsonl": ("pi", 3, True),
    "claude-code.jsonl": ("claude-code", 2, True),
    "chat.parquet": ("parquet", 9, False),
    "dataset": ("arrow", 7, False),
}


def test_every_format_has_an_example() -> None:
    assert {format for format, _, _ in TRANSCRIPTS.values()} == set(FORMATS)


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_transcripts_have_no_finding(name: str) -> None:
    format, calls, _ = TRANSCRIPTS[name]
    pattern = ["--role-pattern", ROLES] if name == "dialog.txt" else []
    result = CliRunner().invoke(app, ["validate", str(EXAMPLES / name), "--tools", str(TOOLS), *pattern])
    assert (result.exit_code, result.stdout) == (0, "")
    noun = "call" if calls == 1 else "calls"
    assert result.stderr == f"1 file ({format}), {calls} {noun}: no findings\n"


@pytest.mark.parametrize("name", [name for name in TRANSCRIPTS if name not in ("session.txt", "dataset")])
def test_transcripts_have_a_result_for_every_call_and_declare_what_the_text_says(name: str) -> None:
    _, count, declares = TRANSCRIPTS[name]
    options = ReadOptions(role_pattern=ROLES if name == "dialog.txt" else None)
    turns = [
        turn for turn in read(str(EXAMPLES / name), options) if isinstance(turn, Turn) and turn.role == "assistant"
    ]
    answered = 0
    for turn in turns:
        calls = parse(turn.text, turn.tools or ToolSet.load(TOOLS)).calls
        assert len(turn.results) == len(calls)
        assert turn.followed == bool(calls)
        answered += len(calls)
        declared = [(call.name, call.arguments) for call in turn.declared_calls]
        assert declared == ([(call.name, call.arguments) for call in calls] if declares else [])
    assert answered == count


def test_the_dialog_without_the_pattern_is_one_turn_with_the_call_that_is_wrong() -> None:
    result = CliRunner().invoke(app, ["validate", str(EXAMPLES / "dialog.txt"), "--tools", str(TOOLS)])
    assert result.exit_code == 1
    assert "dialog.txt:3:1: " in result.stdout
