"""Speed as ratios: each job beside a yardstick from the standard library that runs in turn with it.

The calls are compared with ``json.loads`` of the same calls as a host gets them (an object, and its arguments as JSON
text in a string: two loads a call), long texts with the searching and slicing that no reader can do without. Peers
stand in the same table: expat on the element form, a loop of regular expressions on the attribute form.

    python -m bench.parse [--quick] [--check]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pi_native.parser
from bench.timing import Job, best, machine, print_table
from bench.workloads import ALL, Workload
from pi_native import StreamParser, __version__, parse, render
from pi_native.transcripts import Location, Turn
from pi_native.validate import Validator

IS_COMPILED = not str(pi_native.parser.__file__).endswith(".py")
RESULTS = Path(__file__).parent / ("results-compiled.json" if IS_COMPILED else "results.json")
QUICK = 0.02
STARTS = 7  # of the interpreter, for the time of an import

LOADS, DUMPS, FIND, PARSE = "json.loads", "json.dumps", "str.find", "parse"


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: microseconds a unit (a call, or the whole text), the yardstick's, and what is aimed at.

    A peer has no bar.
    """

    what: str
    unit: str
    yardstick: str
    micros: float
    yardstick_micros: float
    bar: float | None = None
    goal: float | None = None

    @property
    def ratio(self) -> float:
        return self.micros / self.yardstick_micros

    @property
    def verdict(self) -> str:
        if self.bar is None or self.goal is None:
            return ""
        return "goal" if self.ratio <= self.goal else "ok" if self.ratio <= self.bar else "MISSED"

    def cells(self) -> list[str]:
        """The row as the table shows it."""
        aims = ["" if aim is None else f"≤ {aim:g}×" for aim in (self.bar, self.goal)]
        times = [f"{self.micros:,.2f}", f"{self.yardstick_micros:,.2f}", f"{self.ratio:.2f}×"]
        return [self.what, self.unit, self.yardstick, *times, *aims, self.verdict]


HEAD = ["what", "unit", "against", "µs", "its µs", "ratio", "bar", "goal", ""]


# -- the jobs ------------------------------------------------------------------------------------------------------


def parse_all(work: Workload) -> Job:
    return lambda: [parse(text, work.tools) for text in work.texts]


def stream_all(work: Workload, size: int = 4) -> Job:
    """The chunks are cut beforehand: cutting them is not the parser's work."""
    chunks = [text[start : start + size] for text in work.texts for start in range(0, len(text), size)]

    def job() -> object:
        parser = StreamParser(work.tools)
        for chunk in chunks:
            parser.feed(chunk)
        return parser.close()

    return job


def validate_all(work: Workload) -> Job:
    validator = Validator(work.tools)
    validator.check_schemas()
    turns = [Turn("assistant", text, Location("bench.txt")) for text in work.texts]
    return lambda: [validator.check(turn) for turn in turns]


def render_all(work: Workload) -> Job:
    calls = work.values
    return lambda: render(calls, work.tools)


def load_all(work: Workload) -> Job:
    def job() -> object:
        calls = [json.loads(call) for call in work.calls]
        for call in calls:
            call["arguments"] = json.loads(call["arguments"])
        return calls

    return job


def dump_all(work: Workload) -> Job:
    calls = work.values
    return lambda: [json.dumps({**call, "arguments": json.dumps(call["arguments"])}) for call in calls]


def find_body(work: Workload, opener: str, closer: str) -> Job:
    """The closer of the one long body, and a slice."""
    text = work.text
    start = text.index(opener) + len(opener)
    return lambda: text[start : text.find(closer, start)]


def find_calls(work: Workload) -> Job:
    text = work.text

    def job() -> list[int]:
        places = []
        place = text.find("<call:")
        while place >= 0:
            places.append(place)
            place = text.find("<call:", place + 1)
        return places

    return job


def expat_all(work: Workload) -> Job:
    """The element form happens to be XML where no value holds markup; all values stay strings."""
    document = f'<turn xmlns:call="urn:call">{work.text}</turn>'
    return lambda: [(call.tag, {child.tag: child.text for child in call}) for call in ElementTree.fromstring(document)]


_CALL = re.compile(r"<call:([\w-]+)((?:\s+[\w-]+=(?:\"[^\"]*\"|'[^']*'|[^\s>/]+))*)\s*/>")
_ATTRIBUTE = re.compile(r"([\w-]+)=(?:\"([^\"]*)\"|'([^']*)'|([^\s>/]+))")


def regexes_all(work: Workload) -> Job:
    """Attribute form by two regular expressions; all values stay strings."""

    def arguments(attributes: str) -> dict[str, str]:
        return {name: double or single or bare for name, double, single, bare in _ATTRIBUTE.findall(attributes)}

    text = work.text
    return lambda: [(call[1], arguments(call[2])) for call in _CALL.finditer(text)]


# -- the table -----------------------------------------------------------------------------------------------------


def rows(scale: float) -> Iterator[Row]:
    """Every measurement, workload by workload; what is compared runs in turn."""
    aims = {"W1": (2.5, 1.0), "W2": (2.5, 1.2), "W3": (3.5, 2.2)}
    for name, (bar, goal) in aims.items():
        yield from _small_calls(_made(name, scale), bar, goal)
    work = _made("W4", scale)
    yield from _against(work, "text", FIND, find_body(work, "<call:edit>", "</call:edit>"), {PARSE: parse_all(work)})
    work = _made("W5", scale)
    yield from _against(work, "text", FIND, find_calls(work), {PARSE: parse_all(work)})
    work = _made("W6", scale)
    yield from _against(work, "text", FIND, find_body(work, "<content>", "</content>"), {PARSE: parse_all(work)})
    work = _made("W7", scale)
    yield from _against(work, "call", LOADS, load_all(work), {PARSE: parse_all(work)}, None, None)
    yield from _against(work, "call", PARSE, parse_all(work), {"validate": validate_all(work)})


