"""A grammar of another shape is told from one that only has other literals."""

import pytest

from pi_native import Grammar
from pi_native.known_shape import alternatives, has_known_shape
from pi_native.overlays import BASE_FILE, grammar_folder

TEXT = grammar_folder().joinpath(BASE_FILE).read_text(encoding="utf-8")
BLOCK_ELEMENT = "block_element: ELEMENT_OPEN attr* WS? TAG_END (members | SCALAR_TEXT) ELEMENT_CLOSE"
BLOCK_CALL = "block_call: CALL_OPEN attr* WS? TAG_END call_body CALL_CLOSE"
VALUES = "attr_val: DQ_VALUE | SQ_VALUE | BAREWORD"


def changed(old: str, new: str) -> Grammar:
    assert old in TEXT
    return Grammar(TEXT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"<call:"', '"<tool:"'),
        ('SELF_END: "/>"', 'SELF_END: "|>"'),
        ('DQ_CHARS: /[^"]*/', 'DQ_CHARS: /[^"<]*/'),
        (VALUES, "attr_val: DQ_VALUE"),
    ],
)
def test_other_literals_keep_the_shape(old: str, new: str) -> None:
    assert has_known_shape(changed(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("attr: WS NAME (EQ attr_val)?", "attr: WS NAME EQ attr_val"),
        ("attr: WS NAME (EQ attr_val)?", "attr: WS NAME (EQ attr_val attr_val?)?"),
        (VALUES, "attr_val: DQ_VALUE SQ_VALUE | BAREWORD"),
        ("call_body: members | INLINE_TEXT", "call_body: members"),
        ("members: (WS | element)*", "members: element*"),
        ("self_call: CALL_OPEN attr* WS? SELF_END", "self_call: CALL_OPEN WS? SELF_END"),
        ("self_element: ELEMENT_OPEN attr* WS? SELF_END", "self_element: ELEMENT_OPEN attr+ WS? SELF_END"),
        (BLOCK_CALL, BLOCK_CALL.replace("call_body", "call_body EQ call_body")),
        (BLOCK_ELEMENT, BLOCK_ELEMENT.replace("(members | SCALAR_TEXT)", "SCALAR_TEXT")),
        (BLOCK_ELEMENT, BLOCK_ELEMENT.replace("SCALAR_TEXT", "SCALAR_TEXT EQ SCALAR_TEXT")),
    ],
)
def test_other_rules_are_another_shape(old: str, new: str) -> None:
    assert not has_known_shape(changed(old, new))


def test_a_repetition_stands_as_what_it_repeats() -> None:
    assert alternatives(Grammar.load(), "members") == {("WS|element",), ()}
