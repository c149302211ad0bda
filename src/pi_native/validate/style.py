"""The style layer: calls that a renderer would write otherwise (D23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pi_native.diagnostics import diagnose, quoted
from pi_native.grammar import Grammar
from pi_native.model import Call, Diagnostic, UnrenderableError
from pi_native.renderer import render
from pi_native.tools import ToolSet


def check_style(calls: Sequence[Call], tools: ToolSet | None, grammar: Grammar | None = None) -> Iterator[Diagnostic]:
    """What is said of the complete calls that are not in canonical form; a call that has no spelling is passed over.

    >>> from pi_native import parse
    >>> [found.message for found in check_style(parse("<call:ls></call:ls>").calls, None)]
    ["a call that is not in canonical form: '<call:ls/>'"]
    """
    for index, call in enumerate(calls):
        try:
            canonical = render(call, tools, grammar=grammar)
        except UnrenderableError:
            continue
        if canonical != call.raw:
            yield diagnose("not-canonical", call.span, quoted(canonical), call_index=index)
