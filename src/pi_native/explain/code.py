"""One code of the catalogue, explained: what it means, and both of its examples with what the parser makes of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from pi_native.data import call_data, to_json
from pi_native.diagnostics import Entry, catalogue, example_tools, excerpt
from pi_native.explain.layout import Page
from pi_native.model import Call, Limits
from pi_native.parser import parse
from pi_native.tools import ToolSet

#: Layers whose examples are texts, which can be parsed; those of others are records.
PARSED = ("grammar", "typing")

COLOURS = {"error": "1;31", "warning": "1;33", "info": "1;36"}


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example of a finding: the text, where the finding is (source line and carets), and the calls it reads as."""

    text: str
    excerpt: str
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class CodeExplanation:
    """An entry of the catalogue; ``fails`` shows the finding, ``passes`` is how to write it instead."""

    entry: Entry
    fails: ShownExample
    passes: ShownExample


def explain_code(code: str) -> CodeExplanation:
    """Explain a code of the catalogue. Raises `KeyError` for one that is not in it.

    >>> explain_code("python-literal").fails.calls[0].arguments
    {'path': 'a', 'all': True}
    """
    entry = catalogue()[code]
    return CodeExplanation(entry, _example(entry, entry.fail), _example(entry, entry.pass_))


def _example(entry: Entry, text: str) -> ShownExample:
    if entry.layer not in PARSED:
        return ShownExample(text, "", ())
    result = parse(text, _tools(), limits=Limits(**entry.limits))
    places = [found.span for found in result.diagnostics if found.code == entry.code]
    return ShownExample(text, excerpt(text, places[0]) if places else "", result.calls)


@cache
def _tools() -> ToolSet:
    return ToolSet(json.loads(example_tools()))


def code_page(explanation: CodeExplanation, page: Page) -> None:
    """Write an explanation for a reader."""
    entry = explanation.entry
    page.heading(entry.code, f"{entry.severity}, found by the {entry.layer} checks", COLOURS[entry.severity])
    page.paragraph(f"{entry.summary[:1].upper()}{entry.summary[1:]}. {entry.meaning}")
    for title, example in (("FAIL", explanation.fails), ("PASS", explanation.passes)):
        page.gap()
        page.verbatim(title)
        page.verbatim(example.excerpt if _is_whole(example) else example.text, "    ")
        for call in example.calls:
            page.paragraph(f"{call.name} {to_json(call.arguments)}", " " * 8, "    → ")
    page.items("to mend it", [entry.hint])
    page.items("specification", [entry.spec])


def _is_whole(example: ShownExample) -> bool:
    """Whether the excerpt shows all of the text."""
    return example.excerpt.startswith(example.text + "\n")


def code_data(explanation: CodeExplanation) -> dict[str, Any]:
    """An explanation as JSON data."""
    entry = explanation.entry
    data = {name: getattr(entry, name) for name in ("code", "severity", "layer", "summary", "meaning", "hint", "spec")}
    examples = {"fail": explanation.fails, "pass": explanation.passes}
    return data | {
        name: {"text": example.text, "calls": [call_data(call) for call in example.calls]}
        for name, example in examples.items()
    }
