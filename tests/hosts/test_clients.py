"""The official clients of OpenAI and Anthropic rebuild the calls, read out of their own objects."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from anthropic import Anthropic, AsyncAnthropic
from anthropic.types import Message
from openai import AsyncOpenAI, LengthFinishReasonError, OpenAI
from openai.types.chat import ChatCompletion

from host_server import ModelServer, running
from pi_native import ArgumentEnd, ParseResult, ToolSet, iter_events, parse
from pi_native.conformance import Case, cases
from pi_native.values import same

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass
class Read:
    """What a client's objects say; ``arguments`` that are no JSON are None, ``marks`` name a call by its index."""

    names: list[str] = field(default_factory=list)
    arguments: list[Any] = field(default_factory=list)
    text: str = ""
    reason: str | None = None
    marks: set[tuple[str, int]] = field(default_factory=set)


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with running() as model:
        yield model


@dataclass
class Clients:
    """Both asynchronous clients."""

    openai: AsyncOpenAI
    anthropic: AsyncAnthropic


def asked(text: str, tools: Any, **options: Any) -> dict[str, Any]:
    prompt = json.dumps({"text": text, "tools": tools, "size": 1, **options})
    return {"model": "any", "max_tokens": 1, "messages": [{"role": "user", "content": prompt}]}


def decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


# -- the ways to ask --------------------------------------------------------------------------------------------------


async def openai_chunks(clients: Clients, asked: dict[str, Any]) -> Read:
    read, texts = Read(), []
    async for chunk in await clients.openai.chat.completions.create(**asked, stream=True):
        choice = chunk.choices[0]
        read.text += choice.delta.content or ""
        read.reason = choice.finish_reason or read.reason
        for piece in choice.delta.tool_calls or []:
            if piece.id is not None:
                assert (piece.index, piece.id, piece.type) == (len(texts), f"call_{len(texts)}", "function")
                read.names.append(piece.function.name)
                texts.append("")
            texts[piece.index] += piece.function.arguments
            read.marks |= {(mark, piece.index) for mark in piece.model_extra}
    read.arguments = [decoded(text) for text in texts]
    return read


async def openai_accumulated(clients: Clients, asked: dict[str, Any]) -> Read:
    async with clients.openai.chat.completions.stream(**asked) as stream:
        async for event in stream:
            assert event.type != "error"
        try:
            return from_completion(await stream.get_final_completion())
        except LengthFinishReasonError as error:  # so does this client refuse what was cut off
            return from_completion(error.completion)


async def openai_whole(clients: Clients, asked: dict[str, Any]) -> Read:
    return from_completion(await clients.openai.chat.completions.create(**asked))


def from_completion(completion: ChatCompletion) -> Read:
    (choice,) = completion.choices
    calls = choice.message.tool_calls or []
    assert [call.id for call in calls] == [f"call_{index}" for index in range(len(calls))]
    return Read(
        [call.function.name for call in calls],
        [decoded(call.function.arguments) for call in calls],
        choice.message.content or "",
        choice.finish_reason,
        {(mark, index) for index, call in enumerate(calls) for mark in {*call.model_extra} - {"index"}},
    )


async def anthropic_events(clients: Clients, asked: dict[str, Any]) -> Read:
    read, blocks, texts = Read(), [], {}
    async for event in await clients.anthropic.messages.create(**asked, stream=True):
        if event.type == "content_block_start":
            assert event.index == len(blocks)
            blocks.append(event.content_block)
        elif event.type == "content_block_delta" and event.delta.type == "text_delta":
            read.text += event.delta.text
        elif event.type == "content_block_delta":
            texts[event.index] = texts.get(event.index, "") + event.delta.partial_json
        elif event.type == "message_delta":
            read.reason = event.delta.stop_reason
            read.marks = marks(event.delta)
    read.names = [block.name for block in blocks if block.type == "tool_use"]
    read.arguments = [decoded(texts[index]) for index, block in enumerate(blocks) if block.type == "tool_use"]
    return read


async def anthropic_accumulated(clients: Clients, asked: dict[str, Any]) -> Read:
    found: set[tuple[str, int]] = set()
    async with clients.anthropic.messages.stream(**asked) as stream:
        async for event in stream:
            if event.type == "message_delta":
                found = marks(event.delta)
        read = from_message(await stream.get_final_message())
    read.marks = found
    return read


async def anthropic_whole(clients: Clients, asked: dict[str, Any]) -> Read:
    message = await clients.anthropic.messages.create(**asked)
    read = from_message(message)
    calls = [block for block in message.content if block.type == "tool_use"]
    extra = [{*call.model_extra} for call in calls]
    read.marks = {(mark, index) for index, found in enumerate(extra) for mark in found}
    return read


def marks(delta: Any) -> set[tuple[str, int]]:
    return {(mark, int(call_id.removeprefix("call_"))) for mark, ids in delta.model_extra.items() for call_id in ids}


