"""Calls that a renderer would write otherwise."""

import pickle

import pytest

from pi_native.transcripts import Location, Turn
from pi_native.validate import Validator

TOOLS = [{"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}}}]


def found(text: str) -> list[str]:
    checked = Validator(TOOLS, style=True).check(Turn("assistant", text, Location("a.txt")))
    return [finding.diagnostic.message for finding in checked.findings if finding.layer == "style"]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("<call:edit><input>a</input></call:edit>", "'<call:edit input=\"a\"/>'"),
        ("<call:edit input=a/>", "'<call:edit input=\"a\"/>'"),
        ("<call:edit>a</call:edit>", "'<call:edit input=\"a\"/>'"),
        ("<call:edit></call:edit>", "'<call:edit/>'"),
        ("<call:edit>a\nb</call:edit>", "'<call:edit>\\x0aa\\x0ab\\x0a</call:edit>'"),
    ],
)
def test_what_a_renderer_would_write_is_shown(text: str, canonical: str) -> None:
    assert found(text) == [f"a call that is not in canonical form: {canonical}"]


@pytest.mark.parametrize("text", ["", '<call:edit input="a"/>', "<call:edit>\na\nb\n</call:edit>", "<call:edit><inp"])
def test_canonical_calls_and_those_that_are_cut_off(text: str) -> None:
    assert found(text) == []


def test_only_when_asked_and_so_after_pickling() -> None:
    turn = Turn("assistant", "<call:edit input=a/>", Location("a.txt"))
    assert Validator(TOOLS).check(turn).findings == ()
    validator = Validator(TOOLS, style=True)
    assert pickle.loads(pickle.dumps(validator)).check(turn) == validator.check(turn)
    assert len(validator.check(turn).findings) == 1
