"""Where a token ends, in text that is still arriving.

The lexer holds the text received and answers with an end, or `FAIL`, or `MORE`: that the answer depends on what has
not arrived. It remembers how far it looked, so that asking again costs only the new text. It decides nothing about
meaning: which terminals can come is read from the LALR tables, what they look like from the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pi_native.grammar import Grammar
from pi_native.lalr import shift
from pi_native.model import Limits
from pi_native.tags import Tag
from pi_native.terminals import Terminal

FAIL: Final = -1
MORE: Final = -2
LIMIT: Final = -3

MAX_PARTIAL = 64  # characters of a token's beginning, or behind it, that are looked at for what may still come

Key = tuple[int, int]


@dataclass(slots=True)
class OpenTag:
    """A whole open tag: its tokens as (terminal, start, end), and the codes of what was put in, with places."""

    tag: Tag
    start: int
    tokens: list[tuple[str, int, int]] = field(default_factory=list)
    repairs: list[tuple[str, int]] = field(default_factory=list)
    is_cut: bool = False  # by the end of input; then its end was put in

    @property
    def end(self) -> int:
        return self.tokens[-1][2]

    @property
    def closes_itself(self) -> bool:
        return self.tokens[-1][0] not in self.tag.body_ends


@dataclass(slots=True)
class _Scan:
    """An open tag being read: where it is, the LALR states since the tag began, and the places passed."""

    result: OpenTag
    pos: int
    states: list[int]
    passed: list[Key] = field(default_factory=list)
    jumped: bool = False


@dataclass(frozen=True, slots=True)
class _Stop:
    """Where an earlier scan stopped, and whether it failed there or only went no further."""

    failed: bool
    pos: int
    states: list[int]


class Lexer:
    """The text received so far and what is known of its tokens. Positions are indices into ``text``.

    >>> lexer = Lexer(Grammar.load(), Limits())
    >>> lexer.append("rea")
    >>> lexer.match(lexer.grammar.terminals["NAME"], 0) == MORE
    True
    >>> lexer.append("d ")
    >>> lexer.match(lexer.grammar.terminals["NAME"], 0)
    4
    """

    def __init__(self, grammar: Grammar, limits: Limits) -> None:
        self.grammar, self.limits = grammar, limits
        self.text = ""
        self._segments = {tag.opener.prefix: tag for tag in (*grammar.segment_tags, *grammar.sections)}
        self._sigil = re.compile("|".join(map(re.escape, self._segments)))
        self._sigils = [tag.opener.prefix for tag in grammar.segment_tags]
        beginnings = {sigil[:n] for sigil in self._segments for n in range(1, len(sigil))}
        cut = "|".join(map(re.escape, sorted(beginnings, key=len, reverse=True)))
        self._cut_sigil = re.compile(f"(?:{cut})\\Z" if beginnings else "(?!)")
        self._slack = max(len(prefix) for prefix in self._segments)
        self.awaited = ""  # nothing can be told before this arrives: the quote that closes a value
        self.is_last = False  # all text is there
        self._forget()

    def _forget(self) -> None:
        self._looked: dict[str, tuple[int, int]] = {}
        self._scans: dict[str, _Scan] = {}  # tags being read, by opener: two kinds may begin at one place
        self._jumps: dict[Key, Key] = {}
        self._stops: dict[Key, _Stop] = {}
        self.known_until = 0
        self._last_places: dict[str, int] | None = None
        self._next_call: tuple[float, OpenTag | None] = (float("inf"), None)

    def append(self, chunk: str) -> None:
        """Add text that arrived. Amortised over all calls this takes time proportional to the chunk."""
        text, self.text = self.text, ""
        text += chunk  # the only reference is a local name: CPython extends the string in place
        self.text = text

    def drop(self, count: int) -> None:
        """Forget the first ``count`` characters; positions move down by as many."""
        self.text = self.text[count:]
        self._forget()

    def literal(self, text: str, pos: int) -> int:
        """The end of a literal at ``pos``."""
        if self.text.startswith(text, pos):
            return pos + len(text)
        rest = len(self.text) - pos
        return MORE if rest < len(text) and text.startswith(self.text[pos:]) else FAIL

    def match(self, terminal: Terminal, pos: int) -> int:
        """The end of the longest token of this terminal at ``pos``."""
        if pos == len(self.text):
            return MORE
        if terminal.literal is not None:
            return self.literal(terminal.literal, pos)
        inner = self.grammar.terminals.get(terminal.inner or "")
        if terminal.is_frame and inner is not None and inner.tail is not None:
            return self._framed(terminal, inner, pos)
        if terminal.tail is not None:
            return self._growing(terminal, terminal.tail, pos)
        return self._enclosed(terminal, pos) if terminal.suffix else self._plain(terminal, pos)

    def _framed(self, terminal: Terminal, inner: Terminal, pos: int) -> int:
        end = self.literal(terminal.prefix, pos)
        if end >= 0:
            end = self.match(inner, end)
        return self.literal(terminal.suffix, end) if end >= 0 and terminal.suffix else end

    def _growing(self, terminal: Terminal, tail: re.Pattern[str], pos: int) -> int:
        """A token that ends with a repetition: it goes on where the last look ended."""
        assert terminal.pattern
        start, resume = self._looked.get(terminal.name, (-1, 0))
        match = tail.match(self.text, resume) if start == pos else terminal.pattern.match(self.text, pos)
        if match is None:
            return self._begun(terminal, pos)
        end = match.end()
        sigil = self._sigil_between(max(pos, match.start() - self._slack), end)
        if sigil >= 0:
            return sigil if sigil > pos else FAIL
        if end < len(self.text):
            return self._unless_more(terminal, tail, pos, end)
        # The last character may have to be taken back once the next one is known, as with "/" before ">".
        again = tail.match(self.text, end - 1)
        takes_last = again is not None and again.end() == end and end - 1 > pos
        self._looked[terminal.name] = (pos, end - 1) if takes_last else (-1, 0)
        return MORE

    def _begun(self, terminal: Terminal, pos: int) -> int:
        """`MORE` if what stands here may be the beginning of a token that has not arrived to its end, else `FAIL`."""
        partial = terminal.partial if len(self.text) - pos <= MAX_PARTIAL else None
        return MORE if partial is not None and partial.fullmatch(self.text, pos) else FAIL

    def _unless_more(self, terminal: Terminal, tail: re.Pattern[str], pos: int, end: int) -> int:
        """The end of a token, unless it depends on text that has not arrived: on what is to stand behind it."""
        if terminal.probes and len(self.text) - end <= MAX_PARTIAL:
            rest = self.text[end:]
            if any(tail.match(rest + probe).end() for probe in terminal.probes):  # type: ignore[union-attr]
                self._looked[terminal.name] = pos, end
                return MORE
        return end

    def _sigil_between(self, start: int, end: int) -> int:
        """The first place where a call may begin: no token outside quotes runs over it (D4)."""
        places = [self.text.find(sigil, start, end) for sigil in self._sigils]
        return min((place for place in places if place >= 0), default=-1)

    def _enclosed(self, terminal: Terminal, pos: int) -> int:
        """A token that ends at its closing literal, for which the text is searched once."""
        assert terminal.pattern
        begin = self.literal(terminal.prefix, pos)
        if begin < 0:
            return begin
        start, seen = self._looked.get(terminal.name, (-1, 0))
        found = self.text.find(terminal.suffix, seen if start == pos else begin)
        while found >= 0:
            end = found + len(terminal.suffix)
            if terminal.pattern.fullmatch(self.text, pos, end):
                return end
            found = self.text.find(terminal.suffix, found + 1)
        self._looked[terminal.name] = pos, max(begin, len(self.text) - len(terminal.suffix) + 1)
        self.awaited = terminal.suffix if len(terminal.suffix) == 1 else ""
        return MORE

    def _plain(self, terminal: Terminal, pos: int) -> int:
        assert terminal.pattern
        match = terminal.pattern.match(self.text, pos)
        if match is None:
            return self._begun(terminal, pos)
        return match.end() if match.end() < len(self.text) else MORE

    def skip(self, terminal: Terminal, pos: int) -> int:
        """The end of an optional token: ``pos`` itself if there is none."""
        end = self.match(terminal, pos)
        return pos if end == FAIL else end

    def open_tag(self, pos: int, tag: Tag, state: int) -> OpenTag | int:
        """The whole open tag at ``pos``, read from LALR state ``state``; or `FAIL`, `MORE`, `LIMIT`.

        A tag that fails may have had thousands of openers in its quoted values, each of which is tried next. Their
        scans soon come to places that an earlier one passed; from there they would repeat it, so they go straight to
        where it stopped. That keeps the sum of all scans linear.
        """
        scan = self._scans.pop(tag.opener.name, None)
        if scan is None or scan.result.start != pos:
            end = self.match(tag.opener, pos)
            if end < 0:
                return LIMIT if end == MORE and self._is_too_long(pos, len(self.text) - self._slack) else end
            if pos > self.known_until:
                self._jumps, self._stops = {}, {}
            scan = _Scan(OpenTag(tag, pos), pos, [state])
            self._take(scan, tag.opener.name, end)
        outcome = self._read(scan)
        if outcome == MORE:
            self._scans[tag.opener.name] = scan
        elif outcome != 0:
            self._remember(scan, failed=outcome == FAIL)
        if outcome != 0:
            return outcome
        return self._reread(scan, state) if scan.jumped else scan.result

    def cut_tag(self, pos: int, tag: Tag, state: int) -> OpenTag | None:
        """The whole attributes of an open tag that the end of input cut off, or None if its name may be cut (D18)."""
        scan = _Scan(OpenTag(tag, pos), pos, [state])
        end = self.match(tag.opener, pos)
        if end < 0 or self.match(self.grammar.terminals["WS"], end) == FAIL:
            return None
        self._take(scan, tag.opener.name, end)
        between_attributes = set(self.grammar.candidates[scan.states[-1]])
        kept, states = 1, scan.states
        while self._step(scan) == 0:
            if set(self.grammar.candidates[scan.states[-1]]) == between_attributes:
                kept, states = len(scan.result.tokens), scan.states
        scan.result.tokens[kept:] = []
        scan.states, scan.pos, scan.result.is_cut = states, scan.result.end, True
        self._take(scan, tag.self_end, scan.pos)
        return scan.result

    def give_up(self) -> None:
        """The tag being read will not be finished: end of input. What follows is read on its own."""
        for scan in self._scans.values():
            self._remember(scan, failed=False)
        self._scans = {}

    def last_place(self, closer: str) -> int:
        """Where a closing tag stands last in the whole text, or -1; to be asked only when all text is there.

        One look at all closers serves every question: elements that are never closed cost no search each.
        """
        if self._last_places is None:
            closers = self.grammar.any_closer.finditer(self.text)
            self._last_places = {match[0]: match.start() for match in closers}
        return self._last_places.get(closer, -1)

    def find_closer(self, closer: str, pos: int, is_last: bool) -> int:
        """The first place of a closing tag at or behind ``pos``, or -1; ``is_last`` says that all text is there."""
        return -1 if is_last and self.last_place(closer) < pos else self.text.find(closer, pos)

    def next_call(self, pos: int, begins_call: Callable[[OpenTag], bool]) -> OpenTag | None:
        """The first well-formed open tag at or behind ``pos`` that begins a call, when all text is there.

        ``begins_call`` is the same for all questions of a parse: the answer is kept.
        """
        start, found = self._next_call
        if not start <= pos <= (len(self.text) if found is None else found.start):
            found = self._find_call(pos, begins_call)
            self._next_call = pos, found
        return found

    def _find_call(self, pos: int, begins_call: Callable[[OpenTag], bool]) -> OpenTag | None:
        sigil = self.find_sigil(pos)
        while sigil is not None:
            tag, place = sigil
            is_call = tag.opener.prefix in self._sigils
            found = self.open_tag(place, tag, self.grammar.tables.starts[tag.start or ""]) if is_call else FAIL
            if isinstance(found, OpenTag) and begins_call(found):
                return found
            self.give_up()
            sigil = self.find_sigil(place + len(tag.opener.prefix))
        return None

    def find_sigil(self, pos: int) -> tuple[Tag, int] | None:
        """The first place at or behind ``pos`` where the opening characters of a segment stand."""
        match = self._sigil.search(self.text, pos)
        return (self._segments[match[0]], match.start()) if match else None

    def without_sigil(self, pos: int) -> int:
        """The end of the text from ``pos`` on, without what may be the beginning of a segment's opening characters."""
        end = len(self.text)
        match = self._cut_sigil.search(self.text, max(pos, end - self._slack))
        return match.start() if match else end

    def _reread(self, scan: _Scan, state: int) -> OpenTag:
        result = scan.result
        again = _Scan(OpenTag(result.tag, result.start), result.start, [state])
        self._take(again, result.tag.opener.name, self.match(result.tag.opener, result.start))
        while not self._is_whole(again):
            self._step(again)
        return again.result

    def _read(self, scan: _Scan) -> int:
        """Read tokens up to the tag's end (0), or to `FAIL`, `MORE` or `LIMIT`."""
        start = scan.result.start
        while not self._is_whole(scan):
            outcome = self._jump(scan)
            if self._is_too_long(start, scan.pos):
                return LIMIT
            outcome = outcome or self._step(scan)
            if outcome == MORE and self._is_too_long(start, len(self.text) - self._slack):
                return LIMIT
            if outcome != 0:
                return outcome
        return LIMIT if self._is_too_long(start, scan.pos) else 0

    def _is_too_long(self, start: int, end: int) -> bool:
        return end - start > self.limits.open_tag

    @staticmethod
    def _is_whole(scan: _Scan) -> bool:
        return scan.result.tokens[-1][0] in scan.result.tag.ends

    def _jump(self, scan: _Scan) -> int:
        """Go to where an earlier scan stopped that passed this place; `FAIL` if it failed there."""
        key = scan.pos, scan.states[-1]
        last = self._last(key)
        stop = self._stops.get(last)
        if stop is not None and last != key:
            scan.passed.append(key)
            scan.pos, scan.states, scan.jumped = stop.pos, list(stop.states), True
        scan.passed.append((scan.pos, scan.states[-1]))
        return FAIL if stop is not None and stop.failed else 0

    def _last(self, key: Key) -> Key:
        path = []
        while key in self._jumps:
            path.append(key)
            key = self._jumps[key]
        for passed in path:
            self._jumps[passed] = key
        return key

    def _remember(self, scan: _Scan, failed: bool) -> None:
        last = scan.pos, scan.states[-1]
        for key in scan.passed:
            if key != last:
                self._jumps[key] = last
        self._jumps.pop(last, None)
        self._stops[last] = _Stop(failed, scan.pos, scan.states)
        self.known_until = max(self.known_until, scan.pos)

    def _step(self, scan: _Scan) -> int:
        """Read one token of a tag: 0, or `FAIL` or `MORE`."""
        name, end = self._next(scan.states[-1], scan.pos)
        if end >= 0:
            return 0 if self._take(scan, name, end) else FAIL
        return self._repair(scan) if end == FAIL else MORE

    def _next(self, state: int, pos: int) -> tuple[str, int]:
        """The longest token of the terminals that the state accepts."""
        name, longest, cut = "", FAIL, ""
        for terminal in self.grammar.candidates[state]:
            end = self.match(terminal, pos)
            if end == MORE and not self.is_last:
                return terminal.name, MORE
            if end == MORE:
                cut = terminal.name
            elif end > longest:
                name, longest = terminal.name, end
        return (cut, MORE) if cut and longest < 0 else (name, longest)

    def _take(self, scan: _Scan, name: str, end: int) -> bool:
        states = list(scan.states)
        if not shift(states, self.grammar.tables, name):
            return False
        scan.states = states
        scan.result.tokens.append((name, scan.pos, end))
        scan.pos = end
        return True

    def _repair(self, scan: _Scan) -> int:
        """Put in a terminal that may be absent, if what stands here can follow it."""
        accepted = self.grammar.tables.states[scan.states[-1]]
        for name, code in self.grammar.insertable.items():
            states = list(scan.states)
            if name not in accepted or not shift(states, self.grammar.tables, name):
                continue
            _, end = self._next(states[-1], scan.pos)
            if end == MORE:
                return MORE
            if end != FAIL:
                scan.result.repairs.append((code, scan.pos))
                self._take(scan, name, scan.pos)
                return 0
        return FAIL
