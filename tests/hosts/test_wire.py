"""What the streams of all hosts share."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from compiled import IS_COMPILED
from pi_native import StreamParser, parse
from pi_native.correlation import CorrelationError
from pi_native.hosts import ChatCompletionStream, HostStream, MessageStream, server_sent

TOOLS: list[dict[str, Any]] = [{"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}}}]
TEXT = "a <call:edit>\nx\n</call:edit> b <call:edit>y</call:edit>"

each_host = pytest.mark.parametrize("host", [ChatCompletionStream, MessageStream])


@each_host
def test_iter_gives_what_feed_and_close_give(host: type[Any]) -> None:
    stream, other = host(TOOLS, id="i"), host(TOOLS, id="i")
    records = [record for char in TEXT for record in stream.feed(char)] + stream.close()
    found = list(other.iter(TEXT))
    for record in [*records, *found]:
        record.pop("created", None)
    assert found == records
    assert other.result == parse(TEXT, TOOLS)


@each_host
def test_aiter_gives_each_record_as_it_comes(host: type[Any]) -> None:
    seen: list[Any] = []

    async def model() -> AsyncIterator[str]:
        yield "Hi"
        assert "Hi" in json.dumps(seen[-1])
        yield "<call:edit>abc"
        assert "abc" in json.dumps(seen[-1])
        yield "</call:edit>"

    async def run() -> None:
        async for record in host(TOOLS).aiter(model()):
            seen.append(record)

    asyncio.run(run())
    assert [type(record) for record in seen] == [dict] * len(seen)
    assert len(seen) > 5


@each_host
def test_it_begins_at_once(host: type[Any]) -> None:
    stream = host(TOOLS)
    assert len(stream.feed("")) == 1
    assert stream.feed("") == []


@each_host
def test_nothing_follows_close(host: type[Any]) -> None:
    stream = host(TOOLS)
    with pytest.raises(ValueError, match="close"):
        _ = stream.result
    stream.close()
    with pytest.raises(ValueError, match="close"):
        stream.feed("x")
    with pytest.raises(ValueError, match="close"):
        stream.close()


@each_host
@pytest.mark.skipif(IS_COMPILED, reason="compiled code says it in fewer words")
def test_bytes_are_refused(host: type[Any]) -> None:
    with pytest.raises(TypeError, match="getincrementaldecoder"):
        host(TOOLS).feed(b"x")


@each_host
def test_ids_are_made_as_told(host: type[Any]) -> None:
    sent = json.dumps(list(host(TOOLS, mint=lambda index: f"turn_7_{index}").iter([TEXT])))
    assert '"turn_7_0"' in sent
    assert '"turn_7_1"' in sent
    assert "call_0" not in sent


@each_host
def test_an_id_made_twice_is_refused(host: type[Any]) -> None:
    with pytest.raises(CorrelationError, match="made twice"):
        list(host(TOOLS, mint=lambda index: "same").iter([TEXT]))


@each_host
def test_options_are_those_of_the_parser(host: type[Any]) -> None:
    stream = host(TOOLS, unknown_tools="text")
    list(stream.iter(["<call:nothing/>"]))
    assert stream.result.calls == ()


@each_host
@pytest.mark.parametrize(
    ("text", "given", "which"),
    [
        ("a", None, 0),
        (TEXT, None, 1),
        (TEXT, "ended", 1),
        (TEXT, "cut", 2),
        ("a", "cut", 2),
        ("a", "content_filter", None),
        (TEXT + "<call:edit>", "ended", 2),
        (TEXT + "<call:edit ", "content_filter", 2),
    ],
)
def test_why_it_ended(host: type[HostStream], text: str, given: str | None, which: int | None) -> None:
    words = {"ended": host.reasons[0], "cut": host.reasons[2]}
    stream = host(TOOLS)
    stream.feed(text)
    ended = json.dumps(stream.close(words.get(given or "", given)))
    assert f'"{given if which is None else host.reasons[which]}"' in ended


def test_pieces_of_one_chunk_go_out_together() -> None:
    records = ChatCompletionStream(TOOLS).feed("<call:edit>one</call:edit>")
    assert [len(record["choices"][0]["delta"].get("tool_calls", [])) for record in records] == [0, 1, 1]


def test_a_server_sent_event_is_lines_of_ascii() -> None:
    text = server_sent({"a": "\n\r\u2028\x85é\ud800"})
    assert text.isascii()
    assert text.count("\n") == text.count("\r") + 2 == 2
    assert json.loads(text.removeprefix("data: ")) == {"a": "\n\r\u2028\x85é\ud800"}


@each_host
def test_it_takes_little_more_than_parsing(host: type[Any]) -> None:
    """In small chunks, over a megabyte: a quadratic step would be a hundred times as slow."""
    text = "<call:edit>\n" + "é x < y\n" * 50_000 + "</call:edit>"
    chunks = [text[start : start + 4] for start in range(0, len(text), 4)]

    def seconds(stream: Any) -> float:
        start = time.process_time()
        for chunk in chunks:
            stream.feed(chunk)
        stream.close()
        return time.process_time() - start

    parsing, sending = seconds(StreamParser(TOOLS)), seconds(host(TOOLS))
    assert sending < 15 * parsing
