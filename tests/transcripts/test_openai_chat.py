"""Chat records: text out of messages, calls and results beside it, and a bad line never ends the reading."""

import json
from typing import Any

import pytest

from pi_native.transcripts import BadRecord, DeclaredCall, Location, ReadOptions, Result, Turn, read

from .conftest import Items, Write, reasons

TOOLS = [{"name": "read", "parameters": {"type": "object"}}]


def message(content: Any, role: str = "assistant") -> dict[str, Any]:
    return {"role": role, "content": content}


def only_bad(items: Items, record: Any) -> BadRecord:
    (item,) = items("openai", record)
    assert isinstance(item, BadRecord)
    return item


def test_each_message_with_text_is_a_turn(items: Items) -> None:
    found = items("openai", {"messages": [message("hi", "user"), message("a"), message("b")]}, "", {"messages": []})
    assert [(turn.role, turn.text) for turn in found] == [
        ("user", "hi"),
        ("assistant", "a"),
        ("assistant", "b"),
    ]
    assert [(turn.location.line, turn.location.pointer) for turn in found][1] == (1, "/messages/1/content")


def test_lines_are_numbered_with_the_empty_ones(items: Items) -> None:
    record = {"messages": [message("a")]}
    assert [turn.location.line for turn in items("openai", record, "", "  ", record)] == [1, 4]


def test_text_parts_are_joined(items: Items) -> None:
    parts = [
        {"type": "text", "text": "a"},
        {"type": "image_url", "image_url": {}},
        {"type": "text", "text": "b"},
    ]
    (turn,) = items("openai", {"messages": [message(parts)]})
    assert isinstance(turn, Turn)
    assert turn.text == "ab"


@pytest.mark.parametrize("content", [None, [], [{"type": "image_url"}]])
def test_without_text_only_the_assistant_has_a_turn(items: Items, content: Any) -> None:
    found = items("openai", {"messages": [message(content, "user"), message(content), {"role": "assistant"}]})
    assert [(turn.role, turn.text, turn.location.pointer) for turn in found if isinstance(turn, Turn)] == [
        ("assistant", "", "/messages/1/content"),
        ("assistant", "", "/messages/2/content"),
    ]


@pytest.mark.parametrize("tools", [TOOLS, json.dumps(TOOLS)])
def test_tools_of_the_record(items: Items, tools: Any) -> None:
    (turn,) = items("openai", {"messages": [message("a")], "tools": tools})
    assert isinstance(turn, Turn)
    assert turn.tools == TOOLS


@pytest.mark.parametrize("record", [{}, {"tools": None}, {"tools": []}, {"tools": ""}, {"tools": "[]"}])
def test_no_tools_of_its_own(items: Items, record: dict[str, Any]) -> None:
    (turn,) = items("openai", {"messages": [message("a")], **record})
    assert isinstance(turn, Turn)
    assert turn.tools is None


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("[1]", "not an object"),
        ("{}", "/messages is not a list"),
        ('{"messages": {}}', "/messages is not a list"),
        ('{"messages": [5]}', "/messages/0 is not an object"),
        ('{"messages": [{"content": "a"}]}', "/messages/0/role is not a string"),
        (
            '{"messages": [{"role": "user", "content": 5}]}',
            "/messages/0/content is neither text nor a list of parts",
        ),
        ('{"messages": [{"role": "user", "content": ["a"]}]}', "/messages/0/content/0 is not a part"),
        ('{"messages": [{"role": "user", "content": [{"text": 1}]}]}', "/messages/0/content/0 is not a part"),
        ('{"messages": [], "tools": 5}', "/tools is not a list"),
        ('{"messages": [], "tools": "{"}', "/tools is text but not JSON"),
        ("[" * 100_000, "JSON past what can be read"),
        ('{"n": ' + "1" * 5000 + "}", "JSON past what can be read"),
    ],
)
def test_a_record_of_another_shape_is_a_finding(items: Items, record: str, reason: str) -> None:
    bad = only_bad(items, record)
    assert bad.diagnostic.code == "invalid-record"
    assert bad.diagnostic.message.endswith(reason)
    assert bad.location.line == 1
    assert len(bad.excerpt) < 300


