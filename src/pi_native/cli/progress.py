"""A progress display on standard error, there only if that is a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from pi_native.diagnostics import printable

if TYPE_CHECKING:
    import rich.progress

#: Seconds before a display appears: short runs stay quiet.
PATIENCE = 1.0

#: The least time between two updates, in seconds.
INTERVAL = 0.1


class Progress:
    """Counts files and turns; draws a bar where someone sees it.

    >>> with Progress(files=1) as progress:
    ...     progress.at("a.txt")
    ...     progress.step(findings=0)
    """

    def __init__(self, files: int, nouns: tuple[str, str] = ("turns", "findings")) -> None:
        self._nouns = nouns
        self._total, self._done, self._turns, self._findings = files, -1, 0, 0
        self._path = ""
        self._next = time.monotonic() + PATIENCE if sys.stderr.isatty() else float("inf")
        self._bar: rich.progress.Progress | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def at(self, path: str) -> None:
        """Another file begins."""
        self._done += 1
        self._path = path

    def step(self, findings: int, turns: int = 1) -> None:
        """Turns have been checked, with so many findings."""
        self._turns += turns
        self._findings += findings
        now = time.monotonic()
        if now >= self._next:
            self._next = now + INTERVAL
            self._draw()

    def _draw(self) -> None:
        bar = self._bar or self._start()
        text = f"{printable(self._path)[-40:]}  {self._turns} {self._nouns[0]}, {self._findings} {self._nouns[1]}"
        bar.update(bar.task_ids[0], completed=self._done, description=text)

    def _start(self) -> rich.progress.Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn
        from rich.progress import Progress as Bar

        columns = (
            SpinnerColumn(),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}", markup=False),
        )
        # Findings that go to the same terminal scroll above the bar; those that go to a file pass it by.
        shared = sys.stdout.isatty()
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=shared)
        self._bar.add_task("", total=self._total)
        self._bar.start()
        return self._bar
