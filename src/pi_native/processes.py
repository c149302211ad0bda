"""Work done by several processes side by side, with the results in order."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import Any, TypeVar

from pi_native.model import PiNativeError

R = TypeVar("R")
T = TypeVar("T")


class WorkerError(PiNativeError):
    """A process came to its end before its work was done."""


def mapped(
    work: Callable[[T], R],
    items: Iterable[T],
    jobs: int,
    begin: Callable[..., None] | None = None,
    given: tuple[Any, ...] = (),
) -> Iterator[tuple[T, R]]:
    """Each item with what ``work`` makes of it in one of ``jobs`` processes, in order.

    ``work`` and ``begin``, which each process runs first, are functions of a module. Raises `WorkerError`, and what
    ``work`` raises.
    """
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (begin, given))
    waiting: deque[tuple[T, Future[R]]] = deque()
    try:
        for item in items:
            waiting.append((item, _submitted(pool, work, item)))
            if len(waiting) > 2 * jobs:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise WorkerError("a worker process died; was it out of memory? Try fewer --jobs") from None
    finally:  # an error, Ctrl-C, or a caller that wants no more
        _stop(pool)


def _submitted(pool: ProcessPoolExecutor, work: Callable[[T], R], item: T) -> Future[R]:
    """Submit an item, which may start a process: it is to leave Ctrl-C to its parent from its first moment on."""
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(work, item)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # a new process takes this over
    try:
        return pool.submit(work, item)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())  # it has no public way to end workers that are busy
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


def _begin(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """In a worker: Ctrl-C is the parent's to handle, and without a parent there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*given)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
