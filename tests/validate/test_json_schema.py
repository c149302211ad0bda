"""The JSON Schema layer by itself: drafts, formats, references, messages."""

import socket
from typing import Any

import pytest

from pi_native.model import SchemaError
from pi_native.tools import Tool
from pi_native.validate.json_schema import MESSAGE_WIDTH, ToolChecker, pointer_of


def violations(schema: Any, arguments: dict[str, Any]) -> list[tuple[str, str]]:
    return ToolChecker(Tool("t", schema)).violations(arguments)


def of(schema: Any) -> dict[str, Any]:
    """The schema of a tool with one parameter, ``a``."""
    return {"type": "object", "properties": {"a": schema}}


def test_arguments_that_fit() -> None:
    assert violations({"required": ["a"], **of({"type": "string"})}, {"a": "x"}) == []


@pytest.mark.parametrize("schema", [True, {}])
def test_a_schema_that_allows_everything(schema: Any) -> None:
    assert violations(schema, {"a": 1}) == []


def test_a_schema_that_allows_nothing() -> None:
    assert violations(False, {}) == [("", "False schema does not allow {}")]


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ({"enum": ["x", "y"]}, "z", "'z' is not one of ['x', 'y']"),
        ({"type": "integer", "maximum": 5}, 6, "6 is greater than the maximum of 5"),
        ({"type": "array", "minItems": 1}, [], "[] should be non-empty"),
        ({"type": "string", "pattern": "^a"}, "b", "'b' does not match '^a'"),
        ({"type": "string", "format": "date-time"}, "today", "'today' is not a 'date-time'"),
        ({"type": "string", "format": "uri"}, "a b", "'a b' is not a 'uri'"),
        ({"type": "string", "format": "ipv4"}, "1.2.3", "'1.2.3' is not a 'ipv4'"),
    ],
)
def test_a_violation_names_the_value_and_the_rule(schema: Any, value: Any, message: str) -> None:
    assert violations(of(schema), {"a": value}) == [("/a", message)]


def test_pointers_go_into_the_value() -> None:
    schema = of({"items": {"properties": {"b/c": {"type": "integer"}}}})
    assert violations(schema, {"a": [{}, {"b/c": "x"}]}) == [("/a/1/b~1c", "'x' is not of type 'integer'")]


def test_violations_are_in_the_order_of_the_pointers() -> None:
    number = {"type": "number"}
    schema = {"properties": {"b": number, "a": {"items": number}}, "required": ["c"]}
    found = violations(schema, {"b": "x", "a": ["x"] * 11})
    assert [pointer for pointer, _ in found] == ["", *(f"/a/{i}" for i in range(11)), "/b"]


def test_whole_floats_are_integers() -> None:
    assert violations(of({"type": "integer"}), {"a": 5.0}) == []


@pytest.mark.parametrize(
    ("draft", "count"),
    [
        ("http://json-schema.org/draft-07/schema#", 1),  # there a $ref hides what stands beside it
        ("https://json-schema.org/draft/2020-12/schema", 2),
        ("https://example.org/unknown", 2),
        (None, 2),
    ],
)
def test_the_draft_is_that_of_the_schema_else_2020_12(draft: str | None, count: int) -> None:
    schema = of({"$ref": "#/$defs/short", "pattern": "^a"}) | {"$defs": {"short": {"maxLength": 1}}}
    if draft:
        schema["$schema"] = draft
    assert len(violations(schema, {"a": "bb"})) == count


def test_nullable_allows_null_as_it_does_for_the_parser() -> None:
    schema = of({"type": "string", "nullable": True})
    assert violations(schema, {"a": None}) == []
    assert violations(schema, {"a": 1}) == [("/a", "1 is not of type 'string'")]


def test_references_within_the_schema() -> None:
    schema = of({"$ref": "#/$defs/node"}) | {
        "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}}
    }
    assert violations(schema, {"a": {"next": {"next": {}}}}) == []
    assert violations(schema, {"a": {"next": {"next": 5}}}) == [("/a/next/next", "5 is not of type 'object'")]


@pytest.mark.parametrize("place", ["not", "contains", "if", "propertyNames"])
def test_a_reference_is_never_fetched(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refuse)
    with pytest.raises(SchemaError, match="leads nowhere") as caught:
        violations(of({place: {"$ref": "https://example.org/schema.json"}}), {})
    assert (caught.value.tool, caught.value.pointer) == ("t", f"/properties/a/{place}/$ref")


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        (of({"minimum": "5"}), "/properties/a/minimum"),
        (of({"pattern": "("}), "/properties/a/pattern"),
        (of({"not": 5}), "/properties/a/not"),
        ({"$schema": 5}, "/$schema"),
        ({"required": [1]}, "/required/0"),
    ],
)
def test_a_broken_schema_is_named_with_its_place(schema: Any, pointer: str) -> None:
    with pytest.raises(SchemaError) as caught:
        ToolChecker(Tool("t", schema))
    assert (caught.value.tool, caught.value.pointer) == ("t", pointer)


def test_a_schema_that_refers_to_itself_without_end() -> None:
    with pytest.raises(SchemaError, match="without end"):
        violations(of({"not": {"$ref": "#/properties/a"}}), {"a": 1})


def test_a_number_that_cannot_be_divided() -> None:
    with pytest.raises(SchemaError, match="cannot be checked"):
        violations(of({"type": "number", "multipleOf": 0.1}), {"a": 10**400})


def test_a_long_value_does_not_enter_the_message_whole() -> None:
    ((_, message),) = violations(of({"type": "integer"}), {"a": "x" * 1_000_000})
    assert message.endswith("… is not of type 'integer'")
    assert len(message) < 100


@pytest.mark.parametrize("schema", [{"const": "y" * 10_000}, {"enum": ["y" * 10_000]}, {"pattern": "y" * 10_000}])
def test_a_long_rule_does_not_either(schema: Any) -> None:
    ((_, message),) = violations(of(schema), {"a": "x"})
    assert len(message) <= MESSAGE_WIDTH + 1


def test_control_characters_are_escaped() -> None:
    ((_, message),) = violations({"additionalProperties": False}, {"\x1b[31m": 1})
    assert "\x1b" not in message


def test_pointer_of_nothing_is_the_whole() -> None:
    assert pointer_of([]) == ""


@pytest.mark.parametrize("depth", range(30))
def test_the_stack_may_end_in_any_library(depth: int) -> None:
    """How deep the caller is decides which library is on top when the stack ends, and what it then raises."""

    def at(level: int) -> Any:
        return checker.violations({"a": 1}) if level == 0 else at(level - 1)

    itself = {"$ref": "#/$defs/x"}
    checker = ToolChecker(Tool("t", {"$defs": {"x": {"not": itself}}, **itself}))
    with pytest.raises(SchemaError, match="without end"):
        at(depth)
