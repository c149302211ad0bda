"""Draws what the docs show of the code and of measurements, so that nothing is told twice.

python docs/draw.py
"""

import json
from collections.abc import Callable
from pathlib import Path

from pi_native.diagnostics import catalogue
from pi_native.events import TRANSITIONS
from pi_native.transcripts import FORMATS

DOCS = Path(__file__).parent
RESULTS = DOCS.parent / "bench" / "results.json"


def states() -> str:
    """The state machine of the events as a Mermaid diagram; what may come anywhere and changes nothing is left out."""
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> prose"]
    for state, events in TRANSITIONS.items():
        for event, target in events.items():
            if event.__name__ != "DiagnosticEvent":
                lines.append(f"    {state} --> {target}: {event.__name__}")
    return "\n".join([*lines, "    prose --> [*]", "```", ""])


def ratios() -> str:
    """The last full run of the benchmark as a table."""
    lines = ["| what | against | ratio | bar |", "|---|---|---|---|"]
    for row in json.loads(RESULTS.read_text(encoding="utf-8"))["ratios"]:
        bar = f"≤ {row['bar']}×" if row["bar"] else ""
        lines.append(f"| {row['what']}, per {row['unit']} | {row['yardstick']} | {row['ratio']:.2f}× | {bar} |")
    return "\n".join([*lines, ""])


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
