"""How a file begins: whether it holds JSON lines or one JSON document, and what its first records are."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

#: How much of a file is looked at to recognise it, in bytes.
HEAD = 1 << 16

BOM = "\ufeff"

#: Endings of JSON Lines, and of a compressed file.
LINES_SUFFIXES = (".jsonl", ".ndjson")
COMPRESSED_SUFFIXES = (".gz", ".zst")

#: How many lines are looked at: sessions begin with lines of other kinds.
LINES = 20

# A string that is cut off takes all that is left. Nothing is tried twice: the groups are possessive.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[{}\[\],]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a file: its first bytes, at most `HEAD`, and its first records that are JSON objects.

    ``is_document`` tells that the file is one JSON document, perhaps over many lines, rather than JSON lines;
    ``suffix`` is the file's ending, in small letters, without that of a compression.

    >>> head = Head.of("chat.json", b'[{"messages": [{"role": "us')
    >>> head.is_document, head.records
    (True, ({'messages': [{}]},))
    """

    data: bytes
    suffix: str
    is_document: bool = False
    records: tuple[dict[str, Any], ...] = ()

    @classmethod
    def of(cls, path: str, data: bytes) -> Head:
        """The head of a file whose first bytes are given."""
        suffix, is_cut = suffix_of(path), len(data) >= HEAD
        text = data.decode("utf-8", "ignore").removeprefix(BOM).lstrip()
        if text.startswith("["):
            return cls(data, suffix, True, _dicts(_loads(_closed(text))))
        if not text.startswith("{"):
            return cls(data, suffix, False, _by_line(text, is_cut) if suffix in LINES_SUFFIXES else ())
        first, newline, _ = text.partition("\n")
        is_lines = suffix in LINES_SUFFIXES or not newline or isinstance(_loads(first), dict)
        records = _by_line(text, is_cut) if is_lines else _dicts([_loads(_closed(text))])
        return cls(data, suffix, not is_lines, records)


def suffix_of(path: str) -> str:
    """A file's ending, in small letters, less that of a compression.

    >>> suffix_of("logs/Chat.JSONL.gz")
    '.jsonl'
    """
    name = PurePath(path)
    suffix = name.suffix.lower()
    return suffix_of(name.stem) if suffix in COMPRESSED_SUFFIXES else suffix


def _by_line(text: str, is_cut: bool) -> tuple[dict[str, Any], ...]:
    """The records of the first lines; of a line that is cut off, what is certain."""
    lines = text.split("\n")
    if is_cut:
        lines[-1] = _closed(lines[-1])
    return _dicts([_loads(line) for line in lines[:LINES]])


def _dicts(values: Any) -> tuple[dict[str, Any], ...]:
    return tuple(value for value in values if isinstance(value, dict)) if isinstance(values, list) else ()


def _loads(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _closed(text: str) -> str:
    """JSON that may be cut off, made whole: cut behind the last thing that is certain, and everything open closed."""
    stack: list[str] = []
    end, depth = 0, 0  # the place to cut at, and how much is open there
    for match in _TOKEN.finditer(text):
        char = match[0]
        if char in "{[":
            stack.append("}" if char == "{" else "]")
        elif char in "}]":
            if not stack:
                break
            stack.pop()
        elif char != ",":  # a string
            continue
        end, depth = match.start() if char == "," else match.end(), len(stack)
        if not stack:
            return text[:end]
    return text[:end] + "".join(reversed(stack[:depth]))
