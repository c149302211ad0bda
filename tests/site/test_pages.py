"""Every production, diagnostic and command has its page, which says what its source says."""

import sys
from html import escape
from pathlib import Path

import pytest
import typer

from pi_native import Grammar
from pi_native.cli.app import app
from pi_native.cost import SPELLINGS, load_tokenizer
from pi_native.diagnostics import catalogue

pytest.importorskip("railroad", reason="the tools of the docs are not installed: make docs")
sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "site"))

import comparison
import railroad_svg
import states
import typing_table
from pages import pages
from wording import code, fenced

from pi_native import ToolSet, parse
from pi_native.events import TRANSITIONS

PAGES = pages()
PRODUCTIONS = Grammar.load().productions
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", PRODUCTIONS)
def test_production(name: str) -> None:
    page, production = PAGES[f"grammar/{name}.md"], PRODUCTIONS[name]
    assert production.definition in page
    assert production.desc in page
    assert "<svg" in page
    for text in (*production.accepted, *production.rejected):
        assert code(text) in page
    assert f"[`{name}`]({name}.md)" in PAGES["grammar/index.md"]


@pytest.mark.parametrize("name", catalogue())
def test_diagnostic(name: str) -> None:
    page, entry = PAGES[f"diagnostics/{name}.md"], catalogue()[name]
    for text in (entry.summary, entry.hint, entry.fail, entry.pass_):
        assert text in page
    assert f"[`{name}`]({name}.md)" in PAGES["diagnostics/index.md"]


@pytest.mark.parametrize("name", COMMANDS)
def test_command(name: str) -> None:
    page = PAGES[f"commands/{name}.md"]
    for param in COMMANDS[name].params:
        assert all(code(option) in page for option in param.opts if option.startswith("--"))
        assert "".join((param.help or "").split("<")[0].split("|")[0].split("[")[0]) in page
    assert f"[`{name}`]({name}.md)" in PAGES["commands/index.md"]


def test_diagrams_lead_to_the_productions_they_name() -> None:
    drawn = railroad_svg.diagram(Grammar.load(), "block_element")
    for name in ("ELEMENT_OPEN", "attr", "members", "SCALAR_TEXT", "ELEMENT_CLOSE"):
        assert f'href="{name}.html"' in drawn
    assert escape('"') in railroad_svg.diagram(Grammar.load(), "DQ_VALUE")


def test_states_are_those_of_the_table() -> None:
    drawn = states.drawing()
    for state, events in TRANSITIONS.items():
        assert f">{state}</text>" in drawn
        assert all(f">{event.__name__}<" in drawn for event in events if event.__name__ != "DiagnosticEvent")


def test_comparison_counts_what_it_shows() -> None:
    page, tokenizer = comparison.comparison(), load_tokenizer()
    for call in comparison.CALLS.values():
        texts = comparison.spellings(call)
        assert parse(texts["pi-native"], comparison.TOOLS).calls[0].arguments == call["arguments"]
        for name, text in texts.items():
            assert f"**{name}**, {len(text)} characters, {tokenizer.count(text)} tokens\n" in page
            assert text in page
            assert f"<td>{len(text)}" in page
            assert f"<td>{tokenizer.count(text)}" in page


def test_comparison_says_something_of_each_format() -> None:
    text = (Path(__file__).parents[2] / "docs" / "compare.md").read_text(encoding="utf-8")
    for name in SPELLINGS:
        assert f"| {name} | " in text


def test_typing_shows_both_readings() -> None:
    page = typing_table.typing_table()
    assert '<code class="with">read {&quot;path&quot;: &quot;4&quot;}</code>' in page
    assert '<code class="without">read {&quot;path&quot;: 4}</code>' in page
    assert page.count("<tr") > 20
    assert typing_table._values("<call:a b=1/>", ToolSet([])) == 'a {"b": 1}'


def test_code_is_shown_whatever_it_holds() -> None:
    assert code(" a|<b>\n\x1b ") == "<code>␣a&#124;&lt;b&gt;\\n\\x1b␣</code>"
    assert fenced("```\n````") == "````` \n```\n````\n`````\n"
