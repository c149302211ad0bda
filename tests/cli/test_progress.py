"""The progress display: nothing where nobody sees it."""

import io
import sys

import pytest

from pi_native.cli import progress
from pi_native.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(turns: int) -> None:
    with Progress(files=2) as bar:
        bar.at("a.txt")
        for _ in range(turns):
            bar.step(findings=1)


def test_nothing_is_drawn_unless_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    run(turns=3)
    assert sys.stderr.getvalue() == ""


def test_a_short_run_stays_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    run(turns=3)
    assert sys.stderr.getvalue() == ""


def test_a_long_run_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "INTERVAL", 0.0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    run(turns=3)
    assert "a.txt" in sys.stderr.getvalue()
    assert "0/2" in sys.stderr.getvalue()
