"""Texts made from a grammar, at random: derivations of its rules, with its terminals drawn from their expressions.

What is written is the grammar's by its rules; recovery, which no rule describes, is not in it. The same seed gives
the same texts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from re import _parser
from typing import Any

from pi_native.grammar import Grammar
from pi_native.productions import START
from pi_native.tables import Rule, is_helper
from pi_native.tags import Tag
from pi_native.terminals import Terminal

MAX_DEPTH = 12  # of rules inside rules; deeper, the shortest alternative is taken
MAX_REPEATS = 3
TRIES = 20  # to draw a terminal that its expression matches
TEXTS = ("text", "a b", "x < y", "line\nline", '"q"', "null", "5", "", " ", "é𝄞", "<a>", "</a>", "[1]", "{}", "a.b/c")
NAMES = ("a", "b", "path", "read", "x-1", "_y")


def sentences(grammar: Grammar, count: int, seed: int = 0, start: str = START) -> Iterator[str]:
    """``count`` texts of a production.

    >>> [text] = sentences(Grammar.load(), 1, seed=3, start="self_call")
    >>> text.startswith("<call:"), text.endswith("/>")
    (True, True)
    """
    chance = random.Random(seed)
    for _ in range(count):
        yield Derivation(grammar, chance).text(start)


class Derivation:
    """One sentence. ``rules`` are the indexes of the rules that it was made of."""

    def __init__(self, grammar: Grammar, chance: random.Random) -> None:
        self._grammar, self._chance = grammar, chance
        self._names: dict[str, str] = {}  # the texts of terminals that are fixed for the block that is open
        self._closers: list[str] = []
        self.rules: set[int] = set()

    def text(self, symbol: str, depth: int = 0) -> str:
        """A text of a symbol."""
        terminal = self._grammar.terminals.get(symbol)
        if terminal is not None:
            return self._terminal(terminal)
        if is_helper(symbol):
            return "".join(self._repeated(symbol, depth) for _ in range(self._chance.randint(1, MAX_REPEATS)))
        return self._rule(self._chosen(symbol, depth), depth)

    def rule(self, rule: Rule) -> str:
        """A text of one alternative of a production."""
        return self._rule(rule, 0)

    def _rule(self, rule: Rule, depth: int) -> str:
        self.rules.add(rule.index)
        tag = self._tag_of(rule)
        if tag is None:
            return "".join(self.text(symbol, depth + 1) for symbol in rule.expansion)
        outer = self._names
        self._names = self._fixed(rule, tag)
        fence = "".join(self._names[name] for name in sorted(tag.repeated & set(rule.expansion)))
        self._closers.append(fence + self._names.get(tag.closer.name, tag.closer.literal or ""))
        written = "".join(self.text(symbol, depth + 1) for symbol in rule.expansion)
        self._closers.pop()
        self._names = outer
        return written

    def _tag_of(self, rule: Rule) -> Tag | None:
        """The tag whose opener the rule begins with."""
        tags = (*self._grammar.tags, *self._grammar.sections)
        return next((tag for tag in tags if rule.expansion[:1] == (tag.opener.name,)), None)

    def _fixed(self, rule: Rule, tag: Tag) -> dict[str, str]:
        """One name for opener and closer, and one text for what is repeated."""
        fixed = {name: self._drawn(self._grammar.terminals[name]) for name in tag.repeated if name in rule.expansion}
        if tag.opener.is_frame:
            name = self._name()
            fixed |= {each.name: each.wrap(name) for each in (tag.opener, tag.closer) if each.is_frame}
        return fixed

    def _name(self) -> str:
        name = self._chance.choice(NAMES)
        return name if self._chance.random() < 0.8 else self._drawn(self._grammar.terminals["NAME"])

    def _repeated(self, helper: str, depth: int) -> str:
        rules = [rule for rule in self._grammar.rules if rule.origin == helper]
        rule = self._chance.choice([rule for rule in rules if helper not in rule.expansion] or rules)
        self.rules.update(each.index for each in rules)
        return "".join(self.text(symbol, depth + 1) for symbol in rule.expansion if symbol != helper)

    def _chosen(self, symbol: str, depth: int) -> Rule:
        rules = [rule for rule in self._grammar.rules if rule.origin == symbol]
        if depth < MAX_DEPTH:
            return self._chance.choice(rules)
        return min(rules, key=lambda rule: sum(name not in self._grammar.terminals for name in rule.expansion))

    def _terminal(self, terminal: Terminal) -> str:
        if terminal.name in self._names:
            return self._names[terminal.name]
        if terminal.source is None:
            return self._verbatim()
        return self._drawn(terminal)

    def _verbatim(self) -> str:
        """A text that ends where it should: without the closer of what is open."""
        text = "".join(self._chance.choices(TEXTS, k=self._chance.randint(1, 3)))
        closer = self._closers[-1] if self._closers else ""
        sigils = [tag.opener.prefix for tag in (*self._grammar.segment_tags, *self._grammar.sections)]
        forbidden = [closer] if closer else sigils
        return "" if any(each in text for each in forbidden) else text

    def _drawn(self, terminal: Terminal) -> str:
        """A text of the terminal; of one whose expression looks around it, one that it matches."""
        for _ in range(TRIES):
            text = drawn(terminal.source or "", self._chance)
            if terminal.matches(text):
                return text
        return terminal.shortest or ""


def drawn(source: str, chance: random.Random) -> str:
    """A text that a regular expression may match: what stands in it about its surroundings is passed over.

    >>> drawn("ab{3}", random.Random(1))
    'abbb'
    """
    return drawn_items(_parser.parse(source), chance)


def drawn_items(items: Iterable[Any], chance: random.Random) -> str:
    """The same for what Python's parser of expressions made of one."""
    return "".join(_drawn(item, chance) for item in items)


