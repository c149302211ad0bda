"""The parser from outside: its streaming use, limits, strictness, spans, and tools left in the text."""

import random
from typing import Any

import pytest

from compiled import IS_COMPILED
from pi_native import (
    Call,
    Limits,
    ParseResult,
    PiNativeSyntaxError,
    SchemaError,
    StreamParser,
    ToolSet,
    parse,
    parse_tree,
)

TOOLS = ToolSet(
    [
        {"name": "read", "parameters": {"properties": {"path": {"type": "string"}, "offset": {"type": "integer"}}}},
        {"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}}},
        {"name": "conf", "parameters": {"properties": {"o": {"type": "object"}}}},
    ]
)


def streamed(chunks: list[str], **options: Any) -> ParseResult:
    stream = StreamParser(TOOLS, **options)
    for chunk in chunks:
        stream.feed(chunk)
    stream.close()
    return stream.result


def codes(result: ParseResult) -> list[str]:
    return [found.code for found in result.diagnostics]


# -- the API of a stream ---------------------------------------------------------------------------------------------


def test_result_is_known_only_at_the_end() -> None:
    stream = StreamParser(TOOLS)
    with pytest.raises(ValueError, match="after close"):
        _ = stream.result
    stream.feed("<call:edit/>")
    with pytest.raises(ValueError, match="after close"):
        _ = stream.result
    stream.close()
    assert len(stream.result.calls) == 1


def test_nothing_comes_after_the_end() -> None:
    stream = StreamParser(TOOLS)
    stream.close()
    with pytest.raises(ValueError, match="after close"):
        stream.feed("x")
    with pytest.raises(ValueError, match="before"):
        stream.close()


@pytest.mark.parametrize("chunk", [b"<call:edit/>", bytearray(b"x"), None, 5])
def test_only_text_is_taken(chunk: Any) -> None:
    message = "str object expected" if IS_COMPILED else "decode bytes"
    with pytest.raises(TypeError, match=message):
        StreamParser(TOOLS).feed(chunk)
    with pytest.raises(TypeError, match=message):
        parse(chunk, TOOLS)


def test_empty_chunks_change_nothing() -> None:
    assert streamed(["", "<call:re", "", "ad path=a/>", ""]) == parse("<call:read path=a/>", TOOLS)
    assert streamed([]) == streamed([""]) == parse("", TOOLS)


def test_broken_tools_are_an_error() -> None:
    with pytest.raises(SchemaError):
        parse("", [{"name": "x", "parameters": {"type": "?"}}])


# -- chunks ----------------------------------------------------------------------------------------------------------

TEXTS = [
    'prose \u20ac <call:read path="a>b"offset=1/> more\r\n<call:edit>\r\n</call:edi \n</call:edit>tail <',
    "<call:conf><o a=1>x<b>2</b></q></o></call:conf><call:read path=a, offset=/><call:no a='1' , >",
    "<call:conf><o><p>1</o><call:read><path>x</call:read><call:read><offset>5<path>y",
    '<call:read path="<call:edit>\n<call:edit>x</call:edit><call:conf><o>{"a":[1]}</o><o>null</call:conf>',
    "\x00\ud800<call:\r<call:edit>\r\x00</call:edit>\r\n\r<call:u>\n<a/>\n</call:u><call:u>x</call:u",
    "<call:read  path \n = \t 'a' \r\n /><call:edit   ><input\n>a</input></call:edit><call:read path= ",
]


@pytest.mark.parametrize("limits", [None, Limits(open_tag=12, depth=1, size=60)], ids=["default", "small"])
@pytest.mark.parametrize("text", TEXTS)
def test_every_cut_gives_the_same(text: str, limits: Limits | None) -> None:
    whole = parse(text, TOOLS, limits=limits)
    assert "".join(segment.raw for segment in whole) == text
    assert streamed(list(text), limits=limits) == whole
    for cut in range(len(text)):
        assert streamed([text[:cut], text[cut:]], limits=limits) == whole


@pytest.mark.parametrize("seed", range(20))
def test_random_chunks_of_random_fragments(seed: int) -> None:
    """Texts built from what matters to the format, cut anywhere."""
    rng = random.Random(seed)
    fragments = [
        *"<>/ =\"'\n\rx",
        "<call:",
        "read",
        "edit",
        "conf",
        "</call:",
        "path",
        "<o",
        "</o",
        "null",
        "{}",
        "[1]",
        "<o>",
    ]
    fragments += [
        "<call:read>",
        "<call:conf>",
        "</call:conf>",
        "<path>",
        "</path>",
        "<offset>5",
        "<call:edit>",
        "</call:edit>",
    ]
    for _ in range(30):
        text = "".join(rng.choices(fragments, k=rng.randint(1, 25)))
        whole = parse(text, TOOLS)
        cuts = sorted(rng.choices(range(len(text) + 1), k=6))
        chunks = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        assert streamed(chunks) == whole, chunks
        assert streamed(list(text)) == whole, text


# -- spans -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pad", ["", "x\n" * 5000], ids=["short", "long"])
@pytest.mark.parametrize("text", TEXTS)
def test_spans_are_places_in_the_text(text: str, pad: str) -> None:
    text = pad + text
    for result in (parse(text, TOOLS), streamed(list(text))):
        at = 0
        for segment in result:
            assert (segment.span.offset, segment.span.end) == (at, at + len(segment.raw))
            at = segment.span.end
        for span in [*(s.span for s in result), *(d.span for d in result.diagnostics)]:
            before = text[: span.offset]
            assert (span.line, span.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))
            assert span.offset <= span.end <= len(text)


