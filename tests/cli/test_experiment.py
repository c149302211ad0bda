"""``pi-native experiment`` and ``pi-native grammar``."""

import json
from pathlib import Path

import pytest

from .conftest import Run

BROKEN = "// @overlay x\n// @base 1\n// @intent y\n%extend element: (\n"


def test_a_sound_overlay(run: Run, folder: Path) -> None:
    (folder / "chat.txt").write_text("<call:read path='a'/>", encoding="utf-8")
    result = run("experiment", "sigil", "--corpus", "chat.txt", "--tools", "tools.json", "--html", "out.html")
    assert result.exit_code == 0
    assert "conservative?   no" in result.stdout
    assert "sound?          yes" in result.stdout
    page = (folder / "out.html").read_text(encoding="utf-8")
    assert "<h1>sigil" in page
    assert "<script" not in page


def test_json(run: Run) -> None:
    data = json.loads(run("experiment", "barewords", "--output", "json", "--tokens").stdout)
    assert data["name"] == "barewords"
    assert data["is_sound"] is True
    assert data["is_conservative"] is False
    assert data["cost"]["tokens"]["base"] > 0


def test_a_broken_overlay(run: Run, folder: Path) -> None:
    (folder / "x.lark").write_text(BROKEN, encoding="utf-8")
    result = run("experiment", "x.lark")
    assert result.exit_code == 1
    assert "builds?         no: x.lark:" in result.stdout
    assert run("experiment", "none.lark").exit_code == 2
    for command in (["parse", "-"], ["validate", "x.lark"], ["grammar", "check"]):
        broken = run(*command, "--overlay", "x.lark", input="")
        assert (broken.exit_code, "x.lark:" in broken.stderr) == (2, True), command


def test_texts_of_the_overlay_cannot_harm_page_or_terminal(run: Run, folder: Path) -> None:
    text = "// @overlay <b>\\x1b\n// @base 1\n// @intent \x1b[31m<script>\n"
    (folder / "x.lark").write_text(text, encoding="utf-8")
    result = run("experiment", "x.lark", "--html", "out.html")
    assert "\x1b" not in result.stdout
    assert "<script>" not in (folder / "out.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["show"], "stream: (TEXT | call)*"),
        (["show", "--overlay", "sigil"], '%override CALL_SIGIL: "<tool:"'),
        (["rules", "attr"], "attr: WS NAME (EQ attr_val)?"),
        (["ebnf"], "attr ::= WS NAME ( EQ attr_val )?"),
        (["diff", "--overlay", "barewords"], "+ attr_val: BAREWORD"),
        (["sentences", "-n", "2", "--start", "CALL_SIGIL"], "<call:\n<call:"),
        (["sentences", "-n", "9", "--tools", "tools.json"], "<call:read"),
    ],
)
def test_grammar(run: Run, command: list[str], said: str) -> None:
    result = run("grammar", *command)
    assert result.exit_code == 0
    assert said in result.stdout


def test_grammar_check(run: Run, folder: Path) -> None:
    assert run("grammar", "check").exit_code == 0
    (folder / "x.lark").write_text(BROKEN.replace("%extend element: (", "//+ b\nEXTRA: /a/"), encoding="utf-8")
    result = run("grammar", "check", "--overlay", "x.lark")
    assert result.exit_code == 1
    assert "x.lark:5: nothing leads to EXTRA" in result.stdout
    assert "EXTRA: 'b' should be accepted" in result.stdout


def test_grammar_of_nothing(run: Run) -> None:
    assert run("grammar", "rules", "none").exit_code == 2
    assert run("grammar", "sentences", "--start", "none").exit_code == 2
    assert run("grammar", "diff").exit_code == 2
