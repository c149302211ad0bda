"""With the extra or without it, what is found is the same."""

import sys
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pi_native.model import SchemaError
from pi_native.tools import Tool
from pi_native.transcripts import Location, Turn
from pi_native.validate import Validator
from pi_native.validate.fast_schema import LARGEST, fast_valid, is_exact
from pi_native.validate.json_schema import ToolChecker

jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="jsonschema-rs is not installed: pip install '.[fast]'")

STRING, NUMBER = {"type": "string"}, {"type": "number"}
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def of(schema: Any) -> dict[str, Any]:
    """The schema of a tool with one parameter, ``a``."""
    return {"type": "object", "properties": {"a": schema}}


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        (of({"anyOf": [STRING, {"items": STRING}]}), {"a": ["x"]}, {"a": [1]}),
        (of({"oneOf": [STRING, NUMBER]}), {"a": 0.5}, {"a": None}),
        (of({"type": "number", "exclusiveMinimum": 0.5}), {"a": 0.75}, {"a": 0.5}),
        (of({"enum": [1, True]}), {"a": 1.0}, {"a": 0}),
        ({"additionalProperties": NUMBER}, {"b": 1}, {"b": "1"}),
        ({"$defs": {"x": STRING}, **of({"$ref": "#/$defs/x"})}, {"a": "x"}, {"a": 1}),
        ({"$schema": DRAFT_7, "definitions": {"x": STRING}, **of({"$ref": "#/definitions/x"})}, {"a": "x"}, {"a": 1}),
        (of({"prefixItems": [STRING], "items": False}), {"a": ["x"]}, {"a": ["x", 1]}),
        (of({"if": STRING, "then": {"minLength": 1}, "else": NUMBER}), {"a": 1}, {"a": ""}),
        ({"propertyNames": {"maxLength": 1}, "minProperties": 1}, {"𝄞": 1}, {"ab": 1}),
        (False, None, {}),
    ],
)
def test_both_libraries_agree(schema: Any, good: Any, bad: Any) -> None:
    check = fast_valid(schema)
    assert check is not None
    assert good is None or check(good)
    assert not check(bad)


@pytest.mark.parametrize(
    "schema",
    [
        of({"format": "date"}),
        of({"pattern": "^a"}),
        of({"patternProperties": {"^a": True}}),
        of({"multipleOf": 0.1}),
        of({"uniqueItems": True}),
        of({"type": "string", "nullable": True}),
        of({"minLength": 1.0}),
        of({"const": LARGEST}),
        of({"maximum": 1e300}),
        of({"enum": [float("inf")]}),
        of({"const": "\ud800"}),
        of({"unheard-of": True}),
        of({"$schema": DRAFT_7}),
        of({"$id": "https://example.org/a"}),
        of({"anyOf": [{"items": {"not": {"format": "date"}}}]}),
        {"$schema": DRAFT_7, **of({"items": [STRING]})},
        {"$schema": "http://json-schema.org/draft-04/schema#"},
        {"$schema": "https://example.org/unknown"},
        of({"$ref": "#"}),
        of({"$ref": "#/properties/a"}),
        of({"$ref": "https://json-schema.org/draft/2020-12/schema"}),
        {"$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"not": {"$ref": "#/$defs/x"}}}, "$ref": "#/$defs/x"},
        {"$defs": {"x": {"format": "date"}}, **of({"$ref": "#/$defs/x"})},
        {"$defs": {"a~b": STRING}, **of({"$ref": "#/$defs/a~0b"})},
    ],
)
def test_what_they_may_see_differently_is_left_alone(schema: Any) -> None:
    assert fast_valid(schema) is None


def test_a_chain_of_references_is_as_deep_as_what_it_leads_to() -> None:
    def chain(length: int) -> Any:
        links = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(length)}
        return {
            "$defs": links | {f"d{length}": STRING},
            "allOf": [{"$ref": f"#/$defs/d{i}"} for i in range(length, 0, -1)],
        }

    assert fast_valid(chain(20)) is not None
    assert fast_valid(chain(200)) is None  # seen from its end, where each step is short
    assert fast_valid(chain(5000)) is None


def test_deep_schemas_are_left_alone() -> None:
    schema: Any = {}
    for _ in range(10_000):
        schema = {"not": schema}
    assert fast_valid(schema) is None


@pytest.mark.parametrize(
    "value", [float("inf"), float("nan"), LARGEST, -LARGEST, 1e300, "\ud800", {"\udfff": 1}, [float("inf")]]
)
def test_values_they_may_see_differently_are_asked_about(value: Any) -> None:
    check = fast_valid({"properties": {"a": {"anyOf": [True, False]}}})
    assert check is not None
    assert check({"a": [0, 0.5, None, True, "é𝄞", {"b": LARGEST - 1}]})
    assert not check({"a": value})