def _made(name: str, scale: float) -> Workload:
    work = ALL[name](scale)
    work.check()
    print(f"{name}  {work.title}", flush=True)
    return work


def _small_calls(work: Workload, bar: float, goal: float) -> Iterator[Row]:
    peers = {"W1": {"re.finditer": regexes_all}, "W2": {"xml.etree": expat_all}}.get(work.name, {})
    loads = load_all(work)
    yield from _against(work, "call", LOADS, loads, {PARSE: parse_all(work)}, bar, goal)
    yield from _against(work, "call", LOADS, loads, {"stream, chunks of 4": stream_all(work)}, 12, 6)
    yield from _against(work, "call", LOADS, loads, {peer: job(work) for peer, job in peers.items()}, None, None)
    yield from _against(work, "call", DUMPS, dump_all(work), {"render": render_all(work)}, 5, 2)
    yield from _against(work, "call", PARSE, parse_all(work), {"validate": validate_all(work)})


def _against(
    work: Workload,
    unit: str,
    yardstick: str,
    measure: Job,
    jobs: dict[str, Job],
    bar: float | None = 4,
    goal: float | None = 2,
) -> Iterator[Row]:
    """One row for each job, against the yardstick."""
    count = len(work.calls) if unit == "call" else 1
    for what, job in jobs.items():
        taken, base = (seconds * 1e6 / count for seconds in best(job, measure))
        yield Row(f"{work.name} {what}", unit, yardstick, taken, base, bar, goal)


# -- starting ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """Milliseconds that a fresh interpreter takes, and what is aimed at beyond ``import json``, if anything."""

    what: str
    millis: float
    beyond: float
    bar: float | None = 150
    goal: float | None = 80

    @property
    def verdict(self) -> str:
        if self.bar is None or self.goal is None:
            return ""
        return "goal" if self.beyond <= self.goal else "ok" if self.beyond <= self.bar else "MISSED"

    def cells(self) -> list[str]:
        """The row as the table shows it."""
        aims = ["" if aim is None else f"≤ +{aim:g}" for aim in (self.bar, self.goal)]
        return [self.what, f"{self.millis:.0f}", f"+{self.beyond:.0f}", *aims, self.verdict]


FIRST_PARSE = "import pi_native; pi_native.parse('<call:ls/>')"
CODES = {
    "import json": "import json",
    "import pi_native": "import pi_native",
    "import pi_native and a first parse": FIRST_PARSE,
}
COLD = "the same at the first start ever: the cache is empty"


def starts() -> list[Start]:
    """How long it takes to import the package, and to parse a first call with it; what is compared runs in turn."""
    taken: dict[str, list[float]] = {what: [] for what in (*CODES, COLD)}
    with TemporaryDirectory() as folder:
        warm = f"{folder}/warm"
        _run(FIRST_PARSE, warm)
        for number in range(STARTS):
            for what, code in CODES.items():
                taken[what].append(_run(code, warm))
            taken[COLD].append(_run(FIRST_PARSE, f"{folder}/{number}"))
    millis = {what: min(seconds) * 1e3 for what, seconds in taken.items()}
    base = millis.pop("import json")
    cold = millis.pop(COLD)
    return [
        *(Start(what, each, each - base) for what, each in millis.items()),
        Start(COLD, cold, cold - base, None, None),
    ]


def _run(code: str, cache: str) -> float:
    """Seconds of a fresh interpreter, which keeps its bytecode, as it does unless it is told not to."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PI_NATIVE_CACHE"] = cache
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - start


# -- the report ----------------------------------------------------------------------------------------------------


def _rounded(row: Row | Start) -> dict[str, object]:
    values = asdict(row) | ({"ratio": row.ratio} if isinstance(row, Row) else {})
    return {key: round(value, 2) if isinstance(value, float) else value for key, value in values.items()}


def engines() -> str:
    """What may be asked about the schemas: with the extra ``fast`` two libraries, else one."""
    found = []
    for name in ("jsonschema-rs", "jsonschema"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def save(found: list[Row], begun: list[Start]) -> None:
    """Write the results, with the machine they were taken on."""
    data = {
        "version": __version__,
        "machine": machine(),
        "schemas": engines(),
        "ratios": [_rounded(row) for row in found],
        "starts": [_rounded(start) for start in begun],
    }
    RESULTS.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> int:
    """Print the tables and write them to `RESULTS`; with ``--check``, 1 if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.parse", description="Speed, as ratios.")
    parser.add_argument("--quick", action="store_true", help="smaller workloads; the results are not written")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a bar is missed")
    options = parser.parse_args()
    print(f"Schemas: {engines()}")
    found, begun = list(rows(QUICK if options.quick else 1)), starts()
    print()
    print_table(HEAD, [row.cells() for row in found])
    print()
    print_table(["start", "ms", "beyond import json", "bar", "goal", ""], [start.cells() for start in begun])
    if not options.quick:
        save(found, begun)
    missed = sum(row.verdict == "MISSED" for row in [*found, *begun])
    print(f"\n{missed} bars missed" if missed else "\nNo bar missed")
    return 1 if missed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
