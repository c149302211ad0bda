"""Random sentences are sentences: they are read without an error, by each grammar of the gallery."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gallery
from pi_native import Grammar, parse
from pi_native.sentences import Derivation, drawn, sentences

#: What a text that stands in a tag can look like by chance: a value that is nothing, or a text that looks like tags.
BY_CHANCE = {
    *("empty-attribute-value", "stray-text", "stray-closer", "unclosed-element", "unterminated-call"),
    *("structured-attribute", "duplicate-argument"),
}


@pytest.mark.parametrize("name", [None, *gallery.NAMES])
def test_sentences_are_read(name: str | None) -> None:
    grammar = Grammar.load() if name is None else gallery.load(name)
    texts = list(sentences(grammar, 500, seed=5))
    assert texts == list(sentences(grammar, 500, seed=5))
    found = [parse(text, grammar=grammar).diagnostics for text in texts]
    errors = [{each.code for each in diagnostics if each.severity == "error"} for diagnostics in found]
    assert all(found <= BY_CHANCE for found in errors)
    assert sum(map(bool, errors)) < 50
    assert sum(bool(parse(text, grammar=grammar).calls) for text in texts) > 100


def test_a_sentence_knows_its_rules() -> None:
    grammar = Grammar.load()
    made = Derivation(grammar, random.Random(0))
    text = made.text("self_element")
    names = {grammar.rules[index].origin for index in made.rules}
    assert "self_element" in names
    assert "block_element" not in names
    assert text.startswith("<")


@given(
    st.sampled_from(["a[b-d]*", "(?:x|yz)+?", r"[^\"]{2,4}", r"\d\w\s?", "(a)(?=b)", "[^a-z]+", r"(?>ab|c)*+"]),
    st.integers(),
)
def test_drawn_texts_match(source: str, seed: int) -> None:
    pattern = source.replace("(?=b)", "")
    assert re.fullmatch(pattern, drawn(source, random.Random(seed)))
