"""``pi-native explain``."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pi_native import Grammar
from pi_native.diagnostics import catalogue

from .conftest import Program, Run

TEXT = 'Hi <call:read path="a">\n<offset>5</offset>\n</call:read>'


def test_the_calls_of_a_file(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    result = run("explain", "a.txt", "--tools", "tools.json")
    assert result.exit_code == 0
    assert result.stdout.startswith("1. read  element form, line 1, column 4\n")
    assert run("explain", "-", "--tools", "tools.json", input=TEXT).stdout == result.stdout
    assert "There is no call" in run("explain", "-", input="prose").stdout


def test_calls_as_json(run: Run) -> None:
    data = json.loads(run("explain", "-", "--tools", "tools.json", "--json", input=TEXT).stdout)
    (call,) = data["calls"]
    assert data["diagnostics"] == []
    assert call["rule"]["key"] == "child"
    assert [argument["pointer"] for argument in call["explained"]] == ["/path", "/offset"]


def test_why_a_text_has_no_call(run: Run) -> None:
    out = run("explain", "-", input='<call:read path="a" , n=1/>').stdout
    assert out.startswith("There is no call in this text.\n\nOutside of calls\n")
    assert "malformed-call-tag, line 1, column 1" in out


def test_a_place(run: Run) -> None:
    result = run("explain", "-", "--tools", "tools.json", "--at", "2:9", input=TEXT)
    assert result.exit_code == 0
    assert "the element offset (integer)" in result.stdout
    data = json.loads(run("explain", "-", "--at", "2:9", "--json", input=TEXT).stdout)
    assert (data["line"], data["column"], data["offset"]) == (2, 9, 32)
    assert run("explain", "-", "--at", "3:13", input=TEXT).exit_code == 0


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ("x", "expected LINE:COL"),
        ("0:1", "expected LINE:COL"),
        ("1:00", "expected LINE:COL"),
        ("4:1", "the text has 3 lines"),
        ("2:99", "line 2 has 18 characters"),
        ("9" * 30 + ":1", "expected LINE:COL"),
    ],
)
def test_a_place_that_is_none(run: Run, at: str, reason: str) -> None:
    result = run("explain", "-", "--at", at, input=TEXT)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr


def test_a_rule_and_a_code(run: Run) -> None:
    assert "├──┬── self_call ───┬──┤" in run("explain", "call").stdout
    assert "PASS" in run("explain", "stray-text").stdout
    assert json.loads(run("explain", "call", "--json").stdout)["used_by"] == ["stream"]
    assert json.loads(run("explain", "stray-text", "--json").stdout)["code"] == "stray-text"


def test_without_a_name_everything_is_listed(run: Run) -> None:
    text = run("explain").stdout
    names = [*Grammar.load().productions, *catalogue()]
    assert all(f"\n  {name}  " in text or f"\n  {name}\n" in text for name in names)
    assert [*json.loads(run("explain", "--json").stdout)["codes"]] == [*catalogue()]


def test_a_name_wins_over_a_file_and_a_path_over_a_name(run: Run, folder: Path) -> None:
    (folder / "call").write_text(TEXT, encoding="utf-8")
    assert run("explain", "call").stdout.startswith("call  a rule")
    assert run("explain", "./call").stdout.startswith("1. read")


def test_a_name_that_is_none(run: Run) -> None:
    result = run("explain", "stray-txt")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "did you mean stray-text?" in result.stderr
    assert "pi-native explain lists" in run("explain", "qqqqq").stderr
    assert "No such file" in run("explain", "missing.txt").stderr


def test_options_of_a_file_need_one(run: Run) -> None:
    for args in (["call", "--at", "1:1"], ["stray-text", "--tools", "tools.json"], ["--at", "1:1"]):
        result = run("explain", *args)
        assert result.exit_code == 2
        assert "need a file" in result.stderr


def test_nothing_steers_the_terminal(run: Run) -> None:
    evil = '<call:read path="\x1b[2J\u202e"><x>\x1b[2J</x>\x07</call:read>'
    for args in ([], ["--at", "1:30"]):
        out = run("explain", "-", *args, input=evil).stdout
        assert all(line.isprintable() for line in out.split("\n"))


def test_narrow_and_wide(program: Program) -> None:
    narrow = program("explain", "block_call", COLUMNS="40").stdout.decode()
    wide = program("explain", "block_call", COLUMNS="1000").stdout.decode()
    assert max(map(len, narrow.splitlines())) < 70  # the definition itself is not wrapped
    assert len(narrow.splitlines()) > len(wide.splitlines())
    assert max(map(len, wide.splitlines())) <= 100


@pytest.mark.parametrize(("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colour_on_a_terminal_only(folder: Path, env: dict[str, str], coloured: bool) -> None:
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    command = [sys.executable, "-m", "pi_native", "explain", "SELF_END"]
    subprocess.run(command, stdout=slave, stderr=slave, check=False, env=clean | env)
    os.close(slave)
    text = os.read(master, 100_000).decode()
    os.close(master)
    assert ("\x1b[1mSELF_END" in text) is coloured
