"""Files with their calls rewritten: plain text, and JSON lines, in which only the strings change that hold calls."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, groupby
from typing import BinaryIO

from pi_native.atomic import written
from pi_native.data import to_json
from pi_native.transcripts import BadRecord, ReadOptions, Turn, read
from pi_native.transcripts.head import BOM
from pi_native.transcripts.source import CHUNK
from pi_native.validate.fix import Fixed
from pi_native.validate.json_strings import string_spans

Fix = Callable[[Turn], Fixed]
Rewrite = tuple[Turn, Fixed]


@dataclass(slots=True)
class FileFix:
    """What came of a file: calls rewritten, calls left as they are, and turns whose text is not one piece of the file.

    >>> FileFix().rewritten
    0
    """

    rewritten: int = 0
    left: int = 0
    unplaced: int = 0


class _NothingToWriteError(Exception):
    """Nothing was rewritten, so no file is made."""


def fix_file(path: str, target: str, options: ReadOptions, fix: Fix) -> FileFix:
    """Write the file at ``path`` to ``target``, with its calls rewritten; nothing is written if none is.

    ``fix`` gives the new text of an assistant's turn. Every other byte stays. What cannot be placed in the file, as
    text that is joined of several parts, stays too: that is counted. So is every turn of a format that is neither
    plain text nor JSON lines. Raises `UnreadableError` and OSError; ``target`` is there whole or as it was.
    """
    done = FileFix()
    transcript = read(path, options)
    turns: Iterator[Rewrite] = _rewritten(transcript, fix, done)
    first = next(turns, None)
    if first is None:
        return done
    turns = chain([first], turns)
    if os.path.isdir(path):
        done.unplaced += sum(1 for _ in turns)
        return done
    with suppress(_NothingToWriteError), open(path, "rb") as source, written(target) as out:
        if transcript.format == "text":
            out.write(_fixed_text(source.read(), turns, done))
        else:
            _fix_lines(source, out, turns, done)
        if not done.rewritten:
            raise _NothingToWriteError
    return done


def _rewritten(items: Iterable[Turn | BadRecord], fix: Fix, done: FileFix) -> Iterator[Rewrite]:
    """The assistant's turns that change."""
    for item in items:
        if isinstance(item, Turn) and item.role == "assistant" and item.text:
            fixed = fix(item)
            done.left += fixed.left
            if fixed.rewritten:
                yield item, fixed


def _fixed_text(data: bytes, turns: Iterable[Rewrite], done: FileFix) -> bytes:
    """A plain text with turns of it replaced, which come in its order."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:  # it was compressed
        done.unplaced += sum(1 for _ in turns)
        return data
    starts = _line_starts(text)
    parts, copied, line, start = [], 0, 1, next(starts)
    for turn, fixed in turns:
        while line < (turn.location.line or 1):
            line, start = line + 1, next(starts, len(text))
        offset = start + turn.location.column - 1
        if offset < copied or not text.startswith(turn.text, offset):
            done.unplaced += 1
            continue
        parts += [text[copied:offset], fixed.text]
        copied = offset + len(turn.text)
        done.rewritten += fixed.rewritten
    return "".join([*parts, text[copied:]]).encode("utf-8")


def _line_starts(text: str) -> Iterator[int]:
    start = len(BOM) if text.startswith(BOM) else 0
    while True:
        yield start
        end = text.find("\n", start)
        if end < 0:
            return
        start = end + 1


def _fix_lines(source: BinaryIO, out: BinaryIO, turns: Iterable[Rewrite], done: FileFix) -> None:
    """JSON lines with strings of them replaced; turns whose line has gone by are not placed."""
    at = 1  # the number of the next line of the source
    for number, group in groupby(turns, lambda item: item[0].location.line or 0):
        if number < at:
            done.unplaced += sum(1 for _ in group)
            continue
        while at < number:
            _copy_line(source, out)
            at += 1
        out.write(_fixed_line(source.readline(), list(group), done))
        at += 1
    while block := source.read(CHUNK):
        out.write(block)


def _copy_line(source: BinaryIO, out: BinaryIO) -> None:
    while block := source.readline(CHUNK):
        out.write(block)
        if block.endswith(b"\n"):
            return


def _fixed_line(data: bytes, turns: list[Rewrite], done: FileFix) -> bytes:
    try:
        line = data.decode("utf-8")
        begin = len(BOM) if line.startswith(BOM) else 0
        body = line[begin:]
        spans = string_spans(body, [turn.location.pointer for turn, _ in turns])
    except (ValueError, RecursionError):
        done.unplaced += len(turns)
        return data
    edits: dict[tuple[int, int], str] = {}
    for turn, fixed in turns:
        span = spans.get(turn.location.pointer)
        if span is None or span in edits or json.loads(body[slice(*span)]) != turn.text:
            done.unplaced += 1
            continue
        edits[span] = _json_string(fixed.text, like=body[slice(*span)])
        done.rewritten += fixed.rewritten
    parts, copied = [line[:begin]], 0
    for (start, end), text in sorted(edits.items()):
        parts += [body[copied:start], text]
        copied = end
    return "".join([*parts, body[copied:]]).encode("utf-8")


def _json_string(text: str, *, like: str) -> str:
    """The string as JSON, with other characters than ASCII escaped if another one has none."""
    return json.dumps(text) if like.isascii() else to_json(text)
