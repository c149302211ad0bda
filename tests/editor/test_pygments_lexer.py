from pathlib import Path

import pytest
from hypothesis import given
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import Error, Keyword, Name, Number, Punctuation, String, Text

from pi_native import Grammar
from pi_native.editor.pygments_lexer import PiNativeLexer
from pi_native.examples import context, examples
from texts import texts

ROOT = Path(__file__).parents[2]
GRAMMAR = Grammar.load()
RULES = [each for each in examples(GRAMMAR) if each.is_accepted and each.production not in GRAMMAR.terminals]


def tokens(text: str, **options: object) -> list[tuple[object, str]]:
    return [(kind, piece) for _, kind, piece in PiNativeLexer(**options).get_tokens_unprocessed(text)]


def test_pygments_finds_it() -> None:
    assert isinstance(get_lexer_by_name("pi-native"), PiNativeLexer)


@pytest.mark.parametrize("each", RULES, ids=lambda each: f"{each.production}-{each.text[:20]!r}")
def test_the_examples_of_the_grammar_have_no_error(each) -> None:
    before, after = context(GRAMMAR, each.production)
    found = tokens(before + each.text + after)
    assert "".join(piece for _, piece in found) == before + each.text + after
    assert Error not in [kind for kind, _ in found]


def test_each_kind_of_token() -> None:
    assert tokens('a <call:b c="d" e=5 f=null>\n<g>h</g></call:b>') == [
        (Text, "a "),
        (Punctuation, "<call:"),
        (Name.Function, "b"),
        (Text.Whitespace, " "),
        (Name.Attribute, "c"),
        (tokens("<call:a b=1/>")[4][0], "="),
        (String, '"d"'),
        (Text.Whitespace, " "),
        (Name.Attribute, "e"),
        (tokens("<call:a b=1/>")[4][0], "="),
        (Number, "5"),
        (Text.Whitespace, " "),
        (Name.Attribute, "f"),
        (tokens("<call:a b=1/>")[4][0], "="),
        (Keyword.Constant, "null"),
        (Punctuation, ">"),
        (Text.Whitespace, "\n"),
        (Punctuation, "<"),
        (Name.Tag, "g"),
        (Punctuation, ">"),
        (String, "h"),
        (Punctuation, "</"),
        (Name.Tag, "g"),
        (Punctuation, ">"),
        (Punctuation, "</call:"),
        (Name.Function, "b"),
        (Punctuation, ">"),
    ]


def test_what_recovery_skips_is_an_error() -> None:
    assert (Error, "junk ") in tokens("<call:a><b>1</b> junk <c/></call:a>")


def test_tools_decide_what_a_body_is() -> None:
    text = "<call:edit><b>1</b></call:edit>"
    tools = [{"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}}}]
    assert (Name.Tag, "b") in tokens(text)
    assert (String, "<b>1</b>") in tokens(text, tools=tools)
    session = (ROOT / "examples" / "session.txt").read_text(encoding="utf-8")
    assert Error not in [kind for kind, _ in tokens(session, tools=str(ROOT / "examples" / "tools.json"))]


@given(texts)
def test_nothing_is_lost_of_any_text(text: str) -> None:
    place = 0
    for start, _, piece in PiNativeLexer().get_tokens_unprocessed(text):
        assert start == place
        assert piece
        place += len(piece)
    assert place == len(text)


def test_markup_is_escaped() -> None:
    page = highlight("<call:a b='<script>'/>", PiNativeLexer(), HtmlFormatter())
    assert "<script>" not in page
