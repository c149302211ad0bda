"""What is made anew at every start, kept on disk as JSON: a grammar's tables, the catalogue of findings.

The cache only ever saves time. A file that is missing, cut off, altered, of another version or unreadable is passed
over and written again; a folder that cannot be written to is left alone. Files hold data, never code.

The folder is the platform's for caches; the environment variable ``PI_NATIVE_CACHE`` names another, or switches the
cache off if it is empty or ``off``.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from stat import S_ISREG
from typing import Any, TypeVar

T = TypeVar("T")

VARIABLE = "PI_NATIVE_CACHE"
SUFFIX = ".cache"
MAX_SIZE = 2**22  # bytes of a file that are read; a longer one is none of ours
MAX_FILES = 32  # in the folder; the oldest go


def cached(text: str, modules: Sequence[str], build: Callable[[], Any], read: Callable[[Any], T]) -> T:
    """``read(build())``, where ``build`` makes JSON data of ``text``; the data come from disk if they are there.

    ``modules`` are those that decide what is made of the text: data made by other versions of them are not used. They
    are not imported for this. ``read`` must raise on data of another kind. Raises what ``build`` raises.

    >>> cached("[1]", ["json"], lambda: json.loads("[1]"), tuple)
    (1,)
    """
    folder = cache_folder()
    key = "" if folder is None else key_of(text, modules)
    if folder is None or not key:
        return read(build())
    path = os.path.join(folder, key + SUFFIX)
    with suppress(Exception):  # whatever a file holds: then it is none of ours
        return read(_loaded(path, key))
    data = build()
    value = read(data)
    with suppress(OSError):
        _store(path, key, data)
    return value


def cache_folder() -> str | None:
    """Where the files are; None if the cache is off or there is no such place."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return None if named in ("", "off") else os.path.abspath(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        base = base if os.path.isabs(base) else os.path.expanduser("~/.cache")
    return os.path.join(base, "pi-native") if os.path.isabs(base) else None


def key_of(text: str, modules: Sequence[str]) -> str:
    """A hash of the text, of Python's version and of the sources of ``modules``; empty if a source is not there.

    The source of a package is its ``__init__``, which tells its version.
    """
    try:
        sources = [_source(name) for name in (*modules, __name__)]
    except (ImportError, OSError):
        return ""
    digest = sha256()
    for part in (sys.version.encode(), *sources, text.encode("utf-8", "surrogatepass")):
        digest.update(b"%d:" % len(part) + part)
    return digest.hexdigest()


def _source(name: str) -> bytes:
    from importlib.util import find_spec

    spec = find_spec(name)
    loader: Any = spec and spec.loader
    if spec is None or spec.origin is None or not hasattr(loader, "get_data"):
        raise ImportError(name)
    data: bytes = loader.get_data(spec.origin)
    return data


def _loaded(path: str, key: str) -> Any:
    """The data of a file. Raises ValueError or OSError if they are not what was stored."""
    if not S_ISREG(os.stat(path).st_mode):  # a pipe would be waited for
        raise ValueError("no file of the cache")
    with open(path, "rb") as file:
        digest, _, payload = file.read(MAX_SIZE).partition(b"\n")
    if digest != _digest(key, payload):
        raise ValueError("cut off, altered, or of another key")
    return json.loads(payload)


def _digest(key: str, payload: bytes) -> bytes:
    return sha256(key.encode() + payload).hexdigest().encode()


def _store(path: str, key: str, data: Any) -> None:
    """Write a file whole, in place of one that may be there: who reads at the same time sees either. Raises OSError."""
    from tempfile import mkstemp

    folder = os.path.dirname(path)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    payload = json.dumps(data).encode()
    handle, temporary = mkstemp(dir=folder, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_digest(key, payload) + b"\n" + payload)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _drop_oldest(folder)


def _drop_oldest(folder: str) -> None:
    """Keep the folder small: each version and each grammar has a file."""
    with os.scandir(folder) as entries:
        files = [(entry.stat().st_mtime, entry.path) for entry in entries if entry.name.endswith(SUFFIX)]
    for _, path in sorted(files)[:-MAX_FILES]:
        with suppress(OSError):
            os.unlink(path)
