"""Running Lark's LALR tables: one token in, reductions out.

Lark's own driver reduces when the next token arrives. Here a state that can only reduce does so at once, so that a
value is complete with its closing tag: a host that streams must not wait for what follows a call to run it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark import Token
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift

from pi_native.grammar import Tables


class Lalr:
    """One run over one segment, from ``start`` to its end; ``callbacks`` make the value of each reduction.

    >>> from pi_native.grammar import Grammar
    >>> grammar = Grammar.load()
    >>> run = Lalr(grammar.tables, "call", grammar.callbacks())
    >>> run.feed(Token("CALL_OPEN", "<call:ls")); run.feed(Token("SELF_END", "/>"))
    >>> run.is_done, run.values[0].data
    (True, Token('RULE', 'call'))
    """

    def __init__(self, tables: Tables, start: str, callbacks: Mapping[Rule, Any]) -> None:
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
        while True:
            action, arg = states[self.states[-1]][token.type]
            if action is Shift:
                break
            self._reduce(arg)
        self.states.append(arg)
        self.values.append(token)
        settled = self._tables.settled
        while self.states[-1] in settled and not self.is_done:
            self._reduce(settled[self.states[-1]])

    def _reduce(self, rule: Rule) -> None:
        size = len(rule.expansion)
        children = self.values[-size:] if size else []
        if size:
            del self.states[-size:], self.values[-size:]
        self.states.append(self._tables.states[self.states[-1]][rule.origin.name][1])
        self.values.append(self._callbacks[rule](children))


def shift(states: list[int], tables: Tables, name: str) -> bool:
    """Move a stack of states over a terminal, in place; False if the tables do not accept it there."""
    while True:
        action, arg = tables.states[states[-1]].get(name, (None, None))
        if action is None:
            return False
        if action is Shift:
            states.append(arg)
            return True
        size = len(arg.expansion)
        if size >= len(states):  # the tag's own rule would end here: the terminal is none of the tag's
            return False
        if size:
            del states[-size:]
        states.append(tables.states[states[-1]][arg.origin.name][1])