def from_message(message: Message) -> Read:
    calls = [block for block in message.content if block.type == "tool_use"]
    assert [call.id for call in calls] == [f"call_{index}" for index in range(len(calls))]
    text = "".join(block.text for block in message.content if block.type == "text")
    return Read([call.name for call in calls], [call.input for call in calls], text, message.stop_reason)


WAYS = [
    openai_chunks,
    openai_accumulated,
    openai_whole,
    anthropic_events,
    anthropic_accumulated,
    anthropic_whole,
]
Way = Callable[[Clients, dict[str, Any]], Awaitable[Read]]
each_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)


def at_once(server: ModelServer, way: Way, prompts: list[dict[str, Any]]) -> list[Read]:
    """Ask everything at the same time."""

    async def ask() -> list[Read]:
        async with (
            AsyncOpenAI(base_url=f"{server.url}/v1", api_key="none", max_retries=0) as openai,
            AsyncAnthropic(base_url=server.url, api_key="none", max_retries=0) as anthropic,
        ):
            clients = Clients(openai, anthropic)
            return list(await asyncio.gather(*(way(clients, prompt) for prompt in prompts)))

    return asyncio.run(ask())


# -- what has to come out ---------------------------------------------------------------------------------------------


def shortened(case: Case) -> set[int]:
    """Which calls have a string that recovery shortens in a stream."""
    events = iter_events(list(case.text), case.tools)
    return {event.index for event in events if isinstance(event, ArgumentEnd) and event.shortened}


def check_calls(read: Read, result: ParseResult) -> None:
    """What is not marked as incomplete is what `parse` gives."""
    whole = [index for index in range(len(read.names)) if ("incomplete", index) not in read.marks]
    assert [read.names[index] for index in whole] == [call.name for call in result.calls]
    assert all(same(read.arguments[i], call.arguments) for i, call in zip(whole, result.calls, strict=True)), read


def check_prose(read: Read, result: ParseResult) -> None:
    is_openai = read.reason in ("stop", "tool_calls", "length")
    blocks = [segment.raw for segment in result if segment.raw == getattr(segment, "text", None)]
    assert read.text == "".join(block for block in blocks if is_openai or block.strip())


@each_way
def test_every_case_comes_out_as_parsed(way: Way, server: ModelServer) -> None:
    prompts = [asked(case.text, case.tools) for case in cases()]
    kinds = set()
    for case, read in zip(cases(), at_once(server, way, prompts), strict=True):
        result = parse(case.text, case.tools)
        check_calls(read, result)
        check_prose(read, result)
        expected = {("incomplete", len(result.calls))} if result.incomplete else set()
        if "whole" not in way.__name__:  # where nothing was sent before it was certain, nothing was taken back
            expected |= {("shortened", index) for index in shortened(case)}
        assert read.marks == expected, case.id
        ended, called = ("stop", "tool_calls") if "openai" in way.__name__ else ("end_turn", "tool_use")
        cut = "length" if "openai" in way.__name__ else "max_tokens"
        assert read.reason == (cut if expected else called if result.calls else ended), case.id
        kinds.add((read.reason, *(mark for mark, _ in expected)))
    assert len(kinds) == (3 if "whole" in way.__name__ else 4)


@pytest.mark.parametrize("way", [openai_chunks, openai_accumulated, openai_whole])
def test_arguments_of_a_call_that_was_cut_off_are_no_json(way: Way, server: ModelServer) -> None:
    cut = [case for case in cases() if case.incomplete]
    for read in at_once(server, way, [asked(case.text, case.tools) for case in cut]):
        assert read.arguments[-1] is None


@pytest.mark.parametrize("way", [way for way in WAYS if "whole" not in way.__name__], ids=lambda way: way.__name__)
def test_two_hundred_streams_at_once(way: Way, server: ModelServer) -> None:
    tools = json.loads((EXAMPLES / "tools.json").read_text(encoding="utf-8"))
    texts = [
        f'{i}: <call:write path="{i}.md">\n# é {i}\n</call:write>\n<call:read path=a offset={i}/>' for i in range(200)
    ]
    server.most = 0
    reads = at_once(server, way, [asked(text, tools, together=200) for text in texts])
    assert server.most == 200
    for text, read in zip(texts, reads, strict=True):
        check_calls(read, parse(text, tools))
        assert read.text.startswith(text.partition(":")[0])


def test_the_clients_without_asyncio(server: ModelServer) -> None:
    tools = json.loads((EXAMPLES / "tools.json").read_text(encoding="utf-8"))
    text = (EXAMPLES / "session.txt").read_text(encoding="utf-8")
    result = parse(text, ToolSet(tools))
    with OpenAI(base_url=f"{server.url}/v1", api_key="none") as openai:
        with openai.chat.completions.stream(**asked(text, tools)) as stream:
            check_calls(from_completion(stream.get_final_completion()), result)
        check_calls(from_completion(openai.chat.completions.create(**asked(text, tools))), result)
    with Anthropic(base_url=server.url, api_key="none") as anthropic:
        with anthropic.messages.stream(**asked(text, tools)) as stream:
            check_calls(from_message(stream.get_final_message()), result)
        check_calls(from_message(anthropic.messages.create(**asked(text, tools))), result)
