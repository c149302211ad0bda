"""Line and column of a place in a text that arrives in pieces."""

from __future__ import annotations

BLOCK = 4_096  # characters between two places where the line is known; a question costs no more than this


class Locator:
    """Finds lines and columns, in any order of asking: it counts the newlines of each block of the text once.

    >>> locator = Locator()
    >>> locator.at("ab\\ncd", 4)
    (2, 2)
    """

    __slots__ = ("_line", "_lines", "_starts")

    def __init__(self) -> None:
        self._begin(1, 1)

    def _begin(self, line: int, column: int) -> None:
        """The text begins at this line and column."""
        self._line = line
        self._lines = [0]  # newlines before each block
        self._starts = [1 - column]  # where the line begins that each block begins in

    def at(self, text: str, index: int) -> tuple[int, int]:
        """The line and the column, from 1, of an index into ``text``."""
        block = index // BLOCK
        while len(self._lines) <= block:
            self._count_block(text)
        start = block * BLOCK
        newline = text.rfind("\n", start, index)
        begin = newline + 1 if newline >= 0 else self._starts[block]
        return self._line + self._lines[block] + text.count("\n", start, index), index - begin + 1

    def _count_block(self, text: str) -> None:
        start = (len(self._lines) - 1) * BLOCK
        newline = text.rfind("\n", start, start + BLOCK)
        self._lines.append(self._lines[-1] + text.count("\n", start, start + BLOCK))
        self._starts.append(newline + 1 if newline >= 0 else self._starts[-1])

    def drop(self, text: str, count: int) -> None:
        """The first ``count`` characters of ``text`` go away; what is behind them moves to the front."""
        self._begin(*self.at(text, count))
