"""Line and column of a place, counted from the last place asked for."""

from __future__ import annotations


class Locator:
    """Finds lines and columns; asking along the text, in either direction, costs what lies between.

    >>> locator = Locator()
    >>> locator.at("ab\\ncd", 4)
    (2, 2)
    """

    __slots__ = ("_column", "_index", "_line")

    def __init__(self) -> None:
        self._index, self._line, self._column = 0, 1, 1

    def at(self, text: str, index: int) -> tuple[int, int]:
        """The line and the column, from 1, of an index into ``text``."""
        low, high = sorted((self._index, index))
        lines = text.count("\n", low, high)
        if lines == 0:
            self._column += index - self._index
        else:
            self._line += lines if index > self._index else -lines
            self._column = index - text.rfind("\n", 0, index)
        self._index = index
        return self._line, self._column

    def drop(self, text: str, count: int) -> None:
        """The first ``count`` characters of ``text`` go away."""
        self.at(text, count)
        self._index = 0
