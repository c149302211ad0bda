"""One call in plain spelling that is still arriving: the fast way of `pi_native.stream`.

It goes on where the last chunk ended, with the expressions and tables of `pi_native.plain`, and announces what
`pi_native.announcer` would, at the same moment. Where the text is not plain it raises `Declined`: the call is then read
from its beginning token by token, and what was announced already is not announced again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pi_native.cursor import Body, Frame, decide
from pi_native.events import ArgumentDelta, ArgumentEnd, ArgumentStart, CallStart, Event
from pi_native.lexer import Lexer
from pi_native.model import Form, Json
from pi_native.plain import PlainReader
from pi_native.plans import MAX_NAME, Arrival, Declined, Fields, Plan
from pi_native.schema import pointer_to
from pi_native.tools import ToolSet
from pi_native.values import unreported
from pi_native.verbatim import between_delimiters, content_start, strip_delimiters, without_beginning

MAX_UNFINISHED = 256  # characters of an attribute without quotes that are looked at again with every chunk


@dataclass(slots=True)
class _Level:
    """A call or an object that is open; ``name`` is its own, ``is_item`` whether it is an item of a list."""

    name: str
    pointer: str
    closer: str
    fields: Fields
    values: dict[str, Json]
    is_item: bool = False


@dataclass(slots=True)
class _Argument:
    """An element that is being read: its name, its plan, its value's pointer, and how it ends."""

    name: str
    plan: Plan
    pointer: str
    is_item: bool
    closer: str
    given: dict[str, Json] = field(default_factory=dict)


