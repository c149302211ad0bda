"""The quiz: its answers are what the parser says, its questions what the seed says."""

import json
from itertools import islice
from pathlib import Path

import pytest

from pi_native import parse
from pi_native.diagnostics import catalogue
from pi_native.quiz import CHOICES, MAX_TEXT, Question, question_data, questions
from pi_native.values import same

SUITE = Path(__file__).parent / "conformance"
STANDARD = json.loads((SUITE / "tools.json").read_text(encoding="ascii"))
CASES = {
    case["id"]: case
    for path in (SUITE / "cases").glob("*.json")
    for case in json.loads(path.read_text(encoding="ascii"))["cases"]
}
ALL = list(questions(seed=3))


def at(pointer: str, value: object) -> object:
    for part in pointer.split("/")[1:]:
        value = value[int(part) if isinstance(value, list) else part]  # type: ignore[index]
    return value


def test_there_are_questions_of_both_kinds() -> None:
    kinds = [question.kind for question in ALL]
    assert kinds[:4] == ["value", "fault"] * 2
    assert kinds.count("value") > 100
    assert kinds.count("fault") > 40
    assert all(len(question.text) <= MAX_TEXT for question in ALL)


@pytest.mark.parametrize("question", ALL, ids=[f"{each.case}-{each.kind}" for each in ALL])
def test_the_answer_is_what_the_case_says(question: Question) -> None:
    case = CASES[question.case]
    result = parse(question.text, STANDARD if case["tools"] == "std" else case["tools"])
    assert question.rules
    if question.kind == "value":
        assert question.is_right(json.dumps(question.answer))
        calls = [*result.calls, *([result.incomplete] if result.incomplete else [])]
        assert same(at(question.pointer, calls[question.call - 1].arguments), question.answer)
    else:
        assert question.is_right(str(question.answer))
        assert question.answer in case["diagnostics"]
        assert len(set(question.choices)) == CHOICES
        assert set(question.choices) & set(case["diagnostics"]) == {question.answer}


def test_a_seed_decides() -> None:
    assert list(questions(seed=3)) == ALL
    first = [[question.case for question in islice(questions(seed=seed), 20)] for seed in range(4)]
    assert len({tuple(cases) for cases in first}) == 4


def test_kinds_can_be_chosen() -> None:
    assert {question.kind for question in questions(1, ("fault",))} == {"fault"}
    assert {question.kind for question in questions(1, ("value",))} == {"value"}


@pytest.mark.parametrize(
    ("answer", "reply", "right"),
    [
        ("4", '"4"', True),
        ("4", "4", False),
        (4, "4", True),
        (4, " 4.0\n", True),
        (10**23, "1e23", True),
        (10**23, "100000000000000000000001", False),
        (10**23, "1.00000000000000000000001e23", False),
        (0, "0e99999999999999999999", True),
        (True, "1", False),
        ("a b", "a b", True),
        ({"x": [1]}, '{"x": [1]}', True),
        (None, "null", True),
        ("null", "null", False),
        (5, "", False),
    ],
)
def test_replies_to_a_value(answer: object, reply: str, right: bool) -> None:
    assert Question("T", "value", "", (), 1, "/a", (), answer, ()).is_right(reply) == right


@pytest.mark.parametrize(("reply", "right"), [("2", True), ("b", True), ("1", False), ("a", False), ("", False)])
def test_replies_to_a_fault(reply: str, right: bool) -> None:
    assert Question("T", "fault", "", (), 0, "", ("a", "b"), "b", ()).is_right(reply) == right


def test_data_is_json() -> None:
    for question in ALL:
        data = json.loads(json.dumps(question_data(question)))
        assert {choice["code"] for choice in data["choices"]} <= set(catalogue())


def test_the_cases_are_those_of_the_suite() -> None:
    assert {question.case for question in ALL} <= set(CASES)
