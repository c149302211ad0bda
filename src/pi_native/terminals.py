"""What a terminal of the grammar is made of: literals, one terminal inside them, a repetition at its end.

Lark compiles a terminal to one regular expression and forgets its parts. The parts are needed to find a closer
(``"</" NAME ">"`` with the open name put in), to write one, and to go on with a half-received token without looking
at its beginning again. They are read off the definition trees of ``Lark.grammar.term_defs``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree
from lark.load_grammar import PrepareLiterals, TerminalTreeToPattern

_TO_PATTERN = PrepareLiterals() * TerminalTreeToPattern()


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal with its parts; ``prefix`` and ``suffix`` are the literals at its ends.

    ``inner`` names the one terminal between them (None if it is built otherwise); ``literal`` is its text if it has
    only one; ``shortest`` is its text with everything optional left out, if literals remain; ``pattern`` is None for
    a ``%declare``d terminal; ``tail`` matches the rest of a repetition that the terminal ends with.
    """

    name: str
    pattern: re.Pattern[str] | None
    prefix: str = ""
    inner: str | None = None
    suffix: str = ""
    literal: str | None = None
    shortest: str | None = None
    tail: re.Pattern[str] | None = None

    def wrap(self, text: str) -> str:
        """The terminal's text with ``text`` as its inner part."""
        return f"{self.prefix}{text}{self.suffix}"

    def unwrap(self, text: str) -> str:
        """The inner part of a text of this terminal."""
        return text[len(self.prefix) : len(text) - len(self.suffix)]

    @property
    def is_frame(self) -> bool:
        """Whether the terminal is literals around one terminal."""
        return self.inner is not None and self.inner != self.name

    def matches(self, text: str) -> bool:
        """Whether ``text``, whole, is one token of this terminal."""
        return self.pattern is not None and self.pattern.fullmatch(text) is not None


def read_terminals(term_defs: list[tuple[str, Any]], patterns: Mapping[str, str]) -> dict[str, Terminal]:
    """Every terminal by name, from Lark's definition trees and compiled patterns."""
    names = {id(tree): name for name, (tree, _) in term_defs if tree is not None}
    return {name: _terminal(name, tree, names, patterns) for name, (tree, _) in term_defs}


def _terminal(name: str, tree: Tree[Any] | None, names: dict[int, str], patterns: Mapping[str, str]) -> Terminal:
    if tree is None:
        return Terminal(name, None)
    source = patterns.get(name) or _regex(tree)
    parts = _parts(tree)
    texts = [_literal(part, names) for part in parts]
    shortest = None if None in texts else "".join(text for text in texts if text)
    has_options = any(isinstance(part, Tree) and part.data == "expr" for part in parts)
    literal = shortest if len(parts) >= 1 and not has_options else None
    prefix, inner, suffix = _frame(parts, names)
    return Terminal(name, re.compile(source), prefix, inner, suffix, literal, shortest, _tail(parts))


def _regex(tree: Tree[Any]) -> str:
    return str(_TO_PATTERN.transform(deepcopy(tree)).to_regexp())


def _parts(tree: Tree[Any]) -> list[Any]:
    """The parts of a definition without alternatives; one opaque part otherwise."""
    if tree.data == "expansions" and len(tree.children) == 1:
        return _parts(tree.children[0])
    return list(tree.children) if tree.data == "expansion" else [tree]


def _literal(part: Any, names: dict[int, str]) -> str | None:
    """The only (for an option: the shortest) text of a part, or None if it has no such text."""
    if part.data == "expr" and str(part.children[1]) in "?*":
        return ""
    if part.data != "value":
        return None
    child = part.children[0]
    if child.data == "literal":
        token: Token = child.children[0]
        return str(PrepareLiterals().literal(token).children[0].value) if token.type == "STRING" else None
    texts = [_literal(inner, names) for inner in _parts(child)] if len(child.children) == 1 else [None]
    return None if None in texts else "".join(text for text in texts if text)


def _frame(parts: list[Any], names: dict[int, str]) -> tuple[str, str | None, str]:
    """Literals before, the terminal inside, literals behind; the inner one is None where there is not exactly one."""
    inner = [i for i, part in enumerate(parts) if _literal(part, names) is None]
    before = parts[: inner[0]] if inner else parts
    prefix = "".join(_literal(part, names) or "" for part in before)
    if not inner:
        return prefix, None, prefix
    suffix = "".join(_literal(part, names) or "" for part in parts[inner[-1] + 1 :])
    only = parts[inner[0]] if len(inner) == 1 else None
    name = names.get(id(only.children[0])) if only is not None and only.data == "value" else None
    return prefix, name, suffix


def _tail(parts: list[Any]) -> re.Pattern[str] | None:
    last = parts[-1]
    if last.data == "value" and last.children[0].data != "literal":
        return _tail(_parts(last.children[0]))
    if last.data != "expr":
        return None
    if str(last.children[1]) == "?":  # (x+)? goes on like x*
        return _tail([last.children[0]])
    inner = Tree("expansions", [Tree("expansion", [last.children[0]])])
    return re.compile(f"(?:{_regex(inner)})*")
