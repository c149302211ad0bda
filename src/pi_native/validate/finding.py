"""A finding: a diagnostic with the place it belongs to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass

from pi_native.diagnostics import catalogue, excerpt
from pi_native.model import Diagnostic
from pi_native.transcripts import BadRecord, Location

#: What is said of every call where there is no tool list at all, and so says nothing.
NEED_TOOLS = frozenset({"unknown-tool", "unnamed-inline-body"})


def worth_saying(diagnostics: Iterable[Diagnostic], *, with_tools: bool) -> list[Diagnostic]:
    """The diagnostics of a parse, without those that only say that no tool list was given.

    >>> from pi_native import parse
    >>> worth_saying(parse("<call:ls/>").diagnostics, with_tools=False)
    []
    """
    return [found for found in diagnostics if with_tools or found.code not in NEED_TOOLS]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to report: where, what, and the source line with a caret (bounded, harmless).

    ``tool`` and ``form`` are those of the call it belongs to: empty where it belongs to none, and ``form`` for a
    call that has no text.

    >>> from pi_native.diagnostics import diagnose
    >>> from pi_native.model import Span
    >>> finding = Finding.of(diagnose("stray-text", Span(2, 3, 1, 3)), "a b", Location("t.txt"))
    >>> finding.place, finding.layer
    ('t.txt:1:3', 'grammar')
    """

    location: Location
    diagnostic: Diagnostic
    excerpt: str
    tool: str = ""
    form: str = ""

    @classmethod
    def of(cls, diagnostic: Diagnostic, text: str, location: Location, tool: str = "", form: str = "") -> Finding:
        """The finding for a diagnostic of a text that stands at ``location``."""
        return cls(location, diagnostic, excerpt(text, diagnostic.span), tool, form)

    @classmethod
    def of_record(cls, record: BadRecord) -> Finding:
        """The finding for a record that could not be read."""
        return cls(record.location, record.diagnostic, record.excerpt)

    @property
    def layer(self) -> str:
        """Which check found it: a layer of the catalogue, such as ``grammar`` or ``schema``."""
        return catalogue()[self.diagnostic.code].layer

    @property
    def counts(self) -> bool:
        """Whether it is a finding against the text: errors and warnings are, infos are not."""
        return self.diagnostic.severity != "info"

    @property
    def line(self) -> int:
        """The file's line, from 1: for a text in a record, the line where the record begins."""
        first = self.location.line or 1
        return first if self.location.pointer else first + self.diagnostic.span.line - 1

    @property
    def column(self) -> int | None:
        """The column in the file's line, from 1, or None for a text in a record, whose columns are not the file's."""
        if self.location.pointer:
            return None
        span = self.diagnostic.span
        return span.column + (self.location.column - 1 if span.line == 1 else 0)

    @property
    def place(self) -> str:
        """``path:line:column`` as far as the file has them."""
        place = f"{self.location.path}:{self.line}"
        return place if self.column is None else f"{place}:{self.column}"

    @property
    def fingerprint(self) -> str:
        """What stays the same when lines and records move: the path, the code, the tool, the argument, the excerpt.

        32 hexadecimal digits. Findings that are alike in all of these share it: whoever compares counts them.
        """
        path = os.path.normpath(self.location.path).replace(os.sep, "/")
        found = self.diagnostic
        parts = (path, found.code, self.tool, found.pointer or "", self.excerpt)
        text = "\0".join(part.replace("\0", "\\0") for part in parts)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
