"""What an experiment found, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from pi_native.diagnostics import printable
from pi_native.experiment.compare import Difference, Reading
from pi_native.experiment.promises import Growth, RoundTrip


@dataclass(frozen=True, slots=True)
class Speed:
    """Seconds to parse the same calls, each grammar in its own spelling; whether the fast way applies."""

    base: float
    overlay: float
    is_fast: bool

    @property
    def ratio(self) -> float:
        """How many times as long the overlay takes."""
        return self.overlay / self.base if self.base else 1.0


@dataclass(frozen=True, slots=True)
class Cost:
    """Characters of the same calls in the base, in the overlay and as OpenAI JSON; tokens if a tokenizer is there."""

    calls: int
    characters: dict[str, int]
    tokens: dict[str, int] | None = None
    tokenizer: str = ""


@dataclass(slots=True)
class Report:
    """An overlay tried out. ``error`` is why it cannot be used; then nothing else is there.

    ``examples`` are those of the overlay that do not hold; ``lost`` are examples of the base that hold no more;
    ``changes`` are the productions that are new, changed or used no more. ``seconds`` is how long it took.
    """

    name: str
    intent: str = ""
    error: str = ""
    conflicts: list[str] = field(default_factory=list)
    unreachable: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    changes: dict[str, list[str]] = field(default_factory=dict)
    texts: int = 0
    is_conservative: bool | None = None
    counts: dict[str, int] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    round_trip: RoundTrip | None = None
    chunk_differences: list[str] = field(default_factory=list)
    growth: list[Growth] = field(default_factory=list)
    speed: Speed | None = None
    cost: Cost | None = None
    seconds: float = 0.0

    @property
    def is_sound(self) -> bool:
        """Whether it can be used: it builds, its examples hold, and it keeps what the base promises."""
        is_whole = self.round_trip is not None and not self.round_trip.wrong
        faults = [self.error, self.unreachable, self.examples, self.chunk_differences]
        return is_whole and not any(faults) and all(each.is_linear for each in self.growth)

    def to_json(self) -> dict[str, Any]:
        """As JSON data, with the verdicts."""
        return asdict(self) | {"is_sound": self.is_sound}


KINDS = {
    "another meaning": "texts that the base reads without a finding mean something else",
    "rejected": "texts that the base reads without a finding are refused or repaired",
    "accepted": "texts that the base finds fault with are read without a finding",
    "repaired differently": "texts with faults are repaired in another way",
}


def lines(report: Report) -> Iterator[str]:
    """The report for people, a line at a time; nothing in it can harm a terminal."""
    for line in _lines(report):
        yield printable(line)


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.name}: {report.intent}" if report.intent else report.name
    if report.error:
        yield f"  builds?         no: {report.error}"
        return
    yield "  builds?         yes"
    yield from _listed("conflicts", report.conflicts, "none")
    yield from _listed("unreachable", report.unreachable, "nothing")
    yield from _listed("own examples", report.examples, "all hold")
    for kind, names in report.changes.items():
        yield f"  {kind:15} {', '.join(names)}"
    yield from _listed("base's examples", report.lost, "all hold still")
    yield from _comparison(report)
    yield from _promises(report)
    yield from _costs(report)
    yield f"  sound?          {'yes' if report.is_sound else 'no'}   ({report.seconds:.1f} s)"


def _listed(title: str, found: list[str], nothing: str) -> Iterator[str]:
    if not found:
        yield f"  {title:15} {nothing}"
    for number, each in enumerate(found[:8]):
        yield f"  {title if not number else '':15} {each}"
    if len(found) > 8:
        yield f"  {'':15} … and {len(found) - 8} more"


def _comparison(report: Report) -> Iterator[str]:
    verdict = "yes" if report.is_conservative else "no"
    yield f"  conservative?   {verdict}: {report.texts:,} texts compared"
    for kind, count in report.counts.items():
        yield f"    {count:>5} {KINDS[kind]}"
        for difference in report.differences:
            if difference.kind == kind:
                yield f"          {difference.text!r:.120}{f'   ({difference.source})' if difference.source else ''}"
                yield f"             base:    {said(difference.base):.140}"
                yield f"             overlay: {said(difference.overlay):.140}"


def said(reading: Reading) -> str:
    """A reading in a line.

    >>> said(Reading((("ls", {}),), None, "", (), ("unknown-tool",)))
    'ls({}); finds unknown-tool'
    """
    parts = [f"{name}({arguments!r})" for name, arguments in reading.calls]
    if reading.incomplete is not None:
        parts.append("incomplete {}({!r})".format(*reading.incomplete))
    parts += [f"{name} {text!r}" for name, text in reading.sections]
    parts += [f"text {reading.prose!r}"] if reading.prose else []
    parts += [f"finds {', '.join(reading.codes)}"] if reading.codes else []
    return "; ".join(parts) or "nothing"


def _promises(report: Report) -> Iterator[str]:
    trip = report.round_trip
    if trip is not None:
        refused = f", {trip.refused} have no spelling" if trip.refused else ""
        yield from _listed("round trip", list(trip.wrong), f"{trip.calls:,} calls written and read back equal{refused}")
    yield from _listed("in chunks", [f"{text!r:.120} differs" for text in report.chunk_differences], "the same")
    slow = [f"{each.piece!r} repeated: {each.ratio:.0f} times as long for 4 times the text" for each in report.growth]
    bad = [line for line, each in zip(slow, report.growth, strict=True) if not each.is_linear]
    worst = "".join(f"linear; the worst, {each.piece!r}: {each.ratio:.1f} for 4" for each in report.growth[:1])
    yield from _listed("growth", bad, worst)


def _costs(report: Report) -> Iterator[str]:
    if report.speed is not None:
        way = "the fast way applies" if report.speed.is_fast else "token by token: the fast way does not apply"
        yield f"  speed           {report.speed.ratio:.2f} times the base's time ({way})"
    if report.cost is not None:
        yield f"  cost            {_counted('characters', report.cost.characters)}"
        if report.cost.tokens:
            yield f"  {'':15} {_counted('tokens', report.cost.tokens)} ({report.cost.tokenizer})"


def _counted(unit: str, counts: dict[str, int]) -> str:
    base = counts["base"] or 1
    return f"{unit}: " + ", ".join(f"{name} {count:,} ({count / base:.0%})" for name, count in counts.items())
