"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO


@contextmanager
def written(path: str) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of ``path`` once everything is written; else nothing has changed.

    A file that is there keeps its mode, and a link to a file stays a link. What is no regular file, such as a pipe or
    ``/dev/stdout``, is written to as it is. Raises OSError.

    >>> folder = tempfile.mkdtemp()
    >>> with written(f"{folder}/a.txt") as file:
    ...     _ = file.write(b"hello")
    >>> os.listdir(folder), os.path.getsize(f"{folder}/a.txt")
    (['a.txt'], 5)
    """
    path = os.path.realpath(path)
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        with open(path, "wb") as file:
            yield file
        return
    handle, temporary = tempfile.mkstemp(prefix=".pi-native-", dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(temporary, 0o666 & ~_umask() if mode is None else stat.S_IMODE(mode))
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
