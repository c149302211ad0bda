"""Two grammars over the same texts: what each reads, and the smallest texts that they read differently."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pi_native.grammar import Grammar
from pi_native.model import Json, ParseResult, UnrenderableError
from pi_native.parser import parse
from pi_native.tools import ToolSet
from pi_native.values import same

Kind = Literal["another meaning", "rejected", "accepted", "repaired differently"]

MAX_SHOWN = 3  # differences of a kind that are made small and shown
MAX_STEPS = 400  # parses to make one text small
MAX_LENGTH = 20_000  # characters of a text that is made small; a longer one is cut off first


@dataclass(frozen=True, slots=True)
class Sample:
    """A text with the tools it was written for, and where it comes from."""

    text: str
    tools: ToolSet | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a grammar makes of a text: calls, prose, sections, and the codes of its errors and warnings."""

    calls: tuple[tuple[str, Json], ...]
    incomplete: tuple[str, Json] | None
    prose: str
    sections: tuple[tuple[str, str], ...]
    codes: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing is found in the text, but what is said for information."""
        return not self.codes

    def is_same(self, other: Reading) -> bool:
        """Whether both came to the same; what was found on the way aside."""
        mine, theirs = (self.calls, self.incomplete), (other.calls, other.incomplete)
        return self.prose == other.prose and self.sections == other.sections and same(_listed(mine), _listed(theirs))


def _listed(value: object) -> Json:
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def reading(text: str, tools: ToolSet | None, grammar: Grammar) -> Reading:
    """What the grammar makes of a text.

    >>> reading("a <call:ls/>", None, Grammar.load()).calls
    (('ls', {}),)
    """
    result = parse(text, tools, grammar=grammar)
    sections = tuple((section.name, section.text) for section in result.sections)
    calls = tuple((call.name, call.arguments) for call in result.calls)
    cut = result.incomplete
    return Reading(calls, (cut.name, cut.arguments) if cut else None, result.text, sections, _codes(result, tools))


def _codes(result: ParseResult, tools: ToolSet | None) -> tuple[str, ...]:
    unsaid = () if tools is not None else ("unknown-tool",)
    found = {each.code for each in result.diagnostics if each.severity != "info" and each.code not in unsaid}
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Difference:
    """A text that two grammars read differently, made small, with both readings."""

    kind: Kind
    text: str
    base: Reading
    overlay: Reading
    source: str = ""


def kind_of(base: Reading, overlay: Reading) -> Kind | None:
    """How two readings of a text differ, or None if they do not.

    A text that is clean under the base means something to somebody: that it means something else, or is refused, is
    what makes an overlay unsafe for what was written before.
    """
    if base.is_same(overlay) and base.is_clean == overlay.is_clean:
        return None
    if base.is_clean:
        return "another meaning" if overlay.is_clean else "rejected"
    return "accepted" if overlay.is_clean else "repaired differently"


class Comparison:
    """Compares two grammars over samples; keeps counts, and a few differences of each kind."""

    def __init__(self, base: Grammar, overlay: Grammar) -> None:
        self._base, self._overlay = base, overlay
        self.texts = 0
        self.counts: dict[Kind, int] = {}
        self._found: dict[Kind, list[Sample]] = {}

    def add(self, samples: Iterable[Sample]) -> None:
        """Compare over these texts too."""
        for sample in samples:
            self.texts += 1
            kind = self._kind(sample.text, sample.tools)
            if kind is not None:
                self.counts[kind] = self.counts.get(kind, 0) + 1
                kept = self._found.setdefault(kind, [])
                kept.append(sample)
                kept.sort(key=lambda each: len(each.text))
                del kept[3 * MAX_SHOWN :]

    @property
    def is_conservative(self) -> bool:
        """Whether every text that the base reads without a finding is read the same."""
        return not self.counts.keys() & {"another meaning", "rejected"}

    def differences(self) -> Iterator[Difference]:
        """A few texts of each kind, made as small as they get, each once."""
        for kind, samples in self._found.items():
            seen: set[str] = set()
            for sample in samples:
                text = smallest(sample.text, self._same_kind(kind, sample.tools))
                if text not in seen and len(seen) < MAX_SHOWN:
                    seen.add(text)
                    base, overlay = (reading(text, sample.tools, each) for each in (self._base, self._overlay))
                    yield Difference(kind, text, base, overlay, sample.source)

    def _kind(self, text: str, tools: ToolSet | None) -> Kind | None:
        return kind_of(reading(text, tools, self._base), reading(text, tools, self._overlay))

    def _same_kind(self, kind: Kind, tools: ToolSet | None) -> Callable[[str], bool]:
        return lambda text: self._kind(text, tools) == kind


def smallest(text: str, holds: Callable[[str], bool]) -> str:
    """A text for which ``holds`` still holds, with as much taken out as is found in a bounded number of steps.

    >>> smallest("abcXdef", lambda text: "X" in text)
    'X'
    """
    steps, size = 0, max(len(text) // 2, 1)
    while size >= 1 and steps < MAX_STEPS and len(text) <= MAX_LENGTH:
        place, is_smaller = 0, False
        while place < len(text) and steps < MAX_STEPS:
            steps += 1
            shorter = text[:place] + text[place + size :]
            if shorter != text and holds(shorter):
                text, is_smaller = shorter, True
            else:
                place += size
        if not is_smaller or size > len(text):
            size //= 2
    return text


def respelled(samples: Iterable[Sample], grammar: Grammar, spell: Callable[..., str]) -> Iterator[str]:
    """The calls of samples as the grammar writes them; those that it cannot write are left out."""
    for sample in samples:
        for call in parse(sample.text, sample.tools).calls:
            try:
                yield spell(call, sample.tools, grammar=grammar)
            except UnrenderableError:
                continue
