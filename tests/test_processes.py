"""Processes give what one process gives, in order; one that dies is told of, and none is left behind."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_native.processes import WorkerError, mapped


def square(number: int) -> int:
    time.sleep(0.02 * (number == 0))  # the first is the slowest
    return number * number


def die(number: int) -> int:
    if number == 3:
        os._exit(9)
    return number


def refuse(number: int) -> int:
    raise ValueError(f"no {number}")


def pid(number: int) -> int:
    return os.getpid()


def test_order_is_that_of_the_items() -> None:
    assert list(mapped(square, range(20), 2)) == [(n, n * n) for n in range(20)]


def test_no_more_is_asked_for_than_is_needed() -> None:
    asked = []

    def items() -> Iterator[int]:
        for number in range(100):
            asked.append(number)
            yield number

    results = mapped(square, items(), 2)
    next(results)
    assert len(asked) <= 6
    results.close()  # type: ignore[attr-defined]


def test_a_worker_that_dies_is_told_of() -> None:
    with pytest.raises(WorkerError, match="a worker process died"):
        list(mapped(die, range(10), 2))


def test_what_the_work_raises_comes_out() -> None:
    with pytest.raises(ValueError, match="no 0"):
        list(mapped(refuse, range(3), 2))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at /proc")
def test_workers_end_when_nobody_wants_more() -> None:
    results = mapped(pid, range(50), 2)
    worker = next(results)[1]
    results.close()  # type: ignore[attr-defined]
    until = time.monotonic() + 20
    while Path(f"/proc/{worker}").is_dir() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(f"/proc/{worker}/exe").exists()
