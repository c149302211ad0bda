"""Which alternatives of a grammar no text is ever read by."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from pi_native.examples import context
from pi_native.grammar import Grammar
from pi_native.model import Limits
from pi_native.parser import TextParser, ToolsLike
from pi_native.productions import START
from pi_native.sentences import NAMES, Derivation
from pi_native.tables import Rule, is_helper

_WORD, _QUOTED = re.compile(r"\w+"), re.compile(r'"(?:[^"\\]|\\.)*"|/(?:[^/\\]|\\.)+/')

#: Tools whose parameters are strings: some alternatives are for such only.
STRINGS: list[Any] = [
    {"name": name, "parameters": {"properties": {each: {"type": "string"} for each in NAMES}}} for name in NAMES
]

TRIES = 60  # texts for each alternative
WIDE = 400  # texts of the whole grammar, which reach most alternatives


class _Recorder:
    """A parser that remembers which rules it reduced. It holds one: compiled, the class cannot be subclassed."""

    def __init__(self, grammar: Grammar, tools: ToolsLike) -> None:
        self.used: set[int] = set()
        self._parser = TextParser(tools, grammar=grammar, limits=Limits())
        self._parser._plain = None  # every call by its rules
        made = enumerate(self._parser._callbacks)
        self._parser._callbacks = [self._recorded(index, make) for index, make in made]

    def read_again(self, text: str) -> None:
        """Read another text."""
        self._parser._begin()
        self._parser.read(text)

    def _recorded(self, index: int, make: Any) -> Any:
        def reduce(children: list[Any]) -> Any:
            self.used.add(index)
            return make(children)

        return reduce


def unused(grammar: Grammar) -> list[str]:
    """Productions of the base that nothing leads to any more.

    >>> unused(Grammar.load(["barewords"]))
    ['DQ_CHARS', 'DQ_VALUE', 'SQ_CHARS', 'SQ_VALUE']
    """
    return sorted(name for name in _lost(grammar) if not _is_own(grammar, name))


def unreachable(grammar: Grammar, seed: int = 0) -> list[str]:
    """What of an overlay's own no text is read by, a sentence each: productions that nothing leads to, and alternatives
    in whose place something else matches."""
    lost = _lost(grammar)
    found = [
        f"{_place(grammar, name)}: nothing leads to {name}: no production that is used mentions it"
        for name in lost
        if _is_own(grammar, name)
    ]
    return [*found, *_hidden(grammar, seed)]


def _lost(grammar: Grammar) -> list[str]:
    """Productions that no other leads to from the stream."""
    reached, waiting = {START}, [START]
    while waiting:
        production = grammar.productions.get(waiting.pop())
        text = production.definition.partition(":")[2] if production else ""
        new = {word for word in _WORD.findall(_QUOTED.sub("", text)) if word in grammar.productions} - reached
        reached |= new
        waiting += new
    return [name for name in grammar.productions if name not in reached]


def _is_own(grammar: Grammar, name: str) -> bool:
    """Whether an overlay defines it."""
    base = grammar.source.files[0][0]
    return grammar.source.place(grammar.productions[name].line)[0] != base


def _place(grammar: Grammar, name: str) -> str:
    path, line = grammar.source.place(grammar.productions[name].line)
    return f"{path}:{line}"


def _hidden(grammar: Grammar, seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    recorders = [_Recorder(grammar, None), _Recorder(grammar, STRINGS)]
    for _ in range(WIDE):
        text = Derivation(grammar, chance).text(START)
        for recorder in recorders:
            recorder.read_again(text)
    used = recorders[0].used | recorders[1].used
    for rule in grammar.rules:
        is_asked = rule.origin in grammar.productions and _is_own(grammar, rule.origin)
        if rule.index in used or not is_asked or is_helper(rule.origin) or rule.origin == START:
            continue
        if not any(_is_read(grammar, rule, recorder, chance) for recorder in recorders):
            written = " ".join(name for name in rule.expansion if not is_helper(name)) or "nothing"
            where = _place(grammar, rule.origin)
            yield f"{where}: no text is read as {rule.origin}: {written}; something else matches in its place"


def _is_read(grammar: Grammar, rule: Rule, recorder: _Recorder, chance: random.Random) -> bool:
    """Whether some text that was made by a rule is read by it."""
    try:
        before, after = context(grammar, rule.origin)
    except KeyError:
        return True  # it is told of as unused
    for _ in range(TRIES):
        recorder.read_again(before + Derivation(grammar, chance).rule(rule) + after)
        if rule.index in recorder.used:
            return True
    return False
