"""The grammar in W3C notation."""

import re
from pathlib import Path

from pi_native import Grammar
from pi_native.ebnf import differences, ebnf

SPEC = Path(__file__).parents[1] / "docs" / "spec"


def test_every_production_has_a_line() -> None:
    grammar = Grammar.load()
    lines = list(ebnf(grammar))
    assert [line.partition(" ::= ")[0] for line in lines] == list(grammar.productions)
    assert all(line.partition(" ::= ")[2].strip() for line in lines)


def test_names_in_a_line_are_productions() -> None:
    grammar = Grammar.load()
    for line in ebnf(grammar):
        bare = re.sub(r'/\*.*?\*/|"[^"]*"|\'[^\']*\'|\[[^\]]*\]|#x\w+', "", line.partition(" ::= ")[2])
        assert set(re.findall(r"\w+", bare)) <= set(grammar.productions)


def test_literals_with_newlines_are_numbers() -> None:
    lines = list(ebnf(Grammar.load(["line-form"], ["line-form"])))
    assert 'TAG_END ::= #x0A "«"' in lines


def test_differences_are_of_rules() -> None:
    found = {name: (before, after) for name, before, after in differences(Grammar.load(), Grammar.load(["reasoning"]))}
    assert found["THINK_OPEN"] == ("", 'THINK_OPEN: "<think>"')
    assert "think" not in found["stream"][0]
    assert "think" in found["stream"][1]
    assert list(differences(Grammar.load(), Grammar.load())) == []
