"""What of a run is done, kept in a folder, so that a run that was killed can go on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from pi_native import __version__
from pi_native.atomic import written
from pi_native.model import PiNativeError
from pi_native.validate.engines import Checked
from pi_native.validate.parts import Part, Task

RUN = "run.json"


class JournalError(PiNativeError):
    """A folder that holds another run, or that cannot be used."""


class Journal:
    """A folder with a file for each task that is done; each is there whole or not at all.

    ``identity`` says what the run is: everything that its findings depend on. Raises `JournalError` for a folder that
    holds a run of another identity, and OSError.
    """

    def __init__(self, folder: str, identity: str) -> None:
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        run = self._folder / RUN
        if not run.exists():
            if any(self._folder.iterdir()):
                raise JournalError(f"{folder} holds other files: give an empty folder, or one that does not exist")
            _write(run, {"run": identity})
        elif _read(run) != {"run": identity}:
            raise JournalError(f"{folder} is of another run: other files, options or tools. Give another folder")

    def done(self, task: Task) -> list[Part] | None:
        """The parts of a task that was done before, or None."""
        path = self._path(task)
        if not path.exists():
            return None
        try:
            return [Part.from_json(part) for part in _read(path)]
        except (ValueError, TypeError, LookupError):
            return None  # damaged: it is done again

    def record(self, task: Task, parts: list[Part]) -> None:
        """A task is done."""
        _write(self._path(task), [part.to_json() for part in parts])

    def _path(self, task: Task) -> Path:
        return self._folder / f"{task.number:08}.json"


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="ascii"))
    except (ValueError, RecursionError):
        return None


def _write(path: Path, data: object) -> None:
    with written(str(path)) as file:
        file.write(json.dumps(data).encode("ascii"))
        file.flush()
        os.fsync(file.fileno())


def identity(tasks: Iterable[Task], *more: object) -> str:
    """A hash of the tasks, of their files' sizes and times, of ``more``, and of the version."""
    digest = sha256(repr((__version__, more)).encode("utf-8", "surrogatepass"))
    for task in tasks:
        chosen = None if task.chosen is None else sorted(task.chosen)
        digest.update(repr((task.piece, chosen, _stamp(task.piece.path))).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _stamp(path: str) -> tuple[int, int]:
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


class Resumed:
    """A run that records what is done, and takes from the journal what was done before.

    ``engine`` checks the tasks that are left.
    """

    def __init__(self, journal: Journal, tasks: list[Task]) -> None:
        self._journal, self._tasks = journal, tasks
        self.left = [task for task in tasks if journal.done(task) is None]

    def checked(self, engine: Checked) -> Iterator[tuple[Task, Iterable[Part]]]:
        """All tasks with their parts, in order; those of ``engine`` are the ones ``left``, in order."""
        left = {task.number for task in self.left}
        for task in self._tasks:
            if task.number in left:
                _, parts = next(engine)
                parts = list(parts)
                self._journal.record(task, parts)
                yield task, parts
            else:
                yield task, self._journal.done(task) or []
