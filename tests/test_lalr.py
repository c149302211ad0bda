"""Lark's tables, driven by hand."""

from functools import partial

import pytest
from lark import Tree

from pi_native import Grammar
from pi_native.lalr import Lalr, Node, Token, reductions, shift
from pi_native.tables import Rule

GRAMMAR = Grammar.load()


def run(*tokens: tuple[str, str]) -> Lalr:
    lalr = Lalr(GRAMMAR.tables, "call", GRAMMAR.callbacks(lambda name: partial(Tree, name)))
    for name, text in tokens:
        lalr.feed(Token(name, text, 0, len(text)))
    return lalr


BLOCK = [("CALL_OPEN", "<call:t"), ("TAG_END", ">"), ("ELEMENT_OPEN", "<a"), ("TAG_END", ">"), ("SCALAR_TEXT", "x")]
CLOSERS = [("ELEMENT_CLOSE", "</a>"), ("CALL_CLOSE", "</call:t>")]


def test_call_is_done_with_its_last_token() -> None:
    assert not run(*BLOCK).is_done
    assert not run(*BLOCK, CLOSERS[0]).is_done
    lalr = run(*BLOCK, *CLOSERS)
    assert lalr.is_done
    assert len(lalr.values) == 1
    assert "".join(lalr.values[0].scan_values(lambda value: isinstance(value, Token))) == "<call:t><a>x</a></call:t>"


def test_element_is_reduced_at_its_closer_and_not_one_token_later() -> None:
    lalr = run(*BLOCK, CLOSERS[0])
    trees = [child for value in lalr.values if isinstance(value, Node) for child in value.children]
    assert any(list(tree.find_data("block_element")) for tree in trees), trees


def test_token_that_the_tables_do_not_accept() -> None:
    with pytest.raises(KeyError):
        run(("TAG_END", ">"))


def test_shift_accepts_what_a_state_accepts() -> None:
    states = [GRAMMAR.tables.starts["call"]]
    assert not shift(states, GRAMMAR.tables, "ELEMENT_OPEN")
    assert shift(states, GRAMMAR.tables, "CALL_OPEN")
    assert shift(states, GRAMMAR.tables, "WS")
    assert shift(states, GRAMMAR.tables, "NAME")
    assert not shift(states, GRAMMAR.tables, "BAREWORD")
    assert shift(states, GRAMMAR.tables, "SELF_END")


def made(rule: Rule, *children: object) -> object:
    (reduction,) = reductions([rule], {"x": tuple}.get)
    return reduction(list(children))


def test_a_method_gets_the_children_of_rules_that_begin_with_an_underscore() -> None:
    (inner,) = reductions([Rule(0, "__x_star_0", ("A", "_B"), "__x_star_0")], {"__x_star_0": tuple}.get)
    assert made(Rule(0, "x", ("A", "__x_star_0", "B"), "x"), 1, inner([2, 3]), 4) == (1, 2, 3, 4)
    assert made(Rule(0, "x", ("__x_star_0", "_y"), "x"), inner([1]), inner([2])) == (1, 2)


def test_terminals_with_an_underscore_are_children() -> None:
    assert made(Rule(0, "x", ("_A", "__ANON_0"), "x"), 1, 2) == (1, 2)


def test_a_single_child_stands_for_a_transparent_rule() -> None:
    rule = Rule(0, "x", ("a", "b"), "x", is_transparent=True)
    assert made(rule, 1, 2) == (1, 2)
    assert made(Rule(0, "x", ("a",), "x", is_transparent=True), 1) == 1


def test_a_rule_is_made_by_the_method_of_its_alias() -> None:
    assert made(Rule(0, "y", ("A",), "x"), 1) == (1,)
