"""The sentences of the grammar file: read as written, and each of them in use."""

import json
from pathlib import Path

import pytest

from pi_native import Grammar
from pi_native.explain.calls import ArgumentExplanation, explain_calls
from pi_native.explain.lessons import Lesson, lesson, lessons, lessons_beside, sentence

GRAMMAR = Grammar.load()
SUITE = Path(__file__).parents[1] / "conformance"


def test_notes_are_read_as_written() -> None:
    notes = "// @read one  A {A} and\n//        {OPEN:x}. [Here; D1]\n// @write  To\n// @desc no\n"
    grammar = Grammar(f'stream: A\n{notes}A: "a"\nOPEN: "<" B\nB: /b/\n')
    assert list(lessons(grammar)) == [
        Lesson("read", "one", "A a and <x.", "Here; D1", 2),
        Lesson("write", "", "To", "", 4),
    ]
    assert [each.key for each in lessons_beside(grammar, grammar.productions["A"])] == ["one", ""]
    assert list(lessons_beside(grammar, grammar.productions["B"])) == []


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(KeyError):
        lesson(GRAMMAR, "read", "nonsense")


def test_keys_are_there_once_and_have_a_source() -> None:
    keyed = [(each.kind, each.key) for each in lessons(GRAMMAR) if each.key]
    assert len(keyed) == len(set(keyed))
    for each in lessons(GRAMMAR):
        assert each.text.endswith((".", ">")), each
        assert "{" not in each.text
        assert bool(each.source) == bool(each.key), each


def test_a_sentence_has_its_source_behind_it() -> None:
    assert sentence(Lesson("read", "k", "So.", "There", 1)) == "So. [There]"
    assert sentence(Lesson("write", "", "So.", "", 1)) == "So."


def keys_of(argument: ArgumentExplanation) -> set[str]:
    return {rule.key for rule in argument.rules}.union(*map(keys_of, argument.parts))


def test_every_form_and_reading_is_met_in_the_conformance_cases() -> None:
    standard = json.loads((SUITE / "tools.json").read_text(encoding="ascii"))
    forms, readings = set(), set()
    for path in (SUITE / "cases").glob("*.json"):
        for case in json.loads(path.read_text(encoding="ascii"))["cases"]:
            for each in explain_calls(case["text"], standard if case["tools"] == "std" else case["tools"]):
                forms.add(each.rule.key)
                readings = readings.union(*map(keys_of, each.arguments))
    assert forms == {each.key for each in lessons(GRAMMAR) if each.kind == "form"}
    assert readings == {each.key for each in lessons(GRAMMAR) if each.kind == "read"}
