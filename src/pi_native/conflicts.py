"""What keeps a grammar from being LALR(1): two ways to go on, shown with a text that leads there.

Lark refuses a grammar where two rules end at the same place, and settles the rest in silence: where a rule could end
and another go on, it goes on. Both are told here, so that whoever writes a grammar sees what it cannot decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from lark.common import ParserConf
from lark.grammar import Rule, Symbol
from lark.load_grammar import load_grammar
from lark.parsers.lalr_analysis import LALR_Analyzer

from pi_native.lark_compiler import read_terminals
from pi_native.terminals import Terminal

SAMPLES = ("", " ", "a", "0", "-", ".")  # tried for a terminal that is a pattern
DECLARED = "text"  # for one that only the lexer can end


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place where the grammar leaves two ways open.

    ``kind`` is ``ambiguous`` where two ``rules`` (names of productions) end at once, which does not build, and
    ``hidden`` where Lark would go on in silence. ``before`` is a text that leads there, ``next`` the terminal in front
    of which it cannot be decided, with ``sample``, a text of it.
    """

    kind: Literal["ambiguous", "hidden"]
    rules: tuple[str, ...]
    before: str
    next: str
    sample: str

    def __str__(self) -> str:
        names = list(dict.fromkeys(self.rules))
        said = f"{' and '.join(names)} both match what stands there"
        if self.kind == "hidden":
            said = f"{' and '.join(names)} could end there or go on, and nothing says which"
        elif len(names) == 1:
            said = f"{names[0]} matches it in two equal ways"
        return f"behind {self.before!r}, when {self.sample!r} ({self.next}) comes: {said}"


def find_conflicts(text: str, starts: Sequence[str]) -> list[Conflict]:
    """The conflicts of a grammar's text, each pair of rules once, with the shortest text first.

    ``starts`` are its start symbols. Raises what Lark raises for a text that is no grammar.

    >>> text = 's: a | b\\na: "x"\\nb: "x"'
    >>> print(find_conflicts(text, ["s"])[0])
    behind 'x', when '' ($END) comes: a and b both match what stands there
    """
    grammar, _ = load_grammar(text, "<grammar>", [], True)
    terminals, rules, _ = grammar.compile(list(starts), set())
    patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in terminals if terminal.pattern}
    known = read_terminals(grammar.term_defs, patterns)
    literals = {t.name: Terminal(t.name, "", shortest=t.pattern.value) for t in terminals if t.pattern.type == "str"}
    samples = _samples(rules, literals | known)
    analyzer: Any = LALR_Analyzer(ParserConf(rules, {}, list(starts)))
    for step in ("lr0_states", "reads_relations", "includes_lookback", "lookaheads"):
        getattr(analyzer, f"compute_{step}")()
    before = _texts_before(analyzer, samples)
    found = {(c.kind, c.rules): c for c in sorted(_conflicts(analyzer, before, samples), key=_length, reverse=True)}
    return sorted(found.values(), key=_length)


def _length(conflict: Conflict) -> tuple[int, str, str]:
    return len(conflict.before) + len(conflict.sample), conflict.before, conflict.next


def _conflicts(analyzer: Any, before: Mapping[Any, str], samples: Mapping[str, str]) -> Iterator[Conflict]:
    for state in analyzer.lr0_itemsets:
        for terminal, reduced in state.lookaheads.items():
            names = tuple(sorted(_production(rule) for rule in reduced))
            where = before.get(state, ""), terminal.name, samples.get(terminal.name, "")
            if len(names) > 1:
                yield Conflict("ambiguous", names, *where)
            if terminal in state.transitions:
                yield Conflict("hidden", names, *where)


def _production(rule: Rule) -> str:
    """The name that a reader knows: a repetition belongs to the rule it stands in."""
    name = str(rule.origin.name)
    return name.lstrip("_").rsplit("_", 2)[0] if name.startswith("__") else name


def _texts_before(analyzer: Any, samples: Mapping[str, str]) -> dict[Any, str]:
    """For each state the shortest text found that leads there."""
    texts = dict.fromkeys(analyzer.lr0_start_states.values(), "")
    waiting = list(texts)
    while waiting:
        state = waiting.pop(0)
        for symbol, following in state.transitions.items():
            text = texts[state] + samples.get(symbol.name, "")
            if following not in texts or len(text) < len(texts[following]):
                texts[following] = text
                waiting.append(following)
    return texts


def _samples(rules: Sequence[Rule], terminals: Mapping[str, Terminal]) -> dict[str, str]:
    """A short text of every symbol."""
    samples = {name: _sample(terminal, terminals) for name, terminal in terminals.items()}
    changed = True
    while changed:
        changed = False
        for rule in rules:
            name, parts = str(rule.origin.name), [samples.get(_name(symbol)) for symbol in rule.expansion]
            text = None if None in parts else "".join(part for part in parts if part)
            if text is not None and (name not in samples or len(text) < len(samples[name])):
                samples[name], changed = text, True
    return samples


def _name(symbol: Symbol) -> str:
    return str(symbol.name)


def _sample(terminal: Terminal, terminals: Mapping[str, Terminal]) -> str:
    if terminal.source is None:
        return DECLARED
    if terminal.shortest is not None:
        return terminal.shortest
    if terminal.is_frame:
        return terminal.wrap(_sample(terminals[terminal.inner or ""], terminals))
    return next((text for text in SAMPLES if terminal.matches(text)), DECLARED)
