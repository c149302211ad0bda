"""The grammar's rules as templates: what is literal in a rule is written, the rest are slots to fill.

Each alternative of each rule is compiled once. A rule is filled by naming its slots; the alternative with exactly these
slots is taken, so that options (``attr*``, ``WS?``) are there when they are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pi_native.grammar import Grammar
from pi_native.tables import Rule, is_helper

Slots = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Template:
    """One alternative of a rule: texts, and names of slots between them.

    ``text`` has ``%(NAME)s`` where a slot is, and ``names`` lists the slots.

    >>> Template("<%(NAME)s>", ("NAME",)).fill({"NAME": "a"})
    '<a>'
    """

    text: str
    names: tuple[str, ...]

    def fill(self, slots: Slots) -> str:
        """The text with every slot filled."""
        return self.text % slots


class Templates:
    """Every rule of a grammar as templates.

    >>> templates = Templates(Grammar.load())
    >>> templates.fill("attr", {"WS": " ", "NAME": "a"})
    ' a'
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._items = _items_of_helpers(grammar)
        self._repeated = frozenset[str]().union(*(tag.repeated for tag in grammar.tags))
        self._templates: dict[tuple[str, frozenset[str]], Template] = {}
        for rule in grammar.rules:
            if not is_helper(rule.origin):
                template = self._compile(rule)
                self._templates.setdefault((rule.origin, frozenset(template.names)), template)

    def _compile(self, rule: Rule) -> Template:
        parts = [self._part(symbol) for symbol in rule.expansion]
        names = [name for literal, name in parts if name]
        return Template("".join(f"%({name})s" if name else literal for literal, name in parts), tuple(names))

    def _part(self, symbol: str) -> tuple[str, str]:
        """A symbol's text, or the name of its slot."""
        terminal = self.grammar.terminals.get(symbol)
        if terminal is not None and terminal.shortest and symbol not in self._repeated:
            return terminal.shortest.replace("%", "%%"), ""
        return "", self._items.get(symbol, symbol)

    def can(self, rule: str, *slots: str) -> bool:
        """Whether the rule has an alternative with exactly these slots."""
        return (rule, frozenset(slots)) in self._templates

    @cached_property
    def with_body(self) -> frozenset[str]:
        """The rules that end with a closing tag, rather than with the end of an open one."""
        closers = {tag.closer.name for tag in self.grammar.tags}
        return frozenset(rule.origin for rule in self.grammar.rules if rule.expansion and rule.expansion[-1] in closers)

    def slots_of(self, rule: str) -> list[str]:
        """The slots of all alternatives of the rule, in the grammar's order."""
        return [name for (origin, _), each in self._templates.items() if origin == rule for name in each.names]

    def fill(self, rule: str, slots: Slots) -> str:
        """The text of the rule's alternative that has these slots. A repetition is one slot, named by its items
        joined with ``|``. Raises `KeyError` if there is no such alternative."""
        return self._templates[rule, frozenset(slots)].fill(slots)

    def terminals_of(self, rule: str) -> list[str]:
        """The terminals that alone make up an alternative of the rule, in the grammar's order."""
        rules = [r for r in self.grammar.rules if r.origin == rule and len(r.expansion) == 1]
        return [r.expansion[0] for r in rules if r.expansion[0] in self.grammar.terminals]


def _items_of_helpers(grammar: Grammar) -> dict[str, str]:
    """For each repetition that Lark wrote out as a rule of its own, the names of what is repeated."""
    items: dict[str, set[str]] = {}
    for rule in grammar.rules:
        if is_helper(rule.origin):
            names = {symbol for symbol in rule.expansion if not is_helper(symbol)}
            items.setdefault(rule.origin, set()).update(names)
    return {name: "|".join(sorted(names)) for name, names in items.items()}
