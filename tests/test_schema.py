"""What is read off a JSON Schema: possible types, names in order, items, openness (D7, D9, D24)."""

from typing import Any

import pytest

from pi_native import SchemaError, Tool
from pi_native.schema import ANYTHING, narrow, pointer_to, type_of

STRING, NUMBER, INTEGER = {"type": "string"}, {"type": "number"}, {"type": "integer"}
NULL = {"type": "null"}


def shape(schema: Any, **definitions: Any) -> Any:
    """The shape of a parameter with this schema, in a tool with these ``$defs``."""
    return Tool("t", {"properties": {"p": schema}, "$defs": definitions}).shape.property("p")


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        (STRING, {"string"}),
        ({"type": ["string", "null"]}, {"string", "null"}),
        ({"type": "integer", "nullable": True}, {"integer", "null"}),
        ({"enum": ["a"], "type": "string", "nullable": True}, {"string"}),
        ({"enum": [1, "a", None]}, {"integer", "string", "null"}),
        ({"enum": [1.0]}, {"integer"}),
        ({"enum": [1.5]}, {"number"}),
        ({"const": [1]}, {"array"}),
        ({"type": "string", "enum": ["a", 1]}, {"string"}),
        ({"anyOf": [STRING, NUMBER]}, {"string", "number"}),
        ({"oneOf": [STRING, NULL]}, {"string", "null"}),
        ({"anyOf": [STRING, {}]}, None),
        ({"anyOf": [STRING, NUMBER], "type": "number"}, {"number"}),
        ({"allOf": [{"type": ["string", "integer"]}, {"type": ["integer", "null"]}]}, {"integer"}),
        ({"allOf": [NUMBER, INTEGER]}, {"integer"}),
        ({"allOf": [STRING, INTEGER]}, None),
        ({"properties": {}}, {"object"}),
        ({"items": STRING}, {"array"}),
        ({"prefixItems": [STRING]}, {"array"}),
        ({}, None),
        (True, None),
        (False, None),
        ({"minLength": 1}, None),
        ({"type": []}, None),
    ],
)
def test_types(schema: Any, types: set[str] | None) -> None:
    assert shape(schema).types == types


@pytest.mark.parametrize(
    ("definition", "types"),
    [
        (STRING, {"string"}),
        ({"$ref": "#/$defs/x"}, None),
        ({"anyOf": [STRING, {"$ref": "#/$defs/x"}]}, None),
        ({"allOf": [NUMBER, {"$ref": "#/$defs/x"}]}, {"number"}),
    ],
)
def test_reference_types_even_where_it_holds_itself(definition: Any, types: set[str] | None) -> None:
    assert shape({"$ref": "#/$defs/x"}, x=definition).types == types


def test_reference_narrows_what_stands_beside_it() -> None:
    assert shape({"$ref": "#/$defs/x", "type": "string"}, x={"type": ["string", "null"]}).types == {"string"}


def test_recursive_objects_are_typed_at_every_depth() -> None:
    node = {"type": "object", "properties": {"v": INTEGER, "next": {"$ref": "#/$defs/node"}}}
    found = shape({"$ref": "#/$defs/node"}, node=node)
    for _ in range(50):
        found = found.property("next")
    assert found.property("v").types == {"integer"}


def test_names_stand_in_schema_order() -> None:
    parameters = {
        "anyOf": [{"properties": {"d": {}}}],
        "allOf": [{"properties": {"c": {}}}],
        "$ref": "#/$defs/r",
        "properties": {"a": {}},
        "$defs": {"r": {"properties": {"b": {}, "a": {}}}},
    }
    assert Tool("t", parameters).shape.names == ("a", "b", "c", "d")


@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("own", {"string"}),
        ("x-1", {"number"}),
        ("xy", {"number"}),
        ("z", {"boolean"}),
    ],
)
def test_names_that_are_not_listed(name: str, types: set[str]) -> None:
    schema = {
        "properties": {"own": STRING},
        "patternProperties": {"^x": NUMBER, "y$": STRING},
        "additionalProperties": {"type": "boolean"},
    }
    assert shape(schema).property(name).types == types


def test_property_of_several_branches_is_a_union() -> None:
    branches = [{"properties": {"a": STRING}}, {"properties": {"a": NUMBER, "b": NULL}}]
    found = shape({"oneOf": branches})
    assert found.property("a").types == {"string", "number"}
    assert found.property("b").types == {"null"}


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        ({"items": STRING}, [{"string"}] * 3),
        ({"prefixItems": [STRING, NUMBER], "items": NULL}, [{"string"}, {"number"}, {"null"}]),
        ({"items": [STRING, NUMBER], "additionalItems": NULL}, [{"string"}, {"number"}, {"null"}]),
        ({"prefixItems": [STRING]}, [{"string"}, None, None]),
        ({"anyOf": [{"items": STRING}, {"items": NUMBER}]}, [{"string", "number"}] * 3),
        ({"type": "array"}, [None] * 3),
    ],
)
def test_items_by_position(schema: Any, types: list[Any]) -> None:
    assert [shape(schema).item(index).types for index in range(3)] == types


