"""Productions, explained."""

import json
from pathlib import Path

import pytest

from pi_native import Grammar
from pi_native.explain.layout import Page
from pi_native.explain.rule import explain_rule, rule_data, rule_page

NAMES = list(Grammar.load().productions)


@pytest.mark.parametrize("name", NAMES)
def test_every_production_has_a_page_with_all_there_is(name: str) -> None:
    page = Page(80)
    rule_page(explain_rule(name), page)
    production = Grammar.load().productions[name]
    words = " ".join(page.text.split())
    assert page.text.startswith(f"{name}  a ")
    assert " ".join(production.desc.split()) in words
    assert "├─" in page.text
    assert production.spec in words
    assert (f"reports {production.absent}" in words) == bool(production.absent)
    assert ("accepted" in page.text) == bool(production.accepted)
    assert ("rejected" in page.text) == bool(production.rejected)
    assert max(map(len, page.text.splitlines())) <= 85
    assert json.loads(json.dumps(rule_data(explain_rule(name))))["diagram"]


def test_a_page() -> None:
    page = Page(60)
    rule_page(explain_rule("SELF_END"), page)
    assert (
        page.text
        == """\
SELF_END  a terminal, line 215 of the grammar
  The end of a tag that closes itself.

  ├── "/>" ──┤

  SELF_END: "/>"

  accepted
    />

  part of
    self_call, self_element

  specification
    Structural tags
""".replace("215", str(Grammar.load().productions["SELF_END"].line))
    )


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(KeyError):
        explain_rule("nonsense")


def test_another_grammar_is_explained() -> None:
    grammar = Grammar('// @desc The \x1b[31m start.\nstream: A?\nA: "a"\n')
    page = Page(60)
    rule_page(explain_rule("stream", grammar), page)
    assert "The \\x1b[31m start." in page.text
    assert "╰── A ──╯" in page.text


def test_a_production_of_an_overlay_is_told_by_its_own_file_and_line() -> None:
    found = explain_rule("fenced_call", Grammar.load(["fenced"], ["fenced"]))
    text = Path(found.file).read_text(encoding="utf-8")
    assert text.splitlines()[found.line - 1].startswith(("fenced_call", "%"))
    page = Page(80)
    rule_page(found, page)
    assert f"line {found.line} of fenced.lark" in page.text
