"""The formats: name, what a file of it looks like, and what reads it; and how a file's format is recognised."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pi_native.transcripts import anthropic, claude_code, openai_chat, pi_session, plain, sharegpt, table
from pi_native.transcripts.head import COMPRESSED_SUFFIXES, LINES_SUFFIXES, Head
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.source import Source, open_source
from pi_native.transcripts.turn import BadRecord, Turn

#: The name that stands for recognising the format.
AUTO = "auto"

JSON_SUFFIX = ".json"
TEXT_SUFFIXES = (".txt", *LINES_SUFFIXES, JSON_SUFFIX)
TABLE_SUFFIXES = (".parquet", ".arrow")

#: The endings that are taken from a folder. A file that is named itself is read whatever its ending.
SUFFIXES = (
    *TEXT_SUFFIXES,
    *TABLE_SUFFIXES,
    *(text + packed for text in TEXT_SUFFIXES for packed in COMPRESSED_SUFFIXES),
)


def _never(head: Head, options: ReadOptions) -> bool:
    """Of formats that are known otherwise: by the first bytes, or because nothing else fits."""
    return False


@dataclass(frozen=True, slots=True)
class Format:
    """A format of transcripts.

    ``about`` says in a line what a file of it holds. ``is_by_line`` tells that each line is a record of its own, so
    that a file can be read in pieces.

    >>> FORMATS["sharegpt"].about
    'JSON or JSON lines with "conversations" of "from" and "value"'
    """

    name: str
    about: str
    read: Callable[[Source, ReadOptions], Iterator[Turn | BadRecord]]
    looks_like: Callable[[Head, ReadOptions], bool] = _never
    is_by_line: bool = False


_ALL = (
    Format("text", "plain text: one assistant turn, or a turn for each role line (--role-pattern)", plain.read),
    Format("pi", "a session of the pi or omp coding agent", pi_session.read, pi_session.looks_like),
    Format("claude-code", "a session of Claude Code", claude_code.read, claude_code.looks_like),
    Format(
        "sharegpt",
        'JSON or JSON lines with "conversations" of "from" and "value"',
        sharegpt.read,
        sharegpt.looks_like,
        is_by_line=True,
    ),
    Format(
        "anthropic",
        'JSON or JSON lines with "messages" of content blocks, "system", and tools with "input_schema"',
        anthropic.read,
        anthropic.looks_like,
        is_by_line=True,
    ),
    Format(
        "openai",
        'JSON or JSON lines with "messages" of "role" and "content" (OpenAI, TRL)',
        openai_chat.read,
        openai_chat.looks_like,
        is_by_line=True,
    ),
    Format("parquet", "a Parquet file with a column of messages or of text", table.read_parquet),
    Format("arrow", "an Arrow file, or a folder saved by Hugging Face datasets", table.read_arrow),
)

#: Every format by its name, in the order in which a file is compared with them.
FORMATS: Mapping[str, Format] = MappingProxyType({format.name: format for format in _ALL})

#: The formats whose records are rows.
TABLES = ("parquet", "arrow")

_BY_FIRST_BYTES = {table.PARQUET: "parquet", table.ARROW_FILE: "arrow", table.ARROW_STREAM: "arrow"}


def recognise(source: Source, options: ReadOptions) -> Format:
    """The format that ``options`` name, or the one that the beginning of the file looks like.

    What looks like none is chat records, if its ending says that it is JSON, or else text. Raises ValueError for a
    name that is not known.

    >>> import io
    >>> line = b'{"conversations": [{"from": "gpt", "value": "hello"}]}'
    >>> recognise(Source("a.txt", io.BytesIO(line), Head.of("a.txt", line)), ReadOptions()).name
    'sharegpt'
    """
    if options.format != AUTO:
        if options.format not in FORMATS:
            raise ValueError(f"no format {options.format!r}; there are: {', '.join([AUTO, *FORMATS])}")
        return FORMATS[options.format]
    if os.path.isdir(source.path):
        return FORMATS["arrow"]
    for beginning, name in _BY_FIRST_BYTES.items():
        if source.head.data.startswith(beginning):
            return FORMATS[name]
    for format in FORMATS.values():
        if format.looks_like(source.head, options):
            return format
    return FORMATS["openai" if source.head.suffix in (*LINES_SUFFIXES, JSON_SUFFIX) else "text"]


def looks_like_transcript(path: str) -> bool:
    """Whether a JSON file begins like records of some format; raises `UnreadableError`."""
    with open_source(path) as source:
        return any(format.looks_like(source.head, ReadOptions()) for format in FORMATS.values())
