"""Types as Python writes them."""

from typing import Any

import pytest

from pi_native.convert.python_types import json_schema, parameter, schema_of


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("str", {"type": "string"}),
        ("int", {"type": "integer"}),
        ("Dict[str, int]", {"type": "object", "additionalProperties": {"type": "integer"}}),
        ("dict", {"type": "object"}),
        ("List", {"type": "array"}),
        ("typing.List[List[float]]", {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}),
        ("Tuple[int, str]", {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}),
        ("Tuple[float, float]", {"type": "array", "items": {"type": "number"}}),
        ("Optional[bool]", {"anyOf": [{"type": "boolean"}, {"type": "null"}]}),
        ("int | None", {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        ("Union[str, Any]", {}),
        ("List[", {"$comment": "List["}),
        ("Callable", {"$comment": "Callable"}),
        ("", {"$comment": ""}),
    ],
)
def test_types(text: str, schema: dict[str, Any]) -> None:
    assert schema_of(text) == schema


@pytest.mark.parametrize("text", ["List[" * 10_000, "[" * 499, "List[" * 99])
def test_hostile_types(text: str) -> None:
    assert "$comment" in schema_of(text)


@pytest.mark.parametrize(
    ("text", "is_optional"),
    [("str", False), ("str, optional", True), ("int, Optional. Defaults", True), ("Optional[int]", True)],
)
def test_what_may_be_left_out(text: str, is_optional: bool) -> None:
    assert parameter(text)[1] is is_optional


def test_inside_schemas() -> None:
    schema = {
        "type": ["dict", "null"],
        "properties": {"type": {"type": "float"}},
        "anyOf": [{"items": {"type": "str"}}],
    }
    assert json_schema(schema) == {
        "type": ["object", "null"],
        "properties": {"type": {"type": "number"}},
        "anyOf": [{"items": {"type": "string"}}],
    }
