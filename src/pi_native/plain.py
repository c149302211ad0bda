"""The fast way: calls in plain spelling, each tag or element in one match.

Most calls of most texts need no repair and hold nothing unusual. For those the productions that describe a regular
language (a tag with its attributes, an element around a text without markup) are compiled into one regular expression
each, from the grammar's own terminals, and what each name means is looked up in a table made once per schema.

Whatever is not plain makes `PlainReader.read` decline, and the call is read token by token (`pi_native.call_reader`):
another name, an argument twice, a list on a tag, a literal to repair, a text with tags inside. So there is one result
whatever the way. A grammar whose tags have another shape has no plain reader at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from pi_native.grammar import Grammar
from pi_native.known_shape import alternatives, has_known_shape
from pi_native.lexer import Lexer
from pi_native.model import Form, Json, Limits
from pi_native.plans import MAX_NAME, Declined, Fields, Plan, Reader
from pi_native.terminals import Terminal
from pi_native.tools import Tool, ToolSet
from pi_native.verbatim import between_delimiters, strip_delimiters

MAX_NAMES = 40  # parameters in an expression of their own tool
MAX_TAG = 4 * MAX_NAME  # characters of a tag without attributes
MAX_DEPTH = 16  # objects in objects that are read this way

Found = tuple[str, dict[str, Json], Form, int]  # a call: its tool's name, its arguments, its form, its end


@dataclass(frozen=True, slots=True)
class Expressions:
    """The regular expressions of a grammar.

    ``part`` is what may stand in a tag behind its name: an attribute (groups 1: name, 2: value), the end of a tag that
    closes itself (3), the end of one with a body (4). ``unfinished`` is what may become a part with more text (its only
    group: what opened a value in quotes that is not closed). ``member`` is the beginning of an element (1: its name),
    with the text without markup that follows a tag without attributes (2), and the closing tag if that follows (3).
    ``run`` is a text without markup. ``sources`` are the pieces of a tool's own expressions.
    """

    call: re.Pattern[str]
    element: re.Pattern[str]
    part: re.Pattern[str]
    unfinished: re.Pattern[str]
    member: re.Pattern[str]
    run: re.Pattern[str]
    space: re.Pattern[str]
    sources: dict[str, str]


def expressions(grammar: Grammar) -> Expressions | None:
    """The expressions of a grammar whose rules have the known shape, else None."""
    if not has_known_shape(grammar):
        return None
    call, element = grammar.segment_tags[0], grammar.element_tag
    values = sorted(name for symbols in alternatives(grammar, "attr_val") for name in symbols)
    if not _told_apart([grammar.terminals.get(name) for name in values]):
        return None
    values.sort(key=lambda name: not grammar.terminals[name].suffix)  # in quotes first: they are most
    name, space, equals = (_source(grammar.terminals[each]) for each in ("NAME", "WS", "EQ"))
    value = "|".join(_source(grammar.terminals[each]) for each in values)
    quoted = [grammar.terminals[each] for each in values if grammar.terminals[each].suffix]
    unclosed = "|".join(f"({re.escape(each.prefix)}){_source(grammar.terminals[each.inner or ''])}" for each in quoted)
    bare = "".join(f"|{_source(grammar.terminals[each])}" for each in values if not grammar.terminals[each].suffix)
    tag_ends = [_literal(grammar, end) for end in (call.self_end, call.body_end)]
    ends = "|".join(f"(?:{space})?+({re.escape(end)})" for end in tag_ends)
    beginnings = "|".join(re.escape(end[:length]) for end in tag_ends for length in range(1, len(end)))
    body_end = re.escape(_literal(grammar, element.body_end))
    first_chars = "".join(sorted({re.escape(tag.opener.prefix[0]) for tag in grammar.tags}))
    opener = re.escape(element.opener.prefix)
    closer = f"{re.escape(element.closer.prefix)}(?P=name){re.escape(element.closer.suffix)}"
    member = f"(?:{space})?+{opener}(?P<name>{name})(?:{body_end}([^{first_chars}]*+)({closer})?+)?+"
    return Expressions(
        re.compile(f"{re.escape(call.opener.prefix)}({name})"),
        re.compile(f"{opener}({name})"),
        re.compile(f"{space}({name})(?:{equals}({value}))?+(?!{equals})|{ends}"),
        re.compile(f"(?:{space})?+(?:{beginnings})?|{space}{name}(?:(?:{space})?+|{equals}(?:{unclosed}{bare})?)"),
        re.compile(member),
        re.compile(f"[^{first_chars}]*+"),
        re.compile(f"(?:{space})?+"),
        {"space": space, "equals": equals, "value": f"(?>{value})", "text": f"[^{first_chars}]*+", "end": body_end},
    )


def _told_apart(values: list[Terminal | None]) -> bool:
    """Whether the first character says which terminal a value is, so that the first that matches is the longest."""
    terminals = [terminal for terminal in values if terminal is not None and terminal.source is not None]
    quotes = [terminal.prefix for terminal in terminals if terminal.suffix]
    bare = [terminal for terminal in terminals if not terminal.suffix]
    are_framed = all(terminal.is_frame for terminal in terminals if terminal.suffix)
    overlap = any(t.pattern is not None and t.pattern.match(quote) for t in bare for quote in quotes)
    return (
        len(terminals) == len(values)
        and are_framed
        and len({quote[:1] for quote in quotes}) == len(quotes)
        and len(bare) < 2
        and not overlap
    )


_REPEATED_CLASS = re.compile(r"\(\?:(\[(?:[^\]\\]|\\.)*\])\)([*+?])")


def _source(terminal: Terminal) -> str:
    """The terminal's expression, possessive: plain text is never read twice."""
    assert terminal.source is not None
    possessive = _REPEATED_CLASS.sub(r"\1\2+", terminal.source)
    return f"(?>{possessive})"


