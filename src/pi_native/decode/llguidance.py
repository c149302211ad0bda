"""Decoding grammars for llguidance, in its dialect of Lark (llguidance: ``docs/syntax.md``).

A verbatim body is a ``[lazy]`` rule: it ends with the first closer. Regular languages are terminals, with ``&`` and
``~`` where they are needed: llguidance reads terminals with one automaton and rules with an Earley parser, so that
what is a terminal is fast.
"""

from __future__ import annotations

import json

from pi_native.decode.builder import Rules
from pi_native.decode.nodes import Choice, Literal, Node, Reference, Regular, Repeat, Sequence, Until
from pi_native.decode.regular import ANY as ANY_TEXT
from pi_native.decode.regular import (
    ANY_CHAR,
    EMPTY,
    NOTHING,
    Both,
    Chars,
    Concat,
    Not,
    Regex,
    Repeated,
    Union,
    beginning,
    concat,
    text,
    without,
)


def write(rules: Rules) -> str:
    """The grammar's text.

    >>> from pi_native import Grammar, ToolSet
    >>> from pi_native.decode.builder import build
    >>> tools = ToolSet([{"name": "ls", "parameters": {"properties": {}}}])
    >>> print(write(build(tools, Grammar.load(), canonical=True, strict=False)).splitlines()[3])
    ls: "ls" ls-tag
    """
    return _Writer().write(rules)


class _Writer:
    def __init__(self) -> None:
        self._terminals: dict[Regex, str] = {}
        self._lazy: dict[Until, str] = {}
        self._names: set[str] = set()

    def write(self, rules: Rules) -> str:
        lines = [f"{name}: {self._node(node, top=True)}" for name, node in rules.rules.items()]
        lines += [f"{name}[lazy]: {self._terminal(_lazy(node), name)}" for node, name in self._lazy.items()]
        lines += [f"{name}: {expression(regex)}" for regex, name in self._terminals.items()]
        return "%llguidance {}\n\n" + "\n".join(lines) + "\n"

    def _node(self, node: Node, top: bool = False) -> str:
        match node:
            case Literal(literal):
                return json.dumps(literal, ensure_ascii=False)
            case Regular(regex, name):
                return '""' if regex == EMPTY else self._terminal(regex, name)
            case Until():
                return self._lazy.setdefault(node, f"text-{len(self._lazy) + 1}")
            case Reference(name):
                return name
            case Sequence(parts):
                return " ".join(map(self._node, parts)) if parts else '""'
            case Choice(options):
                written = ("\n    | " if top else " | ").join(map(self._node, options))
                return written if top else f"({written})"
            case Repeat(inner, least, most):
                written = self._node(inner)
                atom = written if isinstance(inner, (Reference, Regular, Choice)) else f"({written})"
                return atom + _times(least, most)

    def _terminal(self, regex: Regex, hint: str) -> str:
        if regex not in self._terminals:
            base = (hint or "T").upper().replace("-", "_")
            name, number = base if hint else f"{base}1", 1
            while name in self._names:
                number += 1
                name = f"{base}{number}" if not hint else f"{base}_{number}"
            self._names.add(name)
            self._terminals[regex] = name
        return self._terminals[regex]


def _lazy(node: Until) -> Regex:
    """What a lazy rule matches as little of as it can."""
    whole = concat(ANY_TEXT, text(node.closer))
    return without(whole, beginning(node.unless)) if node.unless != NOTHING else whole


def expression(regex: Regex) -> str:
    """A regular language as a terminal's definition.

    >>> from pi_native.decode.regular import ANY, holding
    >>> expression(without(ANY, holding(text("</"))))
    '(/(?s:.*)/ & ~(/(?s:.*)<\\\\/(?s:.*)/))'
    """
    if _is_plain(regex):
        return f"/{_pattern(regex)}/"
    match regex:
        case Both(parts):
            taken = [part for part in parts if not isinstance(part, Not)] or [ANY_TEXT]
            excluded = [part.inner for part in parts if isinstance(part, Not)]
            return f"({' & '.join([*map(expression, taken), *(f'~({expression(each)})' for each in excluded)])})"
        case Not():
            return expression(Both((regex,)))  # a complement alone could hold broken UTF-8
        case Union(parts):
            return "(" + " | ".join(map(expression, parts)) + ")"
        case Concat(parts):
            return " ".join(map(expression, parts))
        case Repeated(inner, least, most):
            return f"({expression(inner)}){_times(least, most)}"
        case Chars():
            raise AssertionError("is plain")


def _is_plain(regex: Regex) -> bool:
    match regex:
        case Both() | Not():
            return False
        case Concat(parts) | Union(parts):
            return all(map(_is_plain, parts))
        case Repeated(inner, _, _):
            return _is_plain(inner)
    return True


def _pattern(regex: Regex) -> str:
    match regex:
        case Chars(ranges):
            return _class(ranges)
        case Concat(parts):
            return "".join(map(_pattern, parts))
        case Union(parts):
            return "(?:" + "|".join(map(_pattern, parts)) + ")"
        case Repeated(inner, least, most):
            if inner == ANY_CHAR:
                return f"(?s:.{_times(least, most)})"
            atom = _pattern(inner) if isinstance(inner, (Chars, Union)) else f"(?:{_pattern(inner)})"
            return atom + _times(least, most)
    raise AssertionError("is not plain")


def _class(ranges: tuple[tuple[int, int], ...]) -> str:
    if ranges == ANY_CHAR.ranges:
        return "(?s:.)"
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _letter(ranges[0][0])
    spans = (_letter(low) if low == high else f"{_letter(low)}-{_letter(high)}" for low, high in ranges)
    return "[" + "".join(spans) + "]"


def _letter(code: int) -> str:
    letter = chr(code)
    if letter.isascii() and (letter.isalnum() or letter in "_<> :=,\"'"):
        return letter
    return "\\" + letter if letter.isascii() and letter.isprintable() else f"\\u{{{code:X}}}"


def _times(least: int, most: int | None) -> str:
    plain = {(0, None): "*", (1, None): "+", (0, 1): "?"}
    return plain.get((least, most), f"{{{least},{'' if most is None else most}}}")
