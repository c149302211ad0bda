"""What ``--output jsonl`` wrote, read again: findings and counts, checked to be what they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pi_native.diagnostics import printable
from pi_native.transcripts import BadRecord, ReadOptions
from pi_native.transcripts.records import of_lines
from pi_native.transcripts.source import open_source
from pi_native.validate.report.base import SEVERITIES, Summary

#: Which type each value of a line has that is looked at.
_TEXT, _TEXT_OR_NULL, _NUMBER = (str,), (str, type(None)), (int,)
_FINDING = {
    "path": _TEXT,
    "line": _NUMBER,
    "column": (int, type(None)),
    "record_pointer": _TEXT_OR_NULL,
    "tool": _TEXT_OR_NULL,
    "form": _TEXT_OR_NULL,
    "code": _TEXT,
    "severity": _TEXT,
    "layer": _TEXT,
    "message": _TEXT,
}


@dataclass(frozen=True, slots=True)
class Row:
    """A finding as it stands in such a file; ``excerpt`` is empty if the file was written without.

    >>> Row("a.txt", 1, 3, "", "read", "inline", "stray-text", "error", "grammar", "…", "").place
    'a.txt:1:3'
    """

    path: str
    line: int
    column: int | None
    record_pointer: str
    tool: str
    form: str
    code: str
    severity: str
    layer: str
    message: str
    excerpt: str

    @property
    def place(self) -> str:
        """``path:line:column`` as far as it is known."""
        return f"{self.path}:{self.line}" + (f":{self.column}" if self.column is not None else "")


def read_findings(path: str) -> Iterator[Row | Summary]:
    """The lines of a file, one at a time.

    Raises ValueError, which names the line, for one that is neither a finding nor a summary, and `UnreadableError`
    (`pi_native.transcripts`) for a file that cannot be read.
    """
    with open_source(path) as source:
        for record in of_lines(source, ReadOptions()):
            if isinstance(record, BadRecord):
                raise ValueError(f"{printable(path)}:{record.location.line}: {record.diagnostic.message}")
            try:
                yield _read(record.value)
            except ValueError as error:
                raise ValueError(f"{printable(path)}:{record.where.line}: {error}") from None


def _read(data: Any) -> Row | Summary:
    kind = data.get("type") if isinstance(data, dict) else None
    if kind == "finding":
        return _row(data)
    if kind == "summary":
        return _summary(data)
    raise ValueError("neither a finding nor a summary: write it with --output jsonl")


def _row(data: dict[str, Any]) -> Row:
    values: dict[str, Any] = {}
    for key, types in _FINDING.items():
        value = data.get(key)
        if not isinstance(value, types) or isinstance(value, bool):
            raise ValueError(f"{key} is missing or no {types[0].__name__}")
        values[key] = value if value is not None or key == "column" else ""
    if values["severity"] not in SEVERITIES:
        raise ValueError("severity is none of " + ", ".join(SEVERITIES))
    excerpt = data.get("excerpt", "")
    if not isinstance(excerpt, str):
        raise ValueError("excerpt is no str")
    return Row(**values, excerpt=excerpt)


def _summary(data: dict[str, Any]) -> Summary:
    """The counts that findings do not tell by themselves."""
    try:
        summary = Summary(_counts(data["files"]), severities=_counts(data["findings"]))
        for name in ("unreadable", "calls", "known", "not_shown"):
            setattr(summary, name, _count(data[name]))
        statistics = data["statistics"]
        summary.statistics.found = Counter(
            {(str(row["code"]), str(row["tool"])): _count(row["findings"]) for row in statistics["codes"]}
        )
        summary.statistics.characters = Counter(
            {str(row["form"]): _count(row["characters"]) for row in statistics["forms"]}
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a summary of this version: {type(error).__name__} at {error}") from None
    return summary


def _counts(data: dict[str, Any]) -> Counter[str]:
    return Counter({name: _count(count) for name, count in data.items()})


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError("a count")
    return value
