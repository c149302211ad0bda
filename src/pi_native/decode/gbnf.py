"""Decoding grammars as GBNF, which llama.cpp reads (llama.cpp: ``grammars/README.md``).

GBNF has neither intersection nor complement nor a lazy match. So what is verbatim becomes the automaton that finds
the closer (Knuth, Morris and Pratt), closer included, one rule a state: "anything but ``</``", which looks like
enough, refuses a body that ends in ``<`` before its closer.
"""

from __future__ import annotations

from pi_native.decode.builder import Rules
from pi_native.decode.nodes import Choice, Literal, Node, Reference, Regular, Repeat, Sequence, Until
from pi_native.decode.regular import Both, Chars, Concat, Not, Ranges, Regex, Repeated, Union, automaton, until

ROOT = "root"


def write(rules: Rules) -> str:
    """The grammar's text.

    >>> from pi_native import Grammar, ToolSet
    >>> from pi_native.decode.builder import build
    >>> tools = ToolSet([{"name": "ls", "parameters": {"properties": {}}}])
    >>> print(write(build(tools, Grammar.load(), canonical=True, strict=False)).splitlines()[1])
    ls ::= "ls" ls-tag
    """
    return Writer().write(rules)


class Writer:
    """Writes rules in the notation that GBNF and xgrammar's EBNF share."""

    def __init__(self) -> None:
        self._automata: dict[Regex, str] = {}
        self._states: list[str] = []

    def write(self, rules: Rules) -> str:
        """Every rule on a line of its own, the start first."""
        first, *others = rules.rules
        lines = [f"{ROOT} ::= {self._node(rules.rules[first], top=True)}"]
        lines += [f"{name} ::= {self._node(rules.rules[name], top=True)}" for name in others]
        return "\n".join(lines + self._states) + "\n"

    def _node(self, node: Node, top: bool = False) -> str:
        match node:
            case Literal(literal):
                return quoted(literal)
            case Regular(regex, name):
                return self._regular(regex, name)
            case Until(closer, unless):
                return self._automaton(until(closer, unless), "text")
            case Reference(name):
                return name
            case Sequence(parts):
                return " ".join(map(self._node, parts)) if parts else '""'
            case Choice(options):
                written = " | ".join(map(self._node, options))
                return written if top else f"({written})"
            case Repeat(inner, least, most):
                written = self._node(inner)
                return (written if isinstance(inner, (Reference, Choice)) else f"({written})") + _times(least, most)

    def _regular(self, regex: Regex, name: str) -> str:
        if _is_plain(regex):
            return f"({_expression(regex)})" if isinstance(regex, Union) else _expression(regex)
        return self._automaton(regex, name.lower().replace("_", "-") or "value")

    def _automaton(self, regex: Regex, hint: str) -> str:
        """The first state's rule."""
        if regex not in self._automata:
            base = f"{hint}-{len(self._automata) + 1}-state"  # no rule of the tools' ends so
            self._automata[regex] = f"{base}-0"
            found = automaton(regex)
            for state, moves in enumerate(found.moves):
                options = [f"{_class(ranges)} {base}-{target}" for target, ranges in moves.items()]
                # A state behind which nothing comes needs no rule of its own.
                options = [_class(r) if not found.moves[t] else f"{_class(r)} {base}-{t}" for t, r in moves.items()]
                options += ['""'] if state in found.accepting else []
                if moves or state == 0:
                    self._states.append(f"{base}-{state} ::= {' | '.join(options)}")
        return self._automata[regex]


def quoted(literal: str) -> str:
    """A text as a literal."""
    return '"' + "".join(_letter(letter, '"') for letter in literal) + '"'


def _is_plain(regex: Regex) -> bool:
    match regex:
        case Both() | Not():
            return False
        case Concat(parts) | Union(parts):
            return all(map(_is_plain, parts))
        case Repeated(inner, _, _):
            return _is_plain(inner)
    return True


def _expression(regex: Regex) -> str:
    match regex:
        case Chars(ranges):
            return _class(ranges)
        case Concat(parts):
            return " ".join(f"({_expression(p)})" if isinstance(p, Union) else _expression(p) for p in parts) or '""'
        case Union(parts):
            return " | ".join(map(_expression, parts))
        case Repeated(inner, least, most):
            atom = _expression(inner) if isinstance(inner, Chars) else f"({_expression(inner)})"
            return atom + _times(least, most)
    raise AssertionError("has no expression")


def _class(ranges: Ranges) -> str:
    spans = (_span(low) if low == high else f"{_span(low)}-{_span(high)}" for low, high in ranges)
    return "[" + "".join(spans) + "]"


def _span(code: int) -> str:
    return _letter(chr(code), "[]^-")


def _letter(letter: str, special: str) -> str:
    escapes = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
    if letter in escapes:
        return escapes[letter]
    code = ord(letter)
    if letter in special or code < 32 or code >= 127:
        return f"\\x{code:02X}" if code < 256 else f"\\u{code:04X}" if code < 65_536 else f"\\U{code:08X}"
    return letter


def _times(least: int, most: int | None) -> str:
    plain = {(0, None): "*", (1, None): "+", (0, 1): "?"}
    bounds = f"{{{least}}}" if least == most else f"{{{least},{'' if most is None else most}}}"
    return plain.get((least, most), bounds)
