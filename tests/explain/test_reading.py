"""Which rule it was: what keeps a body from being one string, and how a text is read."""

from typing import Any

import pytest

from pi_native import Tool
from pi_native.explain.reading import scalar_key, why_not_inline

STRING, ANY = {"type": "string"}, {}


@pytest.mark.parametrize(
    ("properties", "given", "reason"),
    [
        ({"s": STRING}, [], ""),
        ({"s": STRING}, ["s"], "attributes give every parameter"),
        ({}, [], "the tool has no parameters"),
        ({"s": STRING, "o": {"type": "object"}}, [], "the parameter 'o' can be object"),
        ({"s": STRING, "l": {"type": ["array", "null"]}}, [], "the parameter 'l' can be array or null"),
        ({"s": STRING, "u": ANY}, [], "the parameter 'u' can be anything"),
        ({"n": {"type": "number"}, "s": STRING}, [], "the first parameter that no attribute gives is 'n', number"),
        ({"n": {"type": "number"}, "s": STRING}, ["n"], ""),
    ],
)
def test_why_not_inline(properties: dict[str, Any], given: list[str], reason: str) -> None:
    tool = Tool("t", {"type": "object", "properties": properties})
    assert why_not_inline(tool, given) == reason
    assert (reason == "") == (tool.inline_target(given) is not None)


@pytest.mark.parametrize(
    ("schema", "key"),
    [
        (STRING, "string"),
        ({"type": ["string", "null"]}, "nullable"),
        ({"type": "integer"}, "json"),
        ({"type": ["object", "null"]}, "json"),
        ({"type": ["string", "integer"]}, "mixed"),
        (ANY, "unknown"),
    ],
)
def test_scalar_key(schema: dict[str, Any], key: str) -> None:
    assert scalar_key(Tool("t", schema).shape) == key