def _literal(grammar: Grammar, name: str) -> str:
    return grammar.terminals[name].literal or ""


@dataclass(frozen=True, slots=True)
class WholeCalls:
    """A tool's own expressions: a whole call in one match, its arguments in schema order, each at most once.

    Group ``i`` of either expression is a value of the name ``readers[i]``, read by the reader beside it.
    """

    readers: tuple[tuple[str, Reader], ...]
    attributes: re.Pattern[str]
    elements: re.Pattern[str]


def whole_calls(tool: Tool, grammar: Grammar, sources: dict[str, str]) -> WholeCalls:
    """The expressions of a tool, from the grammar's terminals with the tool's names put in."""
    call, element, fields = grammar.segment_tags[0], grammar.element_tag, tool.plain_fields
    plans = {name: plan for name in tool.shape.names[:MAX_NAMES] if grammar.is_name(name) and (plan := fields[name])}
    readers = {name: plan.reader for name, plan in plans.items() if plan.reader is not None}
    space, equals, value = sources["space"], sources["equals"], sources["value"]
    attributes = "".join(f"(?:{space}{name}{equals}({value}))?+" for name in readers)
    elements = "".join(
        f"(?:(?:{space})?+{re.escape(element.opener.wrap(name))}{sources['end']}({sources['text']})"
        f"{re.escape(element.closer.wrap(name))})?+"
        for name in readers
    )
    opener, closer = re.escape(call.opener.wrap(tool.name)), re.escape(call.closer.wrap(tool.name))
    self_end = re.escape(_literal(grammar, call.self_end))
    return WholeCalls(
        tuple(readers.items()),
        re.compile(f"{opener}{attributes}(?:{space})?+{self_end}"),
        re.compile(f"{opener}{sources['end']}{elements}(?:{space})?+{closer}"),
    )


