"""Readings of two grammars, and texts made small."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_native import Grammar
from pi_native.experiment.compare import Comparison, Reading, Sample, kind_of, reading, smallest

BASE = Grammar.load()


def test_a_grammar_is_conservative_to_itself() -> None:
    comparison = Comparison(BASE, Grammar.load())
    comparison.add(Sample(text) for text in ("a", "<call:ls/>", "<call:", "<call:a><b>"))
    assert (comparison.texts, comparison.counts, comparison.is_conservative) == (4, {}, True)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("<call:ls/>", "another meaning"),
        ("<call:ls a=1b=2", "accepted"),
        ("<tool:", "rejected"),
        ("text", None),
    ],
)
def test_kinds(text: str, kind: str | None) -> None:
    other = Grammar.load(["sigil"])
    assert kind_of(reading(text, None, BASE), reading(text, None, other)) == kind


def test_true_is_not_one() -> None:
    one, true = (Reading((("a", {"b": value}),), None, "", (), ()) for value in (1, True))
    assert not one.is_same(true)


@given(st.text(max_size=200), st.text(min_size=1, max_size=3))
def test_smallest_keeps_what_it_is_about(text: str, needle: str) -> None:
    found = smallest(text + needle, lambda each: needle in each)
    assert needle in found
    assert len(found) <= len(text + needle)


def test_differences_are_small() -> None:
    comparison = Comparison(BASE, Grammar.load(["sigil"]))
    comparison.add([Sample("long text before " * 50 + "<call:ls a=5/>" + " and behind" * 50, None, "here")])
    (difference,) = comparison.differences()
    assert len(difference.text) < 15
    assert difference.source == "here"
