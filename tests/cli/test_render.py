"""``pi-native render``."""

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import Program, Run

CALLS = [
    {"name": "read", "arguments": {"path": "a", "offset": 5}},
    {"name": "edit", "arguments": {"input": "x\ny"}},
]
TEXT = '<call:read path="a" offset=5/>\n<call:edit>\nx\ny\n</call:edit>\n'


def openai(call: dict[str, Any], as_text: bool = True) -> dict[str, Any]:
    arguments = json.dumps(call["arguments"]) if as_text else call["arguments"]
    return {"id": "call_1", "type": "function", "function": {"name": call["name"], "arguments": arguments}}


@pytest.mark.parametrize(
    "input",
    [
        json.dumps(CALLS),
        json.dumps(CALLS, indent=2),
        "\n".join(map(json.dumps, CALLS)),
        "\n\n".join(map(json.dumps, CALLS)) + "\n",
        json.dumps({"calls": CALLS, "text": "", "diagnostics": []}),
        json.dumps([openai(call) for call in CALLS]),
        json.dumps({"role": "assistant", "content": None, "tool_calls": [openai(call, False) for call in CALLS]}),
    ],
)
def test_every_shape_of_input(run: Run, input: str) -> None:
    result = run("render", "-", "--tools", "tools.json", input=input)
    assert (result.exit_code, result.stdout, result.stderr) == (0, TEXT, "")


def test_a_single_call(run: Run, folder: Path) -> None:
    (folder / "call.json").write_text(json.dumps(CALLS[0]), encoding="utf-8")
    assert run("render", "call.json", "--tools", "tools.json").stdout == '<call:read path="a" offset=5/>\n'


def test_no_calls(run: Run) -> None:
    assert run("render", "-", input="[]").stdout == ""


def test_no_arguments(run: Run) -> None:
    assert run("render", "-", input='{"name": "ls"}').stdout == "<call:ls/>\n"


def test_element_style(run: Run) -> None:
    text = run("render", "-", "--tools", "tools.json", "--style", "element", input=json.dumps(CALLS)).stdout
    assert "<path>a</path>" in text
    assert "<offset>5</offset>" in text


def test_minimal_style_is_no_longer(run: Run) -> None:
    text = run("render", "-", "--tools", "tools.json", "--style", "minimal", input=json.dumps(CALLS)).stdout
    assert 0 < len(text) <= len(TEXT)


@pytest.mark.parametrize("style", ["canonical", "element", "minimal"])
def test_what_is_parsed_renders_and_parses_back(run: Run, style: str) -> None:
    parsed = run("parse", "-", "--tools", "tools.json", input=TEXT).stdout
    text = run("render", "-", "--tools", "tools.json", "--style", style, input=parsed).stdout
    again = json.loads(run("parse", "-", "--tools", "tools.json", input=text).stdout)
    assert [{"name": call["name"], "arguments": call["arguments"]} for call in again["calls"]] == CALLS


def test_every_call_without_a_spelling_is_named_and_nothing_printed(run: Run) -> None:
    calls = [{"name": "a b"}, CALLS[0], {"name": "list", "arguments": {"dirs": []}}]
    result = run("render", "-", "--tools", "tools.json", input=json.dumps(calls))
    assert (result.exit_code, result.stdout) == (1, "")
    first, second = result.stderr.splitlines()
    assert first.startswith("<stdin>: call 0: error: cannot render 'a b'")
    assert second.startswith("<stdin>: call 2: error: cannot render 'list', at /dirs: ")


@pytest.mark.parametrize(
    ("input", "message"),
    [
        ("", "<stdin>:1:1: not JSON: Expecting value"),
        ("[\n{]", "<stdin>:2:2: not JSON: "),
        ('{"name": "a"}\n{', "<stdin>:2:2: not JSON: "),
        ("[5]", "<stdin>: call 0 has no name"),
        ('[{"name": "a"}, {"arguments": {}}]', "<stdin>: call 1 has no name"),
        ('{"name": "a", "arguments": []}', "<stdin>: call 0: the arguments are not an object"),
        ('{"name": "a", "arguments": "{"}', "<stdin>: call 0: the arguments are text but not JSON"),
        ("[" * 100_000, "<stdin>: JSON past what can be read"),
    ],
)
def test_input_that_cannot_be_used(run: Run, input: str, message: str) -> None:
    result = run("render", "-", input=input)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pi-native: {message}")
    assert len(result.stderr.splitlines()) == 1


def test_newlines_are_written_as_they_are(program: Program) -> None:
    done = program(
        "render",
        "-",
        "--tools",
        "tools.json",
        input=json.dumps([{"name": "edit", "arguments": {"input": "a\r\nb"}}]).encode(),
    )
    assert b"a\r\nb" in done.stdout
    assert b"\r\r" not in done.stdout


def test_a_lone_surrogate_cannot_be_written(run: Run) -> None:
    result = run("render", "-", "--tools", "tools.json", input=r'{"name": "read", "arguments": {"path": "\ud800"}}')
    assert (result.exit_code, result.stdout) == (1, "")
    assert "lone surrogate" in result.stderr
