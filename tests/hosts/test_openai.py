"""Chat completions."""

import json
from typing import Any

import pytest

import gallery
from pi_native import parse
from pi_native.correlation import CorrelationError
from pi_native.hosts import ChatCompletionStream, assistant_message, chat_completion
from pi_native.hosts.conversation import ConversationError
from pi_native.hosts.openai_history import read_openai

TOOLS: list[dict[str, Any]] = [{"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}}}]
CUT = "a <call:edit>x</call:edit><call:edit>yz"


def test_a_stream() -> None:
    records = list(ChatCompletionStream(TOOLS, model="m", id="i", created=5).iter(["a <call:edit>x</call:edit>"]))
    assert {(r["id"], r["object"], r["created"], r["model"]) for r in records} == {
        ("i", "chat.completion.chunk", 5, "m")
    }
    choices = [choice for record in records for choice in record["choices"]]
    assert {choice["index"] for choice in choices} == {0}
    assert [choice["finish_reason"] for choice in choices] == [None] * (len(choices) - 1) + ["tool_calls"]
    function = {"name": "edit", "arguments": ""}
    assert [choice["delta"] for choice in choices] == [
        {"role": "assistant", "content": None},
        {"content": "a "},
        {"tool_calls": [{"index": 0, "id": "call_0", "type": "function", "function": function}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": '{"input":"x"}'}}]},
        {},
    ]


def test_a_call_that_was_cut_off_is_marked() -> None:
    *_, mark, end = (record["choices"][0] for record in ChatCompletionStream(TOOLS).iter(CUT))
    assert mark["delta"] == {"tool_calls": [{"index": 1, "function": {"arguments": ""}, "incomplete": True}]}
    assert end["finish_reason"] == "length"


def test_every_completion_has_an_id_and_a_time_of_its_own() -> None:
    first, second = chat_completion(parse("")), chat_completion(parse(""))
    assert first["id"] != second["id"]
    assert first["created"] > 1_700_000_000


def test_a_whole_completion() -> None:
    made = chat_completion(parse(CUT, TOOLS), model="m", id="i", created=5, mint=lambda index: f"c{index}")
    calls = [
        {"id": "c0", "type": "function", "function": {"name": "edit", "arguments": '{"input":"x"}'}},
        {
            "id": "c1",
            "type": "function",
            "function": {"name": "edit", "arguments": '{"input":"yz"'},
            "incomplete": True,
        },
    ]
    message = {"role": "assistant", "content": "a ", "tool_calls": calls}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "length"}
    assert made == {"id": "i", "object": "chat.completion", "created": 5, "model": "m", "choices": [choice]}


def test_turns_are_history_with_the_same_ids_in_each() -> None:
    messages = []
    for turn in "ab":
        message = assistant_message(parse(f"<call:edit>{turn}1</call:edit>\n<call:edit>{turn}2</call:edit>", TOOLS))
        results = [{"role": "tool", "tool_call_id": f"call_{i}", "content": f"{turn}{i + 1} done"} for i in (1, 0)]
        messages += [message, *results]
    read = read_openai({"messages": messages}).matched().messages
    said = [message.text if message.role == "tool" else message.calls[0].arguments["input"] for message in read]
    assert said == ["a1", "a1 done", "a2 done", "b1", "b1 done", "b2 done"]


def test_a_call_that_was_cut_off_is_no_history() -> None:
    with pytest.raises(ConversationError, match="arguments"):
        read_openai({"messages": [assistant_message(parse(CUT, TOOLS))]})


def test_a_message_without_text_or_calls() -> None:
    assert assistant_message(parse("")) == {"role": "assistant", "content": None}


def test_the_engines_reason_counts() -> None:
    assert chat_completion(parse("a"), reason="content_filter")["choices"][0]["finish_reason"] == "content_filter"
    assert chat_completion(parse("<call:ls/>"), reason="stop")["choices"][0]["finish_reason"] == "tool_calls"


def test_an_id_made_twice_is_refused() -> None:
    with pytest.raises(CorrelationError, match="made twice"):
        assistant_message(parse("<call:ls/><call:ls/>"), mint=lambda index: "same")


def test_repaired_values_are_those_of_parse() -> None:
    tools = [{"name": "n", "parameters": {"properties": {"x": {"type": "boolean"}}}}]
    text = "<call:n x=True/>"
    assert parse(text, tools).diagnostics
    (call,) = assistant_message(parse(text, tools))["tool_calls"]
    assert json.loads(call["function"]["arguments"]) == {"x": True}


@pytest.mark.parametrize(("end", "reason"), [("</think>", "stop"), ("", "length")])
def test_reasoning_goes_beside_the_content(end: str, reason: str) -> None:
    text, grammar = f"a<think>b <call:edit/> c{end}", gallery.load("reasoning")
    choices = [record["choices"][0] for record in ChatCompletionStream(TOOLS, grammar=grammar).iter(text)]
    assert "".join(choice["delta"].get("reasoning_content", "") for choice in choices) == "b <call:edit/> c"
    assert "".join(choice["delta"].get("content") or "" for choice in choices) == "a"
    assert choices[-1]["finish_reason"] == reason
    whole = chat_completion(parse(text, TOOLS, grammar=grammar))["choices"][0]
    assert whole["message"] == {"role": "assistant", "content": "a", "reasoning_content": "b <call:edit/> c"}
    assert whole["finish_reason"] == reason
