"""Explanations of productions, findings and texts, made of the grammar file, its comments and the catalogue."""

from pi_native.explain.code import CodeExplanation, explain_code
from pi_native.explain.rule import RuleExplanation, explain_rule

__all__ = ["CodeExplanation", "RuleExplanation", "explain_code", "explain_rule"]
