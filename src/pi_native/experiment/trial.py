"""An overlay tried out: everything that can be said of it, from the grammars alone and from a corpus."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pi_native.conflicts import find_conflicts
from pi_native.conformance import cases
from pi_native.cost.spellings import openai
from pi_native.cost.tokenizers import Tokenizer, load_tokenizer
from pi_native.examples import accepts, examples, own_examples
from pi_native.experiment.compare import Comparison, Sample
from pi_native.experiment.promises import chunk_differences, growth, round_trip
from pi_native.experiment.reach import unreachable, unused
from pi_native.experiment.report import Cost, Report, Speed
from pi_native.experiment.samples import TOOLS, calls
from pi_native.extensions import Extension
from pi_native.grammar import Grammar
from pi_native.model import GrammarError, Json, Limits, UnrenderableError
from pi_native.overlays import Overlay
from pi_native.parser import parse
from pi_native.plain import plain_reader
from pi_native.renderer import render
from pi_native.sentences import sentences
from pi_native.tools import ToolSet

SENTENCES = 400  # of each grammar
CALLS = 200


@dataclass(frozen=True, slots=True)
class Corpus:
    """Texts of one's own to try an overlay on, and the tools that calls are made for.

    >>> len(Corpus().tools)
    4
    """

    samples: Sequence[Sample] = ()
    tools: ToolSet = field(default_factory=lambda: ToolSet(TOOLS))


def experiment(
    overlays: Sequence[Overlay | str | Path],
    code: Sequence[str | Path | Extension | type[Extension]] = (),
    corpus: Corpus | None = None,
    *,
    seed: int = 0,
    with_tokens: bool = False,
    at: Callable[[str], None] = lambda step: None,
) -> Report:
    """Try overlays out. ``with_tokens`` counts tokens too, if a tokenizer is there; ``at`` is told of each step.

    Raises OSError for a file that cannot be read.

    >>> experiment([Overlay.of("// @overlay a\\n// @base 9\\n// @intent b")]).error
    '<overlay>:1:1: it is for version 9 of the base; this is 1'
    """
    start = time.perf_counter()
    try:
        read = [Overlay.of_any(each) for each in overlays]
    except GrammarError as error:
        return Report(", ".join(map(str, overlays)), error=str(error))
    report = Report(" + ".join(each.name for each in read), "; ".join(each.intent for each in read))
    try:
        grammar = Grammar.load(read, code)
    except GrammarError as error:
        report.error = str(error)
        return report
    tokenizer = _tokenizer() if with_tokens else None
    _Trial(report, Grammar.load(), grammar, corpus or Corpus(), seed, tokenizer).run(at)
    report.seconds = time.perf_counter() - start
    return report


def _tokenizer() -> Tokenizer | None:
    try:
        return load_tokenizer()
    except ImportError:
        return None


class _Trial:
    def __init__(
        self, report: Report, base: Grammar, grammar: Grammar, corpus: Corpus, seed: int, tokenizer: Tokenizer | None
    ) -> None:
        self._report, self._base, self._grammar = report, base, grammar
        self._corpus, self._seed, self._tokenizer = corpus, seed, tokenizer
        self._calls = list(calls(corpus.tools, CALLS, seed))

    def run(self, at: Callable[[str], None]) -> None:
        for step in (self._rules, self._examples, self._comparison, self._promises, self._speed, self._cost):
            at(step.__name__.strip("_"))
            step()

    def _rules(self) -> None:
        report, base, grammar = self._report, self._base, self._grammar
        known = {str(conflict) for conflict in find_conflicts(base.text, base.starts)}
        found = find_conflicts(grammar.text, grammar.starts)
        report.conflicts = [str(conflict) for conflict in found if str(conflict) not in known]
        report.unreachable = unreachable(grammar, self._seed)
        report.changes = changes(base, grammar)

    def _examples(self) -> None:
        report = self._report
        for example in own_examples(self._grammar):
            if accepts(self._grammar, example.production, example.text) is not example.is_accepted:
                path, line = self._grammar.source.place(example.line)
                wanted = "accepted" if example.is_accepted else "rejected"
                report.examples.append(f"{path}:{line}: {example.production}: {example.text!r} should be {wanted}")
        overridden = {example.text for example in own_examples(self._grammar)}
        for example in examples(self._base):
            if example.production not in self._grammar.productions or example.text in overridden:
                continue
            if self._holds(example.production, example.text) is not example.is_accepted:
                report.lost.append(f"{example.production}: {example.text!r}")

    def _holds(self, production: str, text: str) -> bool:
        try:
            return accepts(self._grammar, production, text)
        except KeyError:  # nothing leads to it any more
            return False

    def _comparison(self) -> None:
        comparison = Comparison(self._base, self._grammar)
        comparison.add(self._known_samples())
        comparison.add(self._corpus.samples)
        for grammar in (self._base, self._grammar):
            comparison.add(Sample(text) for text in sentences(grammar, SENTENCES, self._seed))
        report = self._report
        report.texts, report.is_conservative = comparison.texts, comparison.is_conservative
        report.counts = {str(kind): count for kind, count in comparison.counts.items()}
        report.differences = list(comparison.differences())

    @staticmethod
    def _known_samples() -> Iterable[Sample]:
        for case in cases():
            yield Sample(case.text, None if case.tools is None else ToolSet(case.tools), case.id)

    def _promises(self) -> None:
        report, grammar, tools = self._report, self._grammar, self._corpus.tools
        report.round_trip = round_trip(grammar, self._calls, tools)
        texts = [*sentences(grammar, SENTENCES // 2, self._seed + 1), *(case.text for case in cases())]
        report.chunk_differences = chunk_differences(grammar, texts, tools)
        report.growth = growth(grammar)

    def _speed(self) -> None:
        base, overlay = (
            _seconds(spelled(self._calls, self._corpus.tools, grammar), self._corpus.tools, grammar)
            for grammar in self._grammars
        )
        self._report.speed = Speed(base, overlay, plain_reader(self._grammar, Limits()) is not None)

    @property
    def _grammars(self) -> tuple[Grammar, Grammar]:
        return self._base, self._grammar

    def _cost(self) -> None:
        both = [call for call in self._calls if all(_text(call, self._corpus.tools, each) for each in self._grammars)]
        texts = {
            "base": spelled(both, self._corpus.tools, self._base),
            "overlay": spelled(both, self._corpus.tools, self._grammar),
            "OpenAI JSON": "\n".join(openai(call["name"], call["arguments"]) for call in both),
        }
        characters = {name: len(text) for name, text in texts.items()}
        self._report.cost = Cost(len(both), characters)
        if self._tokenizer is not None:
            tokens = {name: self._tokenizer.count(text) for name, text in texts.items()}
            self._report.cost = Cost(len(both), characters, tokens, self._tokenizer.name)


def changes(base: Grammar, grammar: Grammar) -> dict[str, list[str]]:
    """The productions that are new, changed, or used no more.

    >>> changes(Grammar.load(), Grammar.load(["sigil"]))
    {'changed': ['CALL_SIGIL', 'CALL_CLOSE']}
    """
    old, new = base.productions, grammar.productions
    common = [name for name in old if name in new]
    changed = [name for name in common if _words(old[name].definition) != _words(new[name].definition)]
    found = {"new": [name for name in new if name not in old], "changed": changed, "used no more": unused(grammar)}
    return {kind: names for kind, names in found.items() if names}


def _words(definition: str) -> list[str]:
    return definition.split()


def spelled(calls: Iterable[dict[str, Json]], tools: ToolSet, grammar: Grammar) -> str:
    """The calls in canonical form, those that have one."""
    texts = (_text(call, tools, grammar) for call in calls)
    return "\n".join(text for text in texts if text is not None)


def _text(call: dict[str, Json], tools: ToolSet, grammar: Grammar) -> str | None:
    try:
        return render(call, tools, grammar=grammar)
    except UnrenderableError:
        return None


def _seconds(text: str, tools: ToolSet, grammar: Grammar) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        parse(text, tools, grammar=grammar)
        best = min(best, time.process_time() - start)
    return best
