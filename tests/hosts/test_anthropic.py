"""Messages."""

from typing import Any

import pytest

import gallery
from pi_native import parse
from pi_native.hosts import MessageStream, anthropic_message
from pi_native.hosts.anthropic_history import read_anthropic
from pi_native.hosts.conversation import ConversationError

TOOLS: list[dict[str, Any]] = [{"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}}}]
CUT = "a <call:edit>x</call:edit>\n<call:edit>yz"
USAGE = {"input_tokens": 0, "output_tokens": 0}


def test_a_stream() -> None:
    message = {"id": "i", "type": "message", "role": "assistant", "model": "m", "content": []}
    assert list(MessageStream(TOOLS, model="m", id="i").iter(["a <call:edit>x</call:edit>"])) == [
        {"type": "message_start", "message": message | {"stop_reason": None, "stop_sequence": None, "usage": USAGE}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "a "}},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "content_block_start",
            "index": 1,
            "content_block": {"type": "tool_use", "id": "call_0", "name": "edit", "input": {}},
        },
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": '{"input":"x"}'},
        },
        {"type": "content_block_stop", "index": 1},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "tool_use", "stop_sequence": None},
            "usage": {"output_tokens": 0},
        },
        {"type": "message_stop"},
    ]


def test_a_call_that_was_cut_off_is_marked() -> None:
    *_, end, _ = MessageStream(TOOLS).iter(CUT)
    assert end["delta"] == {"stop_reason": "max_tokens", "stop_sequence": None, "incomplete": ["call_1"]}


def texts(chunks: Any) -> list[str]:
    found: list[str] = []
    for record in MessageStream(TOOLS).iter(chunks):
        if record["type"] == "content_block_start" and record["content_block"]["type"] == "text":
            found.append("")
        elif record["type"] == "content_block_delta" and record["delta"]["type"] == "text_delta":
            found[-1] += record["delta"]["text"]
    return found


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("<call:edit/>\n\n<call:edit/> \n", []),
        (" \n a \n<call:edit/>\n b", [" \n a \n", "\n b"]),
        (" \n", []),
    ],
)
def test_white_space_alone_is_no_block(text: str, blocks: list[str]) -> None:
    assert texts([text]) == texts(text) == blocks
    whole = anthropic_message(parse(text, TOOLS))
    assert [block["text"] for block in whole["content"] if block["type"] == "text"] == blocks


def test_a_whole_message() -> None:
    made = anthropic_message(parse(CUT, TOOLS), model="m", id="i", mint=lambda index: f"c{index}")
    assert made == {
        "id": "i",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [
            {"type": "text", "text": "a "},
            {"type": "tool_use", "id": "c0", "name": "edit", "input": {"input": "x"}},
            {"type": "tool_use", "id": "c1", "name": "edit", "input": {"input": "yz"}, "incomplete": True},
        ],
        "stop_reason": "max_tokens",
        "stop_sequence": None,
        "usage": USAGE,
    }


def test_a_call_that_was_cut_off_is_no_history() -> None:
    made = anthropic_message(parse(CUT, TOOLS))
    with pytest.raises(ConversationError, match="cut off"):
        read_anthropic({"messages": [{"role": "assistant", "content": made["content"]}]})


def test_every_message_has_an_id_of_its_own() -> None:
    assert anthropic_message(parse(""))["id"] != anthropic_message(parse(""))["id"]


def test_the_engines_reason_counts() -> None:
    assert anthropic_message(parse("a"), reason="stop_sequence")["stop_reason"] == "stop_sequence"
    assert anthropic_message(parse("<call:ls/>"), reason="end_turn")["stop_reason"] == "tool_use"


@pytest.mark.parametrize(("end", "reason"), [("</think>", "end_turn"), ("", "max_tokens")])
def test_reasoning_is_a_block_of_thinking(end: str, reason: str) -> None:
    text, grammar = f"a<think>b</think><think></think><think>c{end}", gallery.load("reasoning")
    records = list(MessageStream(TOOLS, grammar=grammar).iter(text))
    starts = [record["content_block"]["type"] for record in records if record["type"] == "content_block_start"]
    assert starts == ["text", "thinking", "thinking"]
    deltas = [record["delta"] for record in records if record["type"] == "content_block_delta"]
    thought = [delta["thinking"] for delta in deltas if delta["type"] == "thinking_delta"]
    assert thought == ["b", "c"]
    assert records[-2]["delta"]["stop_reason"] == reason
    whole = anthropic_message(parse(text, TOOLS, grammar=grammar))
    assert [block.get("thinking") for block in whole["content"]] == [None, "b", "c"]
    assert whole["stop_reason"] == reason
