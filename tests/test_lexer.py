"""Tokens in text that is still arriving: an end, `FAIL` or `MORE`, at every cut."""

import pytest

from pi_native import Grammar, Limits
from pi_native.lexer import FAIL, LIMIT, MORE, Lexer, OpenTag

GRAMMAR = Grammar.load()
TAG = GRAMMAR.segment_tags[0]
START = GRAMMAR.tables.starts["call"]


def lexer_with(*chunks: str, **limits: int) -> Lexer:
    lexer = Lexer(GRAMMAR, Limits(**limits))
    for chunk in chunks:
        lexer.append(chunk)
    return lexer


MATCHES = [
    ("NAME", "read ", 4),
    ("NAME", "1st", FAIL),
    ("NAME", "a<call:b", 1),
    ("WS", " \r\n\tx", 4),
    ("WS", "x", FAIL),
    ("EQ", " \n= x", 4),
    ("EQ", "  x", FAIL),
    ("TAG_END", ">", 1),
    ("SELF_END", "/x", FAIL),
    ("SELF_END", "/>", 2),
    ("CALL_OPEN", "<call:ls/>", 8),
    ("CALL_OPEN", "<call:1", FAIL),
    ("CALL_CLOSE", "</call:ls>", 10),
    ("CALL_CLOSE", "</call:ls >", FAIL),
    ("ELEMENT_OPEN", "<a>", 2),
    ("ELEMENT_OPEN", "< a", FAIL),
    ("ELEMENT_CLOSE", "</a>", 4),
    ("DQ_VALUE", '"a>\n\'b" c', 7),
    ("DQ_VALUE", '""x', 2),
    ("SQ_VALUE", "'a\"b'", 5),
    ("BAREWORD", "a/b.ts/>", 6),
    ("BAREWORD", "a/b/ ", 4),
    ("BAREWORD", 'a"b>', 3),
    ("BAREWORD", '"a"', FAIL),
    ("BAREWORD", ">", FAIL),
    ("BAREWORD", "/>", FAIL),
    ("BAREWORD", "//>", 1),
    ("BAREWORD", "x<call:ls/>", 1),
    ("BAREWORD", "x<b y", 3),
]


@pytest.mark.parametrize(("name", "text", "end"), MATCHES)
def test_match(name: str, text: str, end: int) -> None:
    assert lexer_with(text).match(GRAMMAR.terminals[name], 0) == end


# (An = may stand behind whitespace, which is a token itself: while there is only that, the answer for WS is the one.)
@pytest.mark.parametrize(("name", "text", "end"), [case for case in MATCHES if case[0] != "EQ"])
def test_answer_is_the_same_for_text_that_grows(name: str, text: str, end: int) -> None:
    """Asked after each character: `MORE` until it is known, then the answer for the whole text."""
    lexer, answers = lexer_with(), []
    for char in text:
        lexer.append(char)
        answers.append(lexer.match(GRAMMAR.terminals[name], 0))
    known = [answer for answer in answers if answer != MORE]
    assert known, answers
    assert set(known) == {end}
    assert answers == [MORE] * (len(answers) - len(known)) + known


@pytest.mark.parametrize("name", ["NAME", "WS", "BAREWORD", "DQ_VALUE", "TAG_END", "CALL_OPEN"])
def test_nothing_is_known_at_the_end_of_the_text(name: str) -> None:
    assert lexer_with("x").match(GRAMMAR.terminals[name], 1) == MORE


def test_optional_token() -> None:
    lexer = lexer_with("a ")
    assert lexer.skip(GRAMMAR.terminals["WS"], 0) == 0
    assert lexer.skip(GRAMMAR.terminals["WS"], 1) == MORE


TAGS = [
    ("<call:ls/>", []),
    ("<call:ls>", []),
    ("<call:ls a='x>' b = 4\n c />", []),
    ('<call:ls a="x"b=1>', ["missing-whitespace"]),
    ("<call:ls a=/>", ["empty-attribute-value"]),
    ('<call:ls a= b="x"c=>', ["empty-attribute-value", "missing-whitespace"]),
]


