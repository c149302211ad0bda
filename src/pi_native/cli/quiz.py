"""``pi-native quiz``: predict the value, or find the fault."""

from __future__ import annotations

import random
import sys
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pi_native.cli.explain import width
from pi_native.cli.output import has_colour, note, write
from pi_native.data import to_json

if TYPE_CHECKING:
    from pi_native.quiz import Kind, Question

KindOption = Annotated[
    Literal["both", "value", "fault"],
    typer.Option("--kind", help="value: predict what an argument is; fault: find what is wrong with a text."),
]
CountOption = Annotated[int, typer.Option("--count", min=1, metavar="N", help="How many questions.")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Ask the questions of this number again; else a new number.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the questions with their answers as JSON, one a line.")]


def quiz(kind: KindOption = "both", count: CountOption = 10, seed: SeedOption = None, json: JsonOption = False) -> None:
    """Ask what texts in the format mean; the rule is the answer.

    A value is answered as JSON ("4" is a string, 4 a number), a fault by its number or code. Answers are read from
    standard input, a line each; an empty line gives up a question.

    \b
    Examples:
      pi-native quiz
      pi-native quiz --kind fault --count 3 --seed 42
      pi-native quiz --json --count 100
    """
    from pi_native.quiz import question_data, questions

    seed = random.randrange(10_000) if seed is None else seed
    kinds: tuple[Kind, ...] = ("value", "fault") if kind == "both" else (kind,)
    asked = list(islice(questions(seed, kinds), count))
    if json:
        for question in asked:
            write(to_json(question_data(question)) + "\n")
        return
    right = sum(_ask(number, question) for number, question in enumerate(asked, 1))
    write(f"{right} of {len(asked)} right\n")
    note(f"the same questions again: pi-native quiz --kind {kind} --count {count} --seed {seed}")


def _ask(number: int, question: Question) -> bool:
    """Ask one question; whether the reply was right."""
    from pi_native.explain.layout import Page
    from pi_native.quiz import answer_page, question_page

    page = Page(width(), has_colour(sys.stdout))
    question_page(number, question, page)
    write(page.text + "> ")
    sys.stdout.flush()
    reply = sys.stdin.readline()
    if not sys.stdin.isatty():  # nobody's Enter ended the line
        write("\n")
    is_right = bool(reply.strip()) and question.is_right(reply)
    page = Page(width(), has_colour(sys.stdout))
    answer_page(question, reply.strip(), is_right, page)
    write(page.text + "\n")
    return is_right
