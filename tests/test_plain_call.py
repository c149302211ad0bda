"""Plain calls that are still arriving: what is announced, when, and that nothing else is read differently."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pi_native import Grammar, Limits, StreamParser, ToolSet, parse
from pi_native.events import ArgumentDelta, DiagnosticEvent, Event, TextDelta

STRING, NUMBER, BOOLEAN = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
MAYBE = {"type": ["string", "null"]}
POINT = {
    "type": "object",
    "properties": {"x": NUMBER, "note": STRING, "tags": {"type": "array", "items": STRING}, "maybe": MAYBE},
}
TOOLS = ToolSet(
    [
        {"name": "read", "parameters": {"properties": {"path": STRING, "offset": NUMBER, "all": BOOLEAN}}},
        {"name": "edit", "parameters": {"properties": {"input": STRING}}},
        {"name": "write", "parameters": {"properties": {"path": STRING, "content": MAYBE}, "required": ["content"]}},
        {
            "name": "put",
            "parameters": {
                "properties": {
                    "p": POINT,
                    "ps": {"type": "array", "items": POINT},
                    "ns": {"type": "array", "items": NUMBER},
                    "ss": {"type": "array", "items": MAYBE},
                    "strings_or_null": {"type": ["array", "null"], "items": STRING},
                    "either": {"type": ["string", "number"]},
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
    "<call:read all = true />",
    "<call:read/>",
    "<call:read>\n<path>a</path>\n<offset>5</offset>\n</call:read>",
    "<call:read><offset>5</offset><path>\n\n a\r\n</path></call:read>",
    '<call:read path="a"><offset>5</offset></call:read>',
    "<call:read><path>one < two <b>bold</b></path></call:read>",
    "<call:read><path></path><all>true</all></call:read>",
    "<call:edit>\n*** Begin Patch\n<b>\n</call:edi </call:edit>",
    "<call:edit></call:edit>",
    '<call:write path="a">\n# x\r\n</call:write>',
    "<call:write><path>p</path><content>nullify</content></call:write>",
    "<call:write><path>p</path><content>null</content></call:write>",
    "<call:put><p x=1><note>n</note><tags>a</tags><tags>b</tags></p></call:put>",
    "<call:put><p/><ps x=1/><ps><x>2</x></ps><ns>1</ns><ns>2</ns></call:put>",
    "<call:put><p x=1\n></p></call:put>",
    "<call:put><p note='>' x=1>\n<maybe>null</maybe></p><ss>null</ss><ss>nul</ss></call:put>",
    "<call:put><either>5</either></call:put>",
    "<call:put>\n</call:put>",
]

OTHER = [
    "<call:none/>",
    "<call:read path=/>",
    '<call:read path="a"offset=1/>',
    "<call:read path=a path=b/>",
    "<call:read path=a><path>b</path></call:read>",
    "<call:read><path>b</path><path>b</path></call:read>",
    "<call:read other=1/>",
    "<call:read offset=ten/>",
    "<call:read path/>",
    "<call:read path=a<call:read/>",
    "<call:read path=<call:read/>",
    "<call:read <call:read/>",
    "<call:re<call:read/>",
    "<call:read><path>a</call:read>",
    "<call:read><path>a</call:read></path></call:read>",
    "<call:read><path>a<call:read/>",
    "<call:read><offset>5<path>a</path></call:read>",
    "<call:read><path a=1>b</path></call:read>",
    "<call:put>stray<p/></call:put>",
    "<call:put><p>stray</p></call:put>",
    "<call:put><p><note>n</note></call:put>",
    "<call:edit>\n<call:edit>\n</call:edit>",
    "<call:edit>never closed",
    "<call:read><path>never closed</call:read>",
    "<call:put><any>1</any></call:put>",
    "<call:put><ns>[1]</ns></call:put>",
    "<call:put><strings_or_null>null</strings_or_null></call:put>",
    "<call:put><strings_or_null>nul</strings_or_null><strings_or_null>b</strings_or_null></call:put>",
    "<call:put><either>a<b>c</either></call:put>",
    "<call:put ns=1/>",
    '<call:put><p>{"x": 1}</p></call:put>',
    "<call:put><p><p/></p></call:put>",
    f"<call:read path={'a' * 300} all/>",
]


def said(events: list[Event]) -> tuple[list[Event], list[Event]]:
    """The events without the cuts between texts; and the diagnostics, which may come anywhere."""
    others: list[Event] = []
    for event in events:
        last = others[-1] if others else None
        if isinstance(event, TextDelta | ArgumentDelta) and type(event) is type(last):
            others[-1] = replace(last, text=last.text + event.text)
        elif not isinstance(event, DiagnosticEvent):
            others.append(event)
    return others, [event for event in events if isinstance(event, DiagnosticEvent)]


def token_by_token(**options: Any) -> StreamParser:
    stream = StreamParser(TOOLS, **options)
    stream._plain, stream._is_quick = None, False
    return stream


def chunked(text: str) -> Iterator[list[str]]:
    for size in (1, 2, 3, 4, 7, 16, len(text)):
        yield [text[start : start + size] for start in range(0, len(text), size)]


@pytest.mark.parametrize("text", PLAIN + OTHER)
@pytest.mark.parametrize("collect", [True, False])
def test_the_same_is_announced_at_every_chunk(text: str, collect: bool) -> None:
    for chunks in chunked(f"see {text}\n{text}<"):
        stream, reference = StreamParser(TOOLS, collect=collect), token_by_token(collect=collect)
        for chunk in chunks:
            assert said(stream.feed(chunk)) == said(reference.feed(chunk)), chunks
        assert said(stream.close()) == said(reference.close())
        if collect:
            assert stream.result == parse("".join(chunks), TOOLS)


@pytest.mark.parametrize("text", PLAIN + OTHER)
def test_partial_arguments_are_the_same_at_every_character(text: str) -> None:
    stream, reference = StreamParser(TOOLS), token_by_token()
    for char in text:
        stream.feed(char)
        reference.feed(char)
        assert partial(stream) == partial(reference)


def partial(stream: StreamParser) -> Any:
    try:
        return stream.partial(0)
    except IndexError:
        return "not begun"


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize("size", [1, 4, 1000])
def test_plain_calls_are_not_read_token_by_token(text: str, size: int) -> None:
    stream = StreamParser(TOOLS)
    for start in range(0, len(text), size):
        stream.feed(text[start : start + size])
        assert stream._reader is None
    assert stream._declined == -1
    assert stream._call_count == 1


@pytest.mark.parametrize("text", OTHER)
def test_others_are_read_token_by_token(text: str) -> None:
    stream = StreamParser(TOOLS)
    for char in text:
        stream.feed(char)
    stream.close()
    assert stream._declined >= 0


@pytest.mark.parametrize("limits", [Limits(open_tag=5000), Limits(size=40), Limits(depth=1), Limits(size=5000)])
@pytest.mark.parametrize("text", ['<call:read path="{}" all/>', "<call:put><ps note='{}'/><ps/></call:put>"])
def test_limits_hold_as_token_by_token(text: str, limits: Limits) -> None:
    for length in (1, 4900, 4974, 4990, 5000, 5010):
        written = text.format("a" * length)
        for size in (4, len(written)):
            stream, reference = StreamParser(TOOLS, limits=limits), token_by_token(limits=limits)
            for start in range(0, len(written), size):
                stream.feed(written[start : start + size])
                reference.feed(written[start : start + size])
            stream.close()
            reference.close()
            assert stream.result == reference.result


def test_read_text_is_forgotten() -> None:
    stream = StreamParser(TOOLS)
    for _ in range(2000):
        for chunk in ("some prose ", '<call:read path="', "a", '"/>'):
            stream.feed(chunk)
    assert len(stream._lexer.text) < 20_000
    stream.close()
    assert len(stream.result.calls) == 2000
    assert stream.result.calls[-1].span.offset == 2000 * 32 - 21


def test_a_parser_that_keeps_nothing_holds_little_of_a_long_call() -> None:
    stream = StreamParser(TOOLS, collect=False)
    stream.feed("<call:edit>\n")
    for _ in range(5000):
        stream.feed("a line of the body\n")
    assert len(stream._lexer.text) < 40_000


def test_another_sigil_keeps_the_fast_way() -> None:
    grammar = Grammar(Grammar.load().text.replace("<call:", "<tool:").replace("</call:", "</tool:"))
    text = "see <tool:read>\n<path>a</path>\n<offset>5</offset>\n</tool:read>"
    stream, reference = StreamParser(TOOLS, grammar=grammar), token_by_token(grammar=grammar)
    for char in text:
        assert said(stream.feed(char)) == said(reference.feed(char))
    assert stream._declined == -1
    assert stream.partial(0) == {"path": "a", "offset": 5}


def test_a_grammar_of_another_shape_falls_back() -> None:
    old, new = "attr: WS NAME (EQ attr_val)?", "attr: WS NAME (EQ attr_val attr_val?)?"
    assert old in Grammar.load().text
    stream = StreamParser(TOOLS, grammar=Grammar(Grammar.load().text.replace(old, new)))
    for char in '<call:read path="a"/>':
        stream.feed(char)
    assert stream._plain is None
    assert stream.partial(0) == {"path": "a"}
