"""One call in plain spelling that is still arriving: the fast way of `pi_native.stream`.

It goes on where the last chunk ended, with the expressions and tables of `pi_native.plain`, and announces what
`pi_native.announcer` would, at the same moment. Where the text is not plain it raises `Declined`: the call is then read
from its beginning token by token, and what was announced already is not announced again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from pi_native.cursor import Body, Frame, decide
from pi_native.events import ArgumentDelta, ArgumentEnd, ArgumentStart, CallStart, Event
from pi_native.lexer import Lexer
from pi_native.model import Form, Json
from pi_native.plain import PlainReader
from pi_native.plans import MAX_NAME, Arrival, Declined, Fields, Plan
from pi_native.schema import pointer_to
from pi_native.tools import Tool, ToolSet
from pi_native.values import unreported
from pi_native.verbatim import between_delimiters, content_start, strip_delimiters, without_beginning

MAX_UNFINISHED = 256  # characters of an attribute without quotes that are looked at again with every chunk

_pointer = lru_cache(maxsize=4096)(pointer_to)  # of names that schemas know: the same come again and again


class _Open:
    """A call or an element that is open; ``values`` are those of a call's arguments or an object's fields so far.

    ``is_item`` says that it is an item of the list that has its name.
    """

    __slots__ = ("closer", "is_item", "name", "plan", "pointer", "values")

    def __init__(self, name: str, plan: Plan, pointer: str, closer: str, is_item: bool = False) -> None:
        self.name, self.plan, self.pointer, self.closer, self.is_item = name, plan, pointer, closer, is_item
        self.values: dict[str, Json] = {}


Step = Callable[["PlainCall", Lexer], bool]


class PlainCall:
    """Reads the call that begins at ``start`` of the lexer's text.

    ``advance`` goes as far as the text received allows and says whether the call ended; then ``name``, ``values``,
    ``form`` and ``pos``, its end, are known. ``written`` counts the characters announced of the string that is being
    written, ``deltas`` the announcements of strings. ``awaited`` is what must come before anything but the obvious can
    be told: nothing, or if it ``flows``, that the string goes on.
    """

    __slots__ = (
        "_content",
        "_element",
        "_emit",
        "_index",
        "_keeps_values",
        "_levels",
        "_next",
        "_plain",
        "_quote",
        "_seen",
        "_tag_start",
        "_text_start",
        "_tool",
        "_tools",
        "awaited",
        "deltas",
        "flows",
        "form",
        "name",
        "pos",
        "start",
        "values",
        "written",
    )

    _element: _Open
    _tool: Tool

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
        self.start = self.pos = self._tag_start = self._text_start = self._content = self._seen = start
        self.name = self.awaited = self._quote = ""
        self.form: Form = "attribute"
        self.values: dict[str, Json] = {}
        self.written = self.deltas = 0
        self.flows = False
        self._levels: list[_Open] = []
        self._next: Step | None = PlainCall._call_name

    def advance(self, lexer: Lexer) -> bool:
        """Read on; True if the call ended. Raises `Declined` where it is not plain."""
        self.awaited, self.flows = "", False
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
            values = _with(values, self._element, text)
        for outer, level in zip(reversed(self._levels[:-1]), reversed(self._levels), strict=False):
            values = _with(dict(outer.values), level, values)
        return values

    # -- the open tag --------------------------------------------------------------------------------------------

    def _call_name(self, lexer: Lexer) -> bool:
        text, plain = lexer.text, self._plain
        match = plain.match_call(text, self.start)
        if match is None:
            return _wait_if(len(text) == self.start + len(plain.sigil))
        if match.end() == len(text):  # the name may go on
            return _wait_if(match.end() - self.start < MAX_NAME)
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
            self._announce(_pointer("", name), value)
        self._seen = self.pos
        self._next = None if closes_itself else PlainCall._call_body
        return True

    def _tag(self, lexer: Lexer, start: int, fields: Fields, values: dict[str, Json]) -> bool | None:
        """The attributes of the tag that begins at ``start``; whether it closes itself, or None if it is not whole."""
        text, plain = lexer.text, self._plain
        if self._quote and not self._has_come(text, self._quote):
            if len(text) - start > lexer.limits.open_tag:
                raise Declined
            return None
        match_part, self._quote = plain.match_part, ""
        while (match := match_part(text, self.pos)) is not None:
            end, group = match.end(), match.lastindex or 0
            if group > 2:
                if end - start > lexer.limits.open_tag:
                    raise Declined
                self.pos = end
                return group == 3
            known = plain.skip(text, end) if group == 1 else end
            if known == len(text) and not plain.is_quoted(match):  # more of it may come
                break
            plain.take_attribute(match, fields, values)
            self.pos = end
        self._check_unfinished(lexer, start)
        return None

    def _check_unfinished(self, lexer: Lexer, start: int) -> None:
        """An attribute has only arrived in part: wait for more of it, if it may become one."""
        text, plain = lexer.text, self._plain
        match = plain.expressions.unfinished.fullmatch(text, self.pos)
        if match is None or len(text) - start > lexer.limits.open_tag:
            raise Declined
        if match.lastindex is not None:
            self._quote = self.awaited = plain.closing_quote(match[match.lastindex])
            self._seen = len(text)
        elif len(text) - self.pos > MAX_UNFINISHED or text.find(plain.sigil, self.pos) >= 0:
            raise Declined

    def _has_come(self, text: str, awaited: str) -> bool:
        """Whether the text behind what was looked at holds what is awaited, which has one character or is empty."""
        start = self._seen if self._seen > self.pos else self.pos
        if text.find(awaited, start) >= 0:
            return True
        self._seen, self.awaited = len(text), awaited
        return False

    # -- the call's body -----------------------------------------------------------------------------------------

    def _call_body(self, lexer: Lexer) -> bool:
        """What the body is: elements or a text (D8)."""
        text, tool, plain = lexer.text, self._tool, self._plain
        closer = plain.call_tag.closer.wrap(self.name)
        if tool.inline_eligible:
            self._seen = plain.skip(text, self._seen)
            match = plain.match_member(text, self._seen)
            if match is None or match[2] is None or match[1] not in tool.plain_fields.names:
                frame = None if self._may_be_member(text, closer) else self._decided(lexer, closer)
                if frame is None:
                    return False
                if frame.body is Body.TEXT:
                    self._inline(frame.target or "", closer)
                    return True
        if plain.depth < 1:
            raise Declined
        call = _Open(self.name, tool.plan, "", closer)
        call.values = self.values
        self._levels.append(call)
        self.form, self._next = "element", PlainCall._members
        return True

    def _decided(self, lexer: Lexer, closer: str) -> Frame | None:
        """The call with its body decided on, as for any other call; None if that takes more text."""
        tag, tool = self._plain.call_tag, self._tool
        frame = Frame(tag, self.name, closer, tool.shape, tool.shape, unreported, tool, [*self.values])
        frame.start = self.pos
        return frame if decide(lexer, frame) else None

    def _may_be_member(self, text: str, closer: str) -> bool:
        """Whether the text ends in what may become the tag of a known parameter, or the closing tag."""
        rest, opener = text[self._seen : self._seen + MAX_NAME], self._plain.element_tag.opener.prefix
        if (len(rest) < len(closer) and closer.startswith(rest)) or opener.startswith(rest):
            return True
        name = rest[len(opener) :]
        return rest.startswith(opener) and any(known.startswith(name) for known in self._tool.plain_fields.names)

    def _inline(self, target: str, closer: str) -> None:
        plan = self._tool.plain_fields[target]
        if plan is None or target in self.values:
            raise Declined
        self.form, self._element = "inline", _Open(target, plan, _pointer("", target), closer)
        self._begin_text(self.pos)
        self._begin_string()

    # -- texts ---------------------------------------------------------------------------------------------------

    def _begin_text(self, pos: int) -> None:
        self._text_start = self._seen = pos
        self._content = -1

    def _begin_string(self) -> None:
        self._next = PlainCall._string
        self._start(self._element)

    def _string(self, lexer: Lexer) -> bool:
        """A string, up to its own closing tag; what is certain of it is announced as it arrives."""
        text, closer = lexer.text, self._element.closer
        end = text.find(closer, self._seen)
        if end >= 0:
            self._end_string(text, end)
            return True
        length = len(text)
        self._seen = max(self._text_start, length - len(closer) + 1)
        if self._content < 0:
            found = content_start(text, self._text_start, is_last=False)
            if found is None:
                return False
            self._content = found
        announced = self._content + self.written
        rest = text[announced:]
        if closer[0] in rest or rest[-1:] in "\r\n":
            rest = text[announced : without_beginning(text, self._content, closer)]
        if rest:
            self._delta(rest)
        if self._content + self.written == length:
            self.awaited, self.flows = closer[0], True
        return False

    def flow(self, chunk: str) -> Event:
        """The string goes on."""
        self.written += len(chunk)
        self.deltas += 1
        return ArgumentDelta(self._index, self._element.pointer, chunk)

    def _end_string(self, text: str, end: int) -> None:
        element, start = self._element, self._text_start
        value = between_delimiters(text, start, end)
        if self.form == "inline":
            if text.find(self._plain.call_tag.opener.wrap(self.name), start, end) >= 0:
                raise Declined
        else:
            for level in self._levels:
                if text.find(level.closer, start, end) >= 0:
                    raise Declined
        if len(value) > self.written:
            self._delta(value[self.written :])
        self.pos, self.written = end + len(element.closer), 0
        self._end(element, value, self._keeps_values)
        self._next = None if self.form == "inline" else PlainCall._members

    def _delta(self, text: str) -> None:
        self.written += len(text)
        self.deltas += 1
        self._emit(ArgumentDelta(self._index, self._element.pointer, text))

    def _string_or_null(self, lexer: Lexer) -> bool:
        """A text that is a string unless it says null."""
        text, closer = lexer.text, self._element.closer
        end = text.find(closer, self._seen)
        if end >= 0:
            return self._end_text(text, end)
        self._seen = max(self._text_start, len(text) - len(closer) + 1)
        content = content_start(text, self._text_start, is_last=False)
        if content is None:
            return False
        certain = without_beginning(text, content, closer)
        if "null".startswith(text[content : min(certain, content + 5)]):
            return False
        self._begin_string()
        return True

    def _text(self, lexer: Lexer) -> bool:
        """A text of which nothing can be told before it is whole."""
        text, closer = lexer.text, self._element.closer
        self._seen = self._plain.run(text, self._seen)
        if self._seen == len(text):
            self.awaited = self._plain.markup
            return False
        if text.startswith(closer, self._seen):
            return self._end_text(text, self._seen)
        return _wait_if(closer.startswith(text[self._seen :]))

    def _end_text(self, text: str, end: int) -> bool:
        element, reader = self._element, self._element.plan.reader
        if reader is None:
            raise Declined
        value = reader(between_delimiters(text, self._text_start, end))
        self.pos, self._next = end + len(element.closer), PlainCall._members
        self._start(element)
        self._end(element, value)
        return True

    # -- members -------------------------------------------------------------------------------------------------

    def _members(self, lexer: Lexer) -> bool:
        """The next element, or the closing tag of what is open."""
        text, plain = lexer.text, self._plain
        if not self._has_come(text, plain.tag_end):
            return False
        match = plain.match_member(text, self.pos)
        if match is None:
            self._close(text)
            return True
        content = match[2]
        element = self._element = self._opened(match[1])
        if element.plan.fields is not None:
            self._tag_start = match.start(1) - len(plain.element_tag.opener.prefix)
            self.pos = match.end(1)
            self._next = PlainCall._element_tag
        elif match[3] is not None:
            self.pos = match.end()
            self._leaf(element, content)
        elif content is not None:
            self._begin_text(match.start(2))
            self._open_text(element)
        else:
            raise Declined
        return True

    def _opened(self, name: str) -> _Open:
        """The element of this name that begins; declines an unknown name and one that came before."""
        level = self._levels[-1]
        assert level.plan.fields is not None
        plan = level.plan.fields[name]
        if plan is None or len(self._levels) > self._plain.depth:
            raise Declined
        pointer, closer = _pointer(level.pointer, name), self._plain.closer(name)
        if plan.items is not None:
            place = len(level.values.get(name, ()))
            return _Open(name, plan.items, f"{pointer}/{place}", closer, is_item=True)
        if name in level.values:
            raise Declined
        return _Open(name, plan, pointer, closer)

    def _leaf(self, element: _Open, content: str) -> None:
        """A whole element around a text without markup."""
        reader, arrival = element.plan.reader, element.plan.arrival
        if reader is None or arrival is Arrival.UNPLANNED:
            raise Declined
        is_string = arrival is Arrival.STRING
        value = reader(strip_delimiters(content) if "\n" in content else content)
        self._start(element)
        if is_string and value:
            self._delta(value)
            self.written = 0
        self._end(element, value, self._keeps_values or not is_string)

    def _open_text(self, element: _Open) -> None:
        arrival = element.plan.arrival
        if arrival is Arrival.STRING:
            self._begin_string()
        elif arrival is Arrival.UNPLANNED:
            raise Declined
        else:
            self._next = PlainCall._string_or_null if arrival is Arrival.STRING_OR_NULL else PlainCall._text

    def _element_tag(self, lexer: Lexer) -> bool:
        """The open tag of an object's element."""
        element = self._element
        assert element.plan.fields is not None
        closes_itself = self._tag(lexer, self._tag_start, element.plan.fields, element.values)
        if closes_itself is None:
            self.awaited = self._quote or self._plain.tag_end
            return False
        self._seen, self._next = self.pos, PlainCall._object_body
        if closes_itself:
            self._start(element)
            self._end(element, element.values)
            self._next = PlainCall._members
        return True

    def _object_body(self, lexer: Lexer) -> bool:
        """An object's members begin, unless a JSON literal stands in their place (D13)."""
        text, element = lexer.text, self._element
        self._seen = self._plain.skip(text, self._seen)
        if self._seen == len(text):
            return False
        if not lexer.grammar.markup.match(text, self._seen):
            raise Declined
        self._start(element)
        for name, value in element.values.items():
            self._announce(_pointer(element.pointer, name), value)
        self._levels.append(element)
        self._next = PlainCall._members
        return True

    def _close(self, text: str) -> None:
        """The closing tag of what is open."""
        level = self._levels[-1]
        self.pos = self._plain.skip(text, self.pos)
        if not text.startswith(level.closer, self.pos):
            raise Declined
        self.pos += len(level.closer)
        for name, value in level.values.items():
            if isinstance(value, list):
                given = value if self._keeps_values else None
                self._emit(ArgumentEnd(self._index, _pointer(level.pointer, name), given))
        self._levels.pop()
        if self._levels:
            self._end(level, level.values, self._keeps_values)
        else:
            self._next = None

    # -- arguments -----------------------------------------------------------------------------------------------

    def _start(self, element: _Open) -> None:
        """Announce that an argument begins, and with its first item a list."""
        if element.is_item:
            level = self._levels[-1]
            if element.name not in level.values:
                level.values[element.name] = []
                self._emit(ArgumentStart(self._index, _pointer(level.pointer, element.name)))
        self._emit(ArgumentStart(self._index, element.pointer))

    def _end(self, element: _Open, value: Json, says_value: bool = True) -> None:
        """Announce an argument's end, and put it where it belongs."""
        self._emit(ArgumentEnd(self._index, element.pointer, value if says_value else None))
        values = self._levels[-1].values if self._levels else self.values
        if element.is_item:
            values[element.name].append(value)
        else:
            values[element.name] = value

    def _announce(self, pointer: str, value: Json) -> None:
        """Announce an attribute."""
        self._emit(ArgumentStart(self._index, pointer))
        self._emit(ArgumentEnd(self._index, pointer, value))


def _wait_if(may_go_on: bool) -> bool:
    """Wait for more text if it can make this plain; else decline."""
    if not may_go_on:
        raise Declined
    return False


def _with(values: dict[str, Json], element: _Open, value: Json) -> dict[str, Json]:
    values[element.name] = [*values[element.name], value] if element.is_item else value
    return values
