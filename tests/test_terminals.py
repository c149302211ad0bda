"""The parts of the terminals, read off their definitions."""

import pytest

from pi_native import Grammar

TERMINALS = Grammar.load().terminals


@pytest.mark.parametrize(
    ("name", "prefix", "inner", "suffix"),
    [
        ("CALL_OPEN", "<call:", "NAME", ""),
        ("CALL_CLOSE", "</call:", "NAME", ">"),
        ("ELEMENT_OPEN", "<", "NAME", ""),
        ("ELEMENT_CLOSE", "</", "NAME", ">"),
        ("DQ_VALUE", '"', "DQ_CHARS", '"'),
        ("SQ_VALUE", "'", "SQ_CHARS", "'"),
    ],
)
def test_frames(name: str, prefix: str, inner: str, suffix: str) -> None:
    terminal = TERMINALS[name]
    assert terminal.is_frame
    assert (terminal.prefix, terminal.inner, terminal.suffix) == (prefix, inner, suffix)
    assert terminal.unwrap(terminal.wrap("a b")) == "a b"
    assert terminal.wrap("x") == f"{prefix}x{suffix}"


@pytest.mark.parametrize(("name", "literal"), [("TAG_END", ">"), ("SELF_END", "/>"), ("CALL_SIGIL", "<call:")])
def test_literals(name: str, literal: str) -> None:
    assert TERMINALS[name].literal == literal
    assert not TERMINALS[name].is_frame


def test_shortest_text_leaves_options_out() -> None:
    assert TERMINALS["EQ"].shortest == "="
    assert TERMINALS["EQ"].literal is None
    assert TERMINALS["NAME"].shortest is None


@pytest.mark.parametrize("name", ["TEXT", "INLINE_TEXT", "SCALAR_TEXT"])
def test_declared_terminals_have_no_pattern(name: str) -> None:
    assert TERMINALS[name].pattern is None
    assert not TERMINALS[name].matches("")


@pytest.mark.parametrize("text", ["a", "_", "a-b_9", "A" * 1000])
def test_tail_goes_on_where_a_name_was_cut(text: str) -> None:
    name = TERMINALS["NAME"]
    assert name.tail
    assert name.matches(text)
    for cut in range(1, len(text)):
        found = name.tail.match(text, cut)
        assert found is not None
        assert found.end() == len(text)


@pytest.mark.parametrize("text", ["", "1a", "-a", "na\u00efve", "a b", "a\n"])
def test_what_is_no_name(text: str) -> None:
    assert not TERMINALS["NAME"].matches(text)