def test_deep_values_end_no_program() -> None:
    value: Any = []
    for _ in range(100_000):
        value = [value]
    assert is_exact(value)


def test_without_the_extra_there_is_nothing_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    assert fast_valid({}) is None
    checker = ToolChecker(Tool("t", of({"oneOf": [STRING, NUMBER]})))
    assert checker.violations({"a": 1}) == []
    assert [pointer for pointer, _ in checker.violations({"a": None})] == ["/a"]


def test_a_validator_can_be_told_to_leave_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import pickle

    asked = []
    monkeypatch.setattr(
        "pi_native.validate.json_schema.fast_valid", lambda schema: lambda value: bool(asked.append(value)) or True
    )
    tools = [{"name": "t", "parameters": of({"oneOf": [STRING, NUMBER]})}]
    turn = Turn("assistant", "<call:t a=1/>", Location("a.txt"))
    slow = pickle.loads(pickle.dumps(Validator(tools, fast=False)))
    assert slow.check(turn).findings == ()
    assert asked == []
    assert pickle.loads(pickle.dumps(Validator(tools))).check(turn).findings == ()
    assert len(asked) == 1


# -- any schema, any value -----------------------------------------------------------------------------------------

NAMES = st.sampled_from(["a", "b", "é", "$ref", "$id"])
NUMBERS = st.sampled_from([0, 1, -1, 2, 1.0, -0.0, 0.5, 0.1, 1e-9, 2**53 - 1, 2**53, 2.0**53, 10**30, 1e300])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, True, False, "", "a", "ab", "é𝄞", "2020-01-01", float("inf"), float("nan"), "\ud800"])
    | NUMBERS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
COUNTS = st.integers(0, 2)
PLAIN: dict[str, st.SearchStrategy[Any]] = {
    "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
    "required": st.lists(NAMES, max_size=2, unique=True),
    "enum": st.lists(VALUES, min_size=1, max_size=3),
    "const": VALUES,
    "$ref": st.sampled_from(["#/$defs/x", "#/$defs/y"]),
    **dict.fromkeys(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], NUMBERS),
    **dict.fromkeys(["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"], COUNTS),
}
RARE: dict[str, st.SearchStrategy[Any]] = {
    "format": st.sampled_from(["date", "unknown"]),
    "pattern": st.sampled_from(["^a", r"\d", "^é$"]),
    "multipleOf": st.sampled_from([0.1, 2]),
    "uniqueItems": st.booleans(),
    "nullable": st.booleans(),
    "title": st.just("x"),
    "unheard-of": VALUES,
}


def some(keywords: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Schemas of one to three keywords: with more of them hardly a value fits."""
    chosen = st.lists(st.sampled_from(sorted(keywords)), min_size=1, max_size=3, unique=True)
    return chosen.flatmap(lambda names: st.fixed_dictionaries({name: keywords[name] for name in names}))


def schemas() -> st.SearchStrategy[Any]:
    def around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        many = st.lists(inner, min_size=1, max_size=2)
        below = dict.fromkeys(["additionalProperties", "items", "not", "if", "then", "else", "propertyNames"], inner)
        below |= dict.fromkeys(["anyOf", "oneOf", "allOf", "prefixItems"], many)
        return some(PLAIN | below | {"properties": st.dictionaries(NAMES, inner, max_size=3)})

    return st.recursive(st.booleans() | some(PLAIN) | some(PLAIN | RARE), around, max_leaves=6)


@given(
    schemas(),
    st.fixed_dictionaries({"x": schemas(), "y": schemas()}),
    st.lists(st.dictionaries(NAMES, VALUES, max_size=3), min_size=1, max_size=8),
    st.sampled_from([None, DRAFT_7, "https://json-schema.org/draft/2020-12/schema", "https://example.org/unknown"]),
)
def test_findings_are_the_same_with_and_without(schema: Any, definitions: Any, values: list[Any], draft: Any) -> None:
    if isinstance(schema, dict):
        schema = {"$defs": definitions} | ({"$schema": draft} if draft else {}) | schema
    try:
        fast, slow = (ToolChecker(Tool("t", schema), fast=fast) for fast in (True, False))
    except SchemaError:
        assume(False)
    fast._surely_valid = slow._surely_valid = lambda value: False
    for value in values:
        assert found(fast, value) == found(slow, value)


def found(checker: ToolChecker, value: Any) -> Any:
    try:
        return checker.violations(value)
    except SchemaError as error:
        return str(error)