@pytest.mark.parametrize(("text", "repairs"), TAGS[:5])
def test_open_tag_at_every_split(text: str, repairs: list[str]) -> None:
    for cut in range(1, len(text)):
        lexer = lexer_with(text[:cut])
        assert lexer.open_tag(0, TAG, START) == MORE
        lexer.append(text[cut:])
        found = lexer.open_tag(0, TAG, START)
        assert isinstance(found, OpenTag)
        assert found.end == len(text)
        assert found.closes_itself == text.endswith("/>")
        assert [code for code, _ in found.repairs] == repairs


@pytest.mark.parametrize(
    "text",
    [
        "<call:1>",
        "<call: ls>",
        "<call:ls/ >",
        "<call:ls a='x' ,>",
        "<call:ls\x0ca>",
        "<call:ls a=x<call:b/>",
        "<call:ls =a>",
    ],
)
def test_open_tag_that_fails_does_so_at_every_split(text: str) -> None:
    for cut in range(1, len(text)):
        lexer = lexer_with(text[:cut])
        assert lexer.open_tag(0, TAG, START) in (MORE, FAIL)
        lexer.append(text[cut:])
        assert lexer.open_tag(0, TAG, START) == FAIL


@pytest.mark.parametrize(("limit", "outcome"), [(9, LIMIT), (10, OpenTag)])
def test_open_tag_longer_than_the_limit(limit: int, outcome: object) -> None:
    found = lexer_with("<call:ls/>", open_tag=limit).open_tag(0, TAG, START)
    assert found == outcome or type(found) is outcome


def test_open_tag_that_never_ends_is_given_up_at_the_limit() -> None:
    lexer = lexer_with('<call:ls a="', open_tag=50)
    for _ in range(100):
        lexer.append("xx")
        if lexer.open_tag(0, TAG, START) == LIMIT:
            break
    assert len(lexer.text) < 100


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("<call:ls ", []),
        ("<call:ls a=1 b", ["a"]),
        ("<call:ls a=1 b=2", ["a"]),
        ("<call:ls a=1 b=2 ", ["a", "b"]),
        ("<call:ls a='1' b='2'", ["a", "b"]),
        ("<call:ls a='1' b='2", ["a"]),
    ],
)
def test_tag_cut_off_keeps_its_whole_attributes(text: str, names: list[str]) -> None:
    found = lexer_with(text).cut_tag(0, TAG, START)
    assert found is not None
    assert [text[start:end] for name, start, end in found.tokens if name == "NAME"] == names
    assert found.is_cut


@pytest.mark.parametrize("text", ["<call:", "<call:ls", "<call:ls/"])
def test_tag_cut_off_in_its_name_is_none(text: str) -> None:
    assert lexer_with(text).cut_tag(0, TAG, START) is None


def test_dropped_text_moves_positions() -> None:
    lexer = lexer_with("abc <call:ls/>")
    lexer.drop(4)
    assert lexer.find_sigil(0) == (TAG, 0)
    assert isinstance(lexer.open_tag(0, TAG, START), OpenTag)


def test_last_place() -> None:
    lexer = lexer_with("</a></b></a> </a")
    assert lexer.last_place("</a>") == 8
    assert lexer.last_place("</b>") == 4
    assert lexer.last_place("</c>") == -1


def test_next_call_skips_what_begins_none() -> None:
    lexer = lexer_with("<call:1/> <call:a/> <call:b/> <call:c")
    found = lexer.next_call(0, lambda tag: True)
    assert found is not None
    assert found.start == 10
    assert lexer.next_call(5, lambda tag: True) is found
    other = lexer.next_call(11, lambda tag: True)
    assert other is not None
    assert other.start == 20
    assert lexer.next_call(21, lambda tag: True) is None
    lexer = lexer_with("<call:a/> <call:b/>")
    only_b = lexer.next_call(0, lambda tag: tag.start == 10)
    assert only_b is not None
    assert only_b.start == 10
