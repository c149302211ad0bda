"""Schemas, as someone reads them who writes a value."""

from typing import Any

import pytest

from pi_native.prompt.view import View
from pi_native.schema import Document


def view(schema: Any) -> View:
    document = Document(schema, "t")
    return View(document, document.root)


def test_what_applies_is_put_together() -> None:
    schema = {
        "$ref": "#/$defs/base",
        "allOf": [{"properties": {"b": {"const": 2}}, "required": ["b"]}],
        "properties": {"a": {"const": 1}},
        "$defs": {"base": {"properties": {"a": {"const": 0}, "c": {}}, "description": "d"}},
    }
    found = view(schema)
    assert sorted(found.properties) == ["a", "b", "c"]
    assert found.properties["a"].get("const") == 1
    assert found.required == {"b"}
    assert found.get("description") == "d"
    assert not found.has("title")


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        ({"type": "string"}, ("string",)),
        ({"type": ["null", "string"]}, ("null", "string")),
        ({"properties": {}}, ("object",)),
        ({"items": {}}, ("array",)),
        ({"prefixItems": []}, ("array",)),
        ({}, ()),
        (True, ()),
    ],
)
def test_types(schema: Any, types: tuple[str, ...]) -> None:
    assert view(schema).types == types


def test_items() -> None:
    found = view({"prefixItems": [{"const": 1}], "items": {"const": 2}})
    assert [found.item(index).get("const") for index in range(3)] == [1, 2, 2]
    assert found.prefix_length == 1
    old = view({"items": [{"const": 1}], "additionalItems": {"const": 2}})
    assert [old.item(index).get("const") for index in range(2)] == [1, 2]


def test_branches() -> None:
    assert [branch.types for branch in view({"oneOf": [{"type": "null"}, {"type": "string"}]}).branches] == [
        ("null",),
        ("string",),
    ]
    assert view({}).branches == ()