class PlainReader:
    """Reads calls of one grammar in plain spelling; ``limits`` are those of the parse."""

    def __init__(self, grammar: Grammar, found: Expressions, limits: Limits) -> None:
        self._grammar, self.expressions, self._limits = grammar, found, limits
        self.match_call, self.match_part, self.match_member = found.call.match, found.part.match, found.member.match
        self.call_tag, self.element_tag = grammar.segment_tags[0], grammar.element_tag
        self.sigil = self.call_tag.opener.prefix
        first = {tag.opener.prefix[0] for tag in grammar.tags}
        self.markup = first.pop() if len(first) == 1 else ""  # what no text without markup holds
        values = [grammar.terminals[name] for symbols in alternatives(grammar, "attr_val") for name in symbols]
        self._quotes = {t.prefix: (len(t.prefix), -len(t.suffix)) for t in values if t.suffix}
        self._suffixes = {t.prefix: t.suffix for t in values if len(t.suffix) == 1}
        self.body_end = _literal(grammar, self.element_tag.body_end)
        self.depth = min(MAX_DEPTH, limits.depth)
        self.closer = lru_cache(maxsize=1024)(self.element_tag.closer.wrap)  # of names that schemas know
        ends = [self.body_end, _literal(grammar, self.call_tag.self_end), *(tag.closer.suffix for tag in grammar.tags)]
        self.tag_end = ends[0][-1] if len({end[-1:] for end in ends}) == 1 else ""  # no tag is whole without it

    def read(self, lexer: Lexer, place: int, tools: ToolSet, is_last: bool) -> Found | None:
        """The call at ``place``: its tool's name, its arguments, its form, its end; None if it is not plain."""
        text = lexer.text
        match = self.match_call(text, place)
        if match is None or (tool := tools.get(match[1])) is None or len(tool.name) > MAX_NAME:
            return None
        try:
            if not text.startswith(self.body_end, pos := match.end()):
                return self._whole_tag(text, place, tool) or self._general(lexer, place, pos, tool, is_last)
            return self._whole_elements(text, place, tool) or self._body(
                lexer, pos + len(self.body_end), tool, {}, is_last
            )
        except Declined:
            return None

    def _whole(self, tool: Tool) -> WholeCalls:
        whole = tool.prepared.get(self)
        if not isinstance(whole, WholeCalls):
            whole = tool.prepared[self] = whole_calls(tool, self._grammar, self.expressions.sources)
        return whole

    def _whole_tag(self, text: str, place: int, tool: Tool) -> Found | None:
        """The call at ``place``, if one match takes it with all its attributes."""
        whole, quotes = tool.prepared.get(self) or self._whole(tool), self._quotes
        assert isinstance(whole, WholeCalls)
        match = whole.attributes.match(text, place)
        if match is None or (end := match.end()) - place > self._limits.open_tag:
            return None
        values: dict[str, Json] = {}
        for (name, reader), value in zip(whole.readers, match.groups(), strict=True):
            if value is not None:
                ends = quotes.get(value[0])
                if ends is None and self.sigil in value:  # no bare value runs over it (D4)
                    raise Declined
                values[name] = reader(value if ends is None else value[ends[0] : ends[1]])
        return tool.name, values, "attribute", end

    def _whole_elements(self, text: str, place: int, tool: Tool) -> Found | None:
        """The call at ``place``, if one match takes it with all its elements."""
        whole = self._whole(tool)
        match = whole.elements.match(text, place) if whole.readers and self.depth > 0 else None
        if match is None or match.lastindex is None:
            return None
        values: dict[str, Json] = {}
        for (name, reader), value in zip(whole.readers, match.groups(), strict=True):
            if value is not None:
                values[name] = reader(strip_delimiters(value) if "\n" in value else value)
        return tool.name, values, "element", match.end()

    def _general(self, lexer: Lexer, place: int, pos: int, tool: Tool, is_last: bool) -> Found:
        """The call at ``place``, whose name ends at ``pos``, part by part."""
        values: dict[str, Json] = {}
        end, closes_itself = self._attributes(lexer.text, pos, place, tool.plain_fields, values)
        if closes_itself:
            return tool.name, values, "attribute", end
        return self._body(lexer, end, tool, values, is_last)

    def _body(self, lexer: Lexer, pos: int, tool: Tool, values: dict[str, Json], is_last: bool) -> Found:
        """The body that begins at ``pos``: elements, or a text."""
        text, name, fields = lexer.text, tool.name, tool.plain_fields
        find, closer = partial(lexer.find_closer, is_last=is_last), self.call_tag.closer.wrap(name)
        child = self.expressions.element.match(text, self.skip(text, pos))
        if child is not None and child[1] in fields.names:
            return name, values, "element", _Members(self, text, find).read(pos, (closer,), fields, values)
        return name, values, "inline", self._inline(text, pos, find(closer, pos), closer, tool, values)

    def _unquoted(self, value: str) -> str:
        if (ends := self._quotes.get(value[0])) is not None:
            return value[ends[0] : ends[1]]
        if self.sigil in value:  # no bare value runs over it (D4)
            raise Declined
        return value

    def run(self, text: str, pos: int) -> int:
        """The end of the text without markup at ``pos``."""
        match = self.expressions.run.match(text, pos)
        return match.end() if match else pos

    def skip(self, text: str, pos: int) -> int:
        match = self.expressions.space.match(text, pos)
        return match.end() if match else pos

    def _attributes(self, text: str, pos: int, start: int, fields: Fields, values: dict[str, Json]) -> tuple[int, bool]:
        """The attributes of a tag, put into ``values``; the tag's end, and whether it closes itself."""
        match_part = self.match_part
        while (match := match_part(text, pos)) is not None:
            pos, group = match.end(), match.lastindex or 0
            if group < 3:
                self.take_attribute(match, fields, values)
            elif pos - start > self._limits.open_tag:
                raise Declined
            else:
                return pos, group == 3
        raise Declined

    def take_attribute(self, match: re.Match[str], fields: Fields, values: dict[str, Json]) -> None:
        """Put an attribute that ``part`` matched into ``values``."""
        name, value = match.group(1, 2)
        plan = fields[name]
        if plan is None or name in values:
            raise Declined
        if value is None:
            if not plan.is_flag:
                raise Declined
            values[name] = True
        elif plan.reader is None:
            raise Declined
        else:
            values[name] = plan.reader(self._unquoted(value))

    def is_quoted(self, match: re.Match[str]) -> bool:
        """Whether ``part`` matched an attribute with a value in quotes."""
        return match.lastindex == 2 and match[2][0] in self._quotes

    def closing_quote(self, opening: str) -> str:
        """What closes a value that ``opening`` opened, if that is one character; else nothing."""
        return self._suffixes.get(opening, "")

    def _inline(self, text: str, pos: int, end: int, closer: str, tool: Tool, values: dict[str, Json]) -> int:
        """An inline body, put into ``values``; where its closer ends."""
        target = tool.inline_target(values)
        opener = f"{self.sigil}{tool.name}"
        if target is None or end < 0 or self.skip(text, pos) == end or text.find(opener, pos, end) >= 0:
            raise Declined
        values[target] = between_delimiters(text, pos, end)
        return end + len(closer)