@pytest.mark.parametrize(
    ("schema", "is_array", "counts"),
    [
        ({"type": "array"}, True, False),
        ({"type": ["array", "null"]}, True, False),
        ({"type": ["array", "string"]}, False, True),
        ({}, False, True),
        (STRING, False, False),
    ],
)
def test_how_occurrences_count(schema: Any, is_array: bool, counts: bool) -> None:
    assert (shape(schema).is_array, shape(schema).counts) == (is_array, counts)


@pytest.mark.parametrize(
    ("schema", "known"),
    [
        ({"type": "object"}, True),
        ({"properties": {"a": {}}}, False),
        ({"properties": {"a": {}}, "additionalProperties": True}, True),
        ({"properties": {"a": {}}, "additionalProperties": STRING}, True),
        ({"additionalProperties": False}, False),
        ({"properties": {"a": {}}, "patternProperties": {"^o": {}}}, True),
        ({"additionalProperties": False, "patternProperties": {"^o": {}}}, True),
        ({"anyOf": [{"properties": {"other": {}}}, {"properties": {"a": {}}}]}, True),
        ({"anyOf": [{"properties": {"a": {}}}, {"type": "object"}]}, True),
        ({"anyOf": [{"properties": {"a": {}}}, STRING]}, False),
    ],
)
def test_known_names(schema: Any, known: bool) -> None:
    assert shape(schema).knows("other") is known


def test_required_names_are_those_of_every_branch() -> None:
    found = shape({"required": ["a"], "anyOf": [{"required": ["b", "c"]}, {"required": ["b"]}]})
    assert found.required == {"a", "b"}


@pytest.mark.parametrize(
    ("parameters", "pointer", "reason"),
    [
        (5, "", "an object or a boolean"),
        ({"type": "objekt"}, "/type", "not a JSON Schema type"),
        ({"type": ["string", 5]}, "/type", "not a JSON Schema type"),
        ({"properties": {"a/b": {"type": "x"}}}, "/properties/a~1b/type", "not a JSON Schema type"),
        ({"properties": []}, "/properties", "an object"),
        ({"properties": {"a": None}}, "/properties/a", "an object or a boolean"),
        ({"anyOf": {}}, "/anyOf", "a list"),
        ({"anyOf": [{}, {"enum": 1}]}, "/anyOf/1/enum", "a list"),
        ({"required": "a"}, "/required", "a list"),
        ({"items": [{}, 1]}, "/items/1", "an object or a boolean"),
        ({"patternProperties": {"(": {}}}, "/patternProperties", "("),
        ({"$ref": "#/$defs/none"}, "/$ref", "names nothing"),
        ({"properties": {"a": {"$ref": "http://x"}}}, "/properties/a/$ref", "leaves the schema"),
        ({"$ref": 5}, "/$ref", "leaves the schema"),
    ],
)
def test_broken_schema_names_tool_and_pointer(parameters: Any, pointer: str, reason: str) -> None:
    with pytest.raises(SchemaError) as caught:
        Tool("broken", parameters)
    assert (caught.value.tool, caught.value.pointer) == ("broken", pointer)
    assert reason in caught.value.reason
    assert "'broken'" in str(caught.value)


def test_reference_goes_through_lists_and_escapes() -> None:
    parameters = {"properties": {"a": {"$ref": "#/x~1y/1"}}, "x/y": [{}, STRING]}
    assert Tool("t", parameters).shape.property("a").types == {"string"}


def test_schema_nested_too_deep_is_refused() -> None:
    deep: Any = {}
    for _ in range(1000):
        deep = {"items": deep}
    with pytest.raises(SchemaError, match="nested deeper"):
        Tool("t", deep)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "integer"),
        (1.0, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
        ((), ""),
    ],
)
def test_type_of(value: Any, name: str) -> None:
    assert type_of(value) == name


def test_narrow() -> None:
    assert narrow(None, None) is None
    assert narrow(None, frozenset({"string"})) == {"string"}
    assert narrow(frozenset({"number", "null"}), frozenset({"integer", "string"})) == {"integer"}


def test_pointers_escape_names() -> None:
    assert pointer_to("/a", "b~/c") == "/a/b~0~1c"
    assert pointer_to("", 3) == "/3"


def test_no_schema_allows_everything() -> None:
    assert ANYTHING.types is None
    assert ANYTHING.knows("any")
    assert ANYTHING.property("any").can("object")


def test_a_branch_that_allows_nothing_adds_nothing() -> None:
    assert Tool("t", {"anyOf": [False, {"type": "string"}]}).shape.types == {"string"}
    assert Tool("t", {"anyOf": [False]}).shape.types is None
