"""Who checks the pieces: this process, or several side by side. The parts always come in the order of the tasks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pi_native.processes import mapped
from pi_native.validate.parts import Part, Task, check_piece
from pi_native.validate.validator import Validator

Checked = Iterator[tuple[Task, Iterable[Part]]]


def in_this_process(validator: Validator, tasks: Iterable[Task]) -> Checked:
    """Check task after task; parts come as soon as they are ready."""
    for task in tasks:
        yield task, check_piece(validator, task)


def in_processes(validator: Validator, tasks: Iterable[Task], jobs: int) -> Checked:
    """Check with ``jobs`` processes. Raises `WorkerError` if one of them dies.

    No more than two tasks a process are given out ahead of the one whose turn it is, so results do not pile up.
    """
    yield from mapped(_check, tasks, jobs, _keep_validator, (validator,))


_kept: list[Validator] = []  # in a worker: one, whose schemas are compiled once


def _keep_validator(validator: Validator) -> None:
    _kept[:] = [validator]


def _check(task: Task) -> list[Part]:
    return list(check_piece(_kept[0], task))
