"""Records of Anthropic's Messages API."""

import json
from typing import Any

import pytest

from pi_native.transcripts import DeclaredCall, Location, Result, Turn, read

from .conftest import Items, Write, reasons

TOOLS = [{"name": "read", "input_schema": {"type": "object"}}]
USE = {"type": "tool_use", "id": "t1", "name": "read", "input": {"path": "a"}}


def answer(content: Any, **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": "t1", "content": content, **more}


def record(*messages: Any, **more: Any) -> dict[str, Any]:
    roles = ("user", "assistant")
    return {"messages": [{"role": roles[n % 2], "content": text} for n, text in enumerate(messages)], **more}


def test_a_record_whole(write: Write) -> None:
    content = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "I read."}, USE]
    back = [answer([{"type": "text", "text": "x"}, {"type": "image"}], is_error=True), {"type": "text", "text": "so?"}]
    path = write("a.jsonl", record("hi", content, back, "ok", system="Be kind.", tools=TOOLS))
    reader = read(path)
    at = Location(path, 1)._replace
    assert list(reader) == [
        Turn("system", "Be kind.", at(pointer="/system")),
        Turn("user", "hi", at(pointer="/messages/0/content"), TOOLS),
        Turn(
            "assistant",
            "I read.",
            at(pointer="/messages/1/content"),
            TOOLS,
            (DeclaredCall("t1", "read", {"path": "a"}, at(pointer="/messages/1/content/2")),),
            (Result("t1", None, "x", at(pointer="/messages/2/content/0/content"), is_error=True),),
            followed=True,
        ),
        Turn("user", "so?", at(pointer="/messages/2/content"), TOOLS),
        Turn("assistant", "ok", at(pointer="/messages/3/content"), TOOLS),
    ]
    assert reader.format == "anthropic"


@pytest.mark.parametrize(
    "content", [record("hi", system=""), record("hi", tools=TOOLS), record("hi", [USE]), record([answer("1")])]
)
def test_what_tells_it_from_openais_records(write: Write, content: Any) -> None:
    reader = read(write("a.txt", content))
    list(reader)
    assert reader.format == "anthropic"


@pytest.mark.parametrize(
    "content", [record("hi"), record("hi", [{"type": "text", "text": "a"}], tools=[{"name": "x"}])]
)
def test_what_could_be_either_is_openais(write: Write, content: Any) -> None:
    reader = read(write("a.txt", content))
    list(reader)
    assert reader.format == "openai"


def test_a_system_prompt_in_blocks(items: Items) -> None:
    (turn,) = items(
        "anthropic", {"system": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "messages": []}
    )
    assert isinstance(turn, Turn)
    assert (turn.role, turn.text) == ("system", "ab")


@pytest.mark.parametrize("content", [None, "", []])
def test_a_result_without_text(items: Items, content: Any) -> None:
    (turn,) = items("anthropic", record([answer(content)]))
    assert isinstance(turn, Turn)
    assert turn.results[0].text == turn.text == ""


def test_results_do_not_nest_without_end(items: Items) -> None:
    nested = '{"type":"tool_result","content":[' * 300 + "]}" * 300
    found = items("anthropic", '{"messages":[{"role":"user","content":[' + nested + "]}]}")
    assert [type(item).__name__ for item in found] == ["Turn"]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ({"system": 5, "messages": []}, "/system is neither text nor a list of parts"),
        ({"messages": 5}, "/messages is not a list"),
        (record([{"type": "tool_use"}]), "/messages/0/content/0 is a call without a name"),
        (record([answer(5)]), "/messages/0/content/0/content is neither text nor a list of parts"),
        (record([answer([5])]), "/messages/0/content/0/content/0 is not a part"),
        (5, "not an object"),
    ],
)
def test_another_shape_is_a_finding(items: Items, broken: Any, reason: str) -> None:
    assert reasons(items("anthropic", json.dumps(broken))) == [reason]
