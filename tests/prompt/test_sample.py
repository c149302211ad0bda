"""Sample values: what the schema names, else what fits it."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pi_native.prompt.sample import FORMATS, LINES, MAX_VALUES, Sampler
from pi_native.prompt.view import View
from pi_native.schema import Document


def sample(schema: Any, name: str = "x", **more: Any) -> Any:
    document = Document(schema, "t")
    return Sampler(**more).sample(View(document, document.root), name)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"const": 3, "enum": [4], "default": 5}, 3),
        ({"enum": ["a", "b"], "default": "b"}, "a"),
        ({"examples": ["e"], "default": "d"}, "e"),
        ({"type": "integer", "examples": ["e", True, 7]}, 7),
        ({"default": "d", "type": "string"}, "d"),
        ({"default": False}, False),
        ({"type": "string"}, "some x"),
        ({"type": "boolean"}, True),
        ({"type": "null"}, None),
        ({"type": ["null", "integer"]}, 1),
        ({}, "some x"),
        ({"type": "integer", "minimum": 5}, 5),
        ({"type": "integer", "maximum": -5}, -5),
        ({"type": "integer", "exclusiveMinimum": 5}, 6),
        ({"type": "integer", "minimum": 20, "multipleOf": 7}, 21),
        ({"type": "number", "minimum": 0.25, "maximum": 0.75}, 0.5),
        ({"type": "string", "minLength": 10}, "some xxxxx"),
        ({"type": "string", "maxLength": 2}, "so"),
        ({"type": "string", "pattern": "^[0-9]+$"}, "1"),
        ({"type": "string", "pattern": "("}, "some x"),
        ({"type": "array", "items": {"type": "integer"}}, [1, 2]),
        ({"type": "array", "items": {"enum": [5]}, "minItems": 3}, [5, 5, 5]),
        ({"type": "array", "maxItems": 1}, ["some x"]),
        ({"prefixItems": [{"const": 1}, {"const": "a"}, {"const": None}]}, [1, "a", None]),
        ({"properties": {"a": {"const": 1}, "b": {"const": 2}}, "required": ["b"]}, {"b": 2}),
        ({"properties": {"a": {"const": 1}, "b": {"const": 2}, "c": {}}}, {"a": 1, "b": 2}),
        ({"anyOf": [{"type": "null"}, {"const": 8}]}, 8),
        ({"allOf": [{"type": "string"}, {"maxLength": 3}]}, "som"),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"const": 9}}}, 9),
    ],
)
def test_samples(schema: Any, value: Any) -> None:
    found = sample(schema)
    assert found == value
    assert type(found) is type(value)


def test_a_sampler_that_invents_takes_nothing_from_the_schema() -> None:
    assert sample({"type": "string", "default": "d", "examples": ["e"]}, invents=True) == "some x"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_a_value_of_it(name: str) -> None:
    checker = Draft202012Validator.FORMAT_CHECKER
    schema = {"type": "string", "format": name}
    Draft202012Validator(schema, format_checker=checker).validate(sample(schema))


@pytest.mark.parametrize(
    ("name", "is_long"),
    [("content", True), ("new_text", True), ("Body", True), ("context", False), ("path", False), ("textual", False)],
)
def test_names_that_mean_text_get_lines(name: str, is_long: bool) -> None:
    assert (sample({"type": "string"}, name) == LINES) == is_long


def test_values_that_are_no_json_are_passed_over() -> None:
    assert sample({"examples": [float("nan"), [float("inf")], 1]}) == 1


def test_a_schema_without_end_has_a_bounded_sample() -> None:
    node: dict[str, Any] = {"required": ["a", "b", "c"], "properties": {key: {"$ref": "#"} for key in "abc"}}
    assert str(sample(node)).count("{") <= 3 * MAX_VALUES
    endless: dict[str, Any] = {"type": "array", "items": {"$ref": "#"}, "minItems": 50}
    assert str(sample(endless)).count("[") <= 60 * MAX_VALUES
    assert sample({"anyOf": [{"$ref": "#"}]}) is None
