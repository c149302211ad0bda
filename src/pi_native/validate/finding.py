"""A finding: a diagnostic with the place it belongs to."""

from __future__ import annotations

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

    >>> from pi_native.diagnostics import diagnose
    >>> from pi_native.model import Span
    >>> finding = Finding.of(diagnose("stray-text", Span(2, 3, 1, 3)), "a b", Location("t.txt"))
    >>> finding.place, finding.layer
    ('t.txt:1:3', 'grammar')
    """

    location: Location
    diagnostic: Diagnostic
    excerpt: str

    @classmethod
    def of(cls, diagnostic: Diagnostic, text: str, location: Location) -> Finding:
        """The finding for a diagnostic of a text that stands at ``location``."""
        return cls(location, diagnostic, excerpt(text, diagnostic.span))

    @classmethod
    def of_record(cls, record: BadRecord) -> Finding:
        """The finding for a record that could not be read."""
        return cls(record.location, record.diagnostic, record.excerpt)

    @property
    def layer(self) -> str:
        """Which check found it: ``grammar``, ``typing``, ``schema`` or ``transcript``."""
        return catalogue()[self.diagnostic.code].layer

    @property
    def counts(self) -> bool:
        """Whether it is a finding against the text: errors and warnings are, infos are not."""
        return self.diagnostic.severity != "info"

    @property
    def place(self) -> str:
        """``path:line:column`` as far as the file has them: a text in a record has the record's line."""
        path, line, pointer, column = self.location
        if pointer:
            return f"{path}:{line}"
        span = self.diagnostic.span
        return f"{path}:{(line or 1) + span.line - 1}:{span.column + (column - 1 if span.line == 1 else 0)}"
