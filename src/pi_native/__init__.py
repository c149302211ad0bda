"""pi-native: the reference implementation of the pi-native tool-call format.

The grammar file is the program: see ``grammar/pi_native.lark`` and `pi_native.grammar`.
"""

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
from pi_native.parser import StreamParser, parse, parse_tree
from pi_native.renderer import render, render_turn
from pi_native.tools import Tool, ToolSet

__version__ = "0.1.0"

__all__ = [
    "Call",
    "Diagnostic",
    "Grammar",
    "Limits",
    "ParseResult",
    "PiNativeError",
    "PiNativeSyntaxError",
    "SchemaError",
    "Span",
    "StreamParser",
    "Text",
    "Tool",
    "ToolSet",
    "UnrenderableError",
    "parse",
    "parse_tree",
    "render",
    "render_turn",
]
