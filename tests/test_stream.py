"""The streaming parser as a host uses it."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from compiled import IS_COMPILED
from event_order import Follower
from pi_native import (
    ArgumentDelta,
    ArgumentEnd,
    CallEnd,
    CallIncomplete,
    DiagnosticEvent,
    Limits,
    StreamParser,
    TextDelta,
    aiter_events,
    iter_events,
    join_surrogates,
    parse,
)

STRING = {"type": "string"}
TOOLS: list[dict[str, Any]] = [
    {"name": "edit", "parameters": {"type": "object", "properties": {"input": STRING}}},
    {
        "name": "put",
        "parameters": {
            "type": "object",
            "properties": {
                "o": {"type": "object", "properties": {"note": STRING, "list": {"type": "array", "items": STRING}}}
            },
        },
    },
]
TEXT = "a <call:edit>\nx\n</call:edit> b <call:put><o><note>y</note><list>1</list><list>2</list></o></call:put>"


def test_iter_events_gives_what_feed_gives() -> None:
    events = list(iter_events(["a <call:edit>x", "</call:edit>"], TOOLS))
    stream = StreamParser(TOOLS)
    assert events == stream.feed("a <call:edit>x") + stream.feed("</call:edit>") + stream.close()


def test_aiter_events_gives_each_event_as_it_comes() -> None:
    seen: list[object] = []

    async def model() -> AsyncIterator[str]:
        yield "Hi "
        assert seen == [TextDelta("Hi ")]
        yield "<call:edit/>"

    async def host() -> None:
        async for event in aiter_events(model(), TOOLS):
            seen.append(event)

    asyncio.run(host())
    assert isinstance(seen[-1], CallEnd)


def test_events_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        TextDelta("a").text = "b"  # type: ignore[misc]


def test_partial_holds_what_is_being_written() -> None:
    stream = StreamParser(TOOLS)
    stream.feed("<call:put><o><note>ab")
    assert stream.partial(0) == {"o": {"note": "ab"}}
    stream.feed("c</note><list>1</list><list>2")
    assert stream.partial(0) == {"o": {"note": "abc", "list": ["1", "2"]}}
    stream.partial(0)["o"]["note"] = "changed by the host"
    assert stream.partial(0) == {"o": {"note": "abc", "list": ["1", "2"]}}
    stream.feed("</list></o></call:put>")
    assert stream.partial(0) == {"o": {"note": "abc", "list": ["1", "2"]}}
    with pytest.raises(IndexError):
        stream.partial(1)


def test_partial_of_a_deep_value() -> None:
    stream = StreamParser([{"name": "any", "parameters": {"properties": {"a": {}}}}])
    stream.feed("<call:any><a>" + '{"a":' * 190 + "1" + "}" * 190 + "</a></call:any>")
    assert stream.partial(0)["a"].keys() == {"a"}


def test_reset_makes_ready_for_another_text() -> None:
    stream = StreamParser(TOOLS)
    stream.feed("<call:edit>cut")
    stream.close()
    stream.reset()
    stream.feed(TEXT)
    stream.close()
    assert stream.result == parse(TEXT, TOOLS)


@pytest.mark.parametrize(("call", "message"), [("feed", "after close"), ("close", "before")])
def test_nothing_follows_close(call: str, message: str) -> None:
    stream = StreamParser(TOOLS)
    stream.close()
    with pytest.raises(ValueError, match=message):
        stream.feed("x") if call == "feed" else stream.close()


@pytest.mark.skipif(IS_COMPILED, reason="compiled code says it in fewer words")
def test_bytes_are_refused_with_the_way_out() -> None:
    with pytest.raises(TypeError, match="getincrementaldecoder"):
        StreamParser(TOOLS).feed(b"x")  # type: ignore[arg-type]


@pytest.mark.skipif(IS_COMPILED, reason="compiled classes take no weak references")
def test_a_dropped_parser_is_freed() -> None:
    stream = StreamParser(TOOLS)
    stream.feed("<call:put><o><note>ab")
    reference = weakref.ref(stream)
    del stream
    gc.collect()
    assert reference() is None


@pytest.mark.parametrize(
    ("chunks", "joined"),
    [
        (["a\ud83d", "\ude00b"], ["a", "😀b"]),
        (["\ud83d", "", "\ude00"], ["😀"]),
        (["\ud83d", "x"], ["\ud83dx"]),
        (["\ude00\ud83d"], ["\ude00", "\ud83d"]),
        ([], []),
    ],
)
def test_join_surrogates(chunks: list[str], joined: list[str]) -> None:
    assert list(join_surrogates(chunks)) == joined


# -- without keeping values --------------------------------------------------------------------------------------


def test_without_values_there_is_no_result() -> None:
    stream = StreamParser(TOOLS, collect=False)
    stream.feed("<call:edit>x")
    with pytest.raises(ValueError, match="no values"):
        stream.partial(0)
    stream.close()
    with pytest.raises(ValueError, match="no result"):
        _ = stream.result


def test_without_values_the_deltas_say_everything() -> None:
    body = "".join(f"line {i} <x>\n" for i in range(3000))
    for text in (f"<call:edit>\n{body}</call:edit>", f"<call:put><o><note>{body}</note></o></call:put> tail"):
        chunks = [text[i : i + 700] for i in range(0, len(text), 700)]
        kept, dropped = (list(iter_events(chunks, TOOLS, collect=collect)) for collect in (True, False))
        assert [type(event) for event in kept] == [type(event) for event in dropped]
        deltas = [[e for e in events if isinstance(e, (ArgumentDelta, TextDelta))] for events in (kept, dropped)]
        assert deltas[0] == deltas[1]
        assert all(event.value is None for event in dropped if isinstance(event, ArgumentEnd))
        assert all(event.call is None for event in dropped if isinstance(event, CallEnd))


def test_without_values_the_text_is_given_up() -> None:
    stream = StreamParser(TOOLS, collect=False)
    stream.feed("<call:put><o><note>")
    for _ in range(1000):
        stream.feed("some text and a < here\n" * 10)
        assert len(stream._lexer.text) < 20_000
    assert isinstance(stream.feed("</note></o></call:put>")[-1], CallEnd)


def test_without_values_a_tag_inside_the_text_is_still_reported() -> None:
    text = "<call:put><o><note>" + "x" * 10_000 + "</o>" + "y" * 20_000 + "</note></o></call:put>"
    for size in (1, 7, 4000):
        chunks = [text[i : i + size] for i in range(0, len(text), size)]
        events = list(iter_events(chunks, TOOLS, collect=False))
        codes = [event.diagnostic.code for event in events if isinstance(event, DiagnosticEvent)]
        assert codes == ["closer-inside-value"]


def test_without_values_a_string_never_closed_is_not_read_again() -> None:
    text = "<call:put><o><note>" + "x" * 30_000 + "</o></call:put>"
    chunks = [text[i : i + 1000] for i in range(0, len(text), 1000)]
    assert isinstance(list(iter_events(chunks, TOOLS))[-1], CallEnd)
    assert isinstance(list(iter_events(chunks, TOOLS, collect=False))[-1], CallIncomplete)


def test_the_size_limit_holds_for_a_stream() -> None:
    follower = Follower()
    for event in iter_events(["<call:edit>ab", "cdef", "gh</call:edit>"], TOOLS, limits=Limits(size=15)):
        follower.follow(event)
    assert isinstance(follower.calls[0], CallIncomplete)
    assert follower.text == "efgh</call:edit>"
