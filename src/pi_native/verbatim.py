"""The newlines that delimit a verbatim body (D1), of a text that is whole and of one that is still arriving."""

from __future__ import annotations


def strip_delimiters(text: str) -> str:
    """The value of a verbatim body: without one newline at each end (D1).

    >>> strip_delimiters("\\n\\n  a\\r\\n")
    '\\n  a'
    """
    return between_delimiters(text, 0, len(text))


def between_delimiters(text: str, start: int, end: int) -> str:
    """The value of the verbatim body ``text[start:end]``."""
    if text.startswith("\n", start, end):
        start += 1
    elif text.startswith("\r\n", start, end):
        start += 2
    if text.endswith("\n", start, end):
        end -= 2 if text.endswith("\r\n", start, end) else 1
    return text[start:end]


def delimited(text: str) -> str:
    """A body on lines of its own whose value is ``text``: `strip_delimiters` gives it back.

    >>> delimited("a"), delimited("a\\r")
    ('\\na\\n', '\\na\\r')
    """
    return f"\n{text}" if text.endswith("\r") else f"\n{text}\n"


def strip_leading(text: str) -> str:
    """The text so far of a body that was not closed: without the newline that leads it (D18)."""
    return text[2:] if text.startswith("\r\n") else text.removeprefix("\n")


def content_start(text: str, start: int, is_last: bool) -> int | None:
    """Where a body's text begins, behind the newline that delimits it (D1); None if that has not arrived."""
    if text.startswith("\r\n", start):
        return start + 2
    if text.startswith("\n", start):
        return start + 1
    may_be_newline = text.startswith("\r", start) and len(text) == start + 1
    return None if len(text) == start or (may_be_newline and not is_last) else start


def without_newline(text: str, end: int) -> int:
    """The end of a body's text without the newline that delimits it (D1)."""
    if text[end - 1 : end] != "\n":
        return end
    return end - 2 if text[end - 2 : end - 1] == "\r" else end - 1


def without_beginning(text: str, start: int, closer: str) -> int:
    """The end of a text without what may be the beginning of its closer, and the newline that goes with it (D1)."""
    end = len(text)
    place = text.find(closer[0], max(start, end - len(closer) + 1))
    while place >= 0 and not closer.startswith(text[place:]):
        place = text.find(closer[0], place + 1)
    if place >= 0:
        end = place
    if end > start and text[end - 1] == "\n":
        end -= 1
    elif place >= 0:
        return end
    return end - 1 if end > start and text[end - 1] == "\r" else end
