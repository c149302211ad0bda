"""pi-native: the reference implementation of the pi-native tool-call format.

The grammar file is the program: see ``grammar/pi_native.lark`` and `pi_native.grammar`.
"""

from pi_native.chunks import aiter_events, iter_events, join_surrogates
from pi_native.events import (
    ArgumentDelta,
    ArgumentEnd,
    ArgumentStart,
    CallEnd,
    CallIncomplete,
    CallStart,
    DiagnosticEvent,
    TextDelta,
)
from pi_native.grammar import Grammar
from pi_native.model import (
    Call,
    Diagnostic,
    Limits,
    ParseResult,
    PiNativeError,
    PiNativeSyntaxError,
    SchemaError,
    Span,
    Text,
    UnrenderableError,
)
from pi_native.parser import parse
from pi_native.renderer import render, render_turn
from pi_native.stream import StreamParser
from pi_native.tools import Tool, ToolSet
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
    "Grammar",
    "Limits",
    "ParseResult",
    "PiNativeError",
    "PiNativeSyntaxError",
    "SchemaError",
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
