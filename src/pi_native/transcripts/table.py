"""Tables: Parquet files, Arrow files, and the folders that Hugging Face ``datasets`` saves; a record a row.

A column holds messages, in the shape of OpenAI or of ShareGPT, or text, which is one turn of the assistant. A table
cannot tell a member that is null from one that is not there: such members of its records are left out. Needs the
extra ``pi-native[parquet]``, which is imported only here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeAlias

from pi_native.model import Json
from pi_native.transcripts import openai_chat, sharegpt
from pi_native.transcripts.messages import ShapeError, json_or_text, link, record_tools, token
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.records import Record
from pi_native.transcripts.source import Source, UnreadableError, open_source
from pi_native.transcripts.turn import BadRecord, Location, Turn

Item: TypeAlias = Turn | BadRecord

#: How the files begin.
PARQUET, ARROW_FILE, ARROW_STREAM = b"PAR1", b"ARROW1", b"\xff\xff\xff\xff"

#: The columns that are looked for if none is named. A text in one of `LISTS` is a list as JSON.
LISTS = (openai_chat.KEY, sharegpt.KEY)
COLUMNS = (*LISTS, "text")

#: What is wrong with a row that cannot be taken from its table.
NO_VALUES = "a text that is not UTF-8, or values nested too deeply"

#: How many rows are in memory as values at a time.
BATCH = 64

#: The files that tell a folder that ``datasets`` saved.
DATASET_FILES = ("dataset_info.json", "state.json")


def is_dataset(folder: str) -> bool:
    """Whether a folder is what ``Dataset.save_to_disk`` leaves.

    >>> is_dataset("/no/such/folder")
    False
    """
    return all(os.path.isfile(os.path.join(folder, name)) for name in DATASET_FILES)


def read_parquet(source: Source, options: ReadOptions) -> Iterator[Item]:
    """The turns of a Parquet file, or of the row groups that ``source.groups`` names; raises `UnreadableError`."""
    with _faults(source.path):
        file = _parquet_file(source)
        names = file.schema_arrow.names
        column = _column(source.path, names, options)
        wanted = [name for name in names if name in (column, options.tools_column)]
        batches = file.iter_batches(
            BATCH, row_groups=source.groups and list(source.groups), columns=wanted, use_threads=False
        )
        yield from _turns(batches, source, options)


def row_records(source: Source) -> Iterator[Record | BadRecord]:
    """The rows of a table as records of all their columns; a `BadRecord` for one that has no values.

    A text in a column that holds messages is read as JSON. Raises `UnreadableError`.
    """
    with _faults(source.path):
        for where, row in _numbered(_all_batches(source), source):
            if row is None:
                yield BadRecord.of("", where, NO_VALUES)
                continue
            for name in LISTS:
                if isinstance(row.get(name), str):
                    row[name] = json_or_text(str(row[name]))
            yield Record(where, "", row)


def _all_batches(source: Source) -> Iterator[Any]:
    if os.path.isdir(source.path):
        return _dataset_batches(source.path)
    if not source.head.data.startswith(PARQUET):
        return _batches(source)
    groups = source.groups and list(source.groups)
    batches: Iterator[Any] = _parquet_file(source).iter_batches(BATCH, row_groups=groups, use_threads=False)
    return batches


def row_groups(source: Source) -> list[tuple[int, int]]:
    """Of each row group of a Parquet file: its rows, and its bytes once decompressed; raises `UnreadableError`."""
    with _faults(source.path):
        metadata = _parquet_file(source).metadata
        groups = (metadata.row_group(index) for index in range(metadata.num_row_groups))
        return [(group.num_rows, group.total_byte_size) for group in groups]


def read_arrow(source: Source, options: ReadOptions) -> Iterator[Item]:
    """The turns of an Arrow file of either kind, or of a folder that ``datasets`` saved; raises `UnreadableError`.

    The rows of a folder's files are numbered through.
    """
    with _faults(source.path):
        batches = _dataset_batches(source.path) if os.path.isdir(source.path) else _batches(source)
        yield from _turns(batches, source, options)


def _parquet_file(source: Source) -> Any:
    from pyarrow import parquet

    return parquet.ParquetFile(source.file)


def _batches(source: Source) -> Iterator[Any]:
    """The record batches of an Arrow file, one in memory at a time."""
    from pyarrow import ipc

    if not source.head.data.startswith(ARROW_FILE):
        yield from ipc.open_stream(source.file)
        return
    reader = ipc.open_file(source.file)
    for index in range(reader.num_record_batches):
        yield reader.get_batch(index)


def _dataset_batches(folder: str) -> Iterator[Any]:
    for path in _data_files(folder):
        with open_source(path) as source:
            yield from _batches(source)


def _data_files(folder: str) -> list[str]:
    """The files of a saved dataset, in order; only those in the folder itself are ever opened."""
    try:
        with open(os.path.join(folder, "state.json"), encoding="utf-8") as file:
            listed = json.load(file)["_data_files"]
        names = [os.path.basename(entry["filename"]) for entry in listed]
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise UnreadableError(folder, f"state.json does not list the files of the dataset: {error}") from error
    return [os.path.join(folder, name) for name in names]


@contextmanager
def _faults(path: str) -> Iterator[None]:
    """Every fault of a table, or of its libraries, as an `UnreadableError`."""
    try:
        from pyarrow import ArrowException
    except ImportError:
        extra = "tables need an extra: pip install 'pi-native[parquet]'"
        raise UnreadableError(path, extra) from None
    try:
        yield
    except (ArrowException, OSError) as error:
        raise UnreadableError(path, f"not a table that can be read: {str(error)[:200]}") from error


def _column(path: str, names: Sequence[str], options: ReadOptions) -> str:
    """The column that holds the messages or the text."""
    wanted = COLUMNS if options.column is None else (options.column,)
    found = next((name for name in wanted if name in names), None)
    if found and list(names).count(found) > 1:
        raise UnreadableError(path, f"more than one column {found}")
    if found is None:
        raise UnreadableError(path, f"no column {' or '.join(wanted)}; there are: {', '.join(names)[:500]}")
    return found


def _turns(batches: Iterator[Any], source: Source, options: ReadOptions) -> Iterator[Item]:
    column = ""

    def narrowed() -> Iterator[Any]:
        nonlocal column
        for batch in batches:
            names = batch.schema.names
            column = column or _column(source.path, names, options)
            yield batch.select([i for i, name in enumerate(names) if name in (column, options.tools_column)])

    for where, row in _numbered(narrowed(), source):
        if row is None:
            yield BadRecord.of("", where, NO_VALUES)
        else:
            yield from _row(row, column, where, options)


def _numbered(batches: Iterator[Any], source: Source) -> Iterator[tuple[Location, dict[str, Json] | None]]:
    """The rows of batches, each with its place."""
    number = source.first_line
    for batch in batches:
        for start in range(0, batch.num_rows, BATCH):
            for row in _rows(batch.slice(start, BATCH)):
                yield Location(source.path, number), row
                number += 1


def row_turns(rows: Sequence[dict[str, Json]], options: ReadOptions) -> Iterator[Item]:
    """The turns of rows that are there as values; ``line`` is a row's place, from 1. Needs no library.

    Raises ValueError if none of them has a column of messages or text.

    >>> [turn.text for turn in row_turns([{"text": "hello"}], ReadOptions())]
    ['hello']
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    try:
        column = _column("", names, options) if rows else ""
    except UnreadableError as error:
        raise ValueError(str(error).removeprefix(": ")) from None
    for number, row in enumerate(rows, 1):
        yield from _row(_without_nulls(row), column, Location("", number), options)


