"""Results and events as JSON data, and that as text: what the commands print for programs."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

from pi_native.diagnostics import catalogue
from pi_native.events import Event
from pi_native.model import Call, Diagnostic, ParseResult, Section, Span

_SURROGATE = re.compile("[\ud800-\udfff]")
_WORD = re.compile("(?<=[a-z])(?=[A-Z])")


def to_json(value: Any, indent: int | None = None) -> str:
    """JSON as readable text; lone surrogates, which no UTF-8 holds, stay escaped.

    >>> to_json({"a": "é\\ud800"})
    '{"a": "é\\\\ud800"}'
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text if text.isascii() else _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def result_data(result: ParseResult, diagnostics: list[Diagnostic]) -> dict[str, Any]:
    """A parse result as JSON data: ``calls``, ``text``, ``incomplete`` (a call or null), ``diagnostics``.

    ``sections`` are there if there are some, as under an overlay.
    """
    sections = [section_data(section) for section in result.sections]
    return {
        "calls": [call_data(call) for call in result.calls],
        "text": result.text,
        **({"sections": sections} if sections else {}),
        "incomplete": call_data(result.incomplete) if result.incomplete else None,
        "diagnostics": [diagnostic_data(diagnostic) for diagnostic in diagnostics],
    }


def call_data(call: Call) -> dict[str, Any]:
    """A call as JSON data: ``name``, ``arguments``, ``form``, ``span``, and ``notes`` if an overlay made some."""
    notes = {"notes": call.notes} if call.notes else {}
    return {
        "name": call.name,
        "arguments": call.arguments,
        "form": call.form,
        "span": span_data(call.span),
        **notes,
    }


def section_data(section: Section) -> dict[str, Any]:
    """A section as JSON data: ``name``, ``text``, ``span``, ``complete``."""
    span = span_data(section.span)
    return {"name": section.name, "text": section.text, "span": span, "complete": section.complete}


def diagnostic_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as JSON data; ``call_index`` and ``pointer`` are null where they say nothing."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "layer": catalogue()[diagnostic.code].layer,
        "message": diagnostic.message,
        "span": span_data(diagnostic.span),
        "call_index": diagnostic.call_index,
        "pointer": diagnostic.pointer,
        "text": diagnostic.text,
    }


def span_data(span: Span) -> dict[str, int]:
    """A span as JSON data: ``offset`` and ``end`` in code points from 0, ``line`` and ``column`` from 1."""
    return {"offset": span.offset, "end": span.end, "line": span.line, "column": span.column}


def event_data(event: Event) -> dict[str, Any]:
    """An event as JSON data: its name under ``event``, as ``text_delta``, and its fields.

    >>> from pi_native.events import CallStart
    >>> event_data(CallStart(0, "ls"))
    {'event': 'call_start', 'index': 0, 'name': 'ls'}
    """
    name = _WORD.sub("_", type(event).__name__.removesuffix("Event")).lower()
    return {"event": name} | {field.name: _plain(getattr(event, field.name)) for field in fields(event)}


def _plain(value: Any) -> Any:
    if isinstance(value, Call):
        return call_data(value)
    if isinstance(value, Section):
        return section_data(value)
    return diagnostic_data(value) if isinstance(value, Diagnostic) else value
