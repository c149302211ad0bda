"""Transcripts on disk, read lazily into turns: one module a format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from pi_native.transcripts import openai_chat, plain
from pi_native.transcripts.files import Found, find
from pi_native.transcripts.source import UnreadableError
from pi_native.transcripts.turn import BadRecord, DeclaredCall, Location, Result, Turn

__all__ = ["BadRecord", "DeclaredCall", "Found", "Location", "Result", "Turn", "UnreadableError", "find", "read"]


def read(path: str) -> Iterator[Turn | BadRecord]:
    """The turns of a file: ``.jsonl`` is read as chat records, anything else as plain text.

    Nothing is opened before the first turn is asked for. Raises `UnreadableError` for a file that cannot be
    opened or is not UTF-8; the turns before the fault have been given by then.

    >>> next(read("/no/such/file.txt"))
    Traceback (most recent call last):
    pi_native.transcripts.source.UnreadableError: /no/such/file.txt: No such file or directory
    """
    if PurePath(path).suffix.lower() == ".jsonl":
        return openai_chat.read(path)
    return plain.read(path)
