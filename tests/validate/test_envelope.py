"""What a record says around the text."""

import sys
from typing import Any

import pytest

from pi_native.model import Json
from pi_native.transcripts import DeclaredCall, Location, Turn
from pi_native.validate import Checked, Validator
from pi_native.validate.envelope import shown

READ = {"name": "read", "parameters": {"properties": {"path": {"type": "string"}}, "required": ["path"]}}
WHERE = Location("a.jsonl", 1, "/messages/1/content")
AT = Location("a.jsonl", 1, "/messages/1/tool_calls/0")


def call(name: str = "read", arguments: Json = None) -> DeclaredCall:
    return DeclaredCall("1", name, {"path": "a"} if arguments is None else arguments, AT)


def check(text: str, *declared: DeclaredCall, tools: Any = (READ,)) -> Checked:
    return Validator(tools).check(Turn("assistant", text, WHERE, declared_calls=declared))


def messages(text: str, *declared: DeclaredCall, tools: Any = (READ,)) -> list[str]:
    found = [finding.diagnostic for finding in check(text, *declared, tools=tools).findings]
    return [f"{each.code}: {each.message.split(': ')[-1]}" for each in found]


A, B = '<call:read path="a"/>', '<call:read path="b"/>'


def test_the_same_calls() -> None:
    assert messages(A, call()) == []
    assert messages(f"{A} and {B}", call(), call(arguments={"path": "b"})) == []


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (call("raed"), "declared-call-differs: the name"),
        (call(arguments={"path": "b"}), "declared-call-differs: the value at /path"),
        (call(arguments={}), "declared-call-differs: the value at /"),
        (call(arguments={"path": "a", "x": 1}), "declared-call-differs: the value at /"),
        (call(arguments="path=a"), "declared-arguments: text that is not JSON"),
        (call(arguments=["a"]), "declared-arguments: a list"),
        (call(arguments=5), "declared-arguments: a scalar"),
    ],
)
def test_another_call(declared: DeclaredCall, message: str) -> None:
    assert messages(A, declared) == [message]


def test_numbers_are_compared_by_value_and_the_place_that_differs_is_named() -> None:
    text = '<call:n><a>{"b": [1, {"c/d": 2}]}</a></call:n>'
    assert messages(text, call("n", {"a": {"b": [1.0, {"c/d": 2.0}]}}), tools=None) == []
    assert messages(text, call("n", {"a": {"b": [1, {"c/d": 3}]}}), tools=None) == [
        "declared-call-differs: the value at /a/b/1/c~1d"
    ]


def test_another_number_of_calls_is_said_once_and_they_are_not_compared() -> None:
    assert messages(f"{A}{B}", call("x")) == ["declared-count-differs: 2 in the text, 1 declared"]
    assert messages(A, call(), call()) == ["declared-count-differs: 1 in the text, 2 declared"]


def test_a_call_that_was_cut_off_may_be_declared_or_not() -> None:
    cut = f"{A}<call:read><path>b"
    assert messages(cut, call()) == messages(cut, call(), call()) == ["unterminated-call: the input ends inside a call"]
    assert messages(cut, call(), call(), call())[-1] == "declared-count-differs: 1 in the text, 3 declared"


def test_calls_without_text_are_checked_against_the_schema() -> None:
    assert messages("Let me see.", call()) == []
    checked = check("Let me see.", call(arguments={}), call("raed"), call())
    assert [(found.diagnostic.code, found.tool, found.form) for found in checked.findings] == [
        ("schema-violation", "read", ""),
        ("unknown-tool", "raed", ""),
    ]
    assert checked.findings[0].location == AT
    assert checked.findings[0].excerpt.split("\n")[0] == "read {}"
    assert (checked.calls, checked.characters) == (3, {})


def test_calls_without_text_and_without_tools() -> None:
    assert messages("", call("raed"), tools=None) == []


@pytest.mark.parametrize(("role", "said"), [("user", True), ("narrator", True), ("system", False), ("tool", False)])
def test_a_call_that_nobody_made(role: str, said: bool) -> None:
    checked = Validator([READ]).check(Turn(role, f"x {A} {A}", WHERE))
    assert [found.diagnostic.message for found in checked.findings] == (
        [f"a call in a message that is not the assistant's: the role is {role}"] if said else []
    )
    assert checked.calls == 0


def test_what_is_shown_of_a_declared_call_is_short() -> None:
    assert len(shown(call(arguments={"path": "a" * 10_000}))) < 300
    assert len(shown(call(arguments="a" * 10_000))) < 300
    deep: Json = []
    for _ in range(sys.getrecursionlimit() * 50):
        deep = [deep]
    assert shown(call(arguments={"x": deep})) == "read …"
    while deep:  # taken apart by hand: to free it at once would recurse as deep
        deep = deep.pop()
