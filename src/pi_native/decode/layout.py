"""The grammar's rules for tags and attributes as sequences of nodes, with what is put into their slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pi_native.decode import patterns, regular
from pi_native.decode.nodes import NEVER, Literal, Node, Regular, choice, optional, sequence
from pi_native.decode.regular import Regex, concat, is_nothing, one_of, text, union, within, without
from pi_native.decode.texts import SPACE, Values
from pi_native.grammar import Grammar
from pi_native.rendering.templates import Templates
from pi_native.tables import is_helper
from pi_native.tags import Tag
from pi_native.terminals import Terminal

#: What follows an open tag's attributes: ``end`` closes the tag; a body and a closing tag may be behind it.
Ends = tuple[Node, Node]


@dataclass(frozen=True)
class Layout:
    """How one grammar spells tags; ``canonical`` leaves out what the renderer never writes (D23).

    ``gap`` is the whitespace between elements, ``space`` the whitespace that may stand before a tag's end.
    """

    grammar: Grammar
    canonical: bool

    @cached_property
    def call(self) -> Tag:
        return self.grammar.segment_tags[0]

    @cached_property
    def element(self) -> Tag:
        return self.grammar.element_tag

    @cached_property
    def sigil(self) -> str:
        """What a call begins with."""
        return self.call.opener.prefix

    @cached_property
    def blank(self) -> Regex:
        """Any whitespace, none included, where there may be some."""
        return text("\n") if self.canonical else regular.optional(self.pattern("WS"))

    @cached_property
    def gap(self) -> Node:
        return Literal("\n") if self.canonical else optional(Regular(self.pattern("WS"), "WS"))

    @cached_property
    def space(self) -> Node:
        return sequence() if self.canonical else optional(Regular(self.pattern("WS"), "WS"))

    def pattern(self, name: str) -> Regex:
        """The language of a terminal."""
        return patterns.whole(self.grammar.terminals[name].source or "")

    def literal(self, name: str) -> Node:
        """A terminal of fixed text, or with a plainest text."""
        terminal = self.grammar.terminals[name]
        return Literal(terminal.literal or terminal.shortest or "")

    def child_head(self, names: list[str] | None) -> Regex:
        """How a body begins that has an element of these names first (None: of any), whatever is before it (D8)."""
        opener = self.element.opener
        named = self.pattern("NAME") if names is None else union(*map(text, names))
        ends = [self.grammar.terminals[end].literal or "" for end in (self.element.body_end, self.element.self_end)]
        blank = regular.optional(self.pattern("WS"))
        return concat(blank, text(opener.prefix), named, union(one_of(SPACE), *map(text, ends)))

    # -- attributes ----------------------------------------------------------------------------------------------

    def attribute(self, name: Node, values: Values) -> Node:
        """An attribute with any of the values."""
        templates = Templates(self.grammar)
        options = [self._attr({"NAME": name, "attr_val": self._value(templates, values)}, with_value=True)]
        if values.is_true and not self.canonical:
            options.append(self._attr({"NAME": name}, with_value=False))
        return choice(options)

    def _attr(self, slots: Mapping[str, Node], with_value: bool) -> Node:
        rules = [rule for rule in self.grammar.rules if rule.origin == "attr"]
        rule = next(rule for rule in rules if ("attr_val" in rule.expansion) is with_value)
        return sequence(*(slots[symbol] if symbol in slots else self._between(symbol) for symbol in rule.expansion))

    def _between(self, symbol: str) -> Node:
        """Whitespace and the like inside a tag: as the grammar has it, or as it is plainest."""
        shortest = self.grammar.terminals[symbol].shortest
        if self.canonical:
            return Literal(shortest or " ")
        return Regular(self.pattern(symbol), symbol)

    def _value(self, templates: Templates, values: Values) -> Node:
        terminals = [self.grammar.terminals[name] for name in templates.terminals_of("attr_val")]
        options: list[Node] = []
        earlier: list[Regex] = []
        for terminal in terminals:
            if not terminal.is_frame:
                options.append(Regular(values.scalar) if self._holds_scalars(terminal) else NEVER)
                continue
            inside = self.pattern(terminal.inner or "")
            quoted = values.string if self.canonical else union(values.string, values.scalar)
            # Canonical: the first quotes that can hold it (D23).
            kept = within(quoted, inside)
            kept = without(kept, *earlier) if self.canonical else kept
            if not is_nothing(kept):
                options.append(Regular(concat(text(terminal.prefix), kept, text(terminal.suffix))))
            earlier.append(inside)
        return choice(options)

    @staticmethod
    def _holds_scalars(terminal: Terminal) -> bool:
        """Whether numbers, booleans and null can stand in a tag as they are."""
        return all(terminal.matches(each) for each in ("true", "false", "null", "-1.5e+10"))

    # -- tags ----------------------------------------------------------------------------------------------------

    def ends(self, rule: str, having: str | None = None) -> list[str]:
        """The symbols of a tag's rule behind its attributes, whitespace left out."""
        rules = [
            each for each in self.grammar.rules if each.origin == rule and (not having or having in each.expansion)
        ]
        longest = max(rules, key=lambda each: len(each.expansion))
        places = [index for index, symbol in enumerate(longest.expansion) if is_helper(symbol)]
        behind = longest.expansion[places[0] + 1 :]
        return [symbol for symbol in behind if symbol != "WS"]
