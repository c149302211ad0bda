"""The grammar file, loaded: productions with their comments, terminals, LALR tables, and which tag closes which.

Nothing in this package repeats what the grammar says. Literals, closers, where a tag ends and what may be put in
where it is missing are all read off the rules (docs/architecture.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pi_native import disk_cache
from pi_native.lalr import Callbacks, Reduction, reductions
from pi_native.tables import Compiled, Rule
from pi_native.terminals import Terminal

if TYPE_CHECKING:
    from lark import Lark

START = "stream"
BASE = "pi_native.lark"
COMPILERS = ("lark", "pi_native.lark_compiler", "pi_native.tables", "pi_native.terminals")


@dataclass(frozen=True, slots=True)
class Production:
    """A rule or terminal as the grammar file teaches it.

    ``accepted`` and ``rejected`` are the examples behind ``//+`` and ``//-``; ``absent`` is the code reported where
    the parser puts the terminal in.

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


@dataclass(frozen=True, slots=True)
class Tag:
    """What belongs to one kind of open tag: its closer and the terminals that may end the tag itself.

    ``body_end`` ends a tag with a body behind it, ``self_end`` one that closes itself; ``start`` is the start symbol
    if the tag begins a segment of the stream, else None.
    """

    opener: Terminal
    closer: Terminal
    body_end: str
    self_end: str
    start: str | None


