"""The portable cases, which come with the package: texts with what they come to (``tests/conformance``)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pi_native.model import Json


@dataclass(frozen=True, slots=True)
class Case:
    """A text, its tools, and what it comes to: ``calls`` as data, ``prose``, an ``incomplete`` call, codes of findings.

    >>> cases()[0].id
    'C01'
    """

    id: str
    title: str
    text: str
    tools: list[dict[str, Json]] | None
    calls: list[dict[str, Json]]
    prose: str
    diagnostics: list[str]
    incomplete: dict[str, Json] | None = None


@cache
def cases() -> tuple[Case, ...]:
    """Every case of whole texts, in the order of the files."""
    standard = _load(_folder() / "tools.json")
    groups = sorted((_folder() / "cases").glob("*.json"))
    return tuple(_case(each, standard) for group in groups for each in _load(group)["cases"])


def _case(data: dict[str, Any], standard: list[dict[str, Json]]) -> Case:
    tools = standard if data["tools"] == "std" else data["tools"]
    found = data["calls"], data["prose"], data["diagnostics"], data.get("incomplete")
    return Case(data["id"], data["title"], data["text"], tools, *found)


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="ascii"))


def _folder() -> Path:
    packaged = Path(__file__).parent / "_conformance"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "tests" / "conformance"
