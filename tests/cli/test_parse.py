"""``pi-native parse``."""

import json
from pathlib import Path

import pytest
from lark import Token, Tree

from pi_native.cli.parse import tree_lines
from pi_native.data import to_json

from .conftest import Program, Run


@pytest.fixture
def answer(folder: Path) -> Path:
    path = folder / "answer.txt"
    path.write_bytes(b'Look:\n<call:read path="a" offset=5/>\n<call:edit>\r\nx\r\ny\r\n</call:edit>\nDone.\n')
    return path


def test_json(run: Run, answer: Path) -> None:
    result = run("parse", "answer.txt", "--tools", "tools.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == {
        "calls": [
            {
                "name": "read",
                "arguments": {"path": "a", "offset": 5},
                "form": "attribute",
                "span": {"offset": 6, "end": 36, "line": 2, "column": 1},
            },
            {
                "name": "edit",
                "arguments": {"input": "x\r\ny"},
                "form": "inline",
                "span": {"offset": 37, "end": 68, "line": 3, "column": 1},
            },
        ],
        "text": "Look:\n\n\nDone.\n",
        "incomplete": None,
        "diagnostics": [],
    }


def test_jsonl_is_one_call_a_line(run: Run, answer: Path) -> None:
    lines = run("parse", "answer.txt", "--tools", "tools.json", "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line)["name"] for line in lines] == ["read", "edit"]


def test_tree(run: Run, answer: Path) -> None:
    result = run("parse", "answer.txt", "--tools", "tools.json", "--format", "tree")
    assert result.exit_code == 0
    assert result.stdout.startswith("stream\n")
    assert {"self_call", "block_call", "attr"} <= set(result.stdout.replace("\n", " ").split())
    assert r"'x\x0d\x0ay'" in result.stdout or r"x\x0d\x0ay" in result.stdout


def test_standard_input_gives_the_same_as_a_file(run: Run, answer: Path) -> None:
    piped = run("parse", "-", "--tools", "tools.json", input=answer.read_bytes())
    assert piped.stdout == run("parse", "answer.txt", "--tools", "tools.json").stdout


def test_without_tools_values_are_guessed(run: Run, answer: Path) -> None:
    data = json.loads(run("parse", "answer.txt").stdout)
    assert data["calls"][0]["arguments"] == {"path": "a", "offset": 5}


def test_diagnostics_are_shown_like_a_compilers(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text('Hm.\n  <call:read path="a"offset=1/>\n', encoding="utf-8")
    result = run("parse", "a.txt", "--tools", "tools.json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["diagnostics"][0]["code"] == "missing-whitespace"
    first, source, caret, hint = result.stderr.splitlines()
    assert first.startswith("a.txt:2:22: error: missing-whitespace no whitespace before an attribute")
    assert source == '      <call:read path="a"offset=1/>'
    assert caret.index("^") == source.index("offset")
    assert hint == "    hint: put a space between the closing quote and the next attribute"


def test_an_incomplete_call_is_shown_apart(run: Run) -> None:
    result = run("parse", "-", "--tools", "tools.json", input="<call:read><path>ab")
    data = json.loads(result.stdout)
    assert result.exit_code == 1
    assert data["calls"] == []
    assert data["incomplete"]["arguments"] == {"path": "ab"}
    assert "<stdin>:1:1: error: unterminated-call" in result.stderr


def test_infos_are_shown_but_are_no_findings(run: Run) -> None:
    result = run("parse", "-", "--tools", "tools.json", input="<call:list><dirs>[]</dirs></call:list>")
    assert result.exit_code == 0


def test_a_byte_order_mark_is_not_text(run: Run) -> None:
    assert json.loads(run("parse", "-", input=b"\xef\xbb\xbfhi").stdout)["text"] == "hi"


def test_input_that_is_not_utf_8(run: Run) -> None:
    result = run("parse", "-", input=b"hi \xff")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "pi-native: <stdin>: not UTF-8: 0xff at byte 3\n"


def test_empty_input(run: Run) -> None:
    result = run("parse", "-", input="")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"calls": [], "text": "", "incomplete": None, "diagnostics": []}


def test_a_lone_surrogate_stays_an_escape(program: Program) -> None:
    done = program("parse", "-", input=rb"""<call:t a='"\ud800"'/>""")
    assert done.returncode == 0
    assert rb'"a": "\ud800"' in done.stdout
    assert json.loads(done.stdout)["calls"][0]["arguments"] == {"a": "\ud800"}


def test_deep_values_are_printed(run: Run) -> None:
    text = "<call:t>" + "<a>" * 190 + "[" * 190 + "]" * 190 + "</a>" * 190 + "</call:t>"
    assert run("parse", "-", input=text).exit_code == 0


@pytest.mark.parametrize("format", ["json", "jsonl", "tree"])
def test_control_characters_do_not_reach_a_terminal(run: Run, format: str) -> None:
    result = run("parse", "-", "--format", format, input="\x1b[31m<call:t \x1b a='\x1b[0m'/>x<call:t a='\x1b'/>")
    assert "\x1b" not in result.stdout
    assert "\x1b" not in result.stderr


def test_json_keeps_what_is_not_ascii_readable() -> None:
    assert to_json({"é": "𝄞"}) == '{"é": "𝄞"}'


def test_a_token_is_cut_only_where_a_width_is_given() -> None:
    tree = Tree("a", [Token("T", "x" * 100)])
    assert list(tree_lines(tree, None))[1] == f"  T '{'x' * 100}'"
    assert list(tree_lines(tree, 10))[1] == f"  T '{'x' * 10}…'"


def test_a_deep_tree_is_printed() -> None:
    tree = Tree("a", [])
    for _ in range(5000):
        tree = Tree("a", [tree])
    assert sum(1 for _ in tree_lines(tree, None)) == 5001
