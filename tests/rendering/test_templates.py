"""The grammar's rules as templates."""

import pytest

from pi_native import Grammar
from pi_native.rendering.templates import Template, Templates

TEMPLATES = Templates(Grammar.load())


def test_a_template_keeps_its_literals() -> None:
    assert Template("100%% %(A)s", ("A",)).fill({"A": "%(B)s"}) == "100% %(B)s"


@pytest.mark.parametrize(
    ("rule", "slots", "text"),
    [
        ("attr", {"WS": " ", "NAME": "a", "attr_val": "1"}, " a=1"),
        ("self_call", {"CALL_OPEN": "<call:x"}, "<call:x/>"),
        ("self_call", {"CALL_OPEN": "<call:x", "attr": " a b", "WS": " "}, "<call:x a b />"),
        ("members", {"WS|element": "\n"}, "\n"),
        ("members", {}, ""),
        ("block_element", {"ELEMENT_OPEN": "<x", "SCALAR_TEXT": "y", "ELEMENT_CLOSE": "</x>"}, "<x>y</x>"),
    ],
)
def test_the_alternative_with_these_slots_is_filled(rule: str, slots: dict[str, str], text: str) -> None:
    assert TEMPLATES.can(rule, *slots)
    assert TEMPLATES.fill(rule, slots) == text


def test_there_is_no_alternative_with_other_slots() -> None:
    assert not TEMPLATES.can("self_call", "attr")
    with pytest.raises(KeyError):
        TEMPLATES.fill("self_call", {"attr": ""})


def test_the_terminals_of_a_value() -> None:
    assert TEMPLATES.terminals_of("attr_val") == ["DQ_VALUE", "SQ_VALUE", "BAREWORD"]
