"""Explanations of productions, findings and texts, made of the grammar file, its comments and the catalogue."""

from pi_native.explain.calls import (
    ArgumentExplanation,
    CallExplanation,
    TextExplanation,
    explain_calls,
    explain_text,
)
from pi_native.explain.code import CodeExplanation, explain_code
from pi_native.explain.place import PlaceExplanation, explain_place
from pi_native.explain.rule import RuleExplanation, explain_rule

__all__ = [
    "ArgumentExplanation",
    "CallExplanation",
    "CodeExplanation",
    "PlaceExplanation",
    "RuleExplanation",
    "TextExplanation",
    "explain_calls",
    "explain_code",
    "explain_place",
    "explain_rule",
    "explain_text",
]
