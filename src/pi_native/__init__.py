"""pi-native: the reference implementation of the pi-native tool-call format.

The grammar file is the program: see ``grammar/pi_native.lark`` and `pi_native.grammar`.
"""

from typing import TYPE_CHECKING, Any

from pi_native.extensions import Extension
from pi_native.grammar import Grammar
from pi_native.model import (
    Call,
    Diagnostic,
    GrammarError,
    Limits,
    ParseResult,
    PiNativeError,
    PiNativeSyntaxError,
    SchemaError,
    Section,
    Span,
    Text,
    UnrenderableError,
)
from pi_native.parser import parse
from pi_native.tools import Tool, ToolSet

if TYPE_CHECKING:
    from pi_native.chunks import aiter_events, iter_events, join_surrogates
    from pi_native.events import (
        ArgumentDelta,
        ArgumentEnd,
        ArgumentStart,
        CallEnd,
        CallIncomplete,
        CallStart,
        DiagnosticEvent,
        SectionDelta,
        SectionEnd,
        SectionStart,
        TextDelta,
    )
    from pi_native.renderer import render, render_turn
    from pi_native.stream import StreamParser
    from pi_native.tree import parse_tree

__version__ = "0.1.0"

__all__ = [
    "ArgumentDelta",
    "ArgumentEnd",
    "ArgumentStart",
    "Call",
    "CallEnd",
    "CallIncomplete",
    "CallStart",
    "Diagnostic",
    "DiagnosticEvent",
    "Extension",
    "Grammar",
    "GrammarError",
    "Limits",
    "ParseResult",
    "PiNativeError",
    "PiNativeSyntaxError",
    "SchemaError",
    "Section",
    "SectionDelta",
    "SectionEnd",
    "SectionStart",
    "Span",
    "StreamParser",
    "Text",
    "TextDelta",
    "Tool",
    "ToolSet",
    "UnrenderableError",
    "aiter_events",
    "iter_events",
    "join_surrogates",
    "parse",
    "parse_tree",
    "render",
    "render_turn",
]

#: What a first parse does not need is imported when it is asked for.
_LATER = {
    "ArgumentDelta": "pi_native.events",
    "ArgumentEnd": "pi_native.events",
    "ArgumentStart": "pi_native.events",
    "CallEnd": "pi_native.events",
    "CallIncomplete": "pi_native.events",
    "CallStart": "pi_native.events",
    "DiagnosticEvent": "pi_native.events",
    "SectionDelta": "pi_native.events",
    "SectionEnd": "pi_native.events",
    "SectionStart": "pi_native.events",
    "StreamParser": "pi_native.stream",
    "TextDelta": "pi_native.events",
    "aiter_events": "pi_native.chunks",
    "iter_events": "pi_native.chunks",
    "join_surrogates": "pi_native.chunks",
    "parse_tree": "pi_native.tree",
    "render": "pi_native.renderer",
    "render_turn": "pi_native.renderer",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'pi_native' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_LATER[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
