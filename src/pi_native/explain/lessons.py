"""The sentences of the grammar file that teach: why a form, why a value, what is waited for, what a writer must know.

Beside ``@desc`` and ``@spec`` a comment of the grammar can hold

    // @form KEY   why a call has the form it has      [section; D number]
    // @read KEY   how a value was read                [section; D number]
    // @wait KEY   what a streaming parser waits for   [section; D number]
    // @write      what someone who writes calls must know
    // @more       the same, where there is room for it

``{TERMINAL}`` and ``{TERMINAL:text}`` in a sentence stand for the terminal, with ``text`` in its frame, so that a
sentence follows the grammar when a sigil changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Literal, cast

from pi_native.grammar import Grammar
from pi_native.productions import Production

Kind = Literal["form", "read", "wait", "write", "more"]

_NOTE = re.compile(r"^//\s*@(?:(?P<keyed>form|read|wait)\s+(?P<key>[a-z-]+)|(?P<plain>write|more))\s+(?P<text>.*)")
_CONTINUED = re.compile(r"^//\s{2,}([^\s@].*)")
_SOURCE = re.compile(r"\s*\[([^\]]*)\]$")
_PLACEHOLDER = re.compile(r"\{([A-Z_]+)(?::([^}]*))?\}")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sentence of the grammar file, its line, and where the specification says it; ``key`` may be empty."""

    kind: Kind
    key: str
    text: str
    source: str
    line: int


def lesson(grammar: Grammar, kind: Kind, key: str) -> Lesson:
    """The sentence of a kind by its key. Raises `KeyError` where the grammar has none.

    >>> lesson(Grammar.load(), "read", "bare").source
    'Value coercion; D11'
    """
    return _by_key(grammar)[kind, key]


@lru_cache(maxsize=4)
def _by_key(grammar: Grammar) -> dict[tuple[str, str], Lesson]:
    return {(each.kind, each.key): each for each in lessons(grammar)}


def lessons(grammar: Grammar) -> Iterator[Lesson]:
    """Every sentence, in the order of the file."""
    for line, kind, key, text in _notes(grammar.text):
        source = _SOURCE.search(text)
        words = _PLACEHOLDER.sub(lambda match: _written(grammar, match[1], match[2]), _SOURCE.sub("", text))
        yield Lesson(kind, key, words, source[1] if source else "", line)


def lessons_beside(grammar: Grammar, production: Production) -> Iterator[Lesson]:
    """The sentences that stand in the comment of a production."""
    lines = grammar.text.splitlines()[: production.line - 1]
    comment = list(takewhile(lambda line: line.startswith("//"), reversed(lines)))
    first = production.line - len(comment)
    return (each for each in lessons(grammar) if first <= each.line < production.line)


Note = tuple[int, Kind, str, str]


def _notes(text: str) -> Iterator[Note]:
    """Line, kind, key and text of each note, continued lines joined."""
    note: Note | None = None
    for number, line in enumerate(text.splitlines(), 1):
        more = _CONTINUED.match(line)
        if note is not None and more is not None:
            note = (*note[:3], f"{note[3]} {more[1].strip()}")
            continue
        if note is not None:
            yield note
        match = _NOTE.match(line)
        note = (number, _kind(match), match["key"] or "", match["text"].strip()) if match else None
    if note is not None:
        yield note


def _kind(match: re.Match[str]) -> Kind:
    return cast(Kind, match["keyed"] or match["plain"])


def _written(grammar: Grammar, name: str, inner: str | None) -> str:
    terminal = grammar.terminals[name]
    if inner is not None:
        return terminal.wrap(inner)
    return terminal.literal or terminal.shortest or ""


def sentence(lesson: Lesson) -> str:
    """A sentence with its source behind it.

    >>> sentence(lesson(Grammar.load(), "read", "bare"))
    'A name alone, without a value, means true. [Value coercion; D11]'
    """
    return f"{lesson.text} [{lesson.source}]" if lesson.source else lesson.text
