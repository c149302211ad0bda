"""Conversations made at random, as OpenAI has them: for converting there and back."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pi_native import ToolSet
from pi_native.experiment.samples import calls

TOOLS = json.loads((Path(__file__).parents[1] / "decode" / "tools.json").read_text(encoding="utf-8"))
WORDS = ["Looking.", "Done,\nall of it.\n", "\n", " é ☔ ", "1 < 2 & 3 > 2", '"quoted"', "</b>", "<call", "call:ls"]


def conversations(count: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """``count`` records with `messages`, `tools`, and a key of their own."""
    chance = random.Random(seed)
    drawn = calls(ToolSet(TOOLS), count * 8, seed)
    for number in range(count):
        messages: list[dict[str, Any]] = [{"role": "user", "content": _text(chance)}]
        for _ in range(chance.randint(1, 3)):
            made = [next(drawn) for _ in range(chance.randint(0, 2))]
            messages += _turn(made, len(messages), chance)
        tools = [{"type": "function", "function": tool} for tool in TOOLS]
        yield {"messages": messages, "tools": tools, "id": number}


def _turn(made: list[dict[str, Any]], number: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    text = _text(chance) if not made or chance.random() < 0.5 else None
    message: dict[str, Any] = {"role": "assistant", "content": text}
    ids = [f"call_{number}_{index}" for index in range(len(made))]
    if made:
        message["tool_calls"] = [
            {
                "id": id_,
                "type": "function",
                "function": {"name": call["name"], "arguments": json.dumps(call["arguments"])},
            }
            for id_, call in zip(ids, made, strict=True)
        ]
    yield message
    results = [{"role": "tool", "tool_call_id": id_, "content": _text(chance)} for id_ in ids]
    chance.shuffle(results)
    yield from results
    if chance.random() < 0.5:
        yield {"role": "user", "content": _text(chance)}


def _text(chance: random.Random) -> str:
    return "".join(chance.choices(WORDS, k=chance.randint(1, 3)))


def calls_of(record: dict[str, Any]) -> list[tuple[str, Any]]:
    """The names and arguments of the calls that a record of OpenAI's shape declares."""
    declared = [call["function"] for message in record["messages"] for call in message.get("tool_calls") or ()]
    return [(call["name"], json.loads(call["arguments"])) for call in declared]
