"""Calls rewritten where that is proved to change nothing."""

import json

import pytest

from pi_native import ToolSet, parse
from pi_native.diagnostics import catalogue, example_tools
from pi_native.validate.fix import LEFT, _is_same, fix
from pi_native.values import same

TOOLS = ToolSet(json.loads(example_tools()))


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("<call:read><path>a</path></call:read>", '<call:read path="a"/>'),
        ('<call:read path="a"offset=1/>', '<call:read path="a" offset=1/>'),
        ('<call:read path="a" all=True/>', '<call:read path="a" all=true/>'),
        ("a <call:read path=b/> c\r\n<call:read path=d/>", 'a <call:read path="b"/> c\r\n<call:read path="d"/>'),
        ("<call:edit>a</call:edit>", '<call:edit input="a"/>'),
        ("<call:read path=a/>\n<call:read><path>b", '<call:read path="a"/>\n<call:read><path>b'),
        ("<call:read offset=1 />", "<call:read offset=1/>"),  # a finding of the schema stays
        ("<call:raed path=a/>", '<call:raed path="a"/>'),
    ],
)
def test_rewritten(text: str, fixed: str) -> None:
    done = fix(text, TOOLS)
    assert done.text == fixed
    assert done.rewritten > 0
    assert fix(fixed, TOOLS).rewritten == 0


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("", 0),
        ("prose", 0),
        ('<call:read path="a"/>', 0),
        ("<call:read><path>a", 0),
        ("<call:read path=a><path>b</path></call:read>", 1),
        ("<call:read><path>a</path> and then <offset>1</offset></call:read>", 1),
        ("<call:read><path lang=ts>a</path></call:read>", 1),
        ("<call:read><path>a</call:read>", 1),
    ],
)
def test_left_as_it_is(text: str, left: int) -> None:
    assert fix(text, TOOLS) == (text, 0, left)


def test_one_call_that_is_left_does_not_keep_the_others() -> None:
    text = "<call:read path=a/><call:read path=b><path>c</path></call:read>"
    assert fix(text, TOOLS) == ('<call:read path="a"/><call:read path=b><path>c</path></call:read>', 1, 1)


def test_a_value_that_has_no_spelling_is_left() -> None:
    tools = ToolSet([{"name": "t", "parameters": {"properties": {"x": {"type": ["string", "null"]}}}}])
    text = "<call:t x=a  /><call:t><x>null</x></call:t>"
    done = fix(text, tools)
    assert [call.arguments for call in parse(done.text, tools).calls] == [{"x": "a"}, {"x": None}]


@pytest.mark.parametrize("code", sorted(LEFT))
def test_every_code_that_keeps_a_call_is_in_the_catalogue_and_does(code: str) -> None:
    entry = catalogue()[code]
    assert entry.layer in ("grammar", "typing")
    before = [call.raw for call in parse(entry.fail, TOOLS).calls if code in {found.code for found in call.diagnostics}]
    assert all(raw in fix(entry.fail, TOOLS).text for raw in before)


@pytest.mark.parametrize("entry", catalogue().values(), ids=lambda entry: entry.code)
def test_the_catalogues_texts_mean_the_same_afterwards(entry: object) -> None:
    for text in (entry.fail, entry.pass_):  # type: ignore[attr-defined]
        before, after = parse(text, TOOLS), parse(fix(text, TOOLS).text, TOOLS)
        assert before.text == after.text
        assert [call.name for call in before.calls] == [call.name for call in after.calls]
        assert same([call.arguments for call in before.calls], [call.arguments for call in after.calls])


@pytest.mark.parametrize(
    ("changed", "is_same"),
    [
        ('x <call:read path="a"/> y <call:read', True),
        ('x <call:read path="a"/> z <call:read', False),
        ('x <call:read path="b"/> y <call:read', False),
        ('x <call:raed path="a"/> y <call:read', False),
        ('x <call:read path="a"/><call:read/> y <call:read', False),
        ('x <call:read path="a"/> y <call:read ', False),
    ],
)
def test_what_is_compared(changed: str, is_same: bool) -> None:
    before = parse("x <call:read path=a/> y <call:read", TOOLS)
    assert _is_same(before, parse(changed, TOOLS)) is is_same
