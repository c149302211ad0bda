"""The grammar file, loaded: productions with their comments, terminals, LALR tables, and which tag closes which.

Nothing in this package repeats what the grammar says. Literals, closers, where a tag ends and what may be put in
where it is missing are all read off the rules (docs/architecture.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pi_native import disk_cache
from pi_native.extensions import Extension, load_code, registered
from pi_native.lalr import Callbacks, Reduction, reductions
from pi_native.overlays import BASE_FILE, Overlay, compose, grammar_folder
from pi_native.productions import START, read_productions, segment_names
from pi_native.tables import Compiled
from pi_native.tags import Tag, TagReader
from pi_native.terminals import Terminal

if TYPE_CHECKING:
    from lark import Lark

COMPILERS = ("lark", "pi_native.lark_compiler", "pi_native.tables", "pi_native.terminals")


class Grammar:
    """A grammar, ready to parse and render with.

    >>> grammar = Grammar.load()
    >>> grammar.is_name("read"), grammar.is_name("a b")
    (True, False)
    """

    def __init__(
        self, text: str, overlays: Sequence[Overlay] = (), code: Iterable[Extension | type[Extension]] = ()
    ) -> None:
        """``text`` is a base grammar's; raises `GrammarError` where it, or an overlay behind it, cannot be used."""
        self.overlays, self.code = tuple(overlays), registered(code)
        self.source = compose(text, overlays)
        self.text = self.source.text
        self.productions = read_productions(self.text)
        compiled = disk_cache.cached(self.text, COMPILERS, self._compile, Compiled.from_json)
        self.rules, self.terminals, self.tables = compiled.rules, compiled.terminals, compiled.tables

    def _compile(self) -> dict[str, Any]:
        from pi_native.lark_compiler import LarkError, compiled

        try:
            return compiled(self.lark).to_json()
        except LarkError as error:
            from pi_native.grammar_errors import explained

            raise explained(error, self.source, self.starts) from error

    @cached_property
    def starts(self) -> list[str]:
        """The start symbols: the stream, and what it is made of beside prose."""
        return [START, *segment_names(self.text)]

    @cached_property
    def lark(self) -> Lark:
        """Lark's own object; made when it is asked for, since the tables mostly come from `pi_native.disk_cache`."""
        from pi_native.lark_compiler import lark_of

        return lark_of(self.text, self.starts)

    @classmethod
    def load(
        cls,
        overlays: Iterable[Overlay | str | Path] = (),
        code: str | Path | Iterable[str | Path | Extension | type[Extension]] = (),
    ) -> Grammar:
        """The base grammar with overlays behind it, in order; each combination is loaded once a process.

        ``overlays`` are files, names of those that come with the package, or `Overlay` objects. ``code`` says what
        their new productions mean: Python files or entry points, which are run, or `Extension` objects.
        Raises `GrammarError` where an overlay cannot be used, and `OSError` or `UnicodeDecodeError` for its file.

        >>> Grammar.load().overlays
        ()
        """
        wanted = [code] if isinstance(code, (str, Path)) else list(code)
        given = (load_code(each) if isinstance(each, (str, Path)) else [each] for each in wanted)
        return _loaded(tuple(map(Overlay.of_any, overlays)), tuple(each for found in given for each in found))

    def callbacks(self, method: Callable[[str], Reduction | None]) -> Callbacks:
        """What to call for each reduction: the ``method`` for the rule's name, if there is one."""
        return reductions(self.rules, method)

    def is_name(self, text: str) -> bool:
        """Whether ``text`` can be a tool's or a parameter's name (section "Structural tags")."""
        return self.terminals["NAME"].matches(text)

    @cached_property
    def _tag_reader(self) -> TagReader:
        return TagReader(self.rules, self.terminals, [name for name in self.tables.starts if name != START], self.code)

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """Every kind of open tag around a name, those with the longest opener first."""
        return tuple(sorted(self._tag_reader.tags(), key=lambda tag: -len(tag.opener.prefix)))

    @cached_property
    def segment_tags(self) -> tuple[Tag, ...]:
        """The open tags that begin a call."""
        return tuple(tag for tag in self.tags if tag.start is not None)

    @cached_property
    def sections(self) -> tuple[Tag, ...]:
        """The tags around what is neither prose nor a call; the base has none."""
        return tuple(self._tag_reader.sections())

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
    def only_verbatim(self) -> frozenset[int]:
        """The states in which nothing but verbatim text can come; the base has none."""
        inner = {rule.origin for rule in self.rules}
        states = self.tables.states
        return frozenset(state for state, name in self.verbatim_at.items() if states[state].keys() - inner == {name})

    @cached_property
    def candidates(self) -> dict[int, tuple[Terminal, ...]]:
        """For each state, the terminals that a regular expression can find there.

        Of two that match as much the first is taken: one with an end of its own, as a quoted value has, before a bare
        one.
        """
        return {state: self._candidates(actions) for state, actions in enumerate(self.tables.states)}

    def _candidates(self, actions: dict[str, Any]) -> tuple[Terminal, ...]:
        found = [self.terminals[name] for name in actions if name in self.terminals and name not in self.verbatim]
        # Those with a literal in them come behind: each question about `=` looks at all the whitespace before it again.
        return tuple(sorted(found, key=_rank))


def _rank(terminal: Terminal) -> tuple[bool, bool, bool]:
    is_enclosed = bool(terminal.suffix) and terminal.shortest is None
    return not is_enclosed, terminal.tail_source is None, terminal.shortest is not None


@lru_cache(maxsize=32)
def _loaded(overlays: tuple[Overlay, ...], code: tuple[Extension | type[Extension], ...]) -> Grammar:
    grammar = Grammar(grammar_folder().joinpath(BASE_FILE).read_text(encoding="utf-8"), overlays, code)
    if overlays:
        from pi_native.grammar_errors import check_meaning

        check_meaning(grammar)
    return grammar
