"""The quick yes is never wrong: whatever it says of is valid for the library too."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_native.tools import Tool
from pi_native.validate.json_schema import ToolChecker
from pi_native.validate.plain_schema import surely_valid

STRING, INTEGER = {"type": "string"}, {"type": "integer"}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (True, {}),
        ({}, {"a": 1}),
        ({"type": "object", "description": "x"}, {}),
        ({"properties": {"a": STRING}, "required": ["a"]}, {"a": "x", "b": 1}),
        ({"properties": {"a": STRING}, "additionalProperties": False}, {"a": "x"}),
        ({"properties": {"a": {"type": ["string", "null"]}}}, {"a": None}),
        ({"properties": {"a": {"enum": ["x", None]}}}, {"a": "x"}),
        ({"properties": {"a": {"const": "x"}}}, {"a": "x"}),
        ({"properties": {"a": {"items": INTEGER, "minItems": 1, "maxItems": 2}}}, {"a": [1, 2]}),
        ({"properties": {"a": {"type": "number", "minimum": 0, "maximum": 9}}}, {"a": 9}),
        ({"properties": {"a": {"type": "string", "minLength": 1, "maxLength": 2}}}, {"a": "é"}),
        ({"properties": {"a": STRING, "b": {"format": "date"}}}, {"a": "x"}),
    ],
)
def test_what_plainly_fits_is_known(schema: Any, value: Any) -> None:
    assert surely_valid(schema)(value)
    assert ToolChecker(Tool("t", schema)).violations(value) == []


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (False, {}),
        ({"type": "object", "$ref": "#"}, {}),
        ({"required": ["a"]}, {}),
        ({"properties": {"a": STRING}}, {"a": 1}),
        ({"properties": {"a": INTEGER}}, {"a": True}),
        ({"properties": {"a": INTEGER}}, {"a": 1.0}),
        ({"properties": {"a": {"enum": [1]}}}, {"a": True}),
        ({"properties": {"a": {"enum": [1]}}}, {"a": 1}),
        ({"properties": {"a": STRING}, "additionalProperties": False}, {"b": "x"}),
        ({"properties": {"a": STRING}, "additionalProperties": STRING}, {"b": "x"}),
        ({"properties": {"a": {"type": "string", "format": "date"}}}, {"a": "x"}),
        ({"properties": {"a": {"items": INTEGER, "prefixItems": [STRING]}}}, {"a": ["x"]}),
        ({"properties": {"a": {"minimum": 0}}}, {"a": -1}),
        ({"properties": {"a": {"minimum": 0}}}, {"a": 0.5}),
        ({"properties": {"a": {"not": {}}}}, {"a": 1}),
    ],
)
def test_what_does_not_or_may_not_is_asked_about(schema: Any, value: Any) -> None:
    assert not surely_valid(schema)(value)


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = STRING
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return schema


def test_deep_schemas_are_asked_about() -> None:
    surely_valid(nested(10_000))


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, True, False, 0, 1, -1, 1.0, 0.5, 10**20, "", "a", "ab", "é𝄞", "2020-01-01"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from([*"abc"])
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
KEYWORDS: dict[str, st.SearchStrategy[Any]] = {
    "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
    "required": st.lists(NAMES, max_size=2, unique=True),
    "enum": st.lists(VALUES, min_size=1, max_size=3),
    "const": VALUES,
    "minimum": st.sampled_from([0, 1, 0.5]),
    "maximum": st.sampled_from([0, 1, 0.5]),
    "minLength": st.integers(0, 2),
    "maxLength": st.integers(0, 2),
    "minItems": st.integers(0, 2),
    "maxItems": st.integers(0, 2),
    "format": st.sampled_from(["date", "unknown"]),
    "nullable": st.booleans(),
    "uniqueItems": st.booleans(),
    "exclusiveMinimum": st.booleans() | st.integers(0, 1),
    "pattern": st.sampled_from(["^a", r"\d"]),
    "unheard-of": VALUES,
}


def schemas() -> st.SearchStrategy[Any]:
    def with_inner(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        below = {
            "properties": st.dictionaries(NAMES, inner, max_size=3),
            "additionalProperties": inner,
            "items": inner,
            "anyOf": st.lists(inner, min_size=1, max_size=2),
        }
        return st.fixed_dictionaries({}, optional=KEYWORDS | below)

    return st.recursive(st.booleans() | st.fixed_dictionaries({}, optional=KEYWORDS), with_inner, max_leaves=6)


DRAFTS = [
    None,
    *(f"http://json-schema.org/draft-0{number}/schema#" for number in (3, 4, 6, 7)),
    *(f"https://json-schema.org/draft/{name}/schema" for name in ("2019-09", "2020-12")),
]


@given(schemas(), st.lists(st.dictionaries(NAMES, VALUES, max_size=3), max_size=8), st.sampled_from(DRAFTS))
def test_a_yes_is_never_wrong(schema: Any, values: list[Any], draft: str | None) -> None:
    if isinstance(schema, dict) and draft is not None:
        schema = {"$schema": draft} | schema
    check = surely_valid(schema)
    sure = [value for value in values if check(value)]
    if not sure:
        return
    try:
        checker = ToolChecker(Tool("t", schema))
    except ValueError:  # not a schema of its draft
        return
    checker._surely_valid = lambda value: False
    for value in sure:
        assert checker.violations(value) == []
