"""Running LALR tables: one token in, reductions out.

Lark's own driver reduces when the next token arrives. Here a state that can only reduce does so at once, so that a
value is complete with its closing tag: a host that streams must not wait for what follows a call to run it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from pi_native.tables import Rule, Tables

Reduction = Callable[[list[Any]], Any]
Callbacks = Sequence[Reduction]
"""What to call with the children of each rule, by the rule's index."""


class Token(str):
    """A piece of text with its terminal, and where it starts and ends in the text received.

    >>> token = Token("NAME", "ls", 6, 8)
    >>> token, token.type, token.end_pos
    ('ls', 'NAME', 8)
    """

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, type: str, text: str, start_pos: int, end_pos: int) -> Token:
        token = super().__new__(cls, text)
        token.type, token.start_pos, token.end_pos = type, start_pos, end_pos
        return token


class Node:
    """The children of a rule that nothing else is made of: a repetition, for one."""

    __slots__ = ("children",)

    def __init__(self, children: list[Any]) -> None:
        self.children = children


def reductions(rules: Iterable[Rule], method: Callable[[str], Reduction | None]) -> list[Reduction]:
    """For each rule what is made of its children: ``method`` of its name, else a `Node`.

    Rules whose names begin with an underscore give their children to the rule they stand in, as in Lark.
    """
    return [_reduction(rule, (not _is_spread(rule.origin) and method(rule.name)) or Node) for rule in rules]


def _is_spread(symbol: str) -> bool:
    return symbol.startswith("_") and not symbol.isupper()  # terminals are in capitals


def _reduction(rule: Rule, make: Reduction) -> Reduction:
    spread = frozenset(index for index, symbol in enumerate(rule.expansion) if _is_spread(symbol))
    if rule.is_transparent:
        make = partial(_only_child_or, make)
    return partial(_with_spread, make, spread) if spread else make


def _only_child_or(make: Reduction, children: list[Any]) -> Any:
    return children[0] if len(children) == 1 else make(children)


def _with_spread(make: Reduction, spread: frozenset[int], children: list[Any]) -> Any:
    # A repetition is its own first child: its list is taken over and grows, or long bodies would take quadratic time.
    items: list[Any] = children[0].children if 0 in spread else children[:1]
    for index, child in enumerate(children[1:], 1):
        if index in spread:
            items += child.children
        else:
            items.append(child)
    return make(items)


class Lalr:
    """One run over one segment, from ``start`` to its end; ``callbacks`` make the value of each reduction.

    >>> from pi_native.grammar import Grammar
    >>> grammar = Grammar.load()
    >>> run = Lalr(grammar.tables, "call", grammar.callbacks({"call": tuple}.get))
    >>> run.feed(Token("CALL_OPEN", "<call:ls", 0, 8)); run.feed(Token("SELF_END", "/>", 8, 10))
    >>> run.is_done, [node.children for node in run.values[0]]
    (True, [['<call:ls', '/>']])
    """

    def __init__(self, tables: Tables, start: str, callbacks: Callbacks) -> None:
        self._tables, self._callbacks = tables, callbacks
        self._end = tables.ends[start]
        self.states = [tables.starts[start]]
        self.values: list[Any] = []

    @property
    def is_done(self) -> bool:
        """Whether the start symbol is complete; its value is then the only one in ``values``."""
        return self.states[-1] == self._end

    def feed(self, token: Token) -> None:
        """Shift a token that the tables accept, and reduce whatever is settled by it."""
        states = self._tables.states
        while isinstance(action := states[self.states[-1]][token.type], Rule):
            self._reduce(action)
        self.states.append(action)
        self.values.append(token)
        settled = self._tables.settled
        while self.states[-1] in settled and not self.is_done:
            self._reduce(settled[self.states[-1]])

    def _reduce(self, rule: Rule) -> None:
        size = len(rule.expansion)
        children = self.values[-size:] if size else []
        if size:
            del self.states[-size:], self.values[-size:]
        self.states.append(after(self._tables, self.states[-1], rule))
        self.values.append(self._callbacks[rule.index](children))


def after(tables: Tables, state: int, rule: Rule) -> int:
    """The state that follows when ``rule`` was reduced in front of ``state``."""
    following = tables.states[state][rule.origin]
    assert isinstance(following, int)
    return following


def shift(states: list[int], tables: Tables, name: str) -> bool:
    """Move a stack of states over a terminal, in place; False if the tables do not accept it there."""
    while True:
        action = tables.states[states[-1]].get(name)
        if action is None:
            return False
        if isinstance(action, int):
            states.append(action)
            return True
        size = len(action.expansion)
        if size >= len(states):  # the tag's own rule would end here: the terminal is none of the tag's
            return False
        if size:
            del states[-size:]
        states.append(after(tables, states[-1], action))
