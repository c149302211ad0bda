"""Line and column of a place in a text that arrives in pieces."""

from __future__ import annotations

from bisect import bisect_right

BLOCK = 4_096  # characters between two places where the line is known; a question costs no more than this


class Locator:
    """Finds lines and columns, in any order of asking, each stretch of the text being counted twice at most.

    Places are mostly asked for along the text: what is new is counted from the furthest place so far. Places before
    it are found from a table of blocks, made when first needed.

    >>> locator = Locator()
    >>> locator.at("ab\\ncd", 4), locator.at("ab\\ncd", 1)
    ((2, 2), (1, 2))
    """

    __slots__ = ("_far", "_far_line", "_far_start", "_line", "_lines", "_starts")

    def __init__(self) -> None:
        self._begin(1, 1)

    def _begin(self, line: int, column: int) -> None:
        """The text begins at this line and column."""
        self._line = line
        self._far, self._far_line, self._far_start = 0, line, 1 - column
        self._lines = [0]  # newlines before each block
        self._starts = [1 - column]  # where the line begins that each block begins in

    def at(self, text: str, index: int) -> tuple[int, int]:
        """The line and the column, from 1, of an index into ``text``."""
        far = self._far
        if index < far:
            return self._before(text, index)
        if lines := text.count("\n", far, index):
            self._far_line += lines
            self._far_start = text.rfind("\n", far, index) + 1
        self._far = index
        return self._far_line, index - self._far_start + 1

    def _before(self, text: str, index: int) -> tuple[int, int]:
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


class TextLines:
    """The lines of a text that is there whole; they are counted when the first place is asked for.

    >>> TextLines("ab\\ncd").at(4)
    (2, 2)
    """

    __slots__ = ("_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] = []

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column, from 1, of an offset in the text."""
        if not self._starts:
            self._starts = _line_starts(self._text)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def _line_starts(text: str) -> list[int]:
    starts = [0]
    while newline := text.find("\n", starts[-1]) + 1:
        starts.append(newline)
    return starts
