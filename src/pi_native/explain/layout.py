"""Pages for a terminal: headings, wrapped paragraphs, lists, and text that is shown as it is.

Nothing that a page shows can steer the terminal: every line is made printable.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from pi_native.diagnostics import printable

MIN_WIDTH = 20
INDENT = "  "


class Page:
    """Collects lines of at most ``width`` columns; verbatim ones may be longer.

    >>> page = Page(40)
    >>> page.heading("attr", "a rule")
    >>> page.paragraph("A scalar on a tag.")
    >>> print(page.text, end="")
    attr  a rule
      A scalar on a tag.
    """

    def __init__(self, width: int, colour: bool = False) -> None:
        self.width, self._colour = max(MIN_WIDTH, width), colour
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        """The page, a newline behind each line."""
        return "".join(line + "\n" for line in self._lines)

    def heading(self, title: str, note: str = "", codes: str = "1") -> None:
        """A title, with a remark behind it; a blank line before it if something stands there."""
        self.gap()
        title, rest = printable(title), f"  {printable(note)}" if note else ""
        if len(title + rest) <= self.width:
            self._lines.append(self._style(title, codes) + rest)
        else:
            self._lines.append(self._style(title, codes))
            self.paragraph(note)

    def paragraph(self, text: str, indent: str = INDENT, first: str | None = None) -> None:
        """Words, wrapped; ``first`` is what stands before the first line instead of ``indent``."""
        before = indent if first is None else printable(first)
        lines = textwrap.wrap(
            printable(text),
            self.width,
            initial_indent=before,
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=False,
        )
        self._lines += lines or [before.rstrip()]

    def verbatim(self, text: str, indent: str = INDENT) -> None:
        """Lines as they are."""
        self._lines += [f"{indent}{printable(line)}".rstrip() for line in text.split("\n")]

    def items(self, title: str, texts: Iterable[str]) -> None:
        """A title and a line, or more, for each text; nothing where there are none."""
        texts = list(texts)
        if not texts:
            return
        self.gap()
        self._lines.append(INDENT + self._style(title, "2"))
        for text in texts:
            self.paragraph(text, INDENT * 3, INDENT * 2)

    def gap(self) -> None:
        """A blank line, if there is something above and none yet."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def _style(self, text: str, codes: str) -> str:
        return f"\x1b[{codes}m{text}\x1b[0m" if self._colour and text else text


def escaped(text: str) -> str:
    """A text on one line: newlines and tabs as escapes, a space at an end as ``␣``, as in the grammar's examples.

    >>> escaped(" a\\n")
    '␣a\\\\n'
    """
    shown = text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    lead, tail = len(shown) - len(shown.lstrip(" ")), len(shown.rstrip(" "))
    return "␣" * lead + shown[lead:tail] + "␣" * (len(shown) - max(lead, tail)) if shown else "(nothing)"
