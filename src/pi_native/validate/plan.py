"""What a run checks: files cut into pieces, of which a machine takes its share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pi_native.transcripts import ReadOptions
from pi_native.transcripts.pieces import Piece, pieces
from pi_native.validate.parts import Task

#: How large a piece is, about, in bytes: small enough that its findings fit in memory and processes end together.
PIECE = 1 << 22


@dataclass(frozen=True, slots=True)
class Shard:
    """The ``number``-th of ``count`` shares, from 1; all shares together are the whole.

    >>> Shard.of("2/3")
    Shard(number=2, count=3)
    """

    number: int = 1
    count: int = 1

    @classmethod
    def of(cls, text: str) -> Shard:
        """The share that ``i/n`` says; raises ValueError for another text."""
        number, _, count = text.partition("/")
        shard = cls(int(number), int(count))
        if not 1 <= shard.number <= shard.count:
            raise ValueError(f"{text}: there is no such share")
        return shard


def whole_files(files: Iterable[str], options: ReadOptions) -> Iterator[Task]:
    """A task a file."""
    for number, path in enumerate(files):
        yield Task(number, Piece(path, options))


def cut_files(files: Iterable[str], options: ReadOptions, shard: Shard, size: int = PIECE) -> Iterator[Task]:
    """A task a piece, of those that the share has; their numbers are those in the whole.

    >>> [task.number for task in cut_files(["a.txt", "b.txt", "c.txt"], ReadOptions(), Shard(1, 2))]
    [0, 2]
    """
    number = 0
    for path in files:
        for piece in pieces(path, options, size):
            if number % shard.count == shard.number - 1:
                yield Task(number, piece)
            number += 1
