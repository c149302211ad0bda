"""One production, explained: its comment, its diagram, its examples, and what uses it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from pi_native.explain.definition import Node, definition, users
from pi_native.explain.layout import Page, escaped
from pi_native.explain.lessons import Lesson, lessons_beside, sentence
from pi_native.explain.railroad import draw
from pi_native.grammar import Grammar
from pi_native.overlays import BASE_FILE


@dataclass(frozen=True, slots=True)
class RuleExplanation:
    """What there is to know of a production; ``file`` and ``line``, from 1, are where it is defined.

    ``code`` is the finding reported where the parser goes on as if the terminal stood there, or None.
    """

    name: str
    kind: str
    file: str
    line: int
    desc: str
    spec: str
    written: str
    node: Node
    accepted: tuple[str, ...]
    rejected: tuple[str, ...]
    used_by: tuple[str, ...]
    code: str | None
    lessons: tuple[Lesson, ...]


def explain_rule(name: str, grammar: Grammar | None = None) -> RuleExplanation:
    """Explain a production of the grammar. Raises `KeyError` for a name that it does not define.

    >>> explain_rule("call_body").used_by
    ('block_call',)
    """
    grammar = grammar or Grammar.load()
    production = grammar.productions[name]
    kind = "terminal" if name.isupper() else "rule"
    known = production.desc, production.spec, production.definition
    texts = production.accepted, production.rejected
    node, used_by = definition(grammar, name), users(grammar, name)
    notes = tuple(lessons_beside(grammar, production))
    file, line = grammar.source.place(production.line)
    return RuleExplanation(name, kind, file, line, *known, node, *texts, used_by, production.absent, notes)


def rule_page(explanation: RuleExplanation, page: Page) -> None:
    """Write an explanation for a reader."""
    page.heading(explanation.name, f"a {explanation.kind}, line {explanation.line} of {_title(explanation)}")
    page.paragraph(explanation.desc)
    page.gap()
    page.verbatim(draw(explanation.node, page.width - 2))
    page.gap()
    page.verbatim(explanation.written)
    for title, texts in (("accepted", explanation.accepted), ("rejected", explanation.rejected)):
        page.items(title, [escaped(text) for text in texts])
    page.items("why and how", [sentence(each) for each in explanation.lessons])
    if explanation.code:
        page.items("where it is missing", [f"the parser goes on as if it stood there, and reports {explanation.code}"])
    page.items("part of", [", ".join(explanation.used_by)] if explanation.used_by else [])
    page.items("specification", [explanation.spec] if explanation.spec else [])


def _title(explanation: RuleExplanation) -> str:
    name = Path(explanation.file).name
    return "the grammar" if name == BASE_FILE else name


def rule_data(explanation: RuleExplanation) -> dict[str, Any]:
    """An explanation as JSON data, with the diagram as text."""
    data = {field.name: getattr(explanation, field.name) for field in fields(explanation)}
    data["lessons"] = [asdict(each) for each in explanation.lessons]
    data["diagram"] = draw(data.pop("node"))
    return data
