"""Lark's tables, driven by hand."""

import pytest
from lark import Token, Tree

from pi_native import Grammar
from pi_native.lalr import Lalr, shift

GRAMMAR = Grammar.load()


def run(*tokens: tuple[str, str]) -> Lalr:
    lalr = Lalr(GRAMMAR.tables, "call", GRAMMAR.callbacks())
    for name, text in tokens:
        lalr.feed(Token(name, text))
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
    trees = [value for value in lalr.values if isinstance(value, Tree)]
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
