"""What reading transcripts costs beside ``json.loads``: chat records with messages of several sizes.

The yardstick reads the same file line by line and loads each line, which no reader can do without.

    python -m bench.read
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.timing import best, print_table
from bench.workloads import SEED
from pi_native.transcripts import pieces, read

#: Characters of a tool's answer, and records: a system prompt is twice as long, an assistant's turn half as long.
SIZES = {200: 2000, 1000: 800, 4000: 300, 16_000: 80}
WORDS = ["the", "parser", "reads", '"a"', "token\n", "and\tthen", "é", "x = {1: 2}", "</path>", "<path>src/a.ts</path>"]
ROUNDS = 8


def records(size: int, count: int) -> Iterator[str]:
    """Conversations of a few rounds of calls and answers, as JSON lines."""
    rng = random.Random(SEED)
    for _ in range(count):
        messages = [
            {"role": "system", "content": _text(rng, 2 * size)},
            {"role": "user", "content": _text(rng, size // 4)},
        ]
        for index in range(ROUNDS):
            messages.append({"role": "assistant", "content": _text(rng, size // 2)})
            messages.append({"role": "tool", "content": _text(rng, size), "tool_call_id": f"call_{index}"})
        yield json.dumps({"messages": messages}) + "\n"


def _text(rng: random.Random, size: int) -> str:
    return " ".join(rng.choices(WORDS, k=size // 6))


def load(path: str) -> None:
    """The yardstick."""
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            json.loads(line)


def exhaust(items: Iterator[object]) -> None:
    """Ask for every item."""
    for _ in items:
        pass


def row(path: str, size: int, count: int) -> list[str]:
    """One line of the table."""
    Path(path).write_text("".join(records(size, count)), encoding="utf-8")
    loading, reading, cutting = best(
        lambda: load(path), lambda: exhaust(iter(read(path))), lambda: exhaust(iter(pieces(path, size=1 << 20)))
    )
    megabytes = Path(path).stat().st_size / 1e6
    beyond = (reading - loading) / count / (2 * ROUNDS + 2) * 1e6
    return [
        str(size),
        f"{megabytes / reading:.0f} MB/s",
        f"{reading / loading:.2f}×",
        f"{beyond:.1f} µs",
        f"{cutting / loading:.3f}×",
    ]


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [row(str(Path(folder, "chat.jsonl")), size, count) for size, count in SIZES.items()]
    print_table(["characters a result", "read", "to json.loads", "beyond it, a message", "cut, to json.loads"], rows)


if __name__ == "__main__":
    main()
