"""From a grammar's text to its rules, terminals and tables, by Lark. Only who compiles a grammar imports this.

Lark compiles a terminal to one regular expression and forgets its parts: they are read off the definition trees of
``Lark.grammar.term_defs``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

import lark.grammar
from lark import Lark, Token, Tree
from lark.common import LexerConf
from lark.exceptions import LarkError
from lark.lexer import Lexer
from lark.load_grammar import PrepareLiterals, TerminalTreeToPattern
from lark.parsers.lalr_analysis import Shift

from pi_native.tables import Action, Compiled, Rule, Tables
from pi_native.terminals import Terminal

__all__ = ["LarkError", "compiled", "lark_of", "read_terminals"]

_TO_PATTERN = PrepareLiterals() * TerminalTreeToPattern()


class _TokensComeFromOutside(Lexer):
    """Lark's place for a lexer; ours (`pi_native.lexer`) feeds the tables itself, a chunk at a time."""

    __future_interface__ = 2

    def __init__(self, conf: LexerConf) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        raise TypeError("use pi_native.parse")


def lark_of(text: str, starts: list[str]) -> Lark:
    """Lark's own object for a grammar. Raises what Lark raises for a grammar that is none."""
    return Lark(
        text, parser="lalr", lexer=_TokensComeFromOutside, start=starts, keep_all_tokens=True, maybe_placeholders=False
    )


def compiled(parser: Lark) -> Compiled:
    """What Lark made of a grammar, as plain data."""
    patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in parser.terminals if terminal.pattern}
    terminals = read_terminals(parser.grammar.term_defs, patterns)
    rules = {rule: _rule(index, rule) for index, rule in enumerate(parser.rules)}
    table: Any = parser.parser.parser._parse_table  # the only table Lark builds; it has no public name
    states = tuple(_actions(table.states[state], rules) for state in range(len(table.states)))
    tables = Tables(states, _by_name(table.start_states), _by_name(table.end_states))
    return Compiled(tuple(rules.values()), terminals, tables)


def _rule(index: int, rule: lark.grammar.Rule) -> Rule:
    name = rule.alias or rule.options.template_source or rule.origin.name
    expansion = tuple(str(symbol.name) for symbol in rule.expansion)
    is_transparent = bool(rule.options.expand1 and not rule.alias)
    return Rule(index, str(rule.origin.name), expansion, str(name), is_transparent)


def _actions(actions: Mapping[str, tuple[Any, Any]], rules: Mapping[lark.grammar.Rule, Rule]) -> dict[str, Action]:
    return {str(name): arg if action is Shift else rules[arg] for name, (action, arg) in actions.items()}


def _by_name(states: Mapping[str, int]) -> dict[str, int]:
    return {str(name): state for name, state in states.items()}


def read_terminals(term_defs: list[tuple[str, Any]], patterns: Mapping[str, str]) -> dict[str, Terminal]:
    """Every terminal by name, from Lark's definition trees and compiled patterns."""
    names = {id(tree): name for name, (tree, _) in term_defs if tree is not None}
    terminals = {name: _terminal(name, tree, names, patterns) for name, (tree, _) in term_defs}
    _check_expressions(terminals.values())
    return terminals


def _check_expressions(terminals: Iterable[Terminal]) -> None:
    """Refuse a grammar with a wrong one now, not at the first text; told of is the terminal that others hold."""
    for terminal in sorted(terminals, key=lambda each: len(each.source or "")):
        for source in (terminal.source, terminal.tail_source, terminal.partial_source):
            try:
                re.compile(source or "")
            except re.error as error:
                name = terminal.name
                raise LarkError(f"{name} is not a regular expression: {error} (in rule {name})") from None


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
    tail = _tail(parts)
    return Terminal(name, source, prefix, inner, suffix, literal, shortest, tail, _partial(parts))


def _partial(parts: list[Any]) -> str | None:
    """What the first parts match, each of the others being there or not; None for a terminal of one part."""
    sources: list[str] = []
    for part in parts:
        literal = _literal(part, {}) if part.data == "value" else None
        sources += [re.escape(char) for char in literal] if literal else [f"(?:{_regex(_alone(part))})"]
    if len(sources) < 2:
        return None
    return sources[0] + "".join(f"(?:{source}" for source in sources[1:]) + ")?" * (len(sources) - 1)


def _alone(part: Any) -> Tree[Any]:
    return Tree("expansions", [Tree("expansion", [part])])


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


def _tail(parts: list[Any]) -> str | None:
    last = parts[-1]
    if last.data == "value" and last.children[0].data != "literal":
        return _tail(_parts(last.children[0]))
    if last.data != "expr":
        return None
    if str(last.children[1]) == "?":  # (x+)? goes on like x*
        return _tail([last.children[0]])
    return f"(?:{_regex(_alone(last.children[0]))})*"
