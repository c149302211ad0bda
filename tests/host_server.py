"""A small model server for the tests: it "generates" the text it is sent, as OpenAI's and Anthropic's APIs do.

The user's message is JSON: ``text``, ``tools``, ``size`` (characters in a chunk), ``together`` (streams that have to be
open at once before one of them goes on).
"""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pi_native import parse
from pi_native.hosts import (
    DONE,
    ChatCompletionStream,
    HostStream,
    MessageStream,
    anthropic_message,
    chat_completion,
    server_sent,
)

HEAD = "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nConnection: close\r\n\r\n"


class ModelServer:
    """Answers one request a connection; ``most`` is how many streams were open at once."""

    def __init__(self) -> None:
        self.open = self.most = 0
        self.url = ""
        self.arrived = asyncio.Condition()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length:")[2].split("\r\n")[0])
        asked = json.loads(await reader.readexactly(length))
        is_openai = "/chat/completions" in head.split("\r\n")[0]
        prompt = json.loads(asked["messages"][0]["content"])
        if asked.get("stream"):
            await self.stream(writer, prompt, is_openai)
        else:
            result = parse(prompt["text"], prompt["tools"])
            whole = chat_completion(result) if is_openai else anthropic_message(result)
            writer.write((HEAD.format("application/json") + json.dumps(whole)).encode("ascii"))
        await writer.drain()
        writer.close()

    async def stream(self, writer: asyncio.StreamWriter, prompt: dict[str, Any], is_openai: bool) -> None:
        writer.write(HEAD.format("text/event-stream").encode("ascii"))
        await self.wait_for_others(prompt.get("together", 1))
        text, size = prompt["text"], prompt["size"]
        stream: HostStream = (ChatCompletionStream if is_openai else MessageStream)(prompt["tools"])
        for start in range(0, len(text), size):
            writer.writelines(server_sent(record).encode("ascii") for record in stream.feed(text[start : start + size]))
            await asyncio.sleep(0)  # the others' turn
        writer.writelines(server_sent(record).encode("ascii") for record in stream.close())
        writer.write(DONE.encode("ascii") if is_openai else b"")
        self.open -= 1

    async def wait_for_others(self, count: int) -> None:
        async with self.arrived:
            self.open += 1
            self.most = max(self.most, self.open)
            self.arrived.notify_all()
            await self.arrived.wait_for(lambda: self.most >= count)


@contextmanager
def running() -> Iterator[ModelServer]:
    """The server, on a port of its own, in a thread of its own."""
    model, loop, is_ready = ModelServer(), asyncio.new_event_loop(), threading.Event()

    async def serve() -> None:
        server = await asyncio.start_server(model.answer, "127.0.0.1", 0, backlog=512)
        model.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        is_ready.set()
        async with server:
            await stopped.wait()

    stopped = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=[serve()])
    thread.start()
    assert is_ready.wait(10)
    try:
        yield model
    finally:
        loop.call_soon_threadsafe(stopped.set)
        thread.join(10)
        loop.close()
