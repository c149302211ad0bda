"""The catalogue of findings (D24), and how a place in a text is shown to a reader.

The entries live in ``diagnostics.toml``: docs, ``explain`` and tests read the same file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pi_native import disk_cache
from pi_native.model import Diagnostic, Severity, Span

EXCERPT_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Entry:
    """One code of the catalogue: what it means, how to mend it, and a text of each kind.

    >>> catalogue()["stray-text"].severity
    'error'
    """

    code: str
    severity: Severity
    layer: str
    summary: str
    meaning: str
    hint: str
    spec: str
    fail: str
    pass_: str
    limits: dict[str, int] = field(default_factory=dict)
    overlay: str = ""  # of the examples, if they are not of the base grammar


@cache
def _data() -> dict[str, Any]:
    text = Path(__file__).with_name("diagnostics.toml").read_text(encoding="utf-8")
    return disk_cache.cached(text, (__name__,), lambda: _read_toml(text), _checked)


def _read_toml(text: str) -> Any:
    import tomllib  # not needed where the data are in the cache

    return tomllib.loads(text)


def _checked(data: Any) -> dict[str, Any]:
    """The data, if each entry is one. Raises TypeError, KeyError, ValueError or AttributeError for others."""
    _entries(data)
    return dict(data)


@cache
def catalogue() -> dict[str, Entry]:
    """Every code with its entry, in the order of the file.

    >>> "unknown-tool" in catalogue()
    True
    """
    return _entries(_data())


def _entries(data: dict[str, Any]) -> dict[str, Entry]:
    entries = {code: dict(entry) for code, entry in data.items() if code != "tools"}
    return {code: Entry(code, pass_=entry.pop("pass"), **entry) for code, entry in entries.items()}


def example_tools() -> str:
    """The tool list, as JSON text, that the catalogue's examples are parsed with."""
    return str(_data()["tools"])


def diagnose(
    code: str,
    span: Span,
    detail: str = "",
    *,
    call_index: int | None = None,
    pointer: str | None = None,
    text: str = "",
) -> Diagnostic:
    """A `Diagnostic` of a known code; ``detail`` is put behind the catalogue's summary.

    >>> diagnose("unknown-tool", Span(0, 9, 1, 1), "'raed'").message
    "a call of a tool that is not in the list: 'raed'"
    """
    entry = catalogue()[code]
    message = f"{entry.summary}: {detail}" if detail else entry.summary
    return Diagnostic(code, entry.severity, message, span, call_index, pointer, text)


def printable(text: str) -> str:
    """The text with every character that could steer a terminal, or hide, written as an escape.

    >>> printable("a\\x1b[31m\\tb")
    'a\\\\x1b[31m b'
    """
    return "".join(_visible(char) for char in text)


def _visible(char: str) -> str:
    if char == "\t":
        return " "
    if char.isprintable():
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def quoted(text: str, limit: int = 60) -> str:
    """A short, harmless form of a piece of input for a message: a token never enters one whole.

    >>> quoted("a" * 99, limit=5)
    "'aaaaa…'"
    """
    return f"'{printable(text[:limit])}{'…' if len(text) > limit else ''}'"


def excerpt(text: str, span: Span, width: int = EXCERPT_WIDTH) -> str:
    """The line where ``span`` starts and a line with carets below it, at most ``width`` columns of it.

    >>> print(excerpt("let x = <b>", Span(8, 11, 1, 9)))
    let x = <b>
            ^^^
    """
    begin, end = _window(text, span.offset, width)
    marked_end = min(end, max(span.end, span.offset + 1))
    before = printable(text[begin : span.offset])
    marked = printable(text[span.offset : marked_end])
    after = printable(text[max(marked_end, span.offset) : end])
    lead = "…" if begin > 0 and text[begin - 1] != "\n" else ""
    tail = "…" if end < len(text) and text[end] not in "\r\n" else ""
    return f"{lead}{before}{marked}{after}{tail}\n{' ' * len(lead + before)}{'^' * max(1, len(marked))}"


def _window(text: str, offset: int, width: int) -> tuple[int, int]:
    """The part of the line around ``offset`` that is shown: never more than ``width`` characters are looked at."""
    floor = max(0, offset - width // 2)
    begin = max(text.rfind("\n", floor, offset) + 1, floor)
    stop = text.find("\n", offset, begin + width)
    end = min(len(text), begin + width) if stop < 0 else stop
    if end > offset and text[end - 1] == "\r":
        end -= 1
    return begin, end
