"""Arguments that fit their schemas."""

from pi_native import ToolSet
from pi_native.experiment.samples import TOOLS, calls
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
