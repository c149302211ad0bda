"""What a grammar compiles to: rules, terminals and LALR tables, as plain data that JSON can hold.

`pi_native.lark_compiler` makes it with Lark; `pi_native.disk_cache` keeps it, so that most starts need no Lark at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pi_native.terminals import Terminal


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as Lark compiled it, options and repetitions written out: ``origin`` becomes ``expansion``.

    ``index`` is its place among the rules, ``name`` the method that is called for it (its alias, if it has one).
    ``is_transparent`` says that a single child stands for the rule itself (``?rule``).

    >>> Rule(0, "attr", ("WS", "NAME"), "attr").expansion
    ('WS', 'NAME')
    """

    index: int
    origin: str
    expansion: tuple[str, ...]
    name: str
    is_transparent: bool = False


Action = int | Rule
"""What a state does with a symbol: go to another state, or reduce a rule."""


@dataclass(frozen=True)
class Tables:
    """LALR tables, with what can be known of a state beforehand.

    ``states`` has the actions of each state by symbol, ``starts`` and ``ends`` the states of each start symbol.
    ``settled`` maps a state to the one rule it reduces, whatever follows: such a reduction need not wait for the next
    token, so a value is complete at its closer and not one token later.
    """

    states: tuple[dict[str, Action], ...]
    starts: dict[str, int]
    ends: dict[str, int]
    settled: dict[int, Rule] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for state, actions in enumerate(self.states):
            rules = {action.index: action for action in actions.values() if isinstance(action, Rule)}
            if len(rules) == 1 and all(isinstance(action, Rule) for action in actions.values()):
                self.settled[state] = next(iter(rules.values()))


@dataclass(frozen=True, slots=True)
class Compiled:
    """A grammar's rules, terminals by name, and tables."""

    rules: tuple[Rule, ...]
    terminals: dict[str, Terminal]
    tables: Tables

    def to_json(self) -> dict[str, Any]:
        """As data that JSON can hold: in ``states``, ``n`` goes to state ``n`` and ``~n`` reduces rule ``n``."""
        tables = self.tables
        return {
            "rules": [[rule.origin, [*rule.expansion], rule.name, rule.is_transparent] for rule in self.rules],
            "terminals": [terminal.to_json() for terminal in self.terminals.values()],
            "states": [{symbol: _number(action) for symbol, action in actions.items()} for actions in tables.states],
            "starts": tables.starts,
            "ends": tables.ends,
        }

    @classmethod
    def from_json(cls, data: Any) -> Compiled:
        """The inverse of `to_json`. Raises ValueError, TypeError, KeyError or AttributeError for any other data."""
        rules = tuple(_rule(index, *each) for index, each in enumerate(data["rules"]))
        terminals = [Terminal.from_json(each) for each in data["terminals"]]
        size = len(data["states"])
        states = tuple(
            {symbol: _action(number, rules, size) for symbol, number in actions.items()} for actions in data["states"]
        )
        starts, ends = ({name: _index(state, size) for name, state in data[key].items()} for key in ("starts", "ends"))
        if starts.keys() != ends.keys():
            raise ValueError("a start symbol has no end")
        return cls(rules, {terminal.name: terminal for terminal in terminals}, Tables(states, starts, ends))


def is_helper(symbol: str) -> bool:
    """Whether Lark made this nonterminal up for a repetition.

    >>> is_helper("__members_star_2"), is_helper("members"), is_helper("__ANON_0")
    (True, False, False)
    """
    return symbol.startswith("__") and not symbol.isupper()


def _number(action: Action) -> int:
    return ~action.index if isinstance(action, Rule) else action


def _action(number: Any, rules: Sequence[Rule], size: int) -> Action:
    if type(number) is int and number < 0:
        return rules[_index(~number, len(rules))]
    return _index(number, size)


def _index(number: Any, size: int) -> int:
    if type(number) is not int or not 0 <= number < size:
        raise ValueError("no such state or rule")
    return number


def _rule(index: int, origin: Any, expansion: Any, name: Any, is_transparent: Any) -> Rule:
    if not isinstance(expansion, list) or not isinstance(is_transparent, bool):
        raise ValueError("not a rule")
    if not all(isinstance(text, str) for text in (origin, name, *expansion)):
        raise ValueError("not a rule")
    return Rule(index, origin, tuple(expansion), name, is_transparent)
