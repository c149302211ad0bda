"""Parquet, Arrow, and saved datasets: a record a row."""

import builtins
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import ipc, parquet

from pi_native.transcripts import BadRecord, DeclaredCall, Location, ReadOptions, Result, Turn, UnreadableError, read
from pi_native.transcripts.table import BATCH

from .conftest import Items, Write, reasons

Save = Callable[[Path, pyarrow.Table], None]

TOOLS = [{"name": "read", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}]
MESSAGES = [
    {"role": "user", "content": "hi"},
    {
        "role": "assistant",
        "content": "I read.",
        "tool_calls": [{"id": "a", "function": {"name": "read", "arguments": {"path": "x"}}}],
    },
    {"role": "tool", "content": "1", "tool_call_id": "a"},
    {
        "role": "assistant",
        "content": "ok",
        "tool_calls": [{"function": {"name": "bash", "arguments": {"command": "l"}}}],
    },
]


def save_parquet(path: Path, table: pyarrow.Table) -> None:
    parquet.write_table(table, path, row_group_size=2)


def save_stream(path: Path, table: pyarrow.Table) -> None:
    with ipc.new_stream(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)


def save_file(path: Path, table: pyarrow.Table) -> None:
    with ipc.new_file(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)


def save_dataset(path: Path, table: pyarrow.Table) -> None:
    path.mkdir()
    half = table.num_rows // 2
    names = [f"data-0000{index}-of-00002.arrow" for index in range(2)]
    for name, part in zip(names, (table.slice(0, half), table.slice(half)), strict=True):
        save_stream(path / name, part)
    (path / "dataset_info.json").write_text("{}", encoding="utf-8")
    state = {"_data_files": [{"filename": name} for name in names]}
    (path / "state.json").write_text(json.dumps(state), encoding="utf-8")


SAVERS = pytest.mark.parametrize("save", [save_parquet, save_stream, save_file, save_dataset])


@SAVERS
def test_messages_with_calls_results_and_tools(tmp_path: Path, save: Save) -> None:
    rows = [{"id": 1, "messages": MESSAGES, "tools": TOOLS}, {"id": 2, "messages": None, "tools": None}]
    save(tmp_path / "a", pyarrow.Table.from_pylist(rows * 2))
    reader = read(str(tmp_path / "a"))
    turns = list(reader)
    assert reader.format == ("parquet" if save is save_parquet else "arrow")
    assert [turn.location.line for turn in turns] == [1, 1, 1, 3, 3, 3]
    at = Location(str(tmp_path / "a"), 1)._replace
    assert turns[:3] == [
        Turn("user", "hi", at(pointer="/messages/0/content"), TOOLS),
        Turn(
            "assistant",
            "I read.",
            at(pointer="/messages/1/content"),
            TOOLS,
            (DeclaredCall("a", "read", {"path": "x"}, at(pointer="/messages/1/tool_calls/0")),),
            (Result("a", None, "1", at(pointer="/messages/2/content")),),
            followed=True,
        ),
        Turn(
            "assistant",
            "ok",
            at(pointer="/messages/3/content"),
            TOOLS,
            (DeclaredCall(None, "bash", {"command": "l"}, at(pointer="/messages/3/tool_calls/0")),),
        ),
    ]


@SAVERS
def test_a_column_of_text(tmp_path: Path, save: Save) -> None:
    rows = [{"answer": text, "functions": json.dumps(TOOLS)} for text in ("a", None, "b", "")]
    save(tmp_path / "a", pyarrow.Table.from_pylist(rows))
    found = list(read(str(tmp_path / "a"), ReadOptions(column="answer", tools_column="functions")))
    assert found == [
        Turn("assistant", text, Location(str(tmp_path / "a"), row, "/answer"), TOOLS)
        for row, text in ((1, "a"), (3, "b"), (4, ""))
    ]


@SAVERS
def test_turns_of_sharegpt(tmp_path: Path, save: Save) -> None:
    turns = [{"from": "human", "value": "hi"}, {"from": "gpt", "value": "a"}]
    save(tmp_path / "a", pyarrow.Table.from_pylist([{"conversations": turns}, {"conversations": turns}]))
    found = list(read(str(tmp_path / "a")))
    assert [(turn.role, turn.text) for turn in found if isinstance(turn, Turn)] == [
        ("user", "hi"),
        ("assistant", "a"),
    ] * 2


@SAVERS
def test_messages_as_json_text(tmp_path: Path, save: Save) -> None:
    rows = [{"messages": json.dumps(MESSAGES)}, {"messages": "{"}, {"messages": "5"}, {"messages": "[]"}]
    save(tmp_path / "a", pyarrow.Table.from_pylist(rows))
    found = list(read(str(tmp_path / "a")))
    assert [turn.role for turn in found if isinstance(turn, Turn)] == ["user", "assistant", "assistant"]
    assert reasons(found) == ["/messages is text but not JSON", "/messages is not a list"]


