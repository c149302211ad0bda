"""Arguments that fit their schemas."""

import random

from pi_native import ToolSet
from pi_native.experiment.samples import TOOLS, calls, value
from pi_native.validate.json_schema import ToolChecker


def test_arguments_fit() -> None:
    tools = ToolSet(TOOLS)
    made = list(calls(tools, 300, seed=1))
    for call in made:
        tool = tools.get(call["name"])
        assert tool is not None
        assert list(ToolChecker(tool).violations(call["arguments"])) == []
    assert {call["name"] for call in made} == {tool.name for tool in tools}
    assert made == list(calls(tools, 300, seed=1)) != list(calls(tools, 300, seed=2))


def test_numbers_lie_within_their_bounds() -> None:
    chance = random.Random(1)
    for low, high in [(None, -5), (None, 5), (-9, None), (-9, -5), (2000, None)]:
        bounds = {"minimum": low, "maximum": high}
        schema = {"type": "integer"} | {name: bound for name, bound in bounds.items() if bound is not None}
        for _ in range(50):
            made = value(schema, chance)
            assert isinstance(made, int)
            assert low is None or made >= low
            assert high is None or made <= high
