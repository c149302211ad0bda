"""ShareGPT records."""

import json
from typing import Any

import pytest

from pi_native.transcripts import DeclaredCall, Location, ReadOptions, Result, Turn, read

from .conftest import Items, Write, reasons

TOOLS = [{"name": "read"}]


def turn(who: str, value: Any) -> dict[str, Any]:
    return {"from": who, "value": value}


def record(*turns: Any, **more: Any) -> dict[str, Any]:
    return {"conversations": list(turns), **more}


def test_a_record_whole(write: Write) -> None:
    turns = [turn("human", "hi"), turn("gpt", "I read."), turn("observation", "x"), turn("gpt", "ok")]
    path = write("a.txt", record(*turns, system="Be kind.", tools=json.dumps(TOOLS)))
    reader = read(path)
    at = Location(path, 1)._replace
    assert list(reader) == [
        Turn("system", "Be kind.", at(pointer="/system"), TOOLS),
        Turn("user", "hi", at(pointer="/conversations/0/value"), TOOLS),
        Turn(
            "assistant",
            "I read.",
            at(pointer="/conversations/1/value"),
            TOOLS,
            results=(Result(None, None, "x", at(pointer="/conversations/2/value")),),
            followed=True,
        ),
        Turn("assistant", "ok", at(pointer="/conversations/3/value"), TOOLS),
    ]
    assert reader.format == "sharegpt"


@pytest.mark.parametrize(
    ("value", "text", "declared"),
    [
        ('{"name": "read", "arguments": {"path": "a"}}', "", [("read", {"path": "a"})]),
        ('[{"name": "a", "arguments": "{}"}, {"name": "b"}]', "", [("a", {}), ("b", None)]),
        ("read(a)", "read(a)", []),
        ("[]", "[]", []),
    ],
)
def test_a_turn_that_is_a_call(items: Items, value: str, text: str, declared: list[Any]) -> None:
    found, *_ = items("sharegpt", record(turn("function_call", value), turn("observation", "1")))
    assert isinstance(found, Turn)
    assert (found.role, found.text, [result.text for result in found.results]) == ("assistant", text, ["1"])
    assert list(found.declared_calls) == [DeclaredCall(None, *pair, found.location) for pair in declared]


def test_names_of_keys(write: Write) -> None:
    path = write("a.txt", {"dialog": [{"from": "gpt", "said": "a"}]}, {"dialog": [{"from": "narrator", "said": "b"}]})
    reader = read(path, ReadOptions(column="dialog", text_key="said"))
    found = list(reader)
    assert [(item.role, item.text, item.location.pointer) for item in found if isinstance(item, Turn)] == [
        ("assistant", "a", "/dialog/0/said"),
        ("narrator", "b", "/dialog/0/said"),
    ]
    assert reader.format == "sharegpt"


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (5, "not an object"),
        ({}, "/conversations is not a list"),
        (record(5), "/conversations/0 is not an object"),
        (record({"value": "a"}), "/conversations/0/from is not a string"),
        (record(turn("gpt", None)), "/conversations/0/value is not a string"),
        (record(turn("function_call", "5")), "/conversations/0/value is not an object"),
        (record(turn("function_call", "{}")), "/conversations/0/value is a call without a name"),
        (record(tools={}), "/tools is not a list"),
    ],
)
def test_another_shape_is_a_finding(items: Items, broken: Any, reason: str) -> None:
    assert reasons(items("sharegpt", json.dumps(broken))) == [reason]