def _drawn(item: Any, chance: random.Random) -> str:
    op, given = str(item[0]), item[1]
    if op == "LITERAL":
        return chr(given)
    if op in ("NOT_LITERAL", "ANY"):
        return chance.choice([char for char in "abz9 ." if given is None or ord(char) != given])
    if op == "IN":
        return _one_of(given, chance)
    if op == "BRANCH":
        return "".join(_drawn(each, chance) for each in chance.choice(given[1]))
    if op in ("SUBPATTERN", "ATOMIC_GROUP"):
        return "".join(_drawn(each, chance) for each in (given[-1] if op == "SUBPATTERN" else given))
    if op.endswith("REPEAT"):
        low, high, inner = given
        times = chance.randint(low, min(int(high), low + MAX_REPEATS))
        return "".join(_drawn(each, chance) for _ in range(times) for each in inner)
    return ""  # AT, ASSERT, ASSERT_NOT: about what stands around


USUAL = "abcxyzABC019 _-./:=~#'\"\n\t<>é"


def _one_of(members: Any, chance: random.Random) -> str:
    """A character of a class; usual ones where the class is open."""
    is_negated = str(members[0][0]) == "NEGATE"
    fitting = [char for char in USUAL if any(_holds(member, char) for member in members) is not is_negated]
    if fitting and chance.random() < 0.95:
        return chance.choice(fitting)
    if is_negated:
        return fitting[0] if fitting else "é"
    op, given = str(members[-1][0]), members[-1][1]
    return chr(chance.randint(*given)) if op == "RANGE" else chr(given) if op == "LITERAL" else "a"


def _holds(member: Any, char: str) -> bool:
    op, given = str(member[0]), member[1]
    if op == "LITERAL":
        return bool(ord(char) == given)
    if op == "RANGE":
        return bool(given[0] <= ord(char) <= given[1])
    if op == "CATEGORY":
        kind = str(given).removeprefix("CATEGORY_")
        tests = {"DIGIT": char.isdigit(), "SPACE": char.isspace(), "WORD": char.isalnum() or char == "_"}
        return bool(tests[kind.removeprefix("NOT_")]) is not kind.startswith("NOT_")
    return False
