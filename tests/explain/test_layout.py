"""Pages for a terminal."""

import pytest

from pi_native.explain.layout import MIN_WIDTH, Page, escaped


def test_paragraphs_are_wrapped_and_indented() -> None:
    page = Page(24)
    page.paragraph("one two three four five six", "    ", "  x ")
    assert page.text == "  x one two three four\n    five six\n"


def test_long_words_are_not_broken() -> None:
    page = Page(24)
    page.paragraph("a " + "b" * 40)
    assert page.text == f"  a\n  {'b' * 40}\n"


def test_nothing_steers_the_terminal() -> None:
    page = Page(40, colour=True)
    evil = "\x1b[2J\u202e"
    page.heading(evil, evil)
    page.paragraph(evil, first=evil)
    page.verbatim(evil + "\n" + evil)
    page.items("t", [evil])
    assert "\x1b[2J" not in page.text
    assert "\u202e" not in page.text
    assert page.text.startswith("\x1b[1m\\x1b[2J")


def test_colour_is_only_where_it_is_wanted() -> None:
    page = Page(40)
    page.heading("a", "b")
    page.items("c", ["d"])
    assert page.text == "a  b\n\n  c\n    d\n"


def test_a_remark_too_long_for_the_line_goes_below() -> None:
    page = Page(20)
    page.heading("title", "a remark of some length")
    assert page.text == "title\n  a remark of some\n  length\n"


def test_gaps_are_single_and_empty_lists_nothing() -> None:
    page = Page(40)
    page.gap()
    page.paragraph("a")
    page.gap()
    page.gap()
    page.items("none", [])
    page.paragraph("b")
    assert page.text == "  a\n\n  b\n"


def test_a_page_is_never_too_narrow() -> None:
    assert Page(1).width == MIN_WIDTH


@pytest.mark.parametrize(
    ("text", "shown"),
    [("", "(nothing)"), (" a ", "␣a␣"), ("a b", "a b"), ("\n\t\r", "\\n\\t\\r"), ("  ", "␣␣")],
)
def test_escaped(text: str, shown: str) -> None:
    assert escaped(text) == shown
