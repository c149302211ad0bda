"""Which tags a grammar has, read off its rules: what opens a call, an element or a section, and what closes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pi_native.extensions import Code, Extension
from pi_native.tables import Rule
from pi_native.terminals import Terminal


@dataclass(frozen=True, slots=True)
class Tag:
    """What belongs to one kind of open tag: its closer and the terminals that may end the tag itself.

    ``body_end`` ends a tag with a body behind it, ``self_end`` one that closes itself; ``ends`` are all of both kinds,
    ``body_ends`` those with a body behind. ``start`` is the start symbol if the tag begins a segment of the stream,
    else None. ``verbatim`` is the terminal of a text in its body, ``ending`` what an overlay says of it. Terminals in
    ``repeated`` stand on the open tag and come again, with the same text, before the closer.
    """

    opener: Terminal
    closer: Terminal
    body_end: str
    self_end: str
    start: str | None
    body_ends: frozenset[str]
    ends: frozenset[str]
    verbatim: str
    ending: Extension | None = None
    repeated: frozenset[str] = frozenset()
    is_section: bool = False

    def close(self, name: str) -> str:
        """The closing tag of what was opened with this name."""
        return self.closer.wrap(name) if self.closer.literal is None else self.closer.literal


class TagReader:
    """Reads the tags off a grammar's rules."""

    def __init__(
        self, rules: Sequence[Rule], terminals: Mapping[str, Terminal], segments: Sequence[str], code: Code
    ) -> None:
        self._rules, self._terminals, self._segments, self._code = rules, terminals, segments, code

    def tags(self) -> list[Tag]:
        """The tags around a name, each kind once."""
        return [self._tag(name, rules) for name, rules in self._blocks.items() if self._terminals[name].is_frame]

    def sections(self) -> list[Tag]:
        """The tags that are always the same text and begin a segment: only verbatim text stands between them."""
        found = []
        for name, rules in self._blocks.items():
            body = rules[0].expansion[1:-1]
            start = self._start(name)
            if start and self._terminals[name].literal and len(rules) == 1 and self._verbatim_in(body[0]) == body[0]:
                closer = self._terminals[rules[0].expansion[-1]]
                ends = frozenset([name])
                found.append(Tag(self._terminals[name], closer, name, "", start, ends, ends, body[0], is_section=True))
        return found

    @cached_property
    def _blocks(self) -> dict[str, list[Rule]]:
        """By opener: the rules that begin with it and end with its closer; the shortest first.

        They are told by the text between, or else by the name in both.
        """
        blocks: dict[str, list[Rule]] = {}
        for rule in sorted(self._rules, key=lambda rule: len(rule.expansion)):
            ends = [self._terminals.get(rule.expansion[i]) for i in (0, -1)] if len(rule.expansion) > 2 else [None]
            has_text = any(self._verbatim_in(symbol) for symbol in rule.expansion)
            if None not in ends and (has_text or self._are_alike(*ends)):
                blocks.setdefault(rule.expansion[0], []).append(rule)
        return blocks

    @staticmethod
    def _are_alike(opener: Terminal | None, closer: Terminal | None) -> bool:
        """Whether they are frames around the same terminal: a name."""
        return bool(opener and closer and opener.is_frame and closer.is_frame and opener.inner == closer.inner)

    def _tag(self, opener: str, blocks: list[Rule]) -> Tag:
        closer = blocks[0].expansion[-1]
        own = [rule for rule in self._rules if rule.expansion[:1] == (opener,) and rule not in blocks]
        own.sort(key=lambda rule: len(rule.expansion))
        bodies = [self._body(rule) for rule in blocks]
        body_ends = [rule.expansion[place - 1] for rule, place in zip(blocks, bodies, strict=True)]
        self_ends = [rule.expansion[-1] for rule in own]
        repeated = [
            name
            for rule, place in zip(blocks, bodies, strict=True)
            for name in rule.expansion[place + 1 : -1]
            if name in rule.expansion[:place]
        ]
        texts = [self._verbatim_in(rule.expansion[place]) for rule, place in zip(blocks, bodies, strict=True)]
        verbatim = next((name for name in texts if name), "")
        return Tag(
            self._terminals[opener],
            self._terminals[closer],
            body_ends[0],
            self_ends[0] if self_ends else "",
            self._start(opener),
            frozenset(body_ends),
            frozenset(body_ends + self_ends),
            verbatim,
            self._code.get(verbatim),
            frozenset(repeated),
        )

    def _body(self, rule: Rule) -> int:
        """Where in a block rule the body stands."""
        texts = (i for i, symbol in enumerate(rule.expansion) if self._verbatim_in(symbol))
        return next(texts, len(rule.expansion) - 2)

    def _verbatim_in(self, symbol: str) -> str:
        """The verbatim terminal that is this symbol, or an alternative of it; empty if none is."""
        if symbol in self._terminals:
            return symbol if self._terminals[symbol].source is None else ""
        alone = (rule.expansion[0] for rule in self._rules if rule.origin == symbol and len(rule.expansion) == 1)
        return next((name for name in alone if name in self._terminals and self._terminals[name].source is None), "")

    def _start(self, opener: str) -> str | None:
        return next((name for name in self._segments if opener in self._first(name)), None)

    def _first(self, name: str, seen: frozenset[str] = frozenset()) -> set[str]:
        """The terminals that a production can begin with."""
        return {name} if name in self._terminals else set(self._heads(name, seen))

    def _heads(self, name: str, seen: frozenset[str]) -> Iterator[str]:
        for rule in self._rules:
            if rule.origin == name and rule.expansion and rule.expansion[0] not in seen:
                yield from self._first(rule.expansion[0], seen | {name})