@dataclass(slots=True)
class _Members:
    """Reads elements; ``find`` gives the next place of a closing tag."""

    plain: PlainReader
    text: str
    find: Callable[[str, int], int]

    def read(self, pos: int, closers: tuple[str, ...], fields: Fields, values: dict[str, Json]) -> int:
        """The elements up to the last of ``closers`` (those before it enclose it), put into ``values``; its end."""
        if len(closers) > self.plain.depth:
            raise Declined
        match_member, closer = self.plain.match_member, closers[-1]
        while (match := match_member(self.text, pos)) is not None:
            name, is_leaf = match.group(1, 3)
            plan = fields[name]
            if plan is None:
                raise Declined
            one = plan.items or plan
            value, pos = _leaf(one, match) if is_leaf else self._element(match, closers, one)
            if one is not plan:
                values.setdefault(name, []).append(value)
            elif name in values:
                raise Declined
            else:
                values[name] = value
        pos = self.plain.skip(self.text, pos)
        if not self.text.startswith(closer, pos):
            raise Declined
        return pos + len(closer)

    def _element(self, match: re.Match[str], closers: tuple[str, ...], plan: Plan) -> tuple[Json, int]:
        """An element that is more than a text without markup."""
        plain, name = self.plain, match[1]
        closer = plain.closer(name)
        if plan.fields is None:
            if match[2] is None or plan.reader is not str:
                raise Declined
            return self._string(match.start(2), (*closers, closer))
        values: dict[str, Json] = {}
        start = match.start(1) - len(plain.element_tag.opener.prefix)
        end, closes_itself = plain._attributes(self.text, match.end(1), start, plan.fields, values)
        if not closes_itself:
            end = self.read(end, (*closers, closer), plan.fields, values)
        return values, end

    def _string(self, start: int, closers: tuple[str, ...]) -> tuple[Json, int]:
        """A string with markup in it, up to its own closer."""
        end = self.find(closers[-1], start)
        if end < 0 or any(self.text.find(other, start, end) >= 0 for other in closers[:-1]):
            raise Declined
        return between_delimiters(self.text, start, end), end + len(closers[-1])


def _leaf(plan: Plan, match: re.Match[str]) -> tuple[Json, int]:
    """A whole element around a text without markup."""
    if plan.reader is None:
        raise Declined
    content = match[2]
    return plan.reader(strip_delimiters(content) if "\n" in content else content), match.end()


@lru_cache(maxsize=16)
def plain_reader(grammar: Grammar, limits: Limits) -> PlainReader | None:
    """The plain reader of a grammar, or None if the grammar's tags are not regular in the known way.

    Nor is there one for a limit of tags so low that a name alone could pass it.
    """
    found = expressions(grammar) if limits.open_tag > MAX_TAG else None
    return PlainReader(grammar, found, limits) if found is not None else None
