"""Plain text: the whole file is one turn of the assistant."""

from __future__ import annotations

from collections.abc import Iterator

from pi_native.transcripts.source import chunks, opened
from pi_native.transcripts.turn import BadRecord, Location, Turn


def read(path: str) -> Iterator[Turn | BadRecord]:
    """The file as one turn, whose lines and columns are the file's; raises `UnreadableError`.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     _ = file.write("hello"); file.flush()
    ...     [turn.text for turn in read(file.name)]
    ['hello']
    """
    with opened(path) as file:
        yield Turn("assistant", "".join(chunks(file, path)), Location(path))
