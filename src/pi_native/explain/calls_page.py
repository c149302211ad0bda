"""Explained calls for a reader, and as JSON data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pi_native.data import call_data, diagnostic_data, to_json
from pi_native.diagnostics import catalogue
from pi_native.explain.calls import ArgumentExplanation, CallExplanation, TextExplanation
from pi_native.explain.layout import INDENT, Page, escaped
from pi_native.explain.lessons import Lesson, sentence
from pi_native.model import Diagnostic, Json
from pi_native.values import MISSING

#: How many characters of a text or value a page shows.
SHOWN = 200


def text_page(explained: TextExplanation, page: Page) -> None:
    """Write the explanation of a text."""
    calls_page(explained.calls, page)
    if not explained.calls:
        page.paragraph("There is no call in this text.", "", "")
    if explained.diagnostics:
        page.heading("Outside of calls")
    for found in explained.diagnostics:
        finding(found, page)


def text_data(explained: TextExplanation) -> dict[str, Any]:
    """An explained text as JSON data: ``calls``, and the ``diagnostics`` that belong to none."""
    diagnostics = [diagnostic_data(found) for found in explained.diagnostics]
    return {"calls": calls_data(explained.calls), "diagnostics": diagnostics}


def calls_page(calls: Sequence[CallExplanation], page: Page) -> None:
    """Write the explanation of every call."""
    for number, each in enumerate(calls, 1):
        call, span = each.call, each.call.span
        cut = "" if call.complete else ", cut off by the end of the input: not to be executed"
        page.heading(f"{number}. {call.name}", f"{call.form} form, line {span.line}, column {span.column}{cut}")
        labelled(page, "form", sentence(each.rule) + (f" Here: {each.detail}." if each.detail else ""))
        if not each.arguments:
            page.paragraph("no arguments")
        for argument in each.arguments:
            _argument(argument, page, INDENT)
        for found in each.diagnostics:
            finding(found, page)


def _argument(argument: ArgumentExplanation, page: Page, indent: str) -> None:
    page.gap()
    page.paragraph(f"{argument.pointer}  {' or '.join(argument.types) or 'of any type'}", indent + INDENT, indent)
    inner = indent + INDENT
    for raw in argument.raw:
        labelled(page, "text", cut(escaped(raw)), inner)
    for rule in argument.rules:
        labelled(page, "rule", sentence(rule), inner)
    labelled(page, "value", cut(value_text(argument.value)), inner)
    for part in argument.parts:
        _argument(part, page, inner)


def finding(found: Diagnostic, page: Page) -> None:
    """Write a finding, with its place and what to do."""
    page.gap()
    place = f"line {found.span.line}, column {found.span.column}"
    labelled(page, found.severity, f"{found.code}, {place}: {found.message}; {catalogue()[found.code].hint}")


def labelled(page: Page, label: str, text: str, indent: str = INDENT) -> None:
    """A line that begins with a label."""
    page.paragraph(text, indent + " " * 8, f"{indent}{label:7} ")


def cut(text: str) -> str:
    """A text, or its beginning with what is left out counted."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}… ({len(text) - SHOWN:,} more characters)"


def value_text(value: Json) -> str:
    """A value as JSON; what came of it in words where there is none."""
    return "none: the input ends before it is certain" if value is MISSING else to_json(value)


def calls_data(calls: Sequence[CallExplanation]) -> list[dict[str, Any]]:
    """Explained calls as JSON data; ``value`` is absent where the input ended too early."""
    return [
        call_data(each.call)
        | {
            "complete": each.call.complete,
            "rule": rule_reference(each.rule),
            "detail": each.detail,
            "explained": [_argument_data(argument) for argument in each.arguments],
            "diagnostics": [diagnostic_data(found) for found in each.diagnostics],
        }
        for each in calls
    ]


def _argument_data(argument: ArgumentExplanation) -> dict[str, Any]:
    data: dict[str, Any] = {
        "pointer": argument.pointer,
        "raw": argument.raw,
        "types": argument.types,
        "rules": [rule_reference(rule) for rule in argument.rules],
        "parts": [_argument_data(part) for part in argument.parts],
    }
    return data if argument.value is MISSING else data | {"value": argument.value}


def rule_reference(rule: Lesson) -> dict[str, str]:
    """A sentence of the grammar as JSON data."""
    return {"key": rule.key, "text": rule.text, "source": rule.source}