def test_a_line_that_is_not_json_shows_the_place(items: Items) -> None:
    bad = only_bad(items, '{"messages": [}')
    assert bad.diagnostic.message == "a record that cannot be read: not JSON: Expecting value"
    assert (bad.diagnostic.span.offset, bad.diagnostic.span.column) == (14, 15)
    assert bad.excerpt.split("\n") == ['{"messages": [}', " " * 14 + "^"]


def test_the_rest_goes_on_behind_bad_lines_and_messages(items: Items) -> None:
    good = {"messages": [message("a"), message(5), message("b")]}
    found = items("openai", "{", good, '{"messages": [{"role": "assistant", "content": "cut')
    assert [type(item).__name__ for item in found] == ["BadRecord", "Turn", "BadRecord", "Turn", "BadRecord"]
    assert [item.location.line for item in found] == [1, 2, 2, 2, 3]


def test_a_lone_surrogate_is_kept(items: Items) -> None:
    (turn,) = items("openai", r'{"messages": [{"role": "assistant", "content": "\ud800"}]}')
    assert isinstance(turn, Turn)
    assert turn.text == "\ud800"


def test_reading_is_lazy(write: Write) -> None:
    path = write("chat.jsonl", b'{"messages": [{"role": "assistant", "content": "a"}]}\n{')
    reader = read(path)
    assert reader.format is None
    assert getattr(next(reader), "text", None) == "a"
    assert reader.format == "openai"
    assert isinstance(next(reader), BadRecord)


def test_a_line_that_is_not_utf_8_is_a_finding(items: Items) -> None:
    good = b'{"messages": [{"role": "assistant", "content": "a"}]}'
    found = items("openai", good + b'\n{"\xc3\xa9\xff"}\n' + good)
    assert [type(item).__name__ for item in found] == ["Turn", "BadRecord", "Turn"]
    assert reasons(found) == ["not UTF-8: 0xff at byte 4"]
    assert isinstance(found[1], BadRecord)
    assert (found[1].location.line, found[1].excerpt) == (2, '{"é\ufffd"}\n   ^')


def test_a_line_past_the_limit_is_a_finding(items: Items) -> None:
    good = {"messages": [message("a")]}
    found = items("openai", good, {"messages": [message("b" * 100)]}, good, max_record=90)
    assert reasons(found) == ["the line is longer than 90 bytes"]
    assert [item.location.line for item in found] == [1, 2, 3]


def test_results_belong_to_the_turn_before_them(items: Items) -> None:
    messages = [
        message("one"),
        {"role": "tool", "content": "1", "tool_call_id": "a", "name": "read"},
        {"role": "function", "content": [{"type": "text", "text": "2"}], "name": "bash"},
        message("go on", "user"),
        {"role": "tool", "content": None},
        message("two"),
    ]
    one, user, two = items("openai", {"messages": messages})
    assert isinstance(one, Turn)
    assert one.results == (
        Result("a", "read", "1", Location(one.location.path, 1, "/messages/1/content")),
        Result(None, "bash", "2", Location(one.location.path, 1, "/messages/2/content")),
        Result(None, None, "", Location(one.location.path, 1, "/messages/4/content")),
    )
    assert one.followed
    assert isinstance(user, Turn)
    assert (user.role, user.results) == ("user", ())
    assert isinstance(two, Turn)
    assert (two.results, two.followed) == ((), False)


def test_a_result_before_any_turn_of_the_assistant_is_a_turn(items: Items) -> None:
    (turn,) = items("openai", {"messages": [{"role": "tool", "content": "1"}]})
    assert isinstance(turn, Turn)
    assert (turn.role, turn.text, [result.text for result in turn.results]) == ("tool", "1", ["1"])