@SAVERS
def test_many_rows_are_numbered_through(tmp_path: Path, save: Save) -> None:
    rows = [{"text": str(number)} for number in range(1, 3 * BATCH)]
    save(tmp_path / "a", pyarrow.Table.from_pylist(rows))
    found = list(read(str(tmp_path / "a")))
    assert [str(turn.location.line) for turn in found] == [row["text"] for row in rows]
    assert [turn.text for turn in found if isinstance(turn, Turn)] == [row["text"] for row in rows]


@SAVERS
def test_a_column_that_is_not_there(tmp_path: Path, save: Save) -> None:
    save(tmp_path / "a", pyarrow.Table.from_pylist([{"prompt": "a", "answer": "b"}] * 2))
    with pytest.raises(UnreadableError, match="no column messages or conversations or text; there are: prompt, answer"):
        list(read(str(tmp_path / "a")))
    with pytest.raises(UnreadableError, match="no column said"):
        list(read(str(tmp_path / "a"), ReadOptions(column="said")))


@SAVERS
def test_bad_rows_are_findings_and_the_rest_goes_on(tmp_path: Path, save: Save) -> None:
    offsets, data = (0).to_bytes(4, "little") + (1).to_bytes(4, "little") + (2).to_bytes(4, "little"), b"\xffa"
    texts = pyarrow.Array.from_buffers(pyarrow.string(), 2, [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(data)])
    save(tmp_path / "a", pyarrow.table({"text": texts, "tools": ["[]", "5"]}))
    found = list(read(str(tmp_path / "a")))
    assert [item.location.line for item in found] == [1, 2]
    assert reasons(found) == ["a text that is not UTF-8, or values nested too deeply", "/tools is not a list"]


@SAVERS
def test_a_column_of_neither(tmp_path: Path, save: Save) -> None:
    save(tmp_path / "a", pyarrow.Table.from_pylist([{"text": 5}, {"text": 6}]))
    assert reasons(list(read(str(tmp_path / "a")))) == ["/text is not a list"] * 2


@SAVERS
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_a_damaged_table_is_one_error(tmp_path: Path, save: Save, part: float) -> None:
    save(tmp_path / "a", pyarrow.Table.from_pylist([{"text": "a" * 99}] * 20))
    path = tmp_path / "a" / "data-00000-of-00002.arrow" if save is save_dataset else tmp_path / "a"
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    with pytest.raises(UnreadableError, match="not a table") as caught:
        list(read(str(tmp_path / "a")))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("state", ["", "{}", '{"_data_files": 5}', '{"_data_files": [{"filename": 5}]}', "[" * 99_999])
def test_a_dataset_whose_state_is_broken(tmp_path: Path, state: str) -> None:
    save_dataset(tmp_path / "a", pyarrow.Table.from_pylist([{"text": "a"}] * 2))
    (tmp_path / "a" / "state.json").write_text(state, encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"state\.json does not list"):
        list(read(str(tmp_path / "a")))


def test_a_dataset_reads_no_file_outside_its_folder(tmp_path: Path) -> None:
    save_stream(tmp_path / "secret.arrow", pyarrow.Table.from_pylist([{"text": "secret"}]))
    save_dataset(tmp_path / "a", pyarrow.Table.from_pylist([{"text": "a"}] * 2))
    state = {"_data_files": [{"filename": "../secret.arrow"}]}
    (tmp_path / "a" / "state.json").write_text(json.dumps(state), encoding="utf-8")
    with pytest.raises(UnreadableError, match="No such file"):
        list(read(str(tmp_path / "a")))


@SAVERS
def test_columns_of_the_same_name(tmp_path: Path, save: Save) -> None:
    table = pyarrow.table([pyarrow.array(["a"] * 2), pyarrow.array(["b"] * 2)], names=["text", "text"])
    save(tmp_path / "a", table)
    with pytest.raises(UnreadableError, match="more than one column text"):
        list(read(str(tmp_path / "a")))


def test_tables_without_the_extra_are_named(write: Write, items: Items, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any) -> Any:
        if name.partition(".")[0] == "pyarrow":
            raise ImportError(name)
        return real(name, *args)

    path = write("a", b"PAR1")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UnreadableError, match=r"pip install 'pi-native\[parquet\]'"):
        list(read(path))
    found = items("openai", {"messages": [{"role": "assistant", "content": "a"}]})
    assert not any(isinstance(item, BadRecord) for item in found)
