"""A sample of the turns: the same for the same seed, whatever the number of processes or machines."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import blake2b

from pi_native.processes import mapped
from pi_native.transcripts import BadRecord, Location, UnreadableError, read
from pi_native.validate.parts import Task

Key = tuple[bytes, int, int]
"""A turn's random number, the number of its task, and its place in it."""


def sampled(tasks: Iterable[Task], size: int, seed: int, jobs: int) -> list[Task]:
    """The tasks cut down to ``size`` turns of the assistant, or records that cannot be read, drawn at random.

    Everything is read once to draw them, and what was drawn once more to check it; no more than ``size`` turns' numbers
    are held in memory. Raises `pi_native.processes.WorkerError`.
    """
    tasks = list(tasks)
    draw = partial(_drawn, size=size, seed=seed)
    drawn = mapped(draw, tasks, jobs) if jobs > 1 else ((task, draw(task)) for task in tasks)
    best: list[Key] = []
    chosen: dict[int, set[int]] = {}
    for task, (keys, is_whole) in drawn:
        best = heapq.nsmallest(size, [*best, *keys])
        if not is_whole:
            chosen[task.number] = set()  # it is read again to say why it cannot be read to its end
    for _, number, place in best:
        chosen.setdefault(number, set()).add(place)
    return [replace(task, chosen=frozenset(chosen[task.number])) for task in tasks if task.number in chosen]


def _drawn(task: Task, *, size: int, seed: int) -> tuple[list[Key], bool]:
    """The turns of a task that could be of the sample, and whether it could be read to its end."""
    keys: list[Key] = []
    try:
        for key in _keys(task, seed):
            keys.append(key)
            if len(keys) >= 2 * size:
                keys = heapq.nsmallest(size, keys)
    except UnreadableError:
        return heapq.nsmallest(size, keys), False
    return heapq.nsmallest(size, keys), True


def _keys(task: Task, seed: int) -> Iterator[Key]:
    for place, item in enumerate(read(task.piece)):
        if isinstance(item, BadRecord) or item.role == "assistant":
            yield _random(item.location, place, seed), task.number, place


def _random(location: Location, place: int, seed: int) -> bytes:
    text = f"{seed}\0{location.path}\0{location.line}\0{location.pointer}\0{place}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
