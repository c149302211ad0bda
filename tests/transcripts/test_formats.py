"""Formats are recognised by how a file begins."""

import json
from typing import Any

import pytest

from pi_native.transcripts import FORMATS, ReadOptions, read
from pi_native.transcripts.formats import looks_like_transcript
from pi_native.transcripts.source import open_source

from .conftest import Write

MESSAGE = {"role": "user", "content": "hi"}
OPENAI = {"messages": [MESSAGE]}
ANTHROPIC = {"messages": [MESSAGE], "system": "s"}
SHAREGPT = {"conversations": [{"from": "human", "value": "hi"}]}
PI = {"type": "session", "id": "s"}
CLAUDE = {"type": "user", "message": MESSAGE, "uuid": "u"}


def format_of(path: str, **options: Any) -> str | None:
    reader = read(path, ReadOptions(**options))
    list(reader)
    return reader.format


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ([OPENAI], "openai"),
        ([{"id": 1, "messages": []}], "openai"),
        (["", "{", OPENAI], "text"),
        ([ANTHROPIC], "anthropic"),
        ([OPENAI, ANTHROPIC], "anthropic"),
        ([SHAREGPT], "sharegpt"),
        ([PI], "pi"),
        ([{"type": "title"}, PI], "pi"),
        ([{"type": "title"}, CLAUDE], "claude-code"),
        ([{"type": "summary"}, {"type": "file-history-snapshot"}, CLAUDE], "claude-code"),
        ([{"type": "summary", "leafUuid": "u"}], "claude-code"),
        ([{"type": "queue-operation", "sessionId": "s"}, {**CLAUDE, "long": "x" * 99_999}], "claude-code"),
        ([{"type": "x"}, {**CLAUDE, "long": "x" * 99_999}], "claude-code"),
        ([{"type": "user", "message": MESSAGE}], "text"),
        ([{"name": "read"}], "text"),
        ([5], "text"),
        (["hello"], "text"),
        ([""], "text"),
    ],
)
def test_lines(write: Write, lines: list[Any], name: str) -> None:
    assert format_of(write("a", *lines)) == name


@pytest.mark.parametrize(("record", "name"), [(OPENAI, "openai"), (ANTHROPIC, "anthropic"), (SHAREGPT, "sharegpt")])
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("is_list", [True, False])
def test_documents(write: Write, record: Any, name: str, indent: int | None, is_list: bool) -> None:
    path = write("a", json.dumps([record, record] if is_list else record, indent=indent))
    reader = read(path)
    turns = list(reader)
    assert reader.format == name
    assert sum(getattr(turn, "role", None) == "user" for turn in turns) == 1 + is_list
    assert turns[-1].location.pointer.startswith("/1/" if is_list else ("/messages/0", "/conversations/0"))


@pytest.mark.parametrize("name", ["openai", "anthropic", "sharegpt"])
def test_a_first_line_longer_than_what_is_looked_at(write: Write, name: str) -> None:
    record = {"openai": OPENAI, "anthropic": ANTHROPIC, "sharegpt": SHAREGPT}[name]
    key = "conversations" if name == "sharegpt" else "messages"
    long = {**{k: v for k, v in record.items() if k != key}, key: record[key] * 5000}
    assert format_of(write("a", long, long)) == name


@pytest.mark.parametrize(
    ("name", "format"),
    [("a.jsonl", "openai"), ("a.ndjson.gz", "openai"), ("a.json", "openai"), ("a.txt", "text"), ("a.log", "text")],
)
def test_an_empty_file_is_what_its_ending_says(write: Write, name: str, format: str) -> None:
    assert format_of(write(name, b"")) == format


def test_the_name_of_the_messages_is_looked_for(write: Write) -> None:
    assert format_of(write("a", {"chat": [MESSAGE]}), column="chat") == "openai"
    assert format_of(write("b", {"chat": SHAREGPT["conversations"]}), column="chat") == "sharegpt"
    assert format_of(write("c", OPENAI), column="chat") == "text"


def test_a_transcript_among_json_files(write: Write) -> None:
    assert looks_like_transcript(write("a.json", json.dumps([SHAREGPT], indent=1)))
    assert not looks_like_transcript(write("tools.json", json.dumps([{"name": "read", "parameters": {}}])))


def test_every_format_is_described_in_a_line() -> None:
    assert list(FORMATS) == [format.name for format in FORMATS.values()]
    assert all(format.about and len(format.about) < 100 for format in FORMATS.values())


@pytest.mark.parametrize(
    "text", ["[" * 70_000, '{"messages": [' * 9999, '{"messages": "' + "x" * 99_999, "[{" * 40_000]
)
def test_hostile_beginnings(write: Write, text: str) -> None:
    with open_source(write("a", text)) as source:
        assert len(source.head.records) <= 1
    assert format_of(write("a", text)) in ("text", "openai")