def _rows(batch: Any) -> list[dict[str, Json] | None]:
    """The rows of a batch as values; None for one that has none."""
    try:
        return [_without_nulls(row) for row in batch.to_pylist()]
    except (UnicodeDecodeError, RecursionError):
        if batch.num_rows == 1:
            return [None]
        return [row for index in range(batch.num_rows) for row in _rows(batch.slice(index, 1))]


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    return value


def _row(row: dict[str, Json], column: str, where: Location, options: ReadOptions) -> Iterator[Item]:
    value = row.get(column)
    if isinstance(value, str) and column in LISTS:
        try:
            row[column] = value = json.loads(value)
        except (ValueError, RecursionError):
            yield BadRecord.of(value, where, f"/{token(column)} is text but not JSON")
            return
    if value is None:
        return
    if isinstance(value, str):
        yield from _text(row, value, where._replace(pointer=f"/{token(column)}"), options)
        return
    shape = sharegpt if sharegpt.says_from(value) else openai_chat
    yield from shape.turns(Record(where, "", row), replace(options, column=column))


def _text(row: dict[str, Json], text: str, where: Location, options: ReadOptions) -> Iterator[Item]:
    try:
        yield from link([("assistant", text, (), (), where)], record_tools(row, options.tools_column))
    except ShapeError as error:
        yield BadRecord.of(text, where._replace(pointer=""), str(error))
