"""What several occurrences of an argument come to (D11-D15), where the conformance cases show one at a time."""

from typing import Any

import pytest

from pi_native import ParseResult, parse
from pi_native.verbatim import strip_delimiters, strip_leading

STRING, NUMBER, NULL = {"type": "string"}, {"type": "number"}, {"type": "null"}
OBJECT: dict[str, Any] = {"type": "object"}


def array(items: Any = None, **more: Any) -> dict[str, Any]:
    return {"type": "array", **({} if items is None else {"items": items}), **more}


def nullable(schema: Any) -> dict[str, Any]:
    return {"anyOf": [schema, NULL]}


def parsed(schema: Any, text: str) -> ParseResult:
    """``text`` is a call of ``t``, or the body of one, whose parameter ``k`` has the schema.

    ``z`` keeps a body from being inline.
    """
    tools = [{"name": "t", "parameters": {"properties": {"k": schema, "z": OBJECT}}}]
    return parse(text if text.startswith("<call:") else f"<call:t>{text}</call:t>", tools)


def codes(result: ParseResult) -> list[str]:
    return sorted(found.code for found in result.diagnostics)


@pytest.mark.parametrize(
    ("schema", "text", "value", "expected"),
    [
        # null beside other occurrences of a nullable list
        (nullable(array(NUMBER)), "<call:t k=null k=null/>", None, ["duplicate-argument"]),
        (nullable(array(NUMBER)), "<call:t k=null><k>null</k></call:t>", None, ["duplicate-argument"]),
        (nullable(array(NUMBER)), "<call:t k=null><k>[1]</k></call:t>", [1], ["duplicate-argument", "json-literal"]),
        (nullable(array(NUMBER)), "<call:t k=1 k=null/>", [1], ["duplicate-argument", "structured-attribute"]),
        (nullable(array(STRING)), "<call:t k=null><k>null</k></call:t>", None, ["duplicate-argument"]),
        (nullable(array(STRING)), "<k>null</k><k>a</k>", ["null", "a"], []),
        (nullable(array(STRING)), "<k>\tnull\r\n</k>", None, []),
        (nullable(array(STRING)), "<k>\u00a0null</k>", ["\u00a0null"], []),
        (nullable(array(nullable(STRING))), "<k>null</k>", [None], []),
        (nullable(array(nullable(NUMBER))), "<k>[null]</k>", [None], ["json-literal"]),
        (nullable(array(OBJECT)), "<k>null</k>", None, []),
        (nullable(array(OBJECT)), "<k/>", [{}], []),
        # a lone object where only a list can hold one
        ({"anyOf": [NUMBER, array(OBJECT)]}, "<k>{}</k>", [{}], ["json-literal"]),
        ({"anyOf": [NUMBER, array(OBJECT)]}, "<k></k>", [{}], []),
        ({"anyOf": [NUMBER, array(OBJECT)]}, "<k a=1/>", [{"a": 1}], []),
        ({"anyOf": [NUMBER, array(OBJECT)]}, "<call:t k='{}'/>", [{}], ["structured-attribute"]),
        ({"anyOf": [NUMBER, array(OBJECT)]}, "<k>{}</k><k>1</k>", [{}, 1], ["json-literal", "type-mismatch"]),
        ({"anyOf": [STRING, array(OBJECT)]}, "<k>{}</k>", "{}", []),
        ({"anyOf": [NUMBER, array(NUMBER)]}, "<call:t k='{}'/>", {}, ["structured-attribute", "type-mismatch"]),
        # an empty element that may be an object or a list
        ({"type": ["object", "array"]}, "<k></k>", {}, []),
        ({"type": ["object", "array"], "items": STRING}, "<k>\n</k>", {}, []),
        ({"type": ["object", "array"], "items": STRING}, "<k></k><k></k>", ["", ""], []),
        ({"type": ["object", "boolean"]}, "<k></k>", {}, []),
        ({"type": ["object", "boolean"]}, "<k/>", True, ["empty-boolean"]),
        (array({"type": "boolean"}), "<k/><k>false</k>", [True, False], ["empty-boolean"]),
        (array(NUMBER), "<k/>", [""], ["type-mismatch"]),
        # whole lists and items by position
        (array(NUMBER), "<k>[1]</k><k>2</k>", [[1], 2], ["type-mismatch"]),
        (array(NUMBER), "<k x=1>[1]</k>", [1], ["json-literal", "unexpected-attribute"]),
        (array(array(NUMBER)), "<k>[1]</k>", [[1]], ["json-literal"]),
        (array(), "<k>[1]</k>", [[1]], []),
        (array(prefixItems=[NUMBER, STRING]), "<k>1</k><k>1</k><k>1</k>", [1, "1", 1], []),
        (array(prefixItems=[NUMBER, STRING]), '<k>[1,"a"]</k>', [1, "a"], ["json-literal"]),
        (array(prefixItems=[STRING, NUMBER]), "<k>[1]</k>", ["[1]"], []),
        (array(STRING), "<call:t k='[1]'><k>b</k></call:t>", [1, "b"], ["structured-attribute"]),
        (array(STRING), "<call:t k/>", [True], ["structured-attribute", "type-mismatch"]),
        # the count decides
        ({"type": ["array", "number"], "items": STRING}, "<k>1</k>", 1, []),
        ({"type": ["array", "number"], "items": STRING}, "<k>1</k><k>2</k>", ["1", "2"], []),
        ({"type": ["array", "string"], "items": STRING}, '<k>["a"]</k><k>b</k>', ['["a"]', "b"], []),
        ({"type": ["array", "object", "null"], "items": NUMBER}, "<k>1</k><k><a/></k>", [1, {"a": ""}], []),
        # the last one wins
        (STRING, "<call:t k=a k=b><k>c</k></call:t>", "c", ["duplicate-argument", "duplicate-argument"]),
        (OBJECT, "<k a=1/><k b=2/>", {"b": 2}, ["duplicate-argument"]),
        # attributes on a JSON literal have no place
        (nullable(OBJECT), "<k a=1>null</k>", None, ["unexpected-attribute"]),
        (OBJECT, '<k a=1>{"b":2}</k>', {"b": 2}, ["json-literal", "unexpected-attribute"]),
    ],
)
def test_value(schema: Any, text: str, value: Any, expected: list[str]) -> None:
    result = parsed(schema, text)
    assert result.calls[0].arguments == {"k": value}
    assert codes(result) == expected


