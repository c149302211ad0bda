"""How many calls a second are converted, from a file to lines, on one core: the bar is 5,000.

python -m bench.convert
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench.timing import print_table
from bench.workloads import SEED
from pi_native import ToolSet
from pi_native.convert import Conversion
from pi_native.experiment.samples import TOOLS, calls
from pi_native.transcripts import Piece

COUNT = 5_000
ROUNDS = 3


def records(count: int) -> Iterator[str]:
    """Conversations of OpenAI's shape, as JSON lines: a question, a turn of two calls, their results, an answer."""
    chance, drawn = random.Random(SEED), calls(ToolSet(TOOLS), 2 * count, SEED)
    tools = [{"type": "function", "function": tool} for tool in TOOLS]
    for _ in range(count):
        made = [{"id": f"call_{index}", "type": "function", "function": next(drawn)} for index in range(2)]
        for call in made:
            call["function"]["arguments"] = json.dumps(call["function"]["arguments"])
        results = [
            {"role": "tool", "tool_call_id": call["id"], "content": "word " * chance.randint(1, 200)} for call in made
        ]
        turn = {"role": "assistant", "content": "Looking.", "tool_calls": made}
        yield json.dumps({"messages": [{"role": "user", "content": "?"}, turn, *results], "tools": tools}) + "\n"


def rate(conversion: Conversion, path: Path, target: Path) -> float:
    """Calls a second, the best of some rounds; what was converted is at ``target`` then."""
    best = 0.0
    for _ in range(ROUNDS):
        start = perf_counter()
        converted = 0
        with target.open("w", encoding="utf-8") as file:
            for batch in conversion.batches(Piece(str(path))):
                file.write("".join(record + "\n" for record in batch.records))
                converted += batch.calls
        best = max(best, converted / (perf_counter() - start))
    return best


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        openai, text, anthropic = (Path(folder) / name for name in ("openai.jsonl", "text.jsonl", "anthropic.jsonl"))
        openai.write_text("".join(records(COUNT)), encoding="utf-8")
        rows = [
            ["openai → pi-native", f"{rate(Conversion('openai'), openai, text):,.0f}"],
            [
                "pi-native → openai",
                f"{rate(Conversion('pi-native', 'openai'), text, Path(folder) / 'back.jsonl'):,.0f}",
            ],
            ["pi-native → anthropic", f"{rate(Conversion('pi-native', 'anthropic'), text, anthropic):,.0f}"],
            ["anthropic → pi-native", f"{rate(Conversion('anthropic'), anthropic, Path(folder) / 'again.jsonl'):,.0f}"],
        ]
    print_table(["", "calls a second"], rows)


if __name__ == "__main__":
    main()
