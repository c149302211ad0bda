"""What is wrong with a grammar, in words and in the line of the file it is in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark.exceptions import LarkError

from pi_native.conflicts import find_conflicts
from pi_native.extensions import Extension
from pi_native.grammar import Grammar
from pi_native.model import GrammarError
from pi_native.overlays import Source
from pi_native.productions import START
from pi_native.tables import is_helper
from pi_native.transformer import SchemaTransformer

_AT_LINE = re.compile(r"^(.*?),? at line (\d+) column (\d+)", re.DOTALL)
_IN_RULE = re.compile(r"\(in rule (\w+)\)")
_TWICE = re.compile(r"(?:Rule|Terminal) '?(\w+)'? defined more than once")
_MISSING = re.compile(r"(?:Rule|Terminal) '?(\w+)'? used but not defined")


def explained(error: LarkError, source: Source, starts: Sequence[str]) -> GrammarError:
    """What Lark has against a grammar."""
    text = str(error)
    if (match := _AT_LINE.match(text)) is not None:
        return source.error(int(match[2]), int(match[3]), f"this is not a grammar: {_first_line(match[1])}")
    if "collision" in text:
        conflict = next(c for c in find_conflicts(source.text, starts) if c.kind == "ambiguous")
        line = max(source.line_of(rule) for rule in conflict.rules)
        return source.error(line, 1, f"two ways to read one text: {conflict}")
    rule = _IN_RULE.search(text)
    line = source.line_of(rule[1]) if rule else 1
    if (twice := _TWICE.search(text)) is not None:
        reason = f"{twice[1]} is defined already: write %override in front to replace it, %extend to add to it"
        return source.error(source.line_of(twice[1]), 1, reason)
    if (missing := _MISSING.search(text)) is not None:
        where = f" in {rule[1]}" if rule else ""
        return source.error(line, 1, f"{missing[1]} is used{where}, but nothing defines it: is it misspelt?")
    return source.error(line, 1, _IN_RULE.sub("", _first_line(text)).rstrip())


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0].rstrip(": ")


def check_meaning(grammar: Grammar) -> None:
    """Raise `GrammarError` for a production that nothing gives a meaning, or that no text can reach.

    Rules whose names begin with an underscore need none: their children belong to the rule they stand in.
    """
    known = {name for name in dir(SchemaTransformer) if not name.startswith("_")}
    known |= {tag.start or "" for tag in grammar.sections} | grammar.code.keys() | {START}
    for rule in grammar.rules:
        if not rule.origin.startswith("_") and not is_helper(rule.origin) and rule.origin not in known:
            reason = f"nothing says what {rule.origin} means: give an Extension for it, as --overlay-code does"
            raise grammar.source.error(grammar.source.line_of(rule.origin), 1, reason)
    for name, extension in grammar.code.items():
        if name not in grammar.terminals and not any(rule.origin == name for rule in grammar.rules):
            raise GrammarError(_where(extension), 1, 1, f"the grammar has no production {name}")


def _where(extension: Extension) -> str:
    return type(extension).__qualname__
