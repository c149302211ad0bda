"""What the docs say is true: examples run, and what is drawn from the code is up to date."""

import doctest
import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_examples_run(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


def test_the_state_diagram_is_drawn_from_the_table() -> None:
    spec = importlib.util.spec_from_file_location("draw_states", DOCS / "draw_states.py")
    assert spec is not None
    assert spec.loader is not None
    draw_states = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(draw_states)
    page = (DOCS / "streaming.md").read_text(encoding="utf-8")
    assert draw_states.drawn(page) == page, "run: python docs/draw_states.py"