def test_results_never_cross_records(items: Items) -> None:
    found = items("openai", {"messages": [message("a")]}, {"messages": [{"role": "tool", "content": "1"}]})
    assert [(turn.role, len(turn.results)) for turn in found if isinstance(turn, Turn)] == [
        ("assistant", 0),
        ("tool", 1),
    ]


@pytest.mark.parametrize(
    ("arguments", "read_as"),
    [
        ({"path": "a"}, {"path": "a"}),
        ('{"path": "a"}', {"path": "a"}),
        ('{"path": ', '{"path": '),
        ("", ""),
        ("[" * 100_000, "[" * 100_000),
        (None, None),
    ],
)
def test_arguments_of_declared_calls(items: Items, arguments: Any, read_as: Any) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "read", "arguments": arguments}}
    (turn,) = items("openai", {"messages": [{"role": "assistant", "content": None, "tool_calls": [call]}]})
    assert isinstance(turn, Turn)
    where = Location(turn.location.path, 1, "/messages/0/tool_calls/0")
    assert turn.declared_calls == (DeclaredCall("c", "read", read_as, where),)


def test_other_ways_to_declare_a_call(items: Items) -> None:
    bare = {"name": "read", "arguments": {}}
    old = {"role": "assistant", "content": "a", "tool_calls": [bare], "function_call": bare}
    (turn,) = items("openai", {"messages": [old]})
    assert isinstance(turn, Turn)
    assert [(call.id, call.name, call.location.pointer) for call in turn.declared_calls] == [
        (None, "read", "/messages/0/tool_calls/0"),
        (None, "read", "/messages/0/function_call"),
    ]


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ({}, None),
        (5, "/messages/0/tool_calls is not a list"),
        ([5], "/messages/0/tool_calls/0 is not an object"),
        ([{"function": 5}], "/messages/0/tool_calls/0/function is not an object"),
        ([{"function": {"arguments": "{}"}}], "/messages/0/tool_calls/0 is a call without a name"),
    ],
)
def test_calls_of_another_shape_are_a_finding_and_the_text_is_read(
    items: Items, calls: Any, reason: str | None
) -> None:
    found = items("openai", {"messages": [{"role": "assistant", "content": "a", "tool_calls": calls}]})
    assert reasons(found) == ([reason] if reason else [])
    assert [turn.text for turn in found if isinstance(turn, Turn)] == ["a"]


def test_what_a_model_thinks_is_not_what_it_says(items: Items) -> None:
    parts = [{"type": "reasoning", "text": "hm"}, {"type": "output_text", "text": "a"}]
    (turn,) = items("openai", {"messages": [message(parts)]})
    assert isinstance(turn, Turn)
    assert turn.text == "a"


@pytest.mark.parametrize("kind", [None, 5, [], {}])
def test_a_part_of_a_strange_kind_still_says_its_text(items: Items, kind: Any) -> None:
    (turn,) = items("openai", {"messages": [message([{"type": kind, "text": "a"}])]})
    assert isinstance(turn, Turn)
    assert turn.text == "a"


def test_blocks_of_anthropic_are_not_lost_in_a_mixed_file(items: Items) -> None:
    use = {"type": "tool_use", "id": "t", "name": "read", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": "t", "content": "1"}
    (turn,) = items("openai", {"messages": [message([use]), message([answer], "user")]})
    assert isinstance(turn, Turn)
    assert [call.id for call in turn.declared_calls] == [result.id for result in turn.results] == ["t"]


def test_names_of_keys(write: Write) -> None:
    path = write("a.jsonl", {"chat/1": [{"who": "model", "says": "a"}], "functions": TOOLS})
    options = ReadOptions("openai", column="chat/1", role_key="who", text_key="says", tools_column="functions")
    assert list(read(path, options)) == [Turn("assistant", "a", Location(path, 1, "/chat~11/0/says"), TOOLS)]
