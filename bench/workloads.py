"""The workloads: texts of the format, each with the same calls as OpenAI JSON. The same at every run.

W1–W3 are many small calls, one for each form; W4–W6 are a few calls with or in much text; W7 is a mix of whole turns.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi_native import ToolSet, parse

SEED = 20_260_301
EXAMPLES = Path(__file__).parents[1] / "examples"
MB = 1_000_000

WORDS = [
    "the",
    "parser",
    "reads",
    "a",
    "token",
    "and",
    "then",
    "the",
    "body",
    "of",
    "each",
    "call",
    "until",
    "its",
    "closer",
    "comes",
    "while",
    "every",
    "value",
    "keeps",
    "what",
    "was",
    "written",
    "because",
    "a",
    "schema",
    "says",
    "which",
    "type",
    "it",
    "has",
    "and",
    "nothing",
    "in",
    "between",
    "is",
    "ever",
    "decoded",
    "or",
    "escaped",
    "by",
    "hand",
]


def _tool(name: str, required: list[str], **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {"name": name, "parameters": schema}


_STRING, _INTEGER, _NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
_LIST = {"type": "array", "items": _STRING}

TOOLS = [
    _tool("read", ["path"], path=_STRING, offset=_INTEGER),
    _tool("bash", ["command"], command=_STRING, timeout=_NUMBER),
    _tool("edit", ["input"], input=_STRING),
    _tool("write", ["path", "content"], path=_STRING, content=_STRING),
    _tool("configure", ["object"], object={"type": "object", "properties": {"list": _LIST, "y": _NUMBER}}),
]


@dataclass(frozen=True, slots=True)
class Workload:
    """Texts to parse one after the other, and the calls in them, each as ``{"name": …, "arguments": "…"}``."""

    name: str
    title: str
    tools: ToolSet
    texts: tuple[str, ...]
    calls: tuple[str, ...]

    @property
    def text(self) -> str:
        """All texts, one below the other."""
        return "\n".join(self.texts)

    @property
    def values(self) -> list[dict[str, Any]]:
        """The calls as Python values."""
        return [{**call, "arguments": json.loads(call["arguments"])} for call in map(json.loads, self.calls)]

    def check(self) -> None:
        """Raise AssertionError unless the texts parse to these very calls and without a finding."""
        results = [parse(text, self.tools) for text in self.texts]
        parsed = [{"name": call.name, "arguments": call.arguments} for result in results for call in result.calls]
        assert parsed == self.values, f"{self.name} does not parse to its calls"
        assert not any(result.diagnostics for result in results), f"{self.name} gives findings"


def openai(name: str, arguments: dict[str, Any]) -> str:
    """A call as a host gets it: its arguments are JSON text in a JSON string."""
    return json.dumps({"name": name, "arguments": json.dumps(arguments)})


def w1(scale: float = 1) -> Workload:
    """Attribute form: a string and a number."""
    count = int(20_000 * scale)
    call = openai("bash", {"command": "bun test src/server/auth.test.ts", "timeout": 120})
    text = '<call:bash command="bun test src/server/auth.test.ts" timeout=120/>\n' * count
    return Workload("W1", f"{count:,} × bash, attribute form", ToolSet(TOOLS), (text,), (call,) * count)


def w2(scale: float = 1) -> Workload:
    """Element form: a string and an integer."""
    count = int(10_000 * scale)
    call = openai("read", {"path": "src/server/auth.ts", "offset": 50})
    text = "<call:read>\n<path>src/server/auth.ts</path>\n<offset>50</offset>\n</call:read>\n" * count
    return Workload("W2", f"{count:,} × read, element form", ToolSet(TOOLS), (text,), (call,) * count)


def w3(scale: float = 1) -> Workload:
    """An object with an attribute and a list: the specification's example."""
    count = int(10_000 * scale)
    call = openai("configure", {"object": {"y": 4, "list": ["alpha", "beta"]}})
    body = "<object y=4>\n<list>alpha</list>\n<list>beta</list>\n</object>"
    text = f"<call:configure>\n{body}\n</call:configure>\n" * count
    return Workload("W3", f"{count:,} × configure, nested", ToolSet(TOOLS), (text,), (call,) * count)


def w4(scale: float = 1) -> Workload:
    """One long inline body: a patch."""
    patch = _lines(int(10 * MB * scale), "+-  ", " => items.map<number>(x) && y < 3;")
    text = f"<call:edit>\n{patch}\n</call:edit>\n"
    return Workload("W4", f"edit, inline body of {_size(patch)}", ToolSet(TOOLS), (text,), _one("edit", input=patch))


def w5(scale: float = 1) -> Workload:
    """Prose with a call every 2 KB."""
    rng, calls, parts = random.Random(SEED), [], []
    for index in range(int(10 * MB * scale) // 2_000):
        calls.append(openai("read", {"path": f"src/{index}.ts"}))
        call = f'\n<call:read path="src/{index}.ts"/>\n'
        parts += [_prose(rng, 2_000 - len(call)), call]
    text = "".join(parts)
    return Workload("W5", f"{_size(text)} of prose, a call every 2 KB", ToolSet(TOOLS), (text,), tuple(calls))


def w6(scale: float = 1) -> Workload:
    """One long string element: a page."""
    page = _lines(int(5 * MB * scale), ["<p>", "", "", ""], "</p>")
    text = f"<call:write>\n<path>public/index.html</path>\n<content>\n{page}\n</content>\n</call:write>\n"
    calls = _one("write", path="public/index.html", content=page)
    return Workload("W6", f"write, element of {_size(page)}", ToolSet(TOOLS), (text,), calls)


def w7(scale: float = 1) -> Workload:
    """Whole assistant turns drawn from the examples, each parsed on its own."""
    rng, tools = random.Random(SEED), ToolSet(list(_example_tools()))
    turns = tuple(rng.choices(list(_example_turns()), k=int(2_000 * scale)))
    calls = {turn: [openai(call.name, call.arguments) for call in parse(turn, tools).calls] for turn in set(turns)}
    drawn = tuple(call for turn in turns for call in calls[turn])
    return Workload("W7", f"{len(turns):,} turns of the examples", tools, turns, drawn)


ALL: dict[str, Callable[[float], Workload]] = {"W1": w1, "W2": w2, "W3": w3, "W4": w4, "W5": w5, "W6": w6, "W7": w7}


def _one(name: str, **arguments: Any) -> tuple[str]:
    return (openai(name, arguments),)


def _size(text: str) -> str:
    return f"{len(text) / MB:g} MB"


def _lines(size: int, starts: str | list[str], end: str) -> str:
    """Text of ``size`` characters in lines of a few words; every eighth one has ``end`` at its end."""
    rng, lines, length = random.Random(SEED), [], 0
    while length < size:
        line = rng.choice(starts) + " ".join(rng.choices(WORDS, k=9)) + (end if len(lines) % 8 == 0 else "")
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines)[: size - 1] + "."


def _prose(rng: random.Random, size: int) -> str:
    words = " ".join(rng.choices(WORDS, k=size // 2))
    return words[:size]


def _example_records() -> Iterator[dict[str, Any]]:
    with (EXAMPLES / "chat.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _example_turns() -> Iterator[str]:
    yield (EXAMPLES / "session.txt").read_text(encoding="utf-8")
    for record in _example_records():
        yield from (message["content"] for message in record["messages"] if message["role"] == "assistant")


def _example_tools() -> Iterator[dict[str, Any]]:
    yield from json.loads((EXAMPLES / "tools.json").read_text(encoding="utf-8"))
    for record in _example_records():
        yield from record.get("tools", ())
