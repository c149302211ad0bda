"""What Lark makes of a grammar, taken over."""

from functools import partial
from typing import Any

import pytest
from lark import Lark, Token, Tree

from pi_native import Grammar
from pi_native.lalr import Lalr, reductions
from pi_native.lalr import Token as OurToken
from pi_native.lark_compiler import compiled, lark_of
from pi_native.tables import Rule, is_helper

GRAMMAR = r"""
stream: item+ END?
?item: A item B | B -> lone | _pair
_pair: C (D _E)*
A: "a"
B: "b"
C: "c"
D: "d"
_E: "e"
END: "!"
"""


def ours(text: str) -> Any:
    made = compiled(lark_of(GRAMMAR, ["stream"]))
    names = {terminal.literal: name for name, terminal in made.terminals.items()}
    run = Lalr(made.tables, "stream", reductions(made.rules, lambda name: partial(Tree, name)))
    for place, char in enumerate(text):
        run.feed(OurToken(names[char], char, place, place + 1))
    while not run.is_done:
        action = made.tables.states[run.states[-1]]["$END"]
        assert isinstance(action, Rule)
        run._reduce(action)
    return run.values[0]


def larks(text: str) -> Any:
    return Lark(GRAMMAR, parser="lalr", start="stream", keep_all_tokens=True, maybe_placeholders=False).parse(text)


@pytest.mark.parametrize(
    "text", ["b", "b!", "abb", "aabbb", "c", "cde", "cdede", "acdeb", "acb", "bcbabb", "aacdebbcde!"]
)
def test_options_aliases_and_inlined_rules_make_the_tree_that_lark_makes(text: str) -> None:
    assert ours(text) == larks(text)


def test_every_rule_of_lark_is_there() -> None:
    grammar = Grammar.load()
    found = [(rule.origin, rule.expansion) for rule in grammar.rules]
    assert found == [(rule.origin.name, tuple(s.name for s in rule.expansion)) for rule in grammar.lark.rules]
    assert [rule.index for rule in grammar.rules] == list(range(len(found)))


def test_helpers_are_what_lark_made_up() -> None:
    grammar = Grammar.load()
    names = {rule.origin for rule in grammar.rules}
    assert {name for name in names if is_helper(name)} == names - grammar.productions.keys()


def test_names_are_plain_texts() -> None:
    rule = Grammar.load().rules[0]
    assert isinstance(rule, Rule)
    assert {type(text) for text in (rule.origin, rule.name, *rule.expansion)} == {str}
    assert Token not in {type(name) for actions in Grammar.load().tables.states for name in actions}


def test_lark_reads_no_text_itself() -> None:
    with pytest.raises(TypeError, match=r"use pi_native\.parse"):
        Grammar.load().lark.parse("", start="stream")
