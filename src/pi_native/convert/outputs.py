"""Where converted records go: JSON lines, compressed or not, or a Parquet file."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from pi_native.data import to_json
from pi_native.hosts.conversation import rest
from pi_native.transcripts.compression import MissingExtraError

Write = Callable[[Iterable[str]], None]
"""Takes records as JSON text."""

PARQUET = ".parquet"


@contextmanager
def to_file(path: str, file: BinaryIO) -> Iterator[Write]:
    """What writes records into a file, in the way that the end of its name says: lines, or a table.

    Raises OSError, and `pi_native.transcripts.compression.MissingExtraError` without a library that is needed.

    >>> import io
    >>> with to_file("a.jsonl", file := io.BytesIO()) as write:
    ...     write(['{"a": 1}'])
    >>> file.getvalue()
    b'{"a": 1}\\n'
    """
    if path.endswith(PARQUET):
        with _table(file) as write:
            yield write
        return
    with _packed(path, file) as packed:
        yield lambda records: packed.write("".join(record + "\n" for record in records).encode("utf-8")) and None


@contextmanager
def _packed(path: str, file: BinaryIO) -> Iterator[Any]:
    if path.endswith(".gz"):
        with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:  # without name and time: the same bytes every time
            yield packed
    elif path.endswith(".zst"):
        with _zstd(file) as packed:
            yield packed
    else:
        yield file


def _zstd(file: BinaryIO) -> Any:
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # from Python 3.14 on
    except ImportError:
        pass
    else:
        return zstd.open(file, "wb")
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError("Zstandard needs an extra: pip install 'pi-native[zstd]'") from None
    return zstandard.ZstdCompressor().stream_writer(file, closefd=False)


@contextmanager
def _table(file: BinaryIO) -> Iterator[Write]:
    """A table with the columns ``messages`` (role, content), ``tools`` and ``extra``, both of these JSON text.

    ``extra`` holds what else a record says: its other keys, and those of its messages under ``messages``.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError("tables need an extra: pip install 'pi-native[parquet]'") from None
    text = pyarrow.string()
    message = pyarrow.struct([("role", text), ("content", text)])
    schema = pyarrow.schema([("messages", pyarrow.list_(message)), ("tools", text), ("extra", text)])
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:

        def write(records: Iterable[str]) -> None:
            rows = [row(json.loads(record)) for record in records]
            if rows:
                writer.write_table(pyarrow.Table.from_pylist(rows, schema))

        yield write


def row(record: dict[str, Any]) -> dict[str, Any]:
    """A record of messages as the row of a table.

    >>> row({"messages": [{"role": "user", "content": "hello", "weight": 0}], "id": 7})["extra"]
    '{"id": 7, "messages": [{"weight": 0}]}'
    """
    messages, tools = record["messages"], record.get("tools")
    extra = rest(record, ("messages", "tools"))
    others = [rest(message, ("role", "content")) for message in messages]
    if any(others):
        extra["messages"] = others
    return {
        "messages": [{"role": message["role"], "content": message["content"]} for message in messages],
        "tools": to_json(tools) if tools else None,
        "extra": to_json(extra) if extra else None,
    }
