"""One result a call, in order."""

from typing import Any

import pytest

from pi_native.transcripts import DeclaredCall, Location, Result, Turn
from pi_native.validate import Finding, Validator

WHERE = Location("a.jsonl", 1, "/messages/1/content")
THREE = "<call:a/><call:b/><call:c/>"


def results(*pairs: tuple[str | None, str | None]) -> tuple[Result, ...]:
    return tuple(
        Result(call_id, name, f"result {index}", Location("a.jsonl", 1, f"/messages/{index + 2}"))
        for index, (call_id, name) in enumerate(pairs)
    )


def declared(*pairs: tuple[str | None, str]) -> tuple[DeclaredCall, ...]:
    return tuple(
        DeclaredCall(call_id, name, {}, Location("a.jsonl", 1, f"/messages/1/tool_calls/{index}"))
        for index, (call_id, name) in enumerate(pairs)
    )


ABC = declared(("1", "a"), ("2", "b"), ("3", "c"))


def found(text: str, answers: tuple[Result, ...], **more: Any) -> list[Finding]:
    turn = Turn("assistant", text, WHERE, results=answers, **{"followed": True, **more})
    return [each for each in Validator().check(turn).findings if each.layer == "results"]


def codes(text: str, answers: tuple[Result, ...], **more: Any) -> list[str]:
    return [finding.diagnostic.code for finding in found(text, answers, **more)]


def by_order(count: int) -> tuple[Result, ...]:
    return results(*[(None, None)] * count)


@pytest.mark.parametrize(
    ("count", "expected"),
    [(3, []), (2, ["missing-result"]), (1, ["missing-result"] * 2), (4, ["extra-result"]), (5, ["extra-result"] * 2)],
)
def test_by_order(count: int, expected: list[str]) -> None:
    assert codes(THREE, by_order(count)) == expected


def test_a_missing_result_is_shown_at_its_call() -> None:
    (finding,) = found(THREE, by_order(2))
    assert (finding.tool, finding.form, finding.location) == ("c", "attribute", WHERE)
    assert finding.excerpt == f"{THREE}\n{' ' * 18}{'^' * 9}"
    assert finding.diagnostic.message == "a call without a result: 3 calls, 2 results"


def test_an_extra_result_is_shown_at_the_result() -> None:
    (finding,) = found("<call:a/>", by_order(2))
    assert finding.location.pointer == "/messages/3"
    assert finding.excerpt == "result 1\n^^^^^^^^"


def test_a_turn_that_may_be_waiting() -> None:
    assert codes(THREE, by_order(2), followed=False) == []
    assert codes(THREE, (), followed=False, declared_calls=ABC) == []
    assert codes(THREE, by_order(4), followed=False) == ["extra-result"]


def test_no_results_at_all_where_the_format_may_have_none() -> None:
    assert codes(THREE, ()) == []
    assert codes(THREE, (), declared_calls=ABC) == ["missing-result"] * 3


def test_an_incomplete_call_has_no_result() -> None:
    assert codes("<call:a/><call:b><x>", by_order(1)) == []
    assert codes("<call:a/><call:b><x>", by_order(2)) == ["extra-result"]


def test_no_calls() -> None:
    assert codes("prose", ()) == []
    assert codes("prose", by_order(1)) == ["extra-result"]


def ids(*call_ids: str) -> tuple[Result, ...]:
    return results(*[(call_id, None) for call_id in call_ids])


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("123", []),
        ("132", ["results-out-of-order"]),
        ("321", ["results-out-of-order"]),
        ("13", ["missing-result"]),
        ("1234", ["extra-result"]),
        ("1123", ["extra-result"]),
        ("12x", ["extra-result", "missing-result"]),
        ("31", ["results-out-of-order", "missing-result"]),
    ],
)
def test_by_ids(order: str, expected: list[str]) -> None:
    assert codes(THREE, ids(*order), declared_calls=ABC) == expected


@pytest.mark.parametrize(
    "answers", [results(("1", None), (None, None), ("2", None)), by_order(3)], ids=["some have none", "none has one"]
)
def test_ids_that_are_not_all_there_are_not_looked_at(answers: tuple[Result, ...]) -> None:
    assert codes(THREE, answers, declared_calls=ABC) == []
    assert codes(THREE, ids("9", "8", "7"), declared_calls=declared(("1", "a"), ("1", "b"), ("3", "c"))) == []


def test_names_that_tell_another_order() -> None:
    assert codes(THREE, results((None, "a"), (None, None), (None, "c"))) == []
    (finding,) = found(THREE, results((None, "a"), (None, "c"), (None, "b")))
    assert finding.diagnostic.code == "results-out-of-order"
    assert finding.diagnostic.message.endswith("a result of 'c' where call 1 is of 'b'")


def test_calls_that_only_the_record_declares() -> None:
    (finding,) = found("", ids("1", "3"), declared_calls=ABC)
    assert (finding.diagnostic.code, finding.tool, finding.location.pointer) == (
        "missing-result",
        "b",
        "/messages/1/tool_calls/1",
    )


def test_a_result_before_which_no_assistant_spoke() -> None:
    turn = Turn("tool", "result 0", WHERE, results=by_order(1))
    assert [finding.diagnostic.code for finding in Validator().check(turn).findings] == ["extra-result"]
