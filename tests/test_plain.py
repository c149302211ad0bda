"""The fast way reads plain calls, declines everything else, and never reads anything differently."""

from typing import Any

import pytest

from pi_native import Grammar, Limits, StreamParser, ToolSet, parse, render
from pi_native.lexer import Lexer
from pi_native.plain import expressions, plain_reader

STRING, NUMBER, BOOLEAN = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
POINT = {"type": "object", "properties": {"x": NUMBER, "note": STRING, "tags": {"type": "array", "items": STRING}}}
TOOLS = ToolSet(
    [
        {"name": "read", "parameters": {"properties": {"path": STRING, "offset": NUMBER, "all": BOOLEAN}}},
        {"name": "edit", "parameters": {"properties": {"input": STRING}}},
        {"name": "write", "parameters": {"properties": {"path": STRING, "content": STRING}, "required": ["content"]}},
        {
            "name": "put",
            "parameters": {
                "properties": {
                    "p": POINT,
                    "ps": {"type": "array", "items": POINT},
                    "ns": {"type": "array", "items": NUMBER},
                    "nullable": {"type": ["array", "null"], "items": NUMBER},
                    "any": {},
                }
            },
        },
    ]
)

PLAIN = [
    '<call:read path="a.ts"/>',
    "<call:read path='a \"b\"' offset = 5 />",
    "<call:read offset=-1.5e3 path=src/a.ts all/>",
    "<call:read/>",
    "<call:read>\n<path>a</path>\n<offset>5</offset>\n</call:read>",
    "<call:read><offset>5</offset><path>\n\n a\n</path></call:read>",
    '<call:read path="a"><offset>5</offset></call:read>',
    "<call:read><path>one < two</path></call:read>",
    "<call:edit>\n*** Begin Patch\n<b>\n</call:edit>",
    '<call:write path="a">\n# x\r\n</call:write>',
    "<call:put><p x=1><note>n</note><tags>a</tags><tags>b</tags></p></call:put>",
    "<call:put><p/><ps x=1/><ps><x>2</x></ps><ns>1</ns><ns>2</ns></call:put>",
    "<call:put><p x=1\n></p></call:put>",
]

NOT_PLAIN = [
    "<call:none/>",
    "<call:read path=/>",
    '<call:read path="a"offset=1/>',
    "<call:read path=a path=b/>",
    "<call:read path=a><path>b</path></call:read>",
    "<call:read other=1/>",
    "<call:read offset=ten/>",
    "<call:read offset=1_0/>",
    "<call:read all=True/>",
    "<call:read path/>",
    "<call:read path=a<call:read/>",
    "<call:read></call:read>",
    "<call:write>\n</call:write>",
    "<call:read><path>a</call:read>",
    "<call:read><path>a</call:read></path></call:read>",
    "<call:put>stray<p/></call:put>",
    "<call:edit>\n<call:edit>\n</call:edit>",
    "<call:edit>never closed",
    "<call:put><any>1</any></call:put>",
    "<call:put><ns>[1]</ns></call:put>",
    "<call:put><nullable>null</nullable></call:put>",
    "<call:put ns=1/>",
    '<call:put><p>{"x": 1}</p></call:put>',
    "<call:put><p><p/></p></call:put>",
]


def streamed(text: str, **options: Any) -> object:
    """The result of reading token by token."""
    stream = StreamParser(TOOLS, **options)
    stream._plain, stream._is_quick = None, False
    stream.feed(text)
    stream.close()
    return stream.result


def is_plain(text: str, grammar: Grammar | None = None) -> bool:
    grammar = grammar or Grammar.load()
    reader, lexer = plain_reader(grammar, Limits()), Lexer(grammar, Limits())
    assert reader is not None
    lexer.append(text)
    found = reader.read(lexer, 0, TOOLS, is_last=True)
    return found is not None and found[3] == len(text)


@pytest.mark.parametrize("text", PLAIN)
def test_plain_calls_are_taken_and_read_the_same(text: str) -> None:
    assert is_plain(text)
    assert parse(text, TOOLS) == streamed(text)
    assert parse(text, TOOLS).diagnostics == ()
    assert len(parse(text, TOOLS).calls) == 1


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_what_is_unusual_is_declined_and_read_the_same(text: str) -> None:
    assert not is_plain(text)
    assert parse(text, TOOLS) == streamed(text)


@pytest.mark.parametrize("text", [f"a\n{'x ' * 50}{first}\n{second} é\n" for first in PLAIN for second in NOT_PLAIN])
def test_plain_and_other_calls_in_one_text(text: str) -> None:
    assert parse(text, TOOLS) == streamed(text)


LONG = ['<call:read path="{}"/>', '<call:put><p note="{}"/></call:put>', "<call:read path={}></call:read>"]


@pytest.mark.parametrize("text", LONG)
@pytest.mark.parametrize("limit", [5, 20, 5000])
def test_a_tag_past_its_limit_is_not_plain(text: str, limit: int) -> None:
    for length in (limit - 30, limit - 10, limit, limit + 10):
        written, limits = text.format("a" * length), Limits(open_tag=limit)
        assert parse(written, TOOLS, limits=limits) == streamed(written, limits=limits)


def test_elements_past_the_limit_of_depth_are_not_plain() -> None:
    text, limits = "<call:put><p><note>a</note></p></call:put>", Limits(depth=1)
    assert parse(text, TOOLS, limits=limits) == streamed(text, limits=limits)


def test_another_sigil_keeps_the_fast_way() -> None:
    grammar = Grammar(Grammar.load().text.replace("<call:", "<tool:").replace("</call:", "</tool:"))
    text = render({"name": "read", "arguments": {"path": "a", "offset": 5}}, TOOLS, grammar=grammar)
    assert is_plain(text, grammar)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("attr: WS NAME (EQ attr_val)?", "attr: WS NAME (EQ attr_val attr_val?)?"),
        ("attr_val: DQ_VALUE | SQ_VALUE | BAREWORD", "attr_val: DQ_VALUE | SQ_VALUE | BAREWORD | element"),
        ("attr_val: DQ_VALUE | SQ_VALUE | BAREWORD", "attr_val: DQ_VALUE | SQ_VALUE | BAREWORD | NAME"),
        ("members: (WS | element)*", "members: (WS | element | NAME)*"),
    ],
)
def test_a_grammar_of_another_shape_falls_back(old: str, new: str) -> None:
    assert old in Grammar.load().text
    grammar = Grammar(Grammar.load().text.replace(old, new))
    assert expressions(grammar) is None
    result = parse('<call:read path="a"><offset>5</offset></call:read>', TOOLS, grammar=grammar)
    assert result.calls[0].arguments == {"path": "a", "offset": 5}
