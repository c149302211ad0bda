"""Draws what the docs show of the code and of measurements, so that nothing is told twice.

python docs/draw.py
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from pi_native import Grammar, ToolSet
from pi_native.cli.cost import calls_of, table
from pi_native.cost import Costs, load_tokenizer, measure
from pi_native.cost.measure import STYLES
from pi_native.diagnostics import catalogue
from pi_native.events import TRANSITIONS
from pi_native.explain.calls import explain_calls
from pi_native.explain.calls_page import calls_page
from pi_native.explain.layout import Page
from pi_native.explain.lessons import lessons
from pi_native.explain.place import explain_place, place_page
from pi_native.explain.rule import explain_rule, rule_page
from pi_native.overlays import Overlay, overlay_folder
from pi_native.prompt import prompt
from pi_native.trace import step_page, trace
from pi_native.transcripts import FORMATS

DOCS = Path(__file__).parent
BENCH, EXAMPLES = DOCS.parent / "bench", DOCS.parent / "examples"
COUNTED = ("session.txt", "chat.jsonl")  # the examples whose calls are counted


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


def gallery() -> str:
    """The overlays that come with the package: what each tries, and whether it needs code."""
    lines = ["| overlay | what it tries | code |", "|---|---|---|"]
    for path in sorted(overlay_folder().glob("*.lark")):
        has_code = "yes" if path.with_suffix(".py").exists() else "none"
        lines.append(f"| [`{path.stem}`](../grammar/overlays/{path.name}) | {Overlay.read(path).intent} | {has_code} |")
    return "\n".join([*lines, ""])


def cost() -> str:
    """What the calls of the examples cost in each spelling, as a table."""
    return "\n".join([*table(_cost_of_examples(), is_markdown=True), ""])


@cache
def _cost_of_examples() -> Costs:
    tools = ToolSet.load(EXAMPLES / "tools.json")
    return measure(calls_of([str(EXAMPLES / name) for name in COUNTED], tools), tools, load_tokenizer())


def chart() -> str:
    """The same as a picture: a bar a spelling, as long as its tokens."""
    rows = _cost_of_examples().rows()
    most, height = max(row.tokens for row in rows), 26
    bars = []
    for place, row in enumerate(rows):
        y, width = place * height, 420 * row.tokens / most
        colour = "#5b8def" if row.spelling in STYLES else "#9aa5b1"
        bars.append(
            f'<text x="118" y="{y + 18}" text-anchor="end">{row.spelling}</text>'
            f'<rect x="126" y="{y + 5}" width="{width:.0f}" height="17" fill="{colour}"/>'
            f'<text x="{width + 132:.0f}" y="{y + 18}">{row.tokens}</text>'
        )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 {len(rows) * height}" font-family="sans-serif"'
    return "\n".join([f'{head} font-size="13" fill="#808080" role="img">', *bars, "</svg>", ""])


ROOT = DOCS.parent
WIDTH = 96  # of the pages that are shown, in columns

TAUGHT = """<call:read path="4" offset=40>
</call:read>
<call:search pattern="x"><globs>src/**</globs></call:search>"""


def _tools() -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = json.loads((ROOT / "examples" / "tools.json").read_text(encoding="utf-8"))
    return tools


def _fenced(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```\n"


def explained() -> str:
    """What ``explain`` says of a text."""
    page = Page(WIDTH)
    calls_page(explain_calls(TAUGHT, _tools()), page)
    return _fenced(page.text)


def rule() -> str:
    """What ``explain`` says of a rule."""
    page = Page(WIDTH)
    rule_page(explain_rule("block_element"), page)
    return _fenced(page.text)


def place() -> str:
    """What ``explain --at`` says of a place."""
    page = Page(WIDTH)
    place_page(explain_place(TAUGHT, TAUGHT.index("src"), _tools()), page)
    return _fenced(page.text)


def steps() -> str:
    """What ``trace`` shows."""
    page = Page(WIDTH)
    for step in trace(["Hi <call:read p", "ath=a/>"], _tools()):
        step_page(step, page)
    return _fenced(page.text)


def short_prompt() -> str:
    """The short prompt of two tools."""
    shown = [tool for tool in _tools() if tool["name"] in ("read", "write", "search")]
    return f"````text\n{prompt(shown, short=True).text}````\n"


def readings() -> str:
    """Why a call has its form and how a value was read, as the grammar file says it."""
    lines = ["| what | key | rule | source |", "|---|---|---|---|"]
    rows = (each for each in lessons(Grammar.load()) if each.kind in ("form", "read", "wait"))
    return "\n".join([*lines, *(f"| {row.kind} | `{row.key}` | {row.text} | {row.source} |" for row in rows), ""])


#: What is drawn, on which page, between ``<!-- name: … -->`` and ``<!-- /name -->``.
DRAWINGS: dict[str, tuple[str, Callable[[], str]]] = {
    "states": ("streaming.md", states),
    "ratios": ("performance.md", ratios),
    "codes": ("validating.md", codes),
    "formats": ("transcripts.md", formats),
    "gallery": ("overlays.md", gallery),
    "cost": ("cost.md", cost),
    "explained": ("learning.md", explained),
    "rule": ("learning.md", rule),
    "place": ("learning.md", place),
    "steps": ("learning.md", steps),
    "prompt": ("learning.md", short_prompt),
    "readings": ("learning.md", readings),
}

#: Pictures, each a file of its own.
PICTURES: dict[str, Callable[[], str]] = {"cost.svg": chart}


def drawn(name: str, page: str) -> str:
    """The page with the drawing in its place."""
    begin, end = f"<!-- {name}: drawn by docs/draw.py -->\n", f"<!-- /{name} -->"
    before, rest = page.split(begin)
    return before + begin + DRAWINGS[name][1]() + end + rest.split(end)[1]


if __name__ == "__main__":
    for name, (file, _) in DRAWINGS.items():
        page = DOCS / file
        page.write_text(drawn(name, page.read_text(encoding="utf-8")), encoding="utf-8")
    for name, draw in PICTURES.items():
        DOCS.joinpath(name).write_text(draw(), encoding="utf-8")
