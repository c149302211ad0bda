"""What a terminal of the grammar is made of: literals, one terminal inside them, a repetition at its end.

The parts are needed to find a closer (``"</" NAME ">"`` with the open name put in), to write one, and to go on with a
half-received token without looking at its beginning again. `pi_native.lark_compiler` reads them off the grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Terminal:
    """A terminal with its parts; ``prefix`` and ``suffix`` are the literals at its ends.

    ``source`` is its regular expression, None for a ``%declare``d terminal. ``inner`` names the one terminal between
    the literals (None if it is built otherwise); ``literal`` is its text if it has only one; ``shortest`` is its text
    with everything optional left out, if literals remain; ``tail_source`` is the regular expression of the rest of a
    repetition that the terminal ends with, ``partial_source`` that of what its first parts match.
    """

    name: str
    source: str | None
    prefix: str = ""
    inner: str | None = None
    suffix: str = ""
    literal: str | None = None
    shortest: str | None = None
    tail_source: str | None = None
    partial_source: str | None = None

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Matches the terminal; compiled when it is asked for, since a first parse needs few of them."""
        return None if self.source is None else re.compile(self.source)

    @cached_property
    def tail(self) -> re.Pattern[str] | None:
        """Matches the rest of the repetition at the end."""
        return None if self.tail_source is None else re.compile(self.tail_source)

    @cached_property
    def partial(self) -> re.Pattern[str] | None:
        """Matches, whole, the beginning of a token that has not arrived to its end, as far as its parts tell."""
        return None if self.partial_source is None else re.compile(self.partial_source)

    @cached_property
    def probes(self) -> tuple[str, ...]:
        """Texts that make come true what the expression wants to see behind the token."""
        if self.tail_source is None or "(?=" not in self.tail_source:
            return ()
        from pi_native.lookahead import wanted_behind

        return tuple(wanted_behind(self.tail_source))

    def to_json(self) -> list[str | None]:
        """Its fields in order."""
        fields = self.name, self.source, self.prefix, self.inner, self.suffix
        return [*fields, self.literal, self.shortest, self.tail_source, self.partial_source]

    @classmethod
    def from_json(cls, data: Any) -> Terminal:
        """The inverse of `to_json`. Raises ValueError or TypeError for any other data."""
        name, source, prefix, inner, suffix, *rest = data
        literal, shortest, tail, partial = rest
        if not all(isinstance(text, str) for text in (name, prefix, suffix)):
            raise ValueError("not a terminal")
        if not all(text is None or isinstance(text, str) for text in (source, inner, *rest)):
            raise ValueError("not a terminal")
        return cls(name, source, prefix, inner, suffix, literal, shortest, tail, partial)

    def wrap(self, text: str) -> str:
        """The terminal's text with ``text`` as its inner part."""
        return f"{self.prefix}{text}{self.suffix}"

    def unwrap(self, text: str) -> str:
        """The inner part of a text of this terminal."""
        return text[len(self.prefix) : len(text) - len(self.suffix)]

    @property
    def is_frame(self) -> bool:
        """Whether the terminal is literals around one terminal."""
        return self.inner is not None and self.inner != self.name

    def matches(self, text: str) -> bool:
        """Whether ``text``, whole, is one token of this terminal."""
        return self.pattern is not None and self.pattern.fullmatch(text) is not None
