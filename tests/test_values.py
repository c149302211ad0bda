"""Text to value (D9, D10): what `parse_json`, `read` and `same` make of scalars."""

from typing import Any

import pytest

from pi_native import Tool
from pi_native.schema import ANYTHING
from pi_native.values import MAX_DIGITS, MAX_NESTING, NOT_JSON, admits, is_null, parse_json, read, same

STRING, NUMBER, INTEGER = {"type": "string"}, {"type": "number"}, {"type": "integer"}


def reading(text: str, schema: Any) -> tuple[Any, list[str]]:
    """The value of a text and the codes reported on the way."""
    codes: list[str] = []
    value = read(text, Tool("t", schema).shape, lambda code, detail: codes.append(code))
    return value, codes


def types(*names: str) -> dict[str, Any]:
    return {"type": list(names)}


@pytest.mark.parametrize(
    ("schema", "text", "value", "codes"),
    [
        (STRING, "4", "4", []),
        (STRING, ' "x" ', ' "x" ', []),
        (STRING, "null", "null", []),
        (types("string", "null"), "null", None, []),
        (types("string", "null"), " null", " null", []),
        (types("string", "null"), "None", "None", []),
        (types("string", "null"), "4", "4", []),
        (INTEGER, "4", 4, []),
        (INTEGER, " \n4\t", 4, []),
        (INTEGER, "4.5", 4.5, ["type-mismatch"]),
        (INTEGER, '"4"', "4", ["type-mismatch"]),
        (INTEGER, "true", True, ["type-mismatch"]),
        (INTEGER, "04", "04", ["type-mismatch"]),
        (INTEGER, "+4", "+4", ["type-mismatch"]),
        (INTEGER, "4 5", "4 5", ["type-mismatch"]),
        (INTEGER, "\u0664", "\u0664", ["type-mismatch"]),
        (INTEGER, "\u00a04", "\u00a04", ["type-mismatch"]),
        (INTEGER, "", "", ["type-mismatch"]),
        (INTEGER, "None", "None", ["type-mismatch"]),
        (INTEGER, "[4]", [4], ["type-mismatch"]),
        (types("boolean"), "TRUE", True, ["python-literal"]),
        (types("boolean"), "False", False, ["python-literal"]),
        (types("boolean"), "None", "None", ["type-mismatch"]),
        (types("boolean"), "null", None, ["type-mismatch"]),
        (types("boolean"), "yes", "yes", ["type-mismatch"]),
        (types("null", "integer"), "None", None, ["python-literal"]),
        (types("null", "integer"), " NULL\n", None, ["python-literal"]),
        (types("string", "number"), "4", 4, []),
        (types("string", "number"), '"4"', "4", []),
        (types("string", "number"), "true", "true", []),
        (types("string", "number"), " x ", " x ", []),
        (types("string", "integer"), "4.5", "4.5", []),
        (types("string", "boolean"), "True", "True", []),
        (types("string", "object"), "[1]", "[1]", []),
        ({}, "4", 4, []),
        ({}, '"4"', "4", []),
        ({}, "x", "x", []),
        ({}, "True", "True", []),
        ({}, "[1", "[1", []),
    ],
)
def test_read(schema: Any, text: str, value: Any, codes: list[str]) -> None:
    found, reported = reading(text, schema)
    assert same(found, value)
    assert reported == codes


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5.0", 5),
        ("-0.0", 0),
        ("1.0E2", 100),
        ("1e23", 10**23),
        ("-1e23", -(10**23)),
        ("9007199254740993.0", 9007199254740993),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("0e999999999", 0),
        ("0e9999999999999999999999", 0),
        ("1e-9999999999999999999999", 0),
    ],
)
@pytest.mark.parametrize("schema", [INTEGER, types("string", "integer"), types("null", "integer")])
def test_integers_are_exact_whatever_their_exponent(schema: Any, text: str, value: int) -> None:
    found, codes = reading(text, schema)
    assert (type(found), found, codes) == (int, value, [])


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-1e999",
        "9" * (MAX_DIGITS + 1),
        "-" + "9" * (MAX_DIGITS + 1),
        "[" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1),
        '{"a":' * (MAX_NESTING + 1) + "1" + "}" * (MAX_NESTING + 1),
        "[" * 100_000,
        "",
        " ",
        "[1,]",
        "{'a': 1}",
        '"a\nb"',
        '"\\x"',
        "// 1",
        "\ufeff1",
        "\x00",
    ],
)
def test_what_is_not_json(text: str) -> None:
    assert parse_json(text) is NOT_JSON


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9" * MAX_DIGITS, 10**MAX_DIGITS - 1),
        ("-" + "9" * MAX_DIGITS, 1 - 10**MAX_DIGITS),
        ('"' + "[" * 1000 + '"', "[" * 1000),
        ('["\\"' + "[" * 1000 + '"]', ['"' + "[" * 1000]),
        ("[" + "[]," * 1000 + "[]]", [[]] * 1001),
        ('"\\ud800"', "\ud800"),
        ('{"a":1,"a":2}', {"a": 2}),
        ("1e-999", 0.0),
    ],
)
def test_what_is_json(text: str, value: Any) -> None:
    assert same(parse_json(text), value)


def test_json_of_the_greatest_depth_is_read() -> None:
    value = parse_json("[" * MAX_NESTING + "]" * MAX_NESTING)
    depth = 0
    while value:
        value, depth = value[0], depth + 1
    assert depth == MAX_NESTING - 1


@pytest.mark.parametrize(("text", "found"), [("null", True), ("\tnull\r\n", True), ("\u00a0null", False), ("", False)])
def test_is_null(text: str, found: bool) -> None:
    assert is_null(text) is found


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (1, 1.0, True),
        (1, True, False),
        (None, False, False),
        ("1", 1, False),
        ([1, {"a": None}], [1.0, {"a": None}], True),
        ({"a": 1}, {"b": 1}, False),
        ([], {}, False),
        ([1], [1, 2], False),
        (10**23, 1e23, False),
    ],
)
def test_same(left: Any, right: Any, equal: bool) -> None:
    assert same(left, right) is equal
    assert same(right, left) is equal


def test_admits() -> None:
    assert admits(ANYTHING, {})
    assert admits(Tool("t", INTEGER).shape, 5.0)
    assert not admits(Tool("t", INTEGER).shape, 5.5)
    assert not admits(Tool("t", NUMBER).shape, True)
