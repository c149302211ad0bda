"""Draws what the docs show of the code and of measurements, so that nothing is told twice.

python docs/draw.py
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pi_native.diagnostics import catalogue
from pi_native.events import TRANSITIONS
from pi_native.transcripts import FORMATS

DOCS = Path(__file__).parent
BENCH = DOCS.parent / "bench"


def states() -> str:
    """The state machine of the events as a Mermaid diagram; what may come anywhere and changes nothing is left out."""
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> prose"]
    for state, events in TRANSITIONS.items():
        for event, target in events.items():
            if event.__name__ != "DiagnosticEvent":
                lines.append(f"    {state} --> {target}: {event.__name__}")
    return "\n".join([*lines, "    prose --> [*]", "```", ""])


def ratios() -> str:
    """The last full runs of the benchmark as a table: pure Python, and compiled."""
    pure, compiled = (_results(f"results{kind}.json") for kind in ("", "-compiled"))
    lines = ["| what | against | pure Python | compiled | bar |", "|---|---|---|---|---|"]
    for what, row in pure.items():
        bar = f"≤ {row['bar']}×" if row["bar"] else ""
        both = f"{row['ratio']:.2f}× | {compiled[what]['ratio']:.2f}×"
        lines.append(f"| {what}, per {row['unit']} | {row['yardstick']} | {both} | {bar} |")
    return "\n".join([*lines, ""])


def _results(file: str) -> dict[str, Any]:
    rows = json.loads((BENCH / file).read_text(encoding="utf-8"))["ratios"]
    return {row["what"]: row for row in rows}


def formats() -> str:
    """The formats of transcripts as a table."""
    lines = ["| `--format` | what a file of it holds |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{format.name}` | {format.about} |" for format in FORMATS.values()), ""])


def codes() -> str:
    """The catalogue of findings as a table."""
    lines = ["| layer | code | severity | what is said |", "|---|---|---|---|"]
    rows = (f"| {each.layer} | `{each.code}` | {each.severity} | {each.summary} |" for each in catalogue().values())
    return "\n".join([*lines, *rows, ""])


#: What is drawn, on which page, between ``<!-- name: … -->`` and ``<!-- /name -->``.
DRAWINGS: dict[str, tuple[str, Callable[[], str]]] = {
    "states": ("streaming.md", states),
    "ratios": ("performance.md", ratios),
    "codes": ("validating.md", codes),
    "formats": ("transcripts.md", formats),
}


def drawn(name: str, page: str) -> str:
    """The page with the drawing in its place."""
    begin, end = f"<!-- {name}: drawn by docs/draw.py -->\n", f"<!-- /{name} -->"
    before, rest = page.split(begin)
    return before + begin + DRAWINGS[name][1]() + end + rest.split(end)[1]


if __name__ == "__main__":
    for name, (file, _) in DRAWINGS.items():
        page = DOCS / file
        page.write_text(drawn(name, page.read_text(encoding="utf-8")), encoding="utf-8")
