"""Chat records: text out of messages, and a bad line never ends the reading."""

import json
from pathlib import Path
from typing import Any

import pytest

from pi_native.transcripts import BadRecord, Turn
from pi_native.transcripts.openai_chat import read

TOOLS = [{"name": "read", "parameters": {"type": "object"}}]


def items(tmp_path: Path, *records: Any) -> list[Turn | BadRecord]:
    """What the reader gives for records; a string stands for a line as it is."""
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    path = tmp_path / "chat.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8", newline="")
    return list(read(str(path)))


def message(content: Any, role: str = "assistant") -> dict[str, Any]:
    return {"role": role, "content": content}


def only_bad(tmp_path: Path, record: Any) -> BadRecord:
    (item,) = items(tmp_path, record)
    assert isinstance(item, BadRecord)
    return item


def test_each_message_with_text_is_a_turn(tmp_path: Path) -> None:
    found = items(tmp_path, {"messages": [message("hi", "user"), message("a"), message("b")]}, "", {"messages": []})
    assert [(turn.role, turn.text) for turn in found] == [
        ("user", "hi"),
        ("assistant", "a"),
        ("assistant", "b"),
    ]
    assert [(turn.location.line, turn.location.pointer) for turn in found][1] == (1, "/messages/1/content")


def test_lines_are_numbered_with_the_empty_ones(tmp_path: Path) -> None:
    record = {"messages": [message("a")]}
    assert [turn.location.line for turn in items(tmp_path, record, "", "  ", record)] == [1, 4]


def test_text_parts_are_joined(tmp_path: Path) -> None:
    parts = [
        {"type": "text", "text": "a"},
        {"type": "image_url", "image_url": {}},
        {"type": "text", "text": "b"},
    ]
    (turn,) = items(tmp_path, {"messages": [message(parts)]})
    assert isinstance(turn, Turn)
    assert turn.text == "ab"


@pytest.mark.parametrize("content", [None, [], [{"type": "image_url"}]])
def test_a_message_without_text_is_no_turn(tmp_path: Path, content: Any) -> None:
    assert items(tmp_path, {"messages": [message(content), {"role": "assistant", "tool_calls": []}]}) == []


@pytest.mark.parametrize("tools", [TOOLS, json.dumps(TOOLS)])
def test_tools_of_the_record(tmp_path: Path, tools: Any) -> None:
    (turn,) = items(tmp_path, {"messages": [message("a")], "tools": tools})
    assert isinstance(turn, Turn)
    assert turn.tools == TOOLS


@pytest.mark.parametrize("record", [{}, {"tools": None}, {"tools": []}, {"tools": ""}, {"tools": "[]"}])
def test_no_tools_of_its_own(tmp_path: Path, record: dict[str, Any]) -> None:
    (turn,) = items(tmp_path, {"messages": [message("a")], **record})
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
def test_a_record_of_another_shape_is_a_finding(tmp_path: Path, record: str, reason: str) -> None:
    bad = only_bad(tmp_path, record)
    assert bad.diagnostic.code == "invalid-record"
    assert bad.diagnostic.message.endswith(reason)
    assert bad.location.line == 1
    assert len(bad.excerpt) < 300


def test_a_line_that_is_not_json_shows_the_place(tmp_path: Path) -> None:
    bad = only_bad(tmp_path, '{"messages": [}')
    assert bad.diagnostic.message == "a record that cannot be read: not JSON: Expecting value"
    assert (bad.diagnostic.span.offset, bad.diagnostic.span.column) == (14, 15)
    assert bad.excerpt.split("\n") == ['{"messages": [}', " " * 14 + "^"]


def test_the_rest_goes_on_behind_bad_lines_and_messages(tmp_path: Path) -> None:
    good = {"messages": [message("a"), message(5), message("b")]}
    found = items(tmp_path, "{", good, '{"messages": [{"role": "assistant", "content": "cut')
    assert [type(item).__name__ for item in found] == ["BadRecord", "Turn", "BadRecord", "Turn", "BadRecord"]
    assert [item.location.line for item in found] == [1, 2, 2, 2, 3]


def test_a_lone_surrogate_is_kept(tmp_path: Path) -> None:
    (turn,) = items(tmp_path, r'{"messages": [{"role": "assistant", "content": "\ud800"}]}')
    assert isinstance(turn, Turn)
    assert turn.text == "\ud800"


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_bytes(b'{"messages": [{"role": "assistant", "content": "a"}]}\n\xff\n')
    assert getattr(next(read(str(path))), "text", None) == "a"
