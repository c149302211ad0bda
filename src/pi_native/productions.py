"""The definitions of a grammar's text with the comments that teach them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

START = "stream"


@dataclass(frozen=True, slots=True)
class Production:
    """A rule or terminal as the grammar file teaches it.

    ``accepted`` and ``rejected`` are the examples behind ``//+`` and ``//-``; ``absent`` is the code reported where
    the parser puts the terminal in. ``line`` counts from 1 in the whole text, overlays included.

    >>> from pi_native.grammar import Grammar
    >>> Grammar.load().productions["self_call"].spec
    '2. Attribute form'
    """

    name: str
    definition: str
    line: int
    desc: str = ""
    spec: str = ""
    absent: str | None = None
    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()


_DEFINITION = re.compile(
    r"^(?:%declare\s+(?P<declared>[\w ]+)"
    r"|(?:%(?P<change>override|extend)\s+)?[?!]?(?P<name>_?[A-Za-z]\w*)(?:\.-?\d+)?\s*:)"
)
_MORE = re.compile(r"^\s+(?!//)\S")
_NOTE = re.compile(r"^//\s*@(\w+)\s+(.*)")
_EXAMPLE = re.compile(r"^//([+-]) ?(.*)")
_CONTINUED = re.compile(r"^//\s{2,}(\S.*)")


def read_productions(text: str) -> dict[str, Production]:
    """Each definition of a grammar text with the comment that stands before it.

    What is overridden keeps the notes that its new comment does not give, but no examples; what is extended keeps
    those too.

    >>> read_productions("// @desc one\\na: B\\n\\n%extend a: C")["a"].definition
    'a: B | C'
    """
    productions: dict[str, Production] = {}
    comment: list[str] = []
    last: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("//"):
            comment.append(line)
        elif match := _DEFINITION.match(line):
            last = match["declared"].split() if match["declared"] else [match["name"]]
            definition = line.removeprefix(f"%{match['change']}").strip()
            for name in last:
                made = _production(name, definition, number, comment)
                known = productions.get(name) if match["change"] else None
                productions[name] = made if known is None else _changed(known, made, match["change"] == "extend")
            comment = []
        elif not line.strip():
            comment, last = [], []
        elif last and _MORE.match(line):
            productions |= {name: _longer(productions[name], line) for name in last}
    return productions


def _longer(production: Production, line: str) -> Production:
    return replace(production, definition=f"{production.definition} {line.strip()}")


def _changed(known: Production, made: Production, is_extended: bool) -> Production:
    made = replace(made, desc=made.desc or known.desc, spec=made.spec or known.spec, absent=made.absent or known.absent)
    if not is_extended:
        return made
    return replace(
        made,
        definition=f"{known.definition} | {made.definition.partition(':')[2].strip()}",
        accepted=known.accepted + made.accepted,
        rejected=known.rejected + made.rejected,
    )


def _production(name: str, line: str, number: int, comment: Iterable[str]) -> Production:
    notes: dict[str, str] = {}
    examples: dict[str, list[str]] = {"+": [], "-": []}
    last = ""
    for text in comment:
        if note := _NOTE.match(text):
            last = note[1]
            notes[last] = note[2].strip()
        elif example := _EXAMPLE.match(text):
            examples[example[1]].append(_unescape(example[2]))
        elif last and (more := _CONTINUED.match(text)):
            notes[last] += " " + more[1]
    texts = tuple(examples["+"]), tuple(examples["-"])
    return Production(name, line, number, notes.get("desc", ""), notes.get("spec", ""), notes.get("absent"), *texts)


def _unescape(example: str) -> str:
    return example.replace("\\n", "\n").replace("\\t", "\t").replace("␣", " ")


def segment_names(text: str) -> list[str]:
    """The productions that the stream is made of, beside prose: each is parsed on its own."""
    definition = next((p.definition for name, p in read_productions(text).items() if name == START), "")
    return re.findall(r"\b[a-z]\w*", definition.partition(":")[2])
