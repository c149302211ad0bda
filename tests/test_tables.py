"""Rules, terminals and tables as data."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pi_native import Grammar
from pi_native.lark_compiler import compiled
from pi_native.tables import Compiled

COMPILED = compiled(Grammar.load().lark)
Change = Callable[[Any], Any]


def data() -> Any:
    return json.loads(json.dumps(COMPILED.to_json()))


def test_data_make_the_same_again() -> None:
    again = Compiled.from_json(data())
    assert again == COMPILED
    assert again.tables.settled == COMPILED.tables.settled
    assert [list(actions) for actions in again.tables.states] == [list(actions) for actions in COMPILED.tables.states]


def test_some_states_are_settled() -> None:
    settled = COMPILED.tables.settled
    assert {rule.origin for rule in settled.values()} >= {"call", "element", "self_call", "block_call"}
    assert len(settled) < len(COMPILED.tables.states)


CHANGES: dict[str, Change] = {
    "no object": lambda d: [],
    "null": lambda d: None,
    "a text": lambda d: "rules",
    "no rules": lambda d: {**d, "rules": None},
    "no terminals": lambda d: {**d, "terminals": 1},
    "no states": lambda d: {**d, "states": [1]},
    "a part is missing": lambda d: {key: value for key, value in d.items() if key != "starts"},
    "a rule that is too short": lambda d: {**d, "rules": [["a"]]},
    "a rule of numbers": lambda d: {**d, "rules": [[1, ["A"], "a", False]]},
    "a right side that is a text": lambda d: {**d, "rules": [["a", "AB", "a", False]]},
    "a right side of numbers": lambda d: {**d, "rules": [["a", [1], "a", False]]},
    "a flag that is a number": lambda d: {**d, "rules": [["a", ["A"], "a", 0]]},
    "a terminal that is too short": lambda d: {**d, "terminals": [["A", "a"]]},
    "a terminal of numbers": lambda d: {**d, "terminals": [["A", 1, "", None, "", None, None, None]]},
    "a terminal without a name": lambda d: {**d, "terminals": [[None, "a", "", None, "", None, None, None]]},
    "a state past the last": lambda d: {**d, "states": [*d["states"], {"A": len(d["states"]) + 1}]},
    "a rule past the last": lambda d: {**d, "states": [*d["states"], {"A": ~len(d["rules"])}]},
    "a fraction": lambda d: {**d, "states": [*d["states"], {"A": 1.0}]},
    "a truth": lambda d: {**d, "states": [*d["states"], {"A": True}]},
    "a start past the last": lambda d: {**d, "starts": dict.fromkeys(d["starts"], len(d["states"]))},
    "a start below the first": lambda d: {**d, "starts": dict.fromkeys(d["starts"], -1)},
    "a start without an end": lambda d: {**d, "ends": {}},
}


@pytest.mark.parametrize("kind", CHANGES)
def test_other_data_are_refused(kind: str) -> None:
    with pytest.raises((ValueError, TypeError, KeyError, AttributeError)):
        Compiled.from_json(CHANGES[kind](data()))
