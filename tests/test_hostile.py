"""Inputs made to break a parser: it gives a result for each, the same for every chunking, and in no long time.

How cost grows with size is measured in ``bench/``; here a size is only large enough to make a quadratic step hurt.
"""

from typing import Any

import pytest

from pi_native import Limits, ParseResult, StreamParser, ToolSet, parse

N = 500
OBJECT: dict[str, Any] = {"type": "object"}
TOOLS = ToolSet(
    [
        {
            "name": "t",
            "parameters": {
                "properties": {
                    "s": {"type": "string"},
                    "n": {"type": "integer"},
                    "o": OBJECT,
                    "l": {"type": "array", "items": {"type": "number"}},
                    "any": {},
                    "m": {"type": ["object", "number"]},
                }
            },
        },
        {"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}}},
    ]
)


def numbered(form: str) -> str:
    return "".join(form.replace("#", str(i)) for i in range(N))


HOSTILE = {
    "sigils": "<call:" * N,
    "names without an end": "<call:t " * N,
    "quotes without an end": '<call:t s="' * N,
    "calls in quotes": '<call:t s="<call:t s=b" ' * N,
    "calls in both kinds of quotes": "<call:t s=\"<call:t s='" * N,
    "tags without an end": '<call:t s="x" ' * N,
    "malformed calls": '<call:t s="x" ,' * N,
    "barewords": "<call:t><o><a k=b" + "<a k=b" * N,
    "quotes in elements": "<call:t><o>" + '<a k="b' * N,
    "quotes in elements, closed": "<call:t><o>" + '<a k="b' * N + "</call:t>",
    "different unclosed elements": "<call:t>" + numbered("<e#>") + "</call:t>",
    "different unclosed strings": "<call:t><o>" + numbered("<e# a>y") + "</call:t>",
    "unclosed strings": "<call:t>" + "<s>" * N + "</call:t>",
    "unclosed numbers": "<call:t>" + "<n>4" * N + "</call:t>",
    "calls with unclosed strings": "<call:t><s>x</call:t>" * N,
    "calls with unclosed strings, closed at last": "<call:t><s>x</call:t>" * N + "</s>",
    "stray closers": "<call:t>" + "</x>" * N + "</call:t>",
    "different stray closers": "<call:t>" + numbered("</x#>") + "</call:t>",
    "duplicate attributes": "<call:t " + "n=1 " * N + "/>",
    "different attributes": "<call:t " + numbered("a#=1 ") + "/>",
    "many items": "<call:t>" + "<l>1</l>" * N + "</call:t>",
    "deep": "<call:t>" + "<o>" * N + "</o>" * N + "</call:t>",
    "less-than signs": "<call:t>" + "<" * N + "</call:t>",
    "beginnings of closers": "<call:t><o>" + "</" * N + "</call:t>",
    "open calls": "<call:t><o>" * N,
    "inline body full of closers": "<call:edit>" + "</call:edi" * N,
    "inline body full of openers": "<call:edit>" + "\n<call:edit>" * N + "</call:edit>",
    "deep JSON": "<call:t><any>" + "[" * N + "</any></call:t>",
    "JSON quotes": "<call:t><any>" + '["' * N + "</any></call:t>",
    "JSON backslashes": "<call:t><any>" + "[" * 300 + '"' + "\\" * N + "</any></call:t>",
    "undecided object": "<call:t><m>" + "1 " * N + "<",
    "name without an end": "<call:" + "x" * N,
    "whitespace in a tag": "<call:t " + " " * N,
    "whitespace before an equals sign": "<call:t s" + " " * N + "=1/>",
    "whitespace behind an equals sign": "<call:t s=" + " " * N + "1/>",
    "slashes": "<call:t s=" + "/" * N + "/>",
    "whitespace": "<call:t>" + "\r\n" * N + "</call:t>",
    "NUL": "\0<call:edit>" + "\0" * N + "</call:edit>",
    "lone surrogates": "<call:edit>" + "\ud800\udc00"[::-1] * N + "</call:edit>",
    "carriage returns": "\r<call:edit>" + "\r" * N + "</call:edit>\r",
    "mixed newlines": "<call:edit>" + "\r\n\r\r\n\n" * N + "</call:edit>",
}


def streamed(text: str, size: int, **options: Any) -> ParseResult:
    stream = StreamParser(TOOLS, **options)
    for at in range(0, len(text), size):
        stream.feed(text[at : at + size])
    stream.close()
    return stream.result


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_result_is_whole_and_the_same_for_every_chunking(text: str) -> None:
    whole = parse(text, TOOLS)
    assert "".join(segment.raw for segment in whole) == text
    for size in (7, 1000):
        assert streamed(text, size) == whole


def test_nesting_of_a_hundred_thousand() -> None:
    result = parse("<call:t>" + "<o>" * 100_000, TOOLS)
    value, depth = result.incomplete.arguments if result.incomplete else {}, 0
    while value:
        value, depth = value["o"], depth + 1
    assert depth == 200
    assert {found.code for found in result.diagnostics} == {"limit-exceeded", "unterminated-call"}


def test_json_nested_a_hundred_thousand_deep_is_text() -> None:
    text = "[" * 100_000 + "]" * 100_000
    assert parse(f"<call:t><any>{text}</any></call:t>", TOOLS).calls[0].arguments == {"any": text}


def test_tag_of_fifty_million_characters_is_text() -> None:
    text = '<call:t s="' + "x" * 50_000_000 + '"/><call:edit/>'
    result = parse(text, TOOLS)
    assert [call.name for call in result.calls] == ["edit"]
    assert [found.code for found in result.diagnostics] == ["limit-exceeded"]
    allowed = parse(text, TOOLS, limits=Limits(open_tag=60_000_000))
    assert [call.name for call in allowed.calls] == ["t", "edit"]


@pytest.mark.parametrize("form", ["<call:edit>{}</call:edit>", "<call:t><s>{}</s></call:t>", "{}"])
def test_strings_of_ten_million_characters(form: str) -> None:
    text = form.format("a<b\n" * 2_500_000)
    assert "".join(segment.raw for segment in parse(text, TOOLS)) == text


def test_exponent_without_bounds() -> None:
    for number in ("0e9999999999999999999999", "1e-9999999999999999999999", "-0.0e999999999"):
        result = parse(f"<call:t n={number}/>", TOOLS)
        assert result.calls[0].arguments == {"n": 0}
    result = parse("<call:t n=1e9999999999999999999999/>", TOOLS)
    assert [found.code for found in result.diagnostics] == ["type-mismatch"]


def test_memory_does_not_grow_with_names_that_no_schema_lists() -> None:
    tools = ToolSet([{"name": "t", "parameters": {"additionalProperties": {"type": "string"}, "properties": {}}}])
    parse("<call:t " + numbered("a#=1 ") + "/>", tools)
    tool = tools.get("t")
    assert tool is not None
    assert not tool.shape._properties
