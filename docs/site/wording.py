"""Pieces of Markdown."""

import re
from html import escape

from pi_native.diagnostics import printable


def fenced(text: str, language: str = "") -> str:
    """A code block, whatever the text holds."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence} {language}\n{text}\n{fence}\n"


def code(text: str) -> str:
    """A piece of code in a line or a table; what would not be seen is shown as an escape."""
    inner = text.strip(" ")
    lead, tail = len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))
    text = "␣" * lead + inner + ("␣" * tail if inner else "")  # as the grammar file writes spaces at the ends
    shown = escape(printable(text.replace("\n", "\\n"))).replace("|", "&#124;")
    return f"<code>{shown}</code>"


def decisions(text: str, up: str = "../") -> str:
    """The text with its D numbers as links."""
    return re.sub(r"\bD(\d+)\b", rf"[D\1]({up}decisions.md)", text)


def spec_link(section: str, up: str = "../") -> str:
    """Where the specification says it: its section and the decisions."""
    return f"[Specification]({up}spec/pi-native.md): {decisions(section, up)}"
