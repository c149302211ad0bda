"""The fast way of writing: what plain values of each parameter look like, made ready once per tool and style.

Most values have one obvious spelling. For those the pieces around them are cut out of the grammar's templates in
advance, and writing a call is joining texts. Whatever is not obvious raises `Declined`: then the call is spelled in the
general way (`pi_native.rendering.call`), which alone decides what can be written and how.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isfinite
from typing import NamedTuple

from pi_native.known_shape import has_known_shape
from pi_native.model import Json
from pi_native.plans import Arrival, Declined, Fields, Plan, Reader
from pi_native.rendering.arguments import MAX_ATTRIBUTE
from pi_native.rendering.writer import Writer
from pi_native.terminals import Terminal
from pi_native.tools import Tool

MAX_INTEGER = 10**15  # up to here an integer is written and read in one way only
MAX_DEPTH = 16  # objects in objects that are written this way
ATTRIBUTES, BODY = "\0", "\1"  # stand for what is not known yet; nothing that the grammar writes holds them
NOTHING = re.compile(r"(?!)")  # where a grammar has no value without quotes
WORDS = {True: "true", False: "false", None: "null"}


class Around(NamedTuple):
    """What stands around a text."""

    before: str
    after: str


class Tag(NamedTuple):
    """What stands before, between and behind the attributes and the body of a tag."""

    before: str
    between: str
    after: str


def _around(text: str) -> Around:
    before, _, after = text.partition(BODY)
    return Around(before, after)


def _tag(text: str) -> Tag:
    before, _, rest = text.partition(ATTRIBUTES)
    return Tag(before, *_around(rest))


class PlainCalls:
    """Writes the calls of one tool in one style.

    >>> from pi_native.grammar import Grammar
    >>> from pi_native.model import Limits
    >>> from pi_native.rendering.templates import Templates
    >>> from pi_native.rendering.writer import STYLES
    >>> tool = Tool("read", {"properties": {"path": {"type": "string"}}})
    >>> PlainCalls(Writer(Templates(Grammar.load()), STYLES["canonical"], Limits()), tool).write({"path": "a"})
    '<call:read path="a"/>'
    """

    def __init__(self, writer: Writer, tool: Tool) -> None:
        self._tool, self._fields = tool, _Fields(writer, tool.plain_fields)
        self._writes_inline = writer.style.inline and tool.inline_eligible
        self._closer, self._markup = writer.call_tag.closer.wrap(tool.name), writer.element_tag.opener.prefix[:1]
        self._alone = _tag(writer.call(tool.name, ATTRIBUTES) + BODY)
        self._members = _tag(writer.call(tool.name, ATTRIBUTES, writer.member_body([BODY])))
        self._inline = _tag(writer.call(tool.name, ATTRIBUTES, writer.inline_body(BODY)))
        self._empty = writer.call(tool.name, ""), _around(writer.call(tool.name, "", writer.member_body([BODY])))

    def write(self, values: dict[str, Json]) -> str:
        """The call's text; raises `Declined`."""
        attributes, rest = self._fields.split(values)
        if not rest:
            return f"{self._alone.before}{attributes}{self._alone.between}" if attributes else self._empty[0]
        if self._writes_inline and len(rest) == 1:
            parameter, value = rest[0]
            if self._tool.inline_target([name for name in values if name != parameter.name]) == parameter.name:
                return f"{self._inline.before}{attributes}{self._inline.between}{self._body(value)}{self._inline.after}"
        elements = "\n".join([element for parameter, value in rest for element in parameter.elements(value, 1)])
        if not attributes:
            return f"{self._empty[1].before}{elements}{self._empty[1].after}"
        return f"{self._members.before}{attributes}{self._members.between}{elements}{self._members.after}"

    def _body(self, value: Json) -> str:
        """An inline body that begins with something no element begins with (D8)."""
        if type(value) is not str or value.lstrip()[:1] in ("", self._markup):
            raise Declined
        return _verbatim(value, self._closer)


class _Fields(dict[str, "_Parameter"]):
    """The parameters of a tool, or the fields of an object, by name; made when first asked for."""

    def __init__(self, writer: Writer, fields: Fields) -> None:
        super().__init__()
        self._writer, self._fields = writer, fields
        self._prefers_attributes = writer.style.attributes == "plain"
        self._room = writer.limits.open_tag - MAX_ATTRIBUTE

    def __missing__(self, name: str) -> _Parameter:
        plan = self._fields[name]
        if plan is None or not self._writer.grammar.is_name(name):
            raise Declined
        self[name] = _Parameter(self._writer, name, plan)
        return self[name]

    def _of(self, name: str) -> _Parameter:
        if type(name) is not str:  # a subclass may be found in a dictionary and still be written otherwise
            raise Declined
        return self[name]

    def split(self, values: dict[str, Json]) -> tuple[str, list[tuple[_Parameter, Json]]]:
        """The attributes, and what has to be elements."""
        if not self._prefers_attributes:
            return "", [(self._of(name), value) for name, value in values.items()]
        attributes, rest = "", []
        for name, value in values.items():
            parameter = self._of(name)
            written = parameter.attribute(value)
            if written is None:
                rest.append((parameter, value))
            else:
                attributes += written
        if len(attributes) > self._room:
            raise Declined
        return attributes, rest


