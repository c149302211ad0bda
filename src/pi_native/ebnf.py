"""A grammar as W3C EBNF, beside what the specification has, and two grammars compared by rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pi_native.grammar import Grammar

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|/(?:[^/\\]|\\.)+/|\w+|[()?*+|]|->\s*\w+')
_CLASS = re.compile(r"\[(?:[^\]\\]|\\.)+\]")


def ebnf(grammar: Grammar) -> Iterator[str]:
    """Each production as a line of W3C EBNF; verbatim terminals as a comment that says how they end.

    >>> next(ebnf(Grammar.load()))
    'stream ::= ( TEXT | call )*'
    """
    for name, production in grammar.productions.items():
        if name in grammar.verbatim:
            yield f"{name} ::= /* any characters, up to the end of what they stand in */"
        else:
            yield f"{name} ::= {_expression(production.definition.partition(':')[2])}"


def _expression(definition: str) -> str:
    """Lark's notation as W3C's: expressions are classes where they are only that, else literals of a comment."""
    parts: list[str] = []
    for token in _TOKEN.findall(definition):
        if token in "?*+" and parts:
            parts[-1] += token
        elif not token.startswith("->"):
            parts.append(_part(token))
    return " ".join(parts)


def _part(token: str) -> str:
    if token.startswith("/"):
        inner = token[1:-1].replace("\\/", "/")
        return inner if _CLASS.fullmatch(inner) else f"/* {inner.replace('*/', '* /')} */"
    if token.startswith('"'):
        text = token[1:-1].replace('\\"', '"').replace("\\n", "\n")
        if "\n" in text:
            return " ".join("#x0A" if char == "\n" else f'"{char}"' for char in text)
        return f"'{text}'" if '"' in text else f'"{text}"'
    return token


def differences(base: Grammar, other: Grammar) -> Iterator[tuple[str, str, str]]:
    """Each production that differs, with its definition in both: empty where it is not there.

    >>> [name for name, _, _ in differences(Grammar.load(), Grammar.load(["barewords"]))]
    ['attr_val']
    """
    old = {name: " ".join(each.definition.split()) for name, each in base.productions.items()}
    new = {name: " ".join(each.definition.split()) for name, each in other.productions.items()}
    for name in {**old, **new}:
        if old.get(name) != new.get(name):
            yield name, old.get(name, ""), new.get(name, "")
