"""The grammar file: its examples, its promise to be LALR, and what is read off it."""

import json
from pathlib import Path

import pytest
from lark.parsers.lalr_analysis import LALR_Analyzer

from pi_native import Grammar, GrammarError, parse, parse_tree, render
from pi_native.examples import Example, accepts, context, examples
from pi_native.productions import read_productions

GRAMMAR = Grammar.load()


@pytest.mark.parametrize(
    "example", list(examples(GRAMMAR)), ids=lambda e: f"{e.line}-{e.production}-{'+-'[not e.is_accepted]}"
)
def test_every_example_of_the_grammar(example: Example) -> None:
    assert accepts(GRAMMAR, example.production, example.text) == example.is_accepted


def test_every_rule_is_taught() -> None:
    helpers = {"WS_CHAR", "DQ_CHARS", "SQ_CHARS"}  # parts that have no meaning of their own
    for name, production in GRAMMAR.productions.items():
        assert name in helpers or (production.desc and production.spec), name
        has_examples = bool(production.accepted)
        assert has_examples or name in helpers | GRAMMAR.verbatim, name


def test_there_is_no_conflict() -> None:
    conf = GRAMMAR.lark.parser.parser.parser_conf
    LALR_Analyzer(conf, strict=True).compute_lalr()  # raises on shift/reduce conflicts too


def test_tags_are_read_off_the_rules() -> None:
    call, element = GRAMMAR.tags
    assert (call.start, call.opener.prefix, call.closer.wrap("x")) == ("call", "<call:", "</call:x>")
    assert (element.start, element.opener.prefix, element.closer.wrap("x")) == (None, "<", "</x>")
    assert GRAMMAR.terminals[call.body_end].literal == ">"
    assert GRAMMAR.terminals[call.self_end].literal == "/>"


def test_everything_that_may_be_put_in_has_a_code() -> None:
    assert GRAMMAR.insertable == {
        "CALL_CLOSE": "unclosed-call",
        "ELEMENT_CLOSE": "unclosed-element",
        "BAREWORD": "empty-attribute-value",
        "WS": "missing-whitespace",
    }


def test_productions_are_read_with_their_comments() -> None:
    text = "// @desc  What it\n//        is.\n// @spec  Here\n//+ a\\n␣b\n//- c\nx: Y\n\n// not of z\n\nz: Y\n"
    productions = read_productions(text)
    assert (productions["x"].desc, productions["x"].spec, productions["x"].line) == ("What it is.", "Here", 6)
    assert (productions["x"].accepted, productions["x"].rejected) == (("a\n b",), ("c",))
    assert productions["z"].desc == ""


@pytest.mark.parametrize(
    ("production", "before", "after"),
    [
        ("stream", "", ""),
        ("call", "", ""),
        ("attr", "<call:a", "/>"),
        ("members", "<call:a>", "</call:a>"),
        ("element", "<call:a>", "</call:a>"),
    ],
)
def test_the_context_of_a_production(production: str, before: str, after: str) -> None:
    assert context(GRAMMAR, production) == (before, after)


def test_another_sigil_is_one_change() -> None:
    text = GRAMMAR.text.replace("<call:", "<tool:").replace("</call:", "</tool:")
    grammar = Grammar(text)
    result = parse("<call:x/> <tool:x a=1><b>2</b></tool:x>", grammar=grammar)
    assert [(call.name, call.arguments) for call in result.calls] == [("x", {"a": 1, "b": 2})]
    assert render(result.calls, grammar=grammar) == "<tool:x a=1 b=2/>"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Grammar:
    """The grammar, put into a cache on disk by Lark, which numbers states anew each time."""
    monkeypatch.setenv("PI_NATIVE_CACHE", str(tmp_path))
    return Grammar(GRAMMAR.text)


@pytest.fixture
def kept(built: Grammar, monkeypatch: pytest.MonkeyPatch) -> Grammar:
    """The grammar from that cache; Lark has not seen it."""
    monkeypatch.setattr(Grammar, "_compile", None)
    grammar = Grammar(built.text)
    assert "lark" in vars(built)
    assert "lark" not in vars(grammar)
    return grammar


def test_a_kept_grammar_is_the_same(built: Grammar, kept: Grammar) -> None:
    assert kept.productions == built.productions
    assert kept.rules == built.rules
    assert kept.terminals == built.terminals
    assert kept.tables == built.tables
    assert kept.candidates == built.candidates
    assert kept.tags == built.tags


def test_a_kept_grammar_parses_the_same(kept: Grammar) -> None:
    suite = Path(__file__).parent / "conformance"
    groups = [json.loads(path.read_text(encoding="ascii")) for path in sorted((suite / "cases").glob("*.json"))]
    standard = json.loads((suite / "tools.json").read_text(encoding="ascii"))
    cases = [case for group in groups for case in group["cases"]]
    assert cases
    for case in cases:
        text, tools = case["text"], standard if case["tools"] == "std" else case["tools"]
        assert parse(text, tools, grammar=kept) == parse(text, tools, grammar=GRAMMAR), case["id"]
        assert parse_tree(text, tools, grammar=kept) == parse_tree(text, tools, grammar=GRAMMAR), case["id"]


def test_lark_is_there_for_a_kept_grammar(kept: Grammar) -> None:
    assert [str(rule) for rule in kept.lark.rules] == [str(rule) for rule in GRAMMAR.lark.rules]


@pytest.mark.parametrize(
    "text", ["", "stream: A\n", "stream: (\n", 'stream: a | b\na: A\nb: A\nA: "a"\n', "stream: A\nA: /(/\n"]
)
def test_an_error_of_a_grammar_is_the_same_with_the_cache(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for cache in ("off", str(tmp_path), str(tmp_path)):
        monkeypatch.setenv("PI_NATIVE_CACHE", cache)
        with pytest.raises(GrammarError) as caught:
            Grammar(text)
        found.append((type(caught.value), str(caught.value)))
    assert len(set(found)) == 1
    assert list(tmp_path.iterdir()) == []
