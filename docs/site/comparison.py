"""The same calls in the formats of other models, with their characters and tokens."""

from collections.abc import Callable
from html import escape
from typing import Any

from pi_native import ToolSet, render
from pi_native.cost import SPELLINGS, load_tokenizer
from pi_native.cost.spellings import spelled

TOOLS = ToolSet.load(__file__.rpartition("/docs/")[0] + "/examples/tools.json")
CALLS: dict[str, dict[str, Any]] = {
    "two scalars": {"name": "bash", "arguments": {"command": "npm test -- --watch=false", "timeout": 120}},
    "a list": {"name": "search", "arguments": {"pattern": "TODO", "globs": ["src/*.ts", "test/*.ts"]}},
    "a patch": {
        "name": "edit",
        "arguments": {
            "input": "*** Begin Patch\n@@ src/server/auth.ts\n"
            '-  return user;\n+  return user ?? { name: "guest", roles: [] };\n*** End Patch'
        },
    },
}

OWN = "pi-native"


def spellings(call: dict[str, Any]) -> dict[str, str]:
    """The call in each format, ours first."""
    return {OWN: render([call], TOOLS)} | {name: spelled(name, call) for name in SPELLINGS}


def comparison() -> str:
    """A table of characters and tokens, then each call in each format, as HTML and Markdown."""
    tokenizer = load_tokenizer()
    calls = "".join(f'<th colspan="2">{escape(title)}</th>' for title in CALLS)
    units = "<th>characters</th><th>tokens</th>" * len(CALLS)
    lines = [f"Tokens are those of {tokenizer.name}.", ""]
    lines += [f"<table><thead><tr><th></th>{calls}</tr><tr><th></th>{units}</tr></thead><tbody>"]
    texts = {title: spellings(call) for title, call in CALLS.items()}
    for name in (OWN, *SPELLINGS):
        cells = [_cell(each[name], each[OWN], count) for each in texts.values() for count in (len, tokenizer.count)]
        lines.append(f"<tr><th>{escape(name)}</th>{''.join(cells)}</tr>")
    lines.append("</tbody></table>\n")
    for title, made in texts.items():
        lines += [f"## The same call: {title}", ""]
        for name, text in made.items():
            language = "pi-native" if name == OWN else "text"
            counts = f"{len(text)} characters, {tokenizer.count(text)} tokens"
            lines += [f"**{name}**, {counts}", "", f"~~~~ {language}\n{text}\n~~~~", ""]
    return "\n".join(lines)


def _cell(text: str, own: str, count: Callable[[str], int]) -> str:
    ratio = "" if text == own else f" ({count(text) / count(own):.2f}×)"
    return f"<td>{count(text)}{ratio}</td>"
