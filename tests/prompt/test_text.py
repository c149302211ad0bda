"""The prompt: each call in it is what it says it is."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pi_native import Grammar, ToolSet, parse, render
from pi_native.explain.lessons import lessons
from pi_native.prompt import example_call, prompt, prompt_data
from pi_native.values import same

from .lists import LISTS

each_list = pytest.mark.parametrize("name", LISTS)


def test_there_are_twenty_lists() -> None:
    assert len(LISTS) == 20


@each_list
@pytest.mark.parametrize("short", [False, True])
def test_every_example_parses_back_to_its_arguments(name: str, short: bool) -> None:
    tools = ToolSet(LISTS[name])
    made = prompt(tools, short=short)
    result = parse(made.text, tools, unknown_tools="text")  # the text itself, as a model reads it
    assert [call.name for call in result.calls] == [tool.name for tool in tools]
    for call, example in zip(result.calls, made.examples, strict=True):
        assert (call.name, call.raw) == (example.name, example.text)
        assert same(call.arguments, example.arguments)
        assert {found.severity for found in call.diagnostics} <= {"info"}  # a list in a list is written as JSON
    assert made.omitted == ()


@each_list
def test_every_example_fits_its_schema(name: str) -> None:
    for tool in ToolSet(LISTS[name]):
        arguments = example_call(tool).arguments
        if name != "references":  # these ask for values without end
            Draft202012Validator(tool.parameters).validate(arguments)


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        ({"properties": {"path": {"type": "string"}}}, {"path": "some path"}, '<call:t path="some path"/>'),
        ({"properties": {"n": {"enum": [7, 8]}}}, {"n": 7}, "<call:t n=7/>"),
        ({"properties": {"n": {"examples": [5], "default": 6}}}, {"n": 5}, "<call:t n=5/>"),
        ({"properties": {"d": {"type": "string", "format": "date"}}}, {"d": "2026-01-31"}, '<call:t d="2026-01-31"/>'),
        (
            {"properties": {"body": {"type": "string"}}},
            {"body": "first line\nsecond line"},
            "<call:t>\nfirst line\nsecond line\n</call:t>",
        ),
        (
            {"properties": {"k": {"type": "array", "items": {"type": "integer"}}}},
            {"k": [1, 2]},
            "<call:t>\n<k>1</k>\n<k>2</k>\n</call:t>",
        ),
        (
            {
                "required": ["a"],
                "properties": {"b": {}, "a": {"type": "boolean"}, "o": {"properties": {"x": {"const": 1}}}},
            },
            {"a": True, "o": {"x": 1}},
            "<call:t a=true>\n<o x=1/>\n</call:t>",
        ),
    ],
)
def test_values_come_from_the_schema(tool: Any, arguments: Any, text: str) -> None:
    (example,) = prompt([{"name": "t", "parameters": tool}]).examples
    assert (example.arguments, example.text) == (arguments, text)


def test_an_optional_argument_without_spelling_is_left_out() -> None:
    tool = {"properties": {"l": {"type": "array", "items": {"type": "string"}, "default": []}}}
    (example,) = prompt([{"name": "t", "parameters": tool}]).examples
    assert example.arguments == {}


def test_many_arguments_without_spelling_cost_little(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.setattr("pi_native.prompt.text.render", lambda *args, **more: tried.append(1) or render(*args, **more))
    labels = {"type": "array", "items": {"type": "string"}, "default": []}
    properties = {f"l{number}": labels for number in range(2_000)} | {"last": {"type": "integer"}}
    (example,) = prompt([{"name": "t", "parameters": {"properties": properties, "required": ["last"]}}]).examples
    assert example.arguments == {"last": 1}
    assert 1 < len(tried) < 20


def test_a_required_argument_whose_own_values_have_no_spelling_gets_another() -> None:
    labels = {"type": "array", "items": {"type": "string"}, "default": []}
    (example,) = prompt([{"name": "t", "parameters": {"required": ["l"], "properties": {"l": labels}}}]).examples
    assert example.arguments == {"l": ["some l", "another l"]}


def test_a_tool_that_no_call_can_name_is_omitted() -> None:
    made = prompt([{"name": "a b"}, {"name": "ok"}])
    assert [example.name for example in made.examples] == ["ok"]
    assert [name for name, _ in made.omitted] == ["a b"]
    assert "a b(" not in made.text
    required = {"required": ["x y"], "properties": {"x y": {"type": "integer"}}}
    assert prompt([{"name": "t", "parameters": required}]).omitted[0][0] == "t"


def test_the_rules_are_those_of_the_grammar() -> None:
    grammar = Grammar.load()
    rules = [each for each in lessons(grammar) if each.kind in ("write", "more")]
    long, short = prompt([]).text, prompt([], short=True).text
    assert len(rules) >= 8
    assert all(f"- {rule.text}\n" in long for rule in rules)
    assert all((f"- {rule.text}\n" in short) == (rule.kind == "write") for rule in rules)
    assert "{" not in long


def test_another_sigil_is_another_prompt() -> None:
    grammar = Grammar(Grammar.load().text.replace("<call:", "<tool:").replace("</call:", "</tool:"))
    text = prompt(LISTS["examples"], grammar=grammar).text
    assert "<tool:read " in text
    assert "<call:" not in text


def test_what_the_schema_says_is_in_the_text() -> None:
    about = {"type": "integer", "minimum": 3, "default": 4, "description": "how\n many"}
    parameters = {"required": ["b"], "properties": {"n": about, "b": {"enum": ["x", None]}}}
    tool = {"name": "t", "description": "Does\x1b[31m it.", "parameters": parameters}
    text = prompt([tool]).text
    assert '## t(n?: integer = 4, b: "x" | null)\nDoes\\x1b[31m it.\n- n: how many; at least 3\nExample:\n' in text
    assert "how many" not in prompt([tool], short=True).text


def test_the_text_is_bounded_however_large_the_schema() -> None:
    node: dict[str, Any] = {"type": "object", "required": ["a", "b"]}
    node["properties"] = {key: {"$ref": "#/$defs/n"} for key in "ab"}
    deep = {"properties": {"r": {"$ref": "#/$defs/n"}}, "$defs": {"n": node}}
    wide = {"properties": {"e": {"enum": list(range(10**5))}, "s": {"minLength": 10**9, "type": "string"}}}
    long = {"properties": {"l": {"minItems": 10**9, "type": "array"}, "d": {"description": "x" * 10**6}}}
    tools = [{"name": f"t{i}", "parameters": each} for i, each in enumerate([deep, wide, long])]
    assert len(prompt(tools).text) < 10_000


def test_data_is_json() -> None:
    data = json.loads(json.dumps(prompt_data(prompt(LISTS["examples"]))))
    assert data["examples"][0]["name"] == "read"
    assert data["text"].startswith("# ")
