"""Characters and tokens of the same calls in every spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pi_native.cost.spellings import SPELLINGS, spelled
from pi_native.cost.tokenizers import Tokenizer
from pi_native.grammar import Grammar
from pi_native.model import Json, UnrenderableError
from pi_native.parser import parse
from pi_native.renderer import StyleName, render
from pi_native.tools import ToolSet

STYLES: tuple[StyleName, ...] = ("canonical", "element", "minimal")


class Row(NamedTuple):
    """What a spelling costs: in all, and as a share of the canonical form's characters or, if counted, tokens.

    >>> Row("Hermes", 30, 10, 1.5).share
    1.5
    """

    spelling: str
    characters: int
    tokens: int
    share: float


@dataclass(slots=True)
class Costs:
    """An accumulator: characters and tokens by spelling; and by the form that the canonical style gave each call.

    ``unrenderable`` counts calls that the format has no spelling for; they are counted nowhere else.
    """

    tokenizer: str = ""
    calls: int = 0
    unrenderable: int = 0
    characters: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)
    forms: dict[str, Costs] = field(default_factory=dict)
    tools: dict[str, Costs] = field(default_factory=dict)

    def rows(self) -> list[Row]:
        """A row a spelling, the cheapest first."""
        counted = self.tokens if self.tokenizer else self.characters
        base = counted["canonical"] or 1
        rows = [Row(name, self.characters[name], self.tokens[name], counted[name] / base) for name in self.characters]
        return sorted(rows, key=lambda row: (row.share, row.spelling))

    def to_json(self) -> dict[str, Json]:
        """As JSON data."""
        return {
            "tokenizer": self.tokenizer,
            "calls": self.calls,
            "unrenderable": self.unrenderable,
            "characters": dict(self.characters),
            "tokens": dict(self.tokens),
            "forms": {name: part.to_json() for name, part in self.forms.items()},
            "tools": {name: part.to_json() for name, part in self.tools.items()},
        }

    def add(self, texts: Mapping[str, str], tokens: Mapping[str, int]) -> None:
        """Count one call's spellings."""
        self.calls += 1
        self.characters.update({name: len(text) for name, text in texts.items()})
        self.tokens.update(tokens)


def measure(
    calls: Iterable[Mapping[str, Any]],
    tools: ToolSet,
    tokenizer: Tokenizer | None = None,
    grammar: Grammar | None = None,
) -> Costs:
    """Count calls, each ``name`` and ``arguments``, in every style and in every other format.

    >>> costs = measure([{"name": "ls", "arguments": {"dir": "a"}}], ToolSet([]))
    >>> [row.spelling for row in costs.rows()][:2]
    ['minimal', 'canonical']
    """
    known = grammar or Grammar.load()
    name = tokenizer.name if tokenizer else ""
    costs = Costs(name)
    for call in calls:
        try:
            texts: dict[str, str] = {style: render(call, tools, style=style, grammar=known) for style in STYLES}
        except UnrenderableError:
            costs.unrenderable += 1
            continue
        form = parse(texts["canonical"], tools, grammar=known).calls[0].form
        texts |= {each: spelled(each, call) for each in SPELLINGS}
        tokens = {each: tokenizer.count(text) for each, text in texts.items()} if tokenizer else {}
        of_form = costs.forms.setdefault(form, Costs(name))
        for part in (costs, of_form, costs.tools.setdefault(call["name"], Costs(name))):
            part.add(texts, tokens)
    return costs
