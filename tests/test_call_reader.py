"""Recovery inside a call (D16-D18): what is skipped, what is put in, and what becomes of the rest."""

from typing import Any

import pytest

from pi_native import Limits, ParseResult, parse

TOOLS = [
    {
        "name": "t",
        "parameters": {
            "properties": {
                "s": {"type": "string"},
                "n": {"type": "number"},
                "o": {"type": "object", "properties": {"s": {"type": "string"}, "n": {"type": "number"}, "o": {}}},
            }
        },
    },
    {"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}}},
]


def shown(result: ParseResult) -> list[Any]:
    return [call.arguments for call in result.calls]


def codes(result: ParseResult) -> list[str]:
    return sorted(found.code for found in result.diagnostics)


@pytest.mark.parametrize(
    ("text", "calls", "expected"),
    [
        # closers of what encloses
        ("<call:t><o><o><s>x</call:t>", [{"o": {"o": {"s": "x"}}}], ["unclosed-element"] * 3),
        ("<call:t><o><n>4</o></call:t>", [{"o": {"n": 4}}], ["unclosed-element"]),
        ("<call:t><o><n>4</call:t>", [{"o": {"n": 4}}], ["unclosed-element"] * 2),
        ("<call:t><o><s>x</o></call:t>", [{"o": {"s": "x"}}], ["unclosed-element"]),
        ("<call:t><o></call:t></o>", [{"o": {}}], ["unclosed-element"]),
        # closers of nothing
        ("<call:t></x></call:u><o></s></o></o></call:t>", [{"o": {}}], ["stray-closer"] * 4),
        ("<call:t><n>4</x></n></call:t>", [{"n": 4}], ["stray-closer", "stray-closer", "unclosed-element"]),
        # text that is no element
        ("<call:t><o/> <3 &amp; </call:t>", [{"o": {}}], ["stray-text"]),
        ("<call:t><o><s x</o></call:t>", [{"o": {}}], ["stray-text"]),
        ("<call:t><o><s/ ></o></call:t>", [{"o": {}}], ["stray-text"]),
        ("<call:t><!-- <s>x</s> --></call:t>", [{"s": "x"}], ["stray-text"] * 2),
        ('<call:t><o s="></o>"</o></call:t>', [{}], ["stray-closer", "stray-closer", "stray-text", "stray-text"]),
        # a number ends at its first markup
        ("<call:t><n>4<s>x</s></call:t>", [{"n": 4, "s": "x"}], ["unclosed-element"]),
        ("<call:t><n>4<n>5</n></call:t>", [{"n": 5}], ["duplicate-argument", "unclosed-element"]),
        ("<call:t><n>4 < 5</n></call:t>", [{"n": 4}], ["stray-closer", "stray-text", "unclosed-element"]),
        # the next call begins
        ("<call:t><o><n>4<call:t n=1/>", [{"o": {"n": 4}}, {"n": 1}], ["unclosed-call", "unclosed-element"]),
        ("<call:t><o><call:edit>x</call:edit>", [{"o": {}}, {"input": "x"}], ["unclosed-call"]),
        ("<call:t>stray<call:t/>", [{}, {}], ["stray-text", "unclosed-call"]),
        ("<call:t><o/><call:t ,/></call:t>", [{"o": {}}], ["stray-text"]),
        # a tag that the end of input cuts off, with something behind it
        ('<call:t><o s="x <call:t/>', [{}, {}], ["stray-text", "unclosed-call"]),
        ('<call:t><o s="x </call:t>', [{}], ["stray-text"]),
        # strings
        ("<call:t><s>a<s>b</s></s></call:t>", [{"s": "a<s>b"}], ["stray-closer"]),
        ("<call:t><s>a</s </call:t>", [{"s": "a</s "}], ["unclosed-element"]),
        ("<call:t><s>a</x></call:t>", [{"s": "a</x>"}], ["unclosed-element"]),
        ("<call:t><o><s>a</o></call:t></s></o></call:t>", [{"o": {"s": "a</o></call:t>"}}], ["closer-inside-value"]),
        ("<call:t><s>a<call:t n=1/></call:t>", [{"s": "a<call:t n=1/>"}], ["unclosed-element"]),
        # inline bodies
        ("<call:edit>a<call:edit>b</call:edit>", [{"input": "a<call:edit>b"}], []),
        ("<call:edit>a\n<call:edit>b</call:edit>", [{"input": "a\n<call:edit>b"}], ["opener-inside-value"]),
        ("<call:edit>a\n<call:editor>b</call:edit>", [{"input": "a\n<call:editor>b"}], []),
    ],
)
def test_recovery(text: str, calls: list[Any], expected: list[str]) -> None:
    result = parse(text, TOOLS)
    assert shown(result) == calls
    assert codes(result) == expected


@pytest.mark.parametrize(
    ("text", "skipped"),
    [
        ("<call:t> and then <s>x</s></call:t>", ["and then "]),
        ("<call:t>a<o>b</o>c</call:t>", ["a", "b", "c"]),
        ("<call:t>a < b & c</call:t>", ["a < b & c"]),
        ("<call:t></x></call:t>", ["</x>"]),
        ("<call:t>a</x>b</call:t>", ["a", "</x>", "b"]),
    ],
)
def test_finding_holds_what_was_skipped(text: str, skipped: list[str]) -> None:
    result = parse(text, TOOLS)
    assert [found.text for found in result.diagnostics] == skipped
    assert [text[found.span.offset : found.span.end] for found in result.diagnostics] == skipped
    assert {found.call_index for found in result.diagnostics} == {0}


@pytest.mark.parametrize(
    ("text", "pointers"),
    [
        ("<call:t><o><s>x</call:t>", ["/o", "/o/s"]),
        ("<call:t><l>1<l>2</call:t>", ["/l/0", "/l/1"]),
        ("<call:t l=0><l>1<l>2</call:t>", ["/l/1", "/l/2"]),
    ],
)
def test_unclosed_elements_are_pointed_at(text: str, pointers: list[str]) -> None:
    lists = {"l": {"type": "array", "items": {"type": "number"}}, "o": {"properties": {"s": {"type": "string"}}}}
    result = parse(text, [{"name": "t", "parameters": {"properties": lists}}])
    assert sorted(f.pointer or "" for f in result.diagnostics if f.code == "unclosed-element") == pointers


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_elements_deeper_than_the_limit_are_skipped(depth: int) -> None:
    text = "<call:t>" + "<o>" * 3 + "<o/>" + "</o>" * 3 + "</call:t>"
    result = parse(text, TOOLS, limits=Limits(depth=depth))
    value, reached = result.calls[0].arguments, 0
    while value:
        value, reached = value["o"], reached + 1
    assert reached == depth
    assert {"limit-exceeded"} <= set(codes(result))
    assert not parse(text, TOOLS, limits=Limits(depth=4)).diagnostics


@pytest.mark.parametrize(
    "text",
    [
        "<call:t><",
        "<call:t></",
        "<call:t></o",
        "<call:t><o",
        '<call:t><o s="a',
        "<call:t><o/> <o s",
        "<call:t><call:t s",
    ],
)
def test_tag_cut_off_is_part_of_the_incompleteness(text: str) -> None:
    result = parse(text, TOOLS)
    assert codes(result) == ["unterminated-call"]
    assert result.incomplete is not None
    assert result.segments == (result.incomplete,)
