"""What the docs say is true: examples run, and what is drawn from the code is up to date."""

import doctest
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[1] / "docs"


def drawer() -> Any:
    """The script that draws."""
    spec = importlib.util.spec_from_file_location("draw", DOCS / "draw.py")
    assert spec is not None
    assert spec.loader is not None
    draw = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(draw)
    return draw


def drawings() -> list[str]:
    """What it draws."""
    return [*drawer().DRAWINGS]


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_examples_run(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.parametrize("name", sorted(drawings()))
def test_what_is_drawn_is_up_to_date(name: str) -> None:
    draw = drawer()
    page = (DOCS / draw.DRAWINGS[name][0]).read_text(encoding="utf-8")
    assert draw.drawn(name, page) == page, "run: python docs/draw.py"


def test_pictures_are_up_to_date() -> None:
    for name, draw in drawer().PICTURES.items():
        assert (DOCS / name).read_text(encoding="utf-8") == draw(), "run: python docs/draw.py"


def test_links_lead_somewhere() -> None:
    for page in DOCS.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text(encoding="utf-8")):
            assert (DOCS / target).exists(), f"{page.name}: {target}"
