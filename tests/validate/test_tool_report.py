"""What a tool's calls cannot say."""

from typing import Any

import pytest

from pi_native import Grammar, ToolSet
from pi_native.validate.tool_report import ToolReport, check_tool


def report(properties: dict[str, Any], name: str = "t", **more: Any) -> ToolReport:
    tools = ToolSet([{"name": name, "parameters": {"type": "object", "properties": properties, **more}}])
    (tool,) = tools
    return check_tool(tool, tools, Grammar.load())


def limits(schema: Any, **more: Any) -> list[str]:
    return [limit.message for limit in report({"a": schema}, **more).limits]


def unspellable(schema: Any, **more: Any) -> list[str]:
    return [message.split()[2] for message in limits(schema, **more) if message.startswith("the value")]


STRING, INTEGER = {"type": "string"}, {"type": "integer"}


@pytest.mark.parametrize("schema", [STRING, INTEGER, {"type": "boolean"}, {"enum": ["a", 1]}])
def test_scalars_have_no_limits(schema: Any) -> None:
    assert limits(schema) == []


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"type": "array", "items": INTEGER}, "no attribute form: always an array"),
        ({"type": "object"}, "no attribute form: always an object"),
        ({"type": ["array", "object"], "items": INTEGER}, "no attribute form: always an array or an object"),
        ({"type": ["object", "number"]}, "attribute form for scalars only: may be an object"),
        ({}, "attribute form for scalars only: the type is unknown"),
    ],
)
def test_structured_parameters_have_no_attribute_form(schema: Any, message: str) -> None:
    assert message in limits(schema)


@pytest.mark.parametrize("items", [STRING, {}, {"type": ["string", "integer"]}])
def test_an_empty_list_of_strings_has_no_spelling(items: Any) -> None:
    assert "[]" in unspellable({"type": "array", "items": items})


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "items": INTEGER},
        {"type": "array", "items": STRING, "minItems": 1},
        {"$ref": "#/$defs/some"},
    ],
)
def test_unless_the_list_cannot_be_empty_or_the_items_are_no_strings(schema: Any) -> None:
    defs = {"some": {"type": "array", "items": STRING, "minItems": 1}}
    assert "[]" not in unspellable(schema, **{"$defs": defs})


def test_the_text_null_where_null_is_possible() -> None:
    both = report({"n": INTEGER, "l": {"type": "array", "items": INTEGER}, "a": {"type": ["string", "null"]}})
    assert [(limit.pointer, limit.message.split()[2]) for limit in both.limits if "value" in limit.message] == [
        ("/a", '"null"')
    ]


def test_the_text_null_is_spelled_by_an_inline_body() -> None:
    assert unspellable({"type": ["string", "null"]}) == []


def test_an_enum_without_the_text_null() -> None:
    assert unspellable({"type": ["string", "null"], "enum": ["x", None]}) == []


@pytest.mark.parametrize("name", ["a b", "1a", "é", "a.b", ""])
def test_a_parameter_outside_the_rule_for_names_is_fatal(name: str) -> None:
    (limit,) = report({name: STRING}).limits
    assert limit.fatal
    assert "is outside the rule for names" in limit.message


def test_a_tool_outside_the_rule_for_names_is_fatal() -> None:
    (limit,) = report({"a": STRING}, name="files.read").limits
    assert (limit.fatal, limit.pointer) == (True, "")


def test_a_field_outside_the_rule_for_names_is_written_as_json() -> None:
    found = report({"a": {"type": "array", "items": {"type": "object", "properties": {"b c": STRING}}}}).limits
    assert [(limit.pointer, limit.fatal) for limit in found if "JSON literal" in limit.message] == [("/a/-/b c", False)]


def test_a_recursive_schema_ends() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "b c": STRING}}
    assert len(report({"a": {"$ref": "#/$defs/node"}}, **{"$defs": {"node": node}}).limits) < 20


@pytest.mark.parametrize(
    ("properties", "inline"),
    [
        ({"a": STRING}, "the body is 'a'"),
        ({"n": INTEGER, "a": STRING}, "the body is 'a' with 'n' as an attribute"),
        ({"m": INTEGER, "n": INTEGER, "a": STRING}, "the body is 'a' with 'm' and 'n' as attributes"),
        ({"a": STRING, "n": INTEGER, "b": STRING}, "the body is 'a', or 'b' with 'a' and 'n' as attributes"),
        ({}, "none: no parameters"),
        ({"n": INTEGER}, "none: no parameter is a string"),
        ({"a": STRING, "l": {"type": "array"}}, "none: 'l' may be an array"),
        ({"a": STRING, "o": {"type": "object"}}, "none: 'o' may be an object"),
        ({"a": STRING, "u": {}}, "none: the type of 'u' is unknown"),
    ],
)
def test_the_inline_form(properties: dict[str, Any], inline: str) -> None:
    assert report(properties).inline == inline


def test_a_required_sibling_is_filled_in() -> None:
    found = report({"p": STRING, "a": {"type": ["string", "null"]}}, required=["p"])
    assert found.limits == ()