def test_findings_stand_in_text_order_and_know_their_call() -> None:
    text = "<call:1><call:read offset=x/>\n<call:no/><call:conf><o>"
    result = parse(text, TOOLS)
    assert codes(result) == ["malformed-call-tag", "type-mismatch", "unknown-tool", "unterminated-call"]
    assert [found.call_index for found in result.diagnostics] == [None, 0, 1, 2]
    assert [[d.code for d in s.diagnostics] for s in result if isinstance(s, Call)] == [[c] for c in codes(result)[1:]]
    assert result.diagnostics[1].pointer == "/offset"


# -- strict ----------------------------------------------------------------------------------------------------------


def test_strict_error_says_everything() -> None:
    with pytest.raises(PiNativeSyntaxError) as caught:
        parse("ok\n\tsee <call:read offset=ten/> <call:read offset=x/>", TOOLS, strict=True)
    error = caught.value
    assert (error.code, error.offset, error.line, error.column) == ("type-mismatch", 19, 2, 17)
    assert error.excerpt.splitlines() == [
        " see <call:read offset=ten/> <call:read offset=x/>",
        "                ^^^^^^^^^^",
    ]
    assert str(error).startswith("line 2, column 17: type-mismatch: ")
    assert error.excerpt in str(error)


def test_strict_passes_warnings() -> None:
    text = "<call:no>x</call:no> <call:1>"
    assert parse(text, TOOLS, strict=True) == parse(text, TOOLS)
    assert parse(text, TOOLS).diagnostics


def test_strict_error_stays_small() -> None:
    with pytest.raises(PiNativeSyntaxError) as caught:
        parse("<call:conf>" + "\x1b" * 100_000 + "</call:conf>", TOOLS, strict=True)
    assert len(str(caught.value)) < 2000
    assert "\x1b" not in str(caught.value)


# -- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "limits", "calls", "prose", "expected"),
    [
        ("<call:edit/>", Limits(open_tag=12), 1, "", []),
        ("<call:edit/>", Limits(open_tag=11), 0, "<call:edit/>", ["limit-exceeded"]),
        ("<call:read path='" + "x" * 99 + "'/><call:edit/>", Limits(open_tag=20), 1, None, ["limit-exceeded"]),
        ("<call:read path='" + "x" * 99, Limits(open_tag=20), 0, None, ["limit-exceeded"]),
        ("<call:" + "x" * 99, Limits(open_tag=20), 0, None, ["limit-exceeded"]),
        ("<call:conf><o a='" + "x" * 99 + "'/></call:conf>", Limits(open_tag=20), 1, "", ["limit-exceeded"]),
        ("<call:edit/><call:edit/>", Limits(size=12), 1, "<call:edit/>", ["limit-exceeded"]),
        ("<call:edit/>", Limits(size=12), 1, "", []),
        ("<call:edit/>", Limits(size=0), 0, "<call:edit/>", ["limit-exceeded"]),
        ("", Limits(size=0), 0, "", []),
    ],
)
def test_limits(text: str, limits: Limits, calls: int, prose: str | None, expected: list[str]) -> None:
    result = parse(text, TOOLS, limits=limits)
    assert (len(result.calls), codes(result)) == (calls, expected)
    assert prose is None or result.text == prose
    assert streamed(list(text), limits=limits) == result


def test_call_that_the_size_limit_cuts_is_incomplete() -> None:
    result = parse("<call:edit>abcdef</call:edit>", TOOLS, limits=Limits(size=14))
    assert result.incomplete is not None
    assert result.incomplete.arguments == {"input": "abc"}
    assert result.calls == ()
    assert set(codes(result)) == {"limit-exceeded", "unterminated-call"}


# -- unknown tools ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "calls", "prose"),
    [
        ("<call:no/>", [], "<call:no/>"),
        ("<call:no>x</call:no><call:edit/>", ["edit"], "<call:no>x</call:no>"),
        ("<call:edit>a<call:no/></call:edit>", ["edit"], ""),
        ("<call:conf><call:no/><o/></call:conf>", ["conf"], ""),
    ],
)
def test_unknown_tools_left_in_the_text(text: str, calls: list[str], prose: str) -> None:
    result = parse(text, TOOLS, unknown_tools="text")
    assert [call.name for call in result.calls] == calls
    assert result.text == prose
    assert "unknown-tool" not in codes(result)
    assert streamed(list(text), unknown_tools="text") == result


@pytest.mark.parametrize("text", ['<call:read path="x <call:no/>', '<call:conf><o a="x <call:no/>'])
def test_only_a_call_makes_a_cut_tag_text(text: str) -> None:
    assert parse(text, TOOLS, unknown_tools="text").incomplete is not None
    assert parse(text, TOOLS, unknown_tools="call").incomplete is None


def test_cut_tag_of_an_unknown_tool_is_text() -> None:
    result = parse("<call:no a=1 b", TOOLS, unknown_tools="text")
    assert result.incomplete is None
    assert result.text == "<call:no a=1 b"


# -- trees -----------------------------------------------------------------------------------------------------------


def test_tree_holds_the_text_with_places() -> None:
    text = "a\n<call:read path='x'>\n<offset>5</offset></call:read> b<call:edit>\nc\n</call:edit>"
    tree = parse_tree(text, TOOLS)
    tokens = list(tree.scan_values(lambda value: True))
    assert "".join(tokens) == text
    assert [getattr(child, "data", "TEXT") for child in tree.children] == ["TEXT", "call", "TEXT", "call"]
    for token in tokens:
        assert text[token.start_pos : token.end_pos] == token
        assert token.line == text.count("\n", 0, token.start_pos) + 1
