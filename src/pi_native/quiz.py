"""Questions about the format, drawn from the conformance cases, with the rule as the answer.

Nothing is told twice: the texts are the cases', the values and rules come from watching the parser
(`pi_native.explain`), the faults from the catalogue.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from decimal import Decimal
from functools import cache
from typing import Any, Literal

from pi_native.conformance import cases
from pi_native.data import to_json
from pi_native.diagnostics import catalogue, quoted
from pi_native.explain.calls import ArgumentExplanation, explain_calls
from pi_native.explain.calls_page import labelled
from pi_native.explain.layout import Page
from pi_native.explain.lessons import sentence
from pi_native.model import Json
from pi_native.prompt.signature import signature
from pi_native.prompt.text import view_of
from pi_native.tools import ToolSet
from pi_native.values import MISSING, NOT_JSON, parse_json, same

Kind = Literal["value", "fault"]

MAX_TEXT = 300  # characters of a question
CHOICES = 4


@dataclass(frozen=True, slots=True)
class Question:
    """A text and what is asked of it.

    ``case`` is the conformance case's id; ``tools`` are signatures of the tools it calls, none where no tool is known.
    For a ``value``, ``pointer`` names the argument of call ``call``, from 1; for a ``fault``, ``choices`` are codes.
    ``answer`` is the value or the code, ``rules`` say why.
    """

    case: str
    kind: Kind
    text: str
    tools: tuple[str, ...]
    call: int
    pointer: str
    choices: tuple[str, ...]
    answer: Json
    rules: tuple[str, ...]

    def is_right(self, reply: str) -> bool:
        """Whether a reply is the answer: a value as JSON, where any other text stands for itself; a code or its number.

        >>> question = next(questions(seed=1, kinds=("fault",)))
        >>> question.is_right(question.answer), question.is_right("nonsense")
        (True, False)
        """
        reply = reply.strip()
        if self.kind == "fault":
            number = self.choices.index(str(self.answer)) + 1
            return reply in (self.answer, str(number))
        value = parse_json(reply)
        if value and type(value) is float and type(self.answer) is int:
            return Decimal(reply) == self.answer  # a float may have lost digits
        return same(reply if value is NOT_JSON else value, self.answer)

    @property
    def asks(self) -> str:
        """What is asked, as a sentence.

        >>> next(questions(seed=1, kinds=("fault",))).asks
        'What is wrong?'
        """
        if self.kind == "fault":
            return "What is wrong?"
        return f"What is {self.pointer}{f' of call {self.call}' if self.call > 1 else ''}?"


def questions(seed: int, kinds: tuple[Kind, ...] = ("value", "fault")) -> Iterator[Question]:
    """Every question there is, kinds by turns, in an order that the seed decides.

    >>> first, again = (next(questions(seed=7)) for _ in "ab")
    >>> first == again
    True
    """
    chance = random.Random(seed)
    decks = [_shuffled(_cases(), chance) for _ in kinds]
    waiting = [_asked(kind, deck, chance) for kind, deck in zip(kinds, decks, strict=True)]
    while waiting:
        for each in list(waiting):
            question = next(each, None)
            if question is None:
                waiting.remove(each)
            else:
                yield question


def _shuffled(cases: tuple[dict[str, Any], ...], chance: random.Random) -> list[dict[str, Any]]:
    return chance.sample(cases, len(cases))


def _asked(kind: Kind, deck: list[dict[str, Any]], chance: random.Random) -> Iterator[Question]:
    make = _value_question if kind == "value" else _fault_question
    found = (make(case, chance) for case in deck if len(case["text"]) <= MAX_TEXT)
    return (question for question in found if question is not None)


def _value_question(case: dict[str, Any], chance: random.Random) -> Question | None:
    """What a value of a text without a mistake is."""
    if any(catalogue()[code].severity == "error" for code in case["diagnostics"]):
        return None
    explained = explain_calls(case["text"], case["tools"])
    leaves = [(index, leaf) for index, each in enumerate(explained, 1) for leaf in _leaves(each.arguments)]
    if not leaves:
        return None
    index, leaf = chance.choice(leaves)
    form = explained[index - 1].rule
    rules = tuple(dict.fromkeys(sentence(rule) for rule in (*leaf.rules, form)))
    return Question(case["id"], "value", case["text"], _signatures(case), index, leaf.pointer, (), leaf.value, rules)


def _leaves(arguments: tuple[ArgumentExplanation, ...]) -> Iterator[ArgumentExplanation]:
    for each in arguments:
        if each.parts:
            yield from _leaves(each.parts)
        elif each.value is not MISSING:
            yield each


def _fault_question(case: dict[str, Any], chance: random.Random) -> Question | None:
    """Which finding a text with one mistake has."""
    entries = [catalogue()[code] for code in case["diagnostics"]]
    faults = [entry for entry in entries if entry.severity != "info" and entry.code != "unknown-tool"]
    if len(faults) != 1:
        return None
    (entry,) = faults
    in_texts = [code for code, other in catalogue().items() if other.layer in ("grammar", "typing")]
    others = [code for code in in_texts if code not in case["diagnostics"]]
    choices = chance.sample(others, CHOICES - 1)
    choices.insert(chance.randrange(CHOICES), entry.code)
    rules = f"{entry.meaning} To mend it, {entry.hint}. [{entry.spec}]"
    signatures = _signatures(case)
    return Question(case["id"], "fault", case["text"], signatures, 0, "", tuple(choices), entry.code, (rules,))


def _signatures(case: dict[str, Any]) -> tuple[str, ...]:
    tools = (tool for tool in ToolSet(case["tools"]) if tool.name in case["text"])
    return tuple(signature(tool.name, view_of(tool)) for tool in tools)


@cache
def _cases() -> tuple[dict[str, Any], ...]:
    """The conformance cases that have tools."""
    return tuple(asdict(case) for case in cases() if case.tools is not None)


def question_data(question: Question) -> dict[str, Any]:
    """A question with its answer as JSON data; a choice comes with what its code says."""
    data = asdict(question)
    return data | {"choices": [{"code": code, "summary": catalogue()[code].summary} for code in question.choices]}


def question_page(number: int, question: Question, page: Page) -> None:
    """Write a question for a reader; ``number`` counts from 1."""
    page.heading(f"Question {number}", f"conformance case {question.case}")
    page.verbatim(question.text, "    ")
    page.gap()
    for tool in question.tools:
        labelled(page, "tool", tool)
    if not question.tools:
        labelled(page, "tools", "none is known")
    page.gap()
    page.paragraph(question.asks)
    for place, code in enumerate(question.choices, 1):
        page.paragraph(f"{code}: {catalogue()[code].summary}", " " * 7, f"    {place}. ")


def answer_page(question: Question, reply: str, is_right: bool, page: Page) -> None:
    """Write the answer, whether the reply was it, and the rules."""
    answer = question.answer if question.kind == "fault" else to_json(question.answer)
    verdict = "right" if is_right else f"not {quoted(reply)}" if reply else "the answer"
    labelled(page, verdict, str(answer))
    for rule in question.rules:
        labelled(page, "rule", rule)
