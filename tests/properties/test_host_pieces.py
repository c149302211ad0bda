"""Joined, the pieces of arguments that hosts get are what `parse` gives, whatever the text and its chunks."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_native import ParseResult, StreamParser, parse
from pi_native.events import ArgumentDelta, ArgumentEnd
from pi_native.hosts import ChatCompletionStream, MessageStream, anthropic_message, assistant_message
from pi_native.hosts.json_pieces import json_text
from pi_native.values import same
from texts import KNOWN, chunked, texts

#: The calls sent, in order: name, JSON text, mark.
Sent = list[tuple[str, str, str | None]]


def sent_to_openai(chunks: list[str]) -> tuple[Sent, str, Any]:
    calls: list[list[Any]] = []
    text, reason = "", None
    for record in ChatCompletionStream(KNOWN).iter(chunks):
        assert reason is None, "nothing comes behind the reason"
        choice = record["choices"][0]
        reason, delta = choice["finish_reason"], choice["delta"]
        text += delta.get("content") or ""
        for piece in delta.get("tool_calls", []):
            if "id" in piece:
                calls.append([piece["function"]["name"], "", None])
            assert piece["index"] == len(calls) - 1
            calls[-1][1] += piece["function"]["arguments"]
            calls[-1][2] = next((mark for mark in ("incomplete", "shortened") if mark in piece), None)
    return [(name, arguments, mark) for name, arguments, mark in calls], text, reason


def sent_to_anthropic(chunks: list[str]) -> tuple[Sent, list[str], Any]:
    records = list(MessageStream(KNOWN).iter(chunks))
    blocks: list[dict[str, Any]] = []
    is_open = False
    for record in records[1:-2]:
        assert record["type"].startswith("content_block_")
        assert record["index"] == len(blocks) - (record["type"] != "content_block_start")
        assert is_open is (record["type"] != "content_block_start")
        is_open = record["type"] != "content_block_stop"
        if record["type"] == "content_block_start":
            blocks.append({**record["content_block"], "json": ""})
        elif record["type"] == "content_block_delta":
            (key, piece), kind = record["delta"].copy().popitem(), record["delta"]["type"]
            blocks[-1]["json" if kind == "input_json_delta" else key] += piece
    assert not is_open
    assert [record["type"] for record in records[:1] + records[-2:]] == [
        "message_start",
        "message_delta",
        "message_stop",
    ]
    end = records[-2]["delta"]
    calls = [block for block in blocks if block["type"] == "tool_use"]
    marks = {call_id: mark for mark in ("incomplete", "shortened") for call_id in end.get(mark, [])}
    texts = [block["text"] for block in blocks if block["type"] == "text"]
    return [(call["name"], call["json"], marks.get(call["id"])) for call in calls], texts, end["stop_reason"]


def check(sent: Sent, whole: ParseResult, is_shortened: bool) -> None:
    complete = [call for call in sent if call[2] != "incomplete"]
    assert [name for name, _, _ in complete] == [call.name for call in whole.calls]
    for (_, text, mark), call in zip(complete, whole.calls, strict=True):
        pairs: list[list[str]] = []
        json.loads(text, object_pairs_hook=lambda found, pairs=pairs: pairs.append([key for key, _ in found]))
        codes = {finding.code for finding in call.diagnostics}
        if mark is None and "duplicate-argument" not in codes:
            assert all(len(keys) == len({*keys}) for keys in pairs)
        assert same(json.loads(text), json.loads(json.dumps(call.arguments)))
    assert [mark for _, _, mark in sent].count("incomplete") == (whole.incomplete is not None)
    assert any(mark == "shortened" for _, _, mark in complete) == is_shortened
    if whole.incomplete is not None:
        name, text, _ = sent[-1]
        assert name == whole.incomplete.name
        with pytest.raises(ValueError, match=r"Expecting|Unterminated|Invalid"):
            json.loads(text)


@given(texts, st.integers(0, 2**32))
def test_pieces_join_to_the_arguments(text: str, seed: int) -> None:
    whole = parse(text, KNOWN)
    for chunks in ([text], list(text), chunked(text, random.Random(seed))):
        stream = StreamParser(KNOWN)
        events = [event for chunk in chunks for event in stream.feed(chunk)] + stream.close()
        is_shortened = any(event.shortened for event in events if isinstance(event, ArgumentEnd))
        is_cut = is_shortened or whole.incomplete is not None

        sent, prose, reason = sent_to_openai(chunks)
        check(sent, whole, is_shortened)
        assert prose == whole.text
        assert reason == ("length" if is_cut else "tool_calls" if whole.calls else "stop")

        sent, blocks, reason = sent_to_anthropic(chunks)
        check(sent, whole, is_shortened)
        found = [block["text"] for block in anthropic_message(whole)["content"] if block["type"] == "text"]
        assert blocks == found
        assert reason == ("max_tokens" if is_cut else "tool_use" if whole.calls else "end_turn")


@given(texts)
def test_a_string_goes_out_as_it_comes(text: str) -> None:
    """A string's text is in what is sent for the chunk that brought it, but inside lists."""
    stream, host = StreamParser(KNOWN), ChatCompletionStream(KNOWN)
    for char in text:
        deltas = [event for event in stream.feed(char) if isinstance(event, ArgumentDelta)]
        sent = "".join(
            piece["function"]["arguments"]
            for record in host.feed(char)
            for piece in record["choices"][0]["delta"].get("tool_calls", [])
        )
        for delta in deltas:
            is_in_list = any(part.isdecimal() for part in delta.pointer.split("/"))
            assert is_in_list or json_text(delta.text)[1:-1] in sent


@given(texts)
def test_whole_messages_say_what_parse_says(text: str) -> None:
    whole = parse(text, KNOWN)
    message, other = assistant_message(whole), anthropic_message(whole)
    calls = message.get("tool_calls", [])
    runnable = [call for call in calls if "incomplete" not in call]
    assert len(runnable) == len(whole.calls)
    for call, parsed in zip(runnable, whole.calls, strict=True):
        assert same(json.loads(call["function"]["arguments"]), json.loads(json.dumps(parsed.arguments)))
    if whole.incomplete is not None:
        arguments = json.loads(calls[-1]["function"]["arguments"] + "}")
        assert same(arguments, json.loads(json.dumps(whole.incomplete.arguments)))
    blocks = [block for block in other["content"] if block["type"] == "tool_use"]
    assert [block["id"] for block in blocks] == [call["id"] for call in calls]
    assert [block["input"] for block in blocks if "incomplete" not in block] == [c.arguments for c in whole.calls]
