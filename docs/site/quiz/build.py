"""The quiz's files: every question that ``pi_native.quiz`` has, as data, and the script that asks."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

from bundle import bundle
from markdown.extensions.toc import slugify

from pi_native.conformance import cases
from pi_native.data import to_json
from pi_native.diagnostics import catalogue
from pi_native.quiz import Question, questions

HERE = Path(__file__).parent
SPEC = HERE.parents[1] / "spec" / "pi-native.md"
SEED = 1  # which value a text is asked for, and among which codes; the page asks in an order of its own

#: Where a rule says it: ``sentence [section; D number]``.
SOURCE = re.compile(r"^(.*) \[([^\]]*)\]$", re.DOTALL)

Piece = str | tuple[str, str]


def build(target: Path) -> None:
    """Write everything below ``target``. Raises OSError or CalledProcessError."""
    target.mkdir(parents=True)
    (target / "questions.json").write_text(json.dumps(data(), separators=(",", ":")), encoding="ascii")
    shutil.copyfile(HERE / "quiz.css", target / "quiz.css")
    bundle(HERE / "quiz.js", target / "quiz.js")


class Table(list[Any]):
    """Values that many questions share: each stands once, and questions have its place."""

    def place(self, value: Any) -> int:
        """Where it stands, from now on."""
        if value not in self:
            self.append(value)
        return self.index(value)


def data() -> dict[str, Any]:
    """The questions, and the tables of what they share; answers are JSON, those of faults are codes."""
    signatures, rules, lists = Table(), Table(), Table()
    tools = {case.id: case.tools for case in cases()}
    made = [
        {
            "id": f"{each.case}-{each.kind}",
            "text": each.text,
            "asks": each.asks,
            "tools": lists.place(tools[each.case]),
            "signatures": [signatures.place(text) for text in each.tools],
            "choices": each.choices,
            "answer": _answer(each),
            "rules": [rules.place(linked(rule)) for rule in each.rules],
        }
        for each in questions(SEED)
    ]
    codes = sorted({code for question in made for code in question["choices"]})
    summaries = {code: catalogue()[code].summary for code in codes}
    return {"questions": made, "signatures": signatures, "rules": rules, "tools": lists, "summaries": summaries}


def _answer(question: Question) -> str:
    return str(question.answer) if question.kind == "fault" else to_json(question.answer)


def linked(rule: str) -> list[Piece]:
    """A rule in pieces: texts, and links as text and address; its source leads to the specification and the decisions.

    >>> linked("It is a string. [Value coercion; D9]")
    ['It is a string. [', ('Value coercion', 'spec/pi-native.html#value-coercion'), '; ', ('D9', 'decisions.html'), ']']
    """
    found = SOURCE.match(rule)
    if found is None:
        return [rule]
    sentence, source = found.groups()
    pieces: list[Piece] = [f"{sentence} ["]
    for part in re.split(r"([;,] | and (?=D\d))", source):  # every other one is between two sources
        between = len(pieces) % 2 == 0
        page = "decisions.html" if re.match(r"D\d", part) else f"spec/pi-native.html{_anchor(part)}"
        pieces.append(part if between else (part, page))
    return [*pieces, "]"]


def _anchor(section: str) -> str:
    """The place of a section in the page of the specification; none where no heading begins with it."""
    headings = re.findall(r"^#+ (.*)", SPEC.read_text(encoding="utf-8"), re.MULTILINE)
    title = next((each for each in headings if each.startswith(section)), None)
    return f"#{slugify(title.replace('`', ''), '-')}" if title else ""
