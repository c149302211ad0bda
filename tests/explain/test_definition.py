"""What productions are defined as, read from Lark's own trees."""

import pytest

from pi_native import Grammar
from pi_native.explain.definition import Choice, Leaf, Node, Optional, Repeat, Sequence, definition, names, users

GRAMMAR = Grammar.load()


def name(text: str) -> Leaf:
    return Leaf("name", text)


@pytest.mark.parametrize(
    ("production", "node"),
    [
        ("call", Choice((name("self_call"), name("block_call")))),
        ("stream", Optional(Repeat(Choice((name("TEXT"), name("call")))))),
        ("attr", Sequence((name("WS"), name("NAME"), Optional(Sequence((name("EQ"), name("attr_val"))))))),
        ("CALL_SIGIL", Leaf("literal", '"<call:"')),
        ("CALL_OPEN", Sequence((name("CALL_SIGIL"), name("NAME")))),
        ("WS", Repeat(name("WS_CHAR"))),
        ("WS_CHAR", Leaf("regexp", "/[ \\t\\r\\n]/")),
    ],
)
def test_definitions(production: str, node: Node) -> None:
    assert definition(GRAMMAR, production) == node


def test_a_declared_terminal_is_text() -> None:
    node = definition(GRAMMAR, "INLINE_TEXT")
    assert isinstance(node, Leaf)
    assert node.kind == "text"


@pytest.mark.parametrize(
    ("source", "node"),
    [
        ("A~2..3", Repeat(name("A"), "2–3×")),
        ("A~4", Repeat(name("A"), "4×")),
        ("[A]", Optional(name("A"))),
        ("A+ -> x", Repeat(name("A"))),
        ("", Sequence(())),
    ],
)
def test_other_ways_to_write_a_rule(source: str, node: Node) -> None:
    grammar = Grammar(f'stream: start\nstart: "x" rule\nrule: {source}\nA: "a"\n')
    assert definition(grammar, "rule") == node


def test_every_production_has_one_and_names_only_productions() -> None:
    for production in GRAMMAR.productions:
        assert set(names(definition(GRAMMAR, production))) <= set(GRAMMAR.productions)


def test_users() -> None:
    assert users(GRAMMAR, "call") == ("stream",)
    assert users(GRAMMAR, "stream") == ()
    assert users(GRAMMAR, "WS_CHAR") == ("WS",)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(KeyError):
        definition(GRAMMAR, "nonsense")
