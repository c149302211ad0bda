"""Which files a list of paths stands for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePath

#: The endings that are taken from a folder. A file that is named itself is read whatever its ending.
SUFFIXES = (".txt", ".jsonl")


@dataclass(frozen=True, slots=True)
class Found:
    """The files to read, in order, and how many of each ending were passed over in the folders.

    >>> Found(["a.txt"]).skipped
    Counter()
    """

    files: list[str]
    skipped: Counter[str] = field(default_factory=Counter)


def find(paths: Iterable[str]) -> Found:
    """The files that ``paths`` name, and those below a folder that end in ``.txt`` or ``.jsonl``.

    The order is that of ``paths`` and, in a folder, that of the names. Names that begin with a dot are passed
    over, links to folders are not followed, and nothing but regular files is taken from a folder. A path that
    does not exist is kept: reading it says so.

    >>> find(["b.txt", "a.txt"]).files
    ['b.txt', 'a.txt']
    """
    found = Found([])
    for path in paths:
        if os.path.isdir(path):
            _walk(path, found)
        else:
            found.files.append(path)
    return found


def _walk(top: str, found: Found) -> None:
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.startswith("."):
                continue
            suffix = PurePath(name).suffix.lower()
            if suffix in SUFFIXES and os.path.isfile(path):
                found.files.append(path)
            else:
                found.skipped[suffix or "no ending"] += 1