@pytest.mark.parametrize(
    ("schema", "text", "arguments"),
    [
        (STRING, "<k>\nab\n</k", {"k": "ab\n</k"}),
        (STRING, "<k>", {"k": ""}),
        (NUMBER, "<k>5", {}),
        (NUMBER, "<k>5<", {}),
        (NUMBER, "<k>5<b", {"k": 5}),
        ({"type": ["string", "number"]}, "<k>x", {}),
        ({}, "<k>x", {}),
        ({}, "<k><a>x</a>", {"k": {"a": "x"}}),
        (nullable(STRING), "<k>", {}),
        (nullable(STRING), "<k>nul", {}),
        (nullable(STRING), "<k>null\n</k", {}),
        (nullable(STRING), "<k>null\r", {}),
        (nullable(STRING), "<k>nullx", {"k": "nullx"}),
        (nullable(STRING), "<k> n", {"k": " n"}),
        (nullable(STRING), "<k>x</k><k>n", {"k": "x"}),
        (array(STRING), "<k>a</k><k>b", {"k": ["a", "b"]}),
        (array(STRING), "<k>null", {"k": ["null"]}),
        (nullable(array(STRING)), "<k>n", {}),
        (nullable(array(STRING)), "<k> null </", {}),
        (nullable(array(STRING)), "<k>nullx", {"k": ["nullx"]}),
        (nullable(array(STRING)), "<k>a</k><k>n", {"k": ["a", "n"]}),
        (array(NUMBER), "<k>1</k><k>2", {"k": [1]}),
        (array(NUMBER), "<k>[1,2]", {}),
        (OBJECT, "<k>", {"k": {}}),
        (OBJECT, '<k>{"a":1}', {}),
        (OBJECT, "<k a=1>", {"k": {"a": 1}}),
        (nullable(OBJECT), "<k>", {}),
        (nullable(OBJECT), "<k>nul", {}),
        (nullable(OBJECT), "<k a=1>", {"k": {"a": 1}}),
        (nullable(OBJECT), "<k><a>1</a>", {"k": {"a": 1}}),
        ({"type": ["object", "number"]}, "<k>4", {}),
        ({"anyOf": [STRING, array(STRING)]}, "<k>a</k><k>b", {"k": "a"}),
    ],
)
def test_unfinished_value(schema: Any, text: str, arguments: Any) -> None:
    incomplete = parsed(schema, f"<call:t>{text}").incomplete
    assert incomplete is not None
    assert incomplete.arguments == arguments


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ""),
        ("\n", ""),
        ("\r\n", ""),
        ("\n\n", ""),
        ("\n\r\n", ""),
        ("\r\n\n", ""),
        ("\n\n\n", "\n"),
        ("\r", "\r"),
        ("\n\r", "\r"),
        ("a\r", "a\r"),
        ("\r\r\n", "\r"),
        (" \n a \n ", " \n a \n "),
        ("\na\n", "a"),
    ],
)
def test_delimiters(text: str, value: str) -> None:
    assert strip_delimiters(text) == value


def test_leading_delimiter() -> None:
    assert [strip_leading(text) for text in ("\na\n", "\r\na", "\ra", "\n\na")] == ["a\n", "a", "\ra", "\na"]