class Grammar:
    """A grammar, ready to parse and render with. Raises Lark's errors for a text that is no grammar.

    >>> grammar = Grammar.load()
    >>> grammar.is_name("read"), grammar.is_name("a b")
    (True, False)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.productions = read_productions(text)
        compiled = disk_cache.cached(text, COMPILERS, self._compile, Compiled.from_json)
        self.rules, self.terminals, self.tables = compiled.rules, compiled.terminals, compiled.tables

    def _compile(self) -> dict[str, Any]:
        from pi_native.lark_compiler import compiled

        return compiled(self.lark).to_json()

    @cached_property
    def lark(self) -> Lark:
        """Lark's own object; made when it is asked for, since the tables mostly come from `pi_native.disk_cache`."""
        from pi_native.lark_compiler import lark_of

        return lark_of(self.text, [START, *segment_names(self.text)])

    @classmethod
    def load(cls) -> Grammar:
        """The base grammar; loaded once a process."""
        return _base()

    def callbacks(self, method: Callable[[str], Reduction | None]) -> Callbacks:
        """What to call for each reduction: the ``method`` for the rule's name, if there is one."""
        return reductions(self.rules, method)

    def is_name(self, text: str) -> bool:
        """Whether ``text`` can be a tool's or a parameter's name (section "Structural tags")."""
        return self.terminals["NAME"].matches(text)

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """Every kind of open tag, those with the longest opener first."""
        tags = [self._tag(rule) for rule in self._block_rules()]
        return tuple(sorted(tags, key=lambda tag: -len(tag.opener.prefix)))

    @cached_property
    def segment_tags(self) -> tuple[Tag, ...]:
        """The open tags that begin a segment of the stream."""
        return tuple(tag for tag in self.tags if tag.start is not None)

    @cached_property
    def element_tag(self) -> Tag:
        """The open tag of an element."""
        return next(tag for tag in self.tags if tag.start is None)

    @cached_property
    def markup(self) -> re.Pattern[str]:
        """Finds where an open or closing tag may begin."""
        prefixes = {terminal.prefix for tag in self.tags for terminal in (tag.opener, tag.closer)}
        shortest = {prefix for prefix in prefixes if not any(p != prefix and prefix.startswith(p) for p in prefixes)}
        return re.compile("|".join(map(re.escape, sorted(shortest))))

    @cached_property
    def any_closer(self) -> re.Pattern[str]:
        """Finds whole closing tags of any name."""
        closers = {tag.closer.source for tag in self.tags if tag.closer.source}
        return re.compile("|".join(sorted(closers, key=len, reverse=True)))

    @cached_property
    def insertable(self) -> dict[str, str]:
        """Terminals that the parser may put in where they are missing, with the code it then reports."""
        return {name: p.absent for name, p in self.productions.items() if p.absent}

    @cached_property
    def verbatim(self) -> frozenset[str]:
        """The ``%declare``d terminals: text whose end only the lexer can know."""
        return frozenset(name for name, terminal in self.terminals.items() if terminal.source is None)

    @cached_property
    def verbatim_at(self) -> dict[int, str]:
        """For each state that accepts verbatim text, the terminal it is."""
        pairs = ((state, self.verbatim & actions.keys()) for state, actions in enumerate(self.tables.states))
        return {state: min(names) for state, names in pairs if names}

    @cached_property
    def candidates(self) -> dict[int, tuple[Terminal, ...]]:
        """For each state, the terminals that a regular expression can find there; those that can grow first."""
        return {state: self._candidates(actions) for state, actions in enumerate(self.tables.states)}

    def _candidates(self, actions: dict[str, Any]) -> tuple[Terminal, ...]:
        found = [self.terminals[name] for name in actions if name in self.terminals and name not in self.verbatim]
        # Those with a literal in them come behind: each question about `=` looks at all the whitespace before it again.
        return tuple(sorted(found, key=lambda terminal: (terminal.tail_source is None, terminal.shortest is not None)))

    def _block_rules(self) -> Iterator[Rule]:
        """The shortest form of each rule that begins with a frame and ends with another of the same inner terminal."""
        seen: dict[str, Rule] = {}
        for rule in sorted(self.rules, key=lambda rule: len(rule.expansion)):
            if len(rule.expansion) > 1:
                first, last = (self.terminals.get(rule.expansion[i]) for i in (0, -1))
                if first and last and first.is_frame and last.is_frame and first.inner == last.inner:
                    seen.setdefault(first.name, rule)
        yield from seen.values()

    def _tag(self, block: Rule) -> Tag:
        opener, body_end, *_, closer = block.expansion
        self_rule = min(self._rules_from(opener, without=closer), key=lambda rule: len(rule.expansion))
        start = next((name for name in self._segments() if opener in self._first(name)), None)
        ends = body_end, self_rule.expansion[-1]
        return Tag(self.terminals[opener], self.terminals[closer], *ends, start)

    def _rules_from(self, opener: str, without: str) -> list[Rule]:
        rules = [rule for rule in self.rules if rule.expansion and rule.expansion[0] == opener]
        return [rule for rule in rules if rule.expansion[-1] != without]

    def _segments(self) -> list[str]:
        return [name for name in self.tables.starts if name != START]

    def _first(self, name: str, seen: frozenset[str] = frozenset()) -> set[str]:
        """The terminals that a production can begin with."""
        if name in self.terminals or name in seen:
            return {name}
        heads = {rule.expansion[0] for rule in self.rules if rule.origin == name and rule.expansion}
        return set().union(*(self._first(head, seen | {name}) for head in heads))


@cache
def _base() -> Grammar:
    return Grammar(grammar_folder().joinpath(BASE).read_text(encoding="utf-8"))


def grammar_folder() -> Path:
    """The folder with the grammar files: inside the installed package, or at the top of a checkout."""
    packaged = Path(__file__).parent / "_grammar"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "grammar"


_DEFINITION = re.compile(r"^(?:%declare\s+(?P<declared>[\w ]+)|[?!]?(?P<name>_?[A-Za-z]\w*)(?:\.-?\d+)?\s*:)")
_NOTE = re.compile(r"^//\s*@(\w+)\s+(.*)")
_EXAMPLE = re.compile(r"^//([+-]) ?(.*)")
_CONTINUED = re.compile(r"^//\s{2,}(\S.*)")


def read_productions(text: str) -> dict[str, Production]:
    """Each definition of a grammar text with the comment that stands before it."""
    productions: dict[str, Production] = {}
    comment: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("//"):
            comment.append(line)
        elif match := _DEFINITION.match(line):
            names = match["declared"].split() if match["declared"] else [match["name"]]
            productions |= {name: _production(name, line, number, comment) for name in names}
            comment = []
        elif not line.strip():
            comment = []
    return productions


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
