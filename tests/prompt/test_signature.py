"""Signatures: types in a few words."""

from typing import Any

import pytest

from pi_native.prompt.signature import MAX_WORDS, about, details, signature, type_text
from pi_native.prompt.view import View
from pi_native.schema import Document


def view(schema: Any) -> View:
    document = Document(schema, "t")
    return View(document, document.root)


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "string"}, "string"),
        ({"type": ["string", "null"]}, "string | null"),
        ({}, "any"),
        ({"const": 1}, "1"),
        ({"enum": ["a", None]}, '"a" | null'),
        ({"enum": list(range(20))}, " | ".join(map(str, range(12))) + " | …"),
        ({"type": "array", "items": {"type": "integer"}}, "list of integer"),
        ({"type": "array", "items": {"type": ["integer", "null"]}}, "list of (integer | null)"),
        ({"type": "array"}, "list of any"),
        ({"type": "object"}, "object"),
        ({"properties": {"a": {"type": "string"}, "b": {}}, "required": ["b"]}, "{a?: string, b: any}"),
        ({"anyOf": [{"type": "string"}, {"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"properties": {"a": {"$ref": "#"}}}, "{a?: {a?: {a?: object}}}"),
    ],
)
def test_types(schema: Any, text: str) -> None:
    assert type_text(view(schema)) == text


def test_a_signature() -> None:
    schema = {"required": ["a"], "properties": {"a": {"type": "string"}, "b": {"type": "integer", "default": 2}}}
    assert signature("t", view(schema)) == "t(a: string, b?: integer = 2)"


def test_details_are_bounds_and_descriptions() -> None:
    schema = {"properties": {"a": {"minimum": 1, "format": "date"}, "b": {}, "c": {"description": "so\n it is"}}}
    assert list(details(view(schema))) == ["a: at least 1, format date", "c: so it is"]


def test_what_strangers_wrote_is_harmless() -> None:
    assert about("\x1b[31m" + "x" * 10_000).startswith("\\x1b[31mx")
    assert len(about("x" * 10_000)) == MAX_WORDS + 1
    assert about({"not": "text"}) == ""
    assert "\x1b" not in signature("t\x1b", view({"properties": {"\x1b": {"default": "\x1b"}}}))
    assert type_text(view({"const": float("nan")})) == "NaN"
