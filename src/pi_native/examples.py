"""Running the examples that stand beside each production in a grammar file (``//+`` and ``//-``).

A rule's example is parsed inside the shortest text that leads to the rule, so it is the real parser that accepts it;
the tree must then hold that rule over exactly the example. A terminal's example must be one token of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lark import Token, Tree

from pi_native.grammar import Grammar
from pi_native.parser import parse
from pi_native.productions import START
from pi_native.tables import Rule
from pi_native.tree import parse_tree

SAMPLE_NAME = "a"


@dataclass(frozen=True, slots=True)
class Example:
    """A text that a production accepts, or rejects, according to its grammar file."""

    production: str
    text: str
    is_accepted: bool
    line: int


def examples(grammar: Grammar) -> Iterator[Example]:
    """Every example of the grammar, in the order of the file."""
    for production in grammar.productions.values():
        for texts, is_accepted in ((production.accepted, True), (production.rejected, False)):
            yield from (Example(production.name, text, is_accepted, production.line) for text in texts)


def own_examples(grammar: Grammar) -> Iterator[Example]:
    """The examples of what the grammar's overlays define.

    >>> next(own_examples(Grammar.load(["sigil"]))).text
    '<tool:'
    """
    base = grammar.source.files[0][0]
    for example in examples(grammar):
        if grammar.source.place(example.line)[0] != base:
            yield example


def accepts(grammar: Grammar, production: str, text: str) -> bool:
    """Whether ``text``, whole, is this production, without an error.

    >>> grammar = Grammar.load()
    >>> accepts(grammar, "attr_val", "'a b'"), accepts(grammar, "attr_val", "a b")
    (True, False)
    """
    if production in grammar.terminals:
        return grammar.terminals[production].matches(text)
    before, after = context(grammar, production)
    whole = f"{before}{text}{after}"
    result = parse(whole, grammar=grammar)
    is_cut = result.incomplete or not all(section.complete for section in result.sections)
    if is_cut or any(diagnostic.severity == "error" for diagnostic in result.diagnostics):
        return False
    span = len(before), len(before) + len(text)
    return any(_span(node, len(before)) == span for node in parse_tree(whole, grammar=grammar).find_data(production))


def _span(node: Tree[Token], default: int) -> tuple[int, int]:
    tokens = list(node.scan_values(lambda value: isinstance(value, Token)))
    return (tokens[0].start_pos or 0, tokens[-1].end_pos or 0) if tokens else (default, default)


def context(grammar: Grammar, production: str) -> tuple[str, str]:
    """The shortest text before and behind a production that makes a whole stream of it.

    >>> context(Grammar.load(), "attr_val")
    ('<call:a a=', '/>')
    """
    return _contexts(grammar)[production]


@lru_cache(maxsize=4)
def _contexts(grammar: Grammar) -> dict[str, tuple[str, str]]:
    best = {START: ("", "")}
    waiting = [START]
    while waiting:
        name = waiting.pop(0)
        for rule in _rules(grammar, name):
            for index, symbol in enumerate(rule.expansion):
                found = _around(grammar, rule, index, best[name])
                if symbol not in best or len("".join(found)) < len("".join(best[symbol])):
                    best[symbol] = found
                    waiting.append(symbol)
    return best


def _around(grammar: Grammar, rule: Rule, index: int, outer: tuple[str, str]) -> tuple[str, str]:
    before = "".join(shortest(grammar, symbol) for symbol in rule.expansion[:index])
    after = "".join(shortest(grammar, symbol) for symbol in rule.expansion[index + 1 :])
    return outer[0] + before, after + outer[1]


def _rules(grammar: Grammar, name: str) -> list[Rule]:
    return [rule for rule in grammar.rules if rule.origin == name]


def shortest(grammar: Grammar, name: str, seen: frozenset[str] = frozenset()) -> str:
    """A shortest text of a symbol, with `SAMPLE_NAME` for every name."""
    terminal = grammar.terminals.get(name)
    if terminal is None:
        rules = [rule for rule in _rules(grammar, name) if not seen.intersection(rule.expansion)]
        texts = ["".join(shortest(grammar, s, seen | {name}) for s in rule.expansion) for rule in rules]
        return min(texts, key=len)
    if terminal.shortest is not None:
        return terminal.shortest
    if terminal.is_frame and terminal.inner:
        return terminal.wrap(shortest(grammar, terminal.inner))
    samples = ("", " ", SAMPLE_NAME)
    return next((sample for sample in samples if terminal.matches(sample)), "")