class PlainCall:
    """Reads the call that begins at ``start`` of the lexer's text.

    ``advance`` goes as far as the text received allows and says whether the call ended; then ``name``, ``values``,
    ``form`` and ``pos``, its end, are known. ``written`` counts the characters announced of the string that is being
    written, ``deltas`` the announcements they came in, ``awaited`` what must come before anything can be told.
    """

    __slots__ = (
        "_argument",
        "_content",
        "_emit",
        "_index",
        "_keeps_values",
        "_levels",
        "_next",
        "_plain",
        "_seen",
        "_tag_start",
        "_text_start",
        "_tool",
        "_tools",
        "awaited",
        "deltas",
        "form",
        "name",
        "pos",
        "start",
        "values",
        "written",
    )

    def __init__(
        self,
        plain: PlainReader,
        tools: ToolSet,
        start: int,
        index: int,
        emit: Callable[[Event], None],
        keeps_values: bool,
    ) -> None:
        self._plain, self._tools, self._index, self._emit = plain, tools, index, emit
        self._keeps_values = keeps_values
        self.start = self.pos = start
        self.name, self.awaited = "", ""
        self.form: Form = "attribute"
        self.values: dict[str, Json] = {}
        self.written = self.deltas = 0
        self._tag_start = self._text_start = self._content = self._seen = start
        self._levels: list[_Level] = []
        self._next: Callable[[PlainCall, Lexer], bool] | None = PlainCall._call_name

    def moved(self, count: int) -> None:
        """The first ``count`` characters of the text went away."""
        self.start -= count
        self.pos -= count
        self._tag_start -= count
        self._text_start -= count
        self._content -= count
        self._seen -= count

    def advance(self, lexer: Lexer) -> bool:
        """Read on; True if the call ended. Raises `Declined` where it is not plain."""
        self.awaited = ""
        while (step := self._next) is not None:
            if not step(self, lexer):
                return False
        return True

    @property
    def has_begun(self) -> bool:
        """Whether the call's open tag was whole, so that its beginning was announced."""
        return self._next not in (PlainCall._call_name, PlainCall._call_tag)

    def partial(self, lexer: Lexer) -> dict[str, Json]:
        """The arguments announced so far and the string being written, as they stand: the caller copies."""
        values: dict[str, Json] = dict(self._levels[-1].values if self._levels else self.values)
        if self._next is PlainCall._string:
            text = lexer.text[self._content : self._content + self.written]
            values = _with(values, self._argument.name, text, self._argument.is_item)
        for outer, level in zip(reversed(self._levels[:-1]), reversed(self._levels), strict=False):
            values = _with(dict(outer.values), level.name, values, level.is_item)
        return values

    # -- the open tag --------------------------------------------------------------------------------------------

    def _call_name(self, lexer: Lexer) -> bool:
        text, plain = lexer.text, self._plain
        match = plain.expressions.call.match(text, self.start)
        if match is None:
            return self._wait_if(len(text) == self.start + len(plain.sigil))
        if match.end() == len(text):  # the name may go on
            return self._wait_if(match.end() - self.start < MAX_NAME)
        tool = self._tools.get(match[1])
        if tool is None or len(match[1]) > MAX_NAME:
            raise Declined
        self._tool, self.name, self.pos = tool, match[1], match.end()
        self._next = PlainCall._call_tag
        return True

    def _call_tag(self, lexer: Lexer) -> bool:
        closes_itself = self._tag(lexer, self.start, self._tool.plain_fields, self.values)
        if closes_itself is None:
            return False
        self._emit(CallStart(self._index, self.name))
        for name, value in self.values.items():
            self._whole(pointer_to("", name), value)
        self._seen = self.pos
        self._next = None if closes_itself else PlainCall._call_body
        return True

    def _tag(self, lexer: Lexer, start: int, fields: Fields, values: dict[str, Json]) -> bool | None:
        """The attributes of the tag that begins at ``start``; whether it closes itself, or None if it is not whole."""
        text, plain = lexer.text, self._plain
        match_part = plain.expressions.part.match
        while (match := match_part(text, self.pos)) is not None:
            end, group = match.end(), match.lastindex or 0
            if group > 2:
                if end - start > lexer.limits.open_tag:
                    raise Declined
                self.pos = end
                return group == 3
            known = plain.skip(text, end) if group == 1 else end
            if known == len(text):
                self._check_unfinished(lexer, start)
                return None
            plain.take_attribute(match, fields, values)
            self.pos = end
        if not self._plain.expressions.unfinished.fullmatch(text, self.pos):
            raise Declined
        self._check_unfinished(lexer, start)
        return None

    def _check_unfinished(self, lexer: Lexer, start: int) -> None:
        """An attribute has only arrived in part: wait for more of it."""
        text = lexer.text
        if len(text) - start > lexer.limits.open_tag:
            raise Declined
        awaited = self._plain.awaited(text, self.pos)
        if awaited is not None:
            self.awaited = awaited
        elif len(text) - self.pos > MAX_UNFINISHED or text.find(self._plain.sigil, self.pos) >= 0:
            raise Declined

    # -- the call's body -----------------------------------------------------------------------------------------

    def _call_body(self, lexer: Lexer) -> bool:
        """What the body is: elements or a text (D8)."""
        text, plain, fields = lexer.text, self._plain, self._tool.plain_fields
        self._seen = plain.skip(text, self._seen)
        if self._seen == len(text):
            return False
        child = plain.expressions.element.match(text, self._seen)
        closer = plain.call_tag.closer.wrap(self.name)
        if child is None or child[1] not in fields.names or not text.startswith(plain.body_end, child.end()):
            tag, shape = plain.call_tag, self._tool.shape
            frame = Frame(tag, self.name, closer, shape, shape, unreported, self._tool, list(self.values))
            frame.start = self.pos
            if not decide(lexer, frame):
                return False
            if frame.body is Body.TEXT:
                self._inline(frame.target or "", closer)
                return True
        if plain.depth < 1:
            raise Declined
        self.form, self._next = "element", PlainCall._members
        self._levels.append(_Level(self.name, "", closer, fields, self.values))
        return True

    def _inline(self, target: str, closer: str) -> None:
        self.form, self._next = "inline", PlainCall._string
        plan = self._tool.plain_fields[target]
        if plan is None or target in self.values:
            raise Declined
        self._argument = _Argument(target, plan, pointer_to("", target), False, closer)
        self._begin_text()
        self._begin_string()

    # -- strings and other texts ---------------------------------------------------------------------------------

    def _begin_text(self) -> None:
        """The text of the argument begins at ``pos``."""
        self._text_start = self._seen = self.pos
        self._content = -1

    def _begin_string(self) -> None:
        argument = self._argument
        self.written, self._next = 0, PlainCall._string
        self._start(argument)

    def _string(self, lexer: Lexer) -> bool:
        """A string, up to its own closing tag; what is certain of it is announced as it arrives."""
        text, argument = lexer.text, self._argument
        end = text.find(argument.closer, self._seen)
        if end >= 0:
            self._end_string(lexer, end)
            return True
        self._seen = max(self._text_start, len(text) - len(argument.closer) + 1)
        if self._content < 0:
            found = content_start(text, self._text_start, is_last=False)
            if found is None:
                return False
            self._content = found
        certain = without_beginning(text, self._content, argument.closer)
        if certain - self._content > self.written:
            self._delta(text[self._content + self.written : certain])
        return False

    def _end_string(self, lexer: Lexer, end: int) -> None:
        text, argument = lexer.text, self._argument
        value = between_delimiters(text, self._text_start, end)
        if self.form == "inline":
            if text.find(self._plain.call_tag.opener.wrap(self.name), self._text_start, end) >= 0:
                raise Declined
        elif any(text.find(level.closer, self._text_start, end) >= 0 for level in self._levels):
            raise Declined
        if len(value) > self.written:
            self._delta(value[self.written :])
        self.written = 0
        self.pos = end + len(argument.closer)
        self._end(argument.pointer, value if self._keeps_values else None)
        self._bind(argument, value)
        self._next = None if self.form == "inline" else PlainCall._members

    def _delta(self, text: str) -> None:
        self.written += len(text)
        self.deltas += 1
        self._emit(ArgumentDelta(self._index, self._argument.pointer, text))

    def _string_or_null(self, lexer: Lexer) -> bool:
        """A text that is a string unless it says null."""
        text, argument = lexer.text, self._argument
        end = text.find(argument.closer, self._seen)
        if end >= 0:
            return self._end_text(lexer, end)
        self._seen = max(self._text_start, len(text) - len(argument.closer) + 1)
        content = content_start(text, self._text_start, is_last=False)
        if content is None:
            return False
        certain = without_beginning(text, content, argument.closer)
        if "null".startswith(text[content : min(certain, content + 5)]):
            return False
        self._begin_string()
        return True

    def _text(self, lexer: Lexer) -> bool:
        """A text of which nothing can be told before it is whole."""
        text, argument, plain = lexer.text, self._argument, self._plain
        match = plain.expressions.run.match(text, self._seen)
        self._seen = match.end() if match else self._seen
        if self._seen == len(text):
            self.awaited = plain.markup
            return False
        if text.startswith(argument.closer, self._seen):
            return self._end_text(lexer, self._seen)
        return self._wait_if(argument.closer.startswith(text[self._seen :]))

    def _end_text(self, lexer: Lexer, end: int) -> bool:
        argument = self._argument
        if argument.plan.reader is None:
            raise Declined
        value = argument.plan.reader(between_delimiters(lexer.text, self._text_start, end))
        self.pos = end + len(argument.closer)
        self._start(argument)
        self._end(argument.pointer, value)
        self._bind(argument, value)
        self._next = PlainCall._members
        return True

    # -- members -------------------------------------------------------------------------------------------------

    def _members(self, lexer: Lexer) -> bool:
        """The next element, or the closing tag of what is open."""
        text, plain, level = lexer.text, self._plain, self._levels[-1]
        match = plain.expressions.leaf.match(text, self.pos)
        if match is not None:
            self._leaf(match)
            return True
        self.pos = pos = plain.skip(text, self.pos)
        if pos == len(text):
            return False
        if text.startswith(level.closer, pos):
            self._close(level)
            return True
        match = plain.expressions.element.match(text, pos)
        if match is None:
            rest = text[pos : pos + len(level.closer)]
            return self._wait_if(level.closer.startswith(rest) or plain.element_tag.opener.prefix.startswith(rest))
        if match.end() == len(text):
            return self._wait_if(match.end() - pos < MAX_NAME)
        self._open(lexer, match)
        return True

    def _leaf(self, match: re.Match[str]) -> None:
        """A whole element around a text without markup."""
        argument = self._argument_of(match["name"])
        reader, content = argument.plan.reader, match[2]
        if reader is None:
            raise Declined
        value = reader(strip_delimiters(content) if "\n" in content else content)
        self._start(argument)
        self._argument = argument
        is_string = argument.plan.arrival is Arrival.STRING
        if is_string and value:
            self._delta(value)
            self.written = 0
        self._end(argument.pointer, value if self._keeps_values or not is_string else None)
        self._bind(argument, value)
        self.pos = match.end()

    def _open(self, lexer: Lexer, match: re.Match[str]) -> None:
        """An element whose end has not arrived, or that holds markup."""
        argument = self._argument = self._argument_of(match[1])
        if argument.plan.fields is not None:
            self._tag_start, self.pos = match.start(), match.end()
            self._next = PlainCall._element_tag
            return
        if not lexer.text.startswith(self._plain.body_end, match.end()):
            raise Declined
        self.pos = match.end() + len(self._plain.body_end)
        self._begin_text()
        match argument.plan.arrival:
            case Arrival.STRING:
                self._begin_string()
            case Arrival.STRING_OR_NULL:
                self._next = PlainCall._string_or_null
            case Arrival.UNPLANNED:
                raise Declined
            case _:
                self._next = PlainCall._text

    def _element_tag(self, lexer: Lexer) -> bool:
        """The open tag of an object's element."""
        argument = self._argument
        assert argument.plan.fields is not None
        closes_itself = self._tag(lexer, self._tag_start, argument.plan.fields, argument.given)
        if closes_itself is None:
            return False
        self._seen, self._next = self.pos, PlainCall._object_body
        if closes_itself:
            self._start(argument)
            self._end(argument.pointer, argument.given)
            self._bind(argument, argument.given)
            self._next = PlainCall._members
        return True

    def _object_body(self, lexer: Lexer) -> bool:
        """An object's members begin, unless a JSON literal stands in their place (D13)."""
        text, argument, fields = lexer.text, self._argument, self._argument.plan.fields
        self._seen = self._plain.skip(text, self._seen)
        if self._seen == len(text):
            return False
        if not lexer.grammar.markup.match(text, self._seen) or fields is None:
            raise Declined
        self._start(argument)
        for name, value in argument.given.items():
            self._whole(pointer_to(argument.pointer, name), value)
        level = _Level(argument.name, argument.pointer, argument.closer, fields, argument.given, argument.is_item)
        self._levels.append(level)
        self._next = PlainCall._members
        return True

    def _close(self, level: _Level) -> None:
        self.pos += len(level.closer)
        for name, value in level.values.items():
            if isinstance(value, list):
                self._end(pointer_to(level.pointer, name), value if self._keeps_values else None)
        self._levels.pop()
        if not self._levels:
            self._next = None
            return
        self._end(level.pointer, level.values if self._keeps_values else None)
        self._put(level.name, level.values, level.is_item)

    # -- arguments -----------------------------------------------------------------------------------------------

    def _argument_of(self, name: str) -> _Argument:
        """The argument that an element of this name is; declines an unknown name and one that came before."""
        level = self._levels[-1]
        plan = level.fields[name]
        if plan is None or len(self._levels) > self._plain.depth:
            raise Declined
        pointer, closer = pointer_to(level.pointer, name), self._plain.element_tag.closer.wrap(name)
        if plan.items is not None:
            place = len(level.values.get(name, ()))
            return _Argument(name, plan.items, pointer_to(pointer, place), True, closer)
        if name in level.values:
            raise Declined
        return _Argument(name, plan, pointer, False, closer)

    def _start(self, argument: _Argument) -> None:
        """Announce that an argument begins, and with its first item a list."""
        if argument.is_item:
            level = self._levels[-1]
            if argument.name not in level.values:
                level.values[argument.name] = []
                self._emit(ArgumentStart(self._index, pointer_to(level.pointer, argument.name)))
        self._emit(ArgumentStart(self._index, argument.pointer))

    def _end(self, pointer: str, value: Json) -> None:
        self._emit(ArgumentEnd(self._index, pointer, value))

    def _whole(self, pointer: str, value: Json) -> None:
        """Announce an attribute."""
        self._emit(ArgumentStart(self._index, pointer))
        self._end(pointer, value)

    def _bind(self, argument: _Argument, value: Json) -> None:
        self._put(argument.name, value, argument.is_item)

    def _put(self, name: str, value: Json, is_item: bool) -> None:
        values = self._levels[-1].values if self._levels else self.values
        if is_item:
            values[name].append(value)
        else:
            values[name] = value

    @staticmethod
    def _wait_if(may_go_on: bool) -> bool:
        """Wait for more text if it can make this plain; else decline."""
        if not may_go_on:
            raise Declined
        return False


def _with(values: dict[str, Json], name: str, value: Json, is_item: bool) -> dict[str, Json]:
    values[name] = [*values[name], value] if is_item else value
    return values
