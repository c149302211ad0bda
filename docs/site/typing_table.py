"""How values are typed: conformance cases with and without a schema, as they were read at build time."""

import json
from html import escape
from pathlib import Path

from pi_native import ToolSet, parse
from pi_native.data import to_json

CASES = Path(__file__).parents[2] / "tests" / "conformance"
GROUPS = ("values", "structures")
MAX_TEXT = 120  # a longer text is no example to read


def typing_table() -> str:
    """A table of texts with what becomes of them; a switch shows what they are without a schema."""
    known = json.loads((CASES / "tools.json").read_text(encoding="utf-8"))
    lines = ['<div class="typing"><label><input type="checkbox"> no schema</label>']
    lines.append("<table><thead><tr><th>what it shows</th><th>text</th><th>value</th></tr></thead><tbody>")
    for case in _cases():
        tools = known if case["tools"] == "std" else case["tools"]
        both = _values(case["text"], ToolSet(tools)), _values(case["text"], None)
        cells = f'<code class="with">{escape(both[0])}</code><code class="without">{escape(both[1])}</code>'
        differs = ' class="differs"' if both[0] != both[1] else ""
        title = escape(case["title"])
        lines.append(f"<tr{differs}><td>{title}</td><td><code>{escape(case['text'])}</code></td><td>{cells}</td></tr>")
    return "\n".join([*lines, "</tbody></table></div>"])


def _cases() -> list[dict]:
    found = [
        case
        for group in GROUPS
        for case in json.loads((CASES / "cases" / f"{group}.json").read_text(encoding="utf-8"))["cases"]
    ]
    return [
        case for case in found if case.get("tools") and len(case["text"]) <= MAX_TEXT and case["text"].isprintable()
    ]


def _values(text: str, tools: ToolSet | None) -> str:
    return "\n".join(f"{call.name} {to_json(call.arguments)}" for call in parse(text, tools).calls) or "no call"
