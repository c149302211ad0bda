"""Whatever a file holds, reading it gives turns and findings, the same in pieces, and never anything else."""

import gzip
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pi_native.transcripts import (
    FORMATS,
    BadRecord,
    DeclaredCall,
    ReadOptions,
    Result,
    Turn,
    UnreadableError,
    pieces,
    read,
)

WORDS = [
    *("messages", "conversations", "role", "content", "from", "value", "system", "tools", "type", "text", "message"),
    *("tool_use", "tool_result", "tool_calls", "function", "name", "arguments", "id", "input", "tool_use_id", "title"),
    *("session", "user", "assistant", "tool", "parentId", "uuid", "sessionId", "toolCall", "toolResult", "rawBlock"),
    *("isSidechain", "agentId", "gpt", "human", "function_call", "stopReason", "is_error", "tool_call_id"),
]

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(WORDS) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6),
    max_leaves=8,
)


def objects(**members: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Objects that have some of the members, each now and then of another shape."""
    return st.fixed_dictionaries({}, optional={name: value | ANYTHING for name, value in members.items()})


TEXT = st.text(max_size=9)
IDS = st.sampled_from(["a", "b", "c"])
BLOCKS = objects(
    type=st.sampled_from(["text", "tool_use", "tool_result", "toolCall", "thinking"]),
    text=TEXT,
    id=IDS,
    tool_use_id=IDS,
    name=TEXT,
    input=ANYTHING,
    arguments=ANYTHING,
    content=TEXT,
    rawBlock=TEXT,
)
MESSAGES = objects(
    role=st.sampled_from(["system", "user", "assistant", "tool", "toolResult"]),
    content=TEXT | st.lists(BLOCKS, max_size=3),
    tool_calls=st.lists(objects(id=IDS, function=objects(name=TEXT, arguments=TEXT))),
    tool_call_id=IDS,
    toolCallId=IDS,
    id=IDS,
    **{"from": st.sampled_from(["human", "gpt", "observation", "function_call"]), "value": TEXT},
)
RECORDS = objects(
    messages=st.lists(MESSAGES, max_size=5),
    conversations=st.lists(MESSAGES, max_size=5),
    system=TEXT,
    tools=st.lists(objects(name=TEXT, input_schema=ANYTHING), max_size=2),
    type=st.sampled_from(["session", "message", "user", "assistant"]),
    message=MESSAGES,
    id=IDS,
    parentId=IDS,
    uuid=IDS,
    isSidechain=st.booleans(),
    agentId=IDS,
)
NAMES = st.sampled_from(["auto", *FORMATS])


@contextmanager
def file(data: bytes) -> Iterator[str]:
    """A file that holds the data."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a")
        path.write_bytes(data)
        yield str(path)


def in_lines(records: list[Any]) -> bytes:
    return b"\n".join(json.dumps(record).encode() for record in records)


def is_item(item: Any) -> bool:
    """Whether all parts of an item are of the types that are promised."""
    if not isinstance(item, Turn):
        return isinstance(item, BadRecord)
    texts = [item.role, item.text, *(result.text for result in item.results), *(c.name for c in item.declared_calls)]
    return (
        all(isinstance(text, str) for text in texts)
        and all(isinstance(result, Result) for result in item.results)
        and all(isinstance(call, DeclaredCall) for call in item.declared_calls)
        and (item.tools is None or isinstance(item.tools, list))
    )


@given(st.lists(RECORDS, max_size=6), NAMES)
def test_any_records_in_any_format(records: list[Any], name: str) -> None:
    with file(in_lines(records)) as path:
        try:
            items = list(read(path, ReadOptions(name)))
        except UnreadableError:
            assert name in ("parquet", "arrow")
        else:
            assert all(is_item(item) for item in items)


@given(st.binary(max_size=200), NAMES, st.sampled_from([None, r"(?P<role>.*):"]))
def test_any_bytes_in_any_format(data: bytes, name: str, pattern: str | None) -> None:
    with file(data) as path:
        try:
            assert all(is_item(item) for item in read(path, ReadOptions(name, pattern)))
        except UnreadableError as error:
            assert str(error).isprintable()  # noqa: PT017 (either may happen)


@given(st.lists(RECORDS | TEXT, max_size=8), NAMES, st.integers(1, 300))
def test_pieces_joined_are_the_file(records: list[Any], name: str, size: int) -> None:
    with file(in_lines(records)) as path:
        options = ReadOptions(name)
        try:
            whole = list(read(path, options))
        except UnreadableError:
            return
        assert [item for piece in pieces(path, options, size) for item in read(piece)] == whole


@given(st.lists(RECORDS, min_size=1, max_size=5), st.sampled_from(["openai", "anthropic", "sharegpt"]))
def test_lines_documents_and_compressed_files_say_the_same(records: list[Any], name: str) -> None:
    lines, seen = in_lines(records), []
    for data in (lines, gzip.compress(lines), json.dumps(records).encode(), json.dumps(records, indent=1).encode()):
        with file(data) as path:
            seen.append([what(item) for item in read(path, ReadOptions(name))])
    assert seen == [seen[0]] * 4


def what(item: Turn | BadRecord) -> Any:
    """An item without its place."""
    if isinstance(item, BadRecord):
        return item.diagnostic.message.partition("/")[0]
    calls = [(call.id, call.name, call.arguments) for call in item.declared_calls]
    return item.role, item.text, calls, [(result.id, result.text) for result in item.results], item.followed


@given(st.lists(st.text(alphabet="ab:\n\r é", max_size=20), max_size=6))
def test_role_lines_lose_nothing_and_keep_lines_and_columns(texts: list[str]) -> None:
    text = "a:\n" + "\n".join(texts)
    with file(text.encode()) as path:
        turns = list(read(path, ReadOptions("text", r"(?P<role>[ab]+):")))
    lines = text.split("\n")
    for turn in turns:
        assert isinstance(turn, Turn)
        number = turn.location.line or 1
        rest = "\n".join([lines[number - 1][turn.location.column - 1 :], *lines[number:]])
        assert rest.startswith(turn.text)
    assert sum(len(turn.text) for turn in turns if isinstance(turn, Turn)) <= len(text)
