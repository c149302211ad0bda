"""Which files a list of paths stands for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePath

from pi_native.transcripts.formats import JSON_SUFFIX, SUFFIXES, looks_like_transcript
from pi_native.transcripts.head import suffix_of
from pi_native.transcripts.source import UnreadableError
from pi_native.transcripts.table import is_dataset


@dataclass(frozen=True, slots=True)
class Found:
    """The files to read, in order, and how many of each ending were passed over in the folders.

    >>> Found(["a.txt"]).skipped
    Counter()
    """

    files: list[str]
    skipped: Counter[str] = field(default_factory=Counter)


def find(paths: Iterable[str]) -> Found:
    """The files that ``paths`` name, and the transcripts below a folder: those with an ending of `SUFFIXES`.

    A ``.json`` file may be anything: it is taken from a folder only if it begins like a transcript. A folder that
    Hugging Face ``datasets`` saved is one transcript. The order is that of ``paths`` and, in a folder, that of the
    names. Names that begin with a dot are passed over, links to folders are not followed, and nothing but regular
    files is taken from a folder. A path that does not exist is kept: reading it says so.

    >>> find(["b.txt", "a.txt"]).files
    ['b.txt', 'a.txt']
    """
    found = Found([])
    for path in paths:
        if os.path.isdir(path) and not is_dataset(path):
            _walk(path, found)
        else:
            found.files.append(path)
    return found


def _walk(top: str, found: Found) -> None:
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if is_dataset(folder):
            found.files.append(folder)
            folders.clear()
            continue
        for name in sorted(names):
            if name.startswith("."):
                continue
            path = os.path.join(folder, name)
            if name.lower().endswith(SUFFIXES) and os.path.isfile(path) and _is_transcript(path):
                found.files.append(path)
            else:
                found.skipped[PurePath(name).suffix.lower() or "no ending"] += 1


def _is_transcript(path: str) -> bool:
    if suffix_of(path) != JSON_SUFFIX:
        return True
    try:
        return looks_like_transcript(path)
    except UnreadableError:
        return False
