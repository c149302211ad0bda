"""Timing that two things can be compared by: best of several runs, taken in turn, without garbage collection."""

from __future__ import annotations

import gc
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

Job = Callable[[], object]

ROUNDS = 3, 9  # of every measurement: at least, at most
ENOUGH = 1.5  # seconds a job runs in all, after which it is not run again


@contextmanager
def without_gc() -> Iterator[None]:
    """Collect the garbage now, and none until the end of the block."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def seconds(job: Job) -> float:
    """How much processor time one run takes: what else the machine does is not counted."""
    with without_gc():
        start = time.process_time()
        job()
        return time.process_time() - start


def best(*jobs: Job) -> list[float]:
    """The best time of each job; they run in turn, so that a busy moment of the machine hits all of them."""
    taken: list[list[float]] = [[] for _ in jobs]
    for round_ in range(ROUNDS[1]):
        for job, times in zip(jobs, taken, strict=True):
            if round_ < ROUNDS[0] or sum(times) < ENOUGH:
                times.append(seconds(job))
    return [min(times) for times in taken]


def machine() -> dict[str, object]:
    """What the times were taken on."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())


def print_table(head: list[str], rows: list[list[str]]) -> None:
    """Columns as wide as needed; the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in [head, ["─" * width for width in widths], *rows]:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells]))