class _Parameter:
    """How one parameter is written, one field of an object, or the items of a list that has its name."""

    def __init__(self, writer: Writer, name: str, plan: Plan) -> None:
        self.name, self._is_list, self._plan = name, plan.items is not None, plan.items or plan
        self._closer = writer.element_tag.closer.wrap(name)
        self._text = _around(writer.element(name, text=BODY))
        self._quoted = [_quoted(writer, name, each) for each in writer.quoted_first if each.suffix]
        self._bare = _around(writer.attribute(name, BODY))
        self._scalars = _Scalars(writer, self._plan.reader)
        self._object = None if self._plan.fields is None else _Object(writer, name, self._plan.fields)

    def attribute(self, value: Json) -> str | None:
        """The attribute that D23 prefers; None for a value that has to be an element."""
        if self._is_list or self._object is not None:
            return None
        if type(value) is str:
            if "\n" in value or len(value) > MAX_ATTRIBUTE:
                return None
            self._check(value)
            for holds, around in self._quoted:
                if holds(value):
                    return f"{around.before}{value}{around.after}"
            raise Declined
        text = self._scalars.text(value)
        if not self._scalars.stands_bare(text):
            raise Declined
        return f"{self._bare.before}{text}{self._bare.after}"

    def elements(self, value: Json, depth: int) -> list[str]:
        """The value as an element, or a list as one for each item; ``depth`` says how many enclose it."""
        if not self._is_list:
            return [self._element(value, depth)]
        if type(value) is not list or not value:
            raise Declined
        return [self._element(each, depth) for each in value]

    def _element(self, value: Json, depth: int) -> str:
        if self._object is not None:
            return self._object.write(value, depth)
        if type(value) is not str:
            return f"{self._text.before}{self._scalars.text(value)}{self._text.after}"
        self._check(value)
        return f"{self._text.before}{_verbatim(value, self._closer)}{self._text.after}"

    def _check(self, value: str) -> None:
        """Decline a string that might be read as something else."""
        arrival = self._plan.arrival
        if arrival is not Arrival.STRING and (arrival is not Arrival.STRING_OR_NULL or value[:1].strip() in ("", "n")):
            raise Declined


class _Object:
    """How an object is written as an element."""

    def __init__(self, writer: Writer, name: str, fields: Fields) -> None:
        self._fields = _Fields(writer, fields)
        self._alone = _tag(writer.element(name, ATTRIBUTES) + BODY)
        self._members = _tag(writer.element(name, ATTRIBUTES, members=[BODY]))
        self._empty = writer.element(name), _around(writer.element(name, members=[BODY]))

    def write(self, value: Json, depth: int) -> str:
        if type(value) is not dict or depth > MAX_DEPTH:
            raise Declined
        attributes, rest = self._fields.split(value)
        if not rest:
            return f"{self._alone.before}{attributes}{self._alone.between}" if attributes else self._empty[0]
        elements = "\n".join([each for parameter, item in rest for each in parameter.elements(item, depth + 1)])
        if not attributes:
            return f"{self._empty[1].before}{elements}{self._empty[1].after}"
        return f"{self._members.before}{attributes}{self._members.between}{elements}{self._members.after}"


class _Scalars:
    """Numbers, booleans and null of one shape: those that its reader reads back from the plainest text."""

    def __init__(self, writer: Writer, reader: Reader | None) -> None:
        self._reader = reader
        self._words = {word: text for word, text in WORDS.items() if self._is_read(text, word, writer)}
        self._are_integers_read = self._is_read("0", 0, writer) and self._is_read("-1", -1, writer)
        self._are_floats_read = self._is_read("0.5", 0.5, writer) and self._is_read("-1e-07", -1e-07, writer)
        bare = [each.pattern for each in writer.quoted_first if not each.suffix and each.pattern is not None]
        self.stands_bare = bare[0].fullmatch if bare else NOTHING.fullmatch

    def _is_read(self, text: str, value: Json, writer: Writer) -> bool:
        """Whether a text is read as the value, and stands without quotes in a tag."""
        try:
            found = self._reader(text) if self._reader is not None else None
        except Declined:
            return False
        return type(found) is type(value) and found == value and writer.quote(text, is_string=False) == text

    def text(self, value: Json) -> str:
        """The value's text; raises `Declined`."""
        if type(value) is int:
            if not self._are_integers_read or not -MAX_INTEGER < value < MAX_INTEGER:
                raise Declined
            return str(value)
        if type(value) is float:
            if not self._are_floats_read or not isfinite(value):
                raise Declined
            return repr(value)  # as `json.dumps` writes it
        if value is not None and type(value) is not bool:
            raise Declined
        text = self._words.get(value)
        if text is None:
            raise Declined
        return text


def _quoted(writer: Writer, name: str, terminal: Terminal) -> tuple[Callable[[str], re.Match[str] | None], Around]:
    """What says whether a text can stand in these quotes, and what then stands around it."""
    inner = writer.grammar.terminals[terminal.inner or ""].pattern
    assert inner is not None
    value = writer.templates.fill("attr_val", {terminal.name: terminal.wrap(BODY)})
    return inner.fullmatch, _around(writer.attribute(name, value))


def _verbatim(text: str, closer: str) -> str:
    """The text as a verbatim body: several lines on lines of their own (D1, D23)."""
    if "\r" in text:
        raise Declined
    written = f"\n{text}\n" if "\n" in text else text
    if closer in written + closer[:-1]:
        raise Declined
    return written


def plain_calls(writer: Writer, tool: Tool) -> PlainCalls | None:
    """What writes the plain calls of a tool.

    None for a style that weighs spellings, and for a grammar whose tags or values are not put together as is known.
    """
    prepared = tool.prepared.get(writer)
    if prepared is None:
        prepared = tool.prepared[writer] = _prepare(writer, tool) or False
    return prepared if isinstance(prepared, PlainCalls) else None


def _prepare(writer: Writer, tool: Tool) -> PlainCalls | None:
    quotes_are_frames = all(each.is_frame for each in writer.quoted_first if each.suffix)
    is_plain = writer.style.spacious and quotes_are_frames and writer.grammar.is_name(tool.name)
    return PlainCalls(writer, tool) if is_plain and has_known_shape(writer.grammar) else None
