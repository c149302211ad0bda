"""A corpus of chat records, and what validating it costs: memory, processes, and what it adds to reading and parsing.

python -m bench.corpus [--turns 1000000] [--keep FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pi_native import parse

PADDING = 620  # characters of prose a turn, so that a million turns are a gigabyte
WORDS = ["the", "a", "file", "test", "error", "value", "parser", "line", "call", "read", "write", "server", "config"]
BARS = {"growth": 150.0, "speed-up of two": 1.7, "beside json.loads and parse": 1.7}


def corpus(turns: int, seed: int = 1) -> Iterator[str]:
    """JSON lines of one user's and one assistant's message each; one turn in fifty has a mistake."""
    chance = random.Random(seed)
    for number in range(turns):
        prose = " ".join(chance.choices(WORDS, k=PADDING // 6))
        text = f"{prose}\n{_call(chance, number)}\n"
        messages = [{"role": "user", "content": f"task {number}"}, {"role": "assistant", "content": text}]
        yield json.dumps({"messages": messages}) + "\n"


def _call(chance: random.Random, number: int) -> str:
    if number % 50 == 0:
        return f'<call:read path="src/a{number}.ts"offset={number}/>'  # no space between attributes
    kind = chance.randrange(3)
    if kind == 0:
        return f'<call:bash command="bun test src/{number}.test.ts" timeout=120/>'
    if kind == 1:
        return f"<call:read>\n<path>src/{number}.ts</path>\n<offset>{number}</offset>\n</call:read>"
    body = "\n".join(f"+line {i} of {number}" for i in range(12))
    return f"<call:edit>\n*** Begin Patch\n{body}\n*** End Patch\n</call:edit>"


def write(path: Path, turns: int) -> None:
    """Write the corpus, unless the file is there."""
    if not path.exists():
        with path.open("w", encoding="ascii") as file:
            file.writelines(corpus(turns))


def floor(path: Path) -> float:
    """Seconds to read the lines as JSON and parse the assistants' texts: the least that validating can take."""
    start = time.perf_counter()
    with path.open(encoding="utf-8") as file:
        for line in file:
            for message in json.loads(line)["messages"]:
                if message["role"] == "assistant":
                    parse(message["content"])
    return time.perf_counter() - start


def validate(path: Path, *options: str) -> tuple[float, float, str]:
    """Seconds, the largest resident size of a process in MB, and the findings."""
    out = path.with_suffix(".findings")
    command = [sys.executable, "-m", "bench.peak", str(path), "--output-file", str(out), "--isolated", *options]
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return seconds, float(done.stdout.splitlines()[-1]), out.read_text(encoding="utf-8")


def main() -> None:
    """Measure and print; exit code 1 if a bar is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--turns", type=int, default=1_000_000)
    arguments.add_argument("--keep", type=Path, help="make the corpus here and leave it")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.keep or Path(folder) / "corpus.jsonl"
        write(path, given.turns)
        small = Path(folder) / "small.jsonl"
        write(small, 1_000)
        print(f"{given.turns:,} turns, {path.stat().st_size / 1e6:,.0f} MB, {os.cpu_count()} cores")
        _, base, _ = validate(small, "--output", "jsonl")
        one, peak, findings = validate(path, "--output", "jsonl")
        two, peak_of_two, same = validate(path, "--output", "jsonl", "--jobs", "2")
        least = floor(path)
    found = {
        "growth": max(peak, peak_of_two) - base,
        "speed-up of two": one / two,
        "beside json.loads and parse": one / least,
    }
    print(f"one process {one:.1f} s, two {two:.1f} s, json.loads and parse {least:.1f} s")
    print(f"findings the same: {findings == same}")
    missed = findings != same
    for name, value in found.items():
        is_met = value >= BARS[name] if name.startswith("speed") else value <= BARS[name]
        missed |= not is_met
        print(f"{name:30} {value:8.2f}   bar {BARS[name]:6.1f}   {'ok' if is_met else 'MISSED'}")
    sys.exit(missed)


if __name__ == "__main__":
    main()
