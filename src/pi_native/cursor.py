"""The schema cursor: what is open, and which form its body has (D7, D8, D13).

A `Frame` is a call or an element that is open. The schema says what its body can be; where that is not enough, the
first thing in the body decides, and `decide` says when it has seen enough of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from pi_native.diagnostics import quoted
from pi_native.lexer import FAIL, MORE, Lexer
from pi_native.schema import Shape, pointer_to
from pi_native.tags import Tag
from pi_native.tools import Tool
from pi_native.values import NOT_JSON, admits, parse_json

UNNAMED = "input"  # the parameter that an unknown tool's text body is bound to (D8)


class Body(Enum):
    """What stands between an open tag and its closer."""

    UNDECIDED = "undecided"
    MEMBERS = "members"
    TEXT = "text"


@dataclass(slots=True)
class Frame:
    """A call or element that is open.

    ``declared`` is the schema of the value; ``shape`` is that of this body: of one item where ``declared`` is an
    array (D12). ``report`` takes a code, where it is from and to, a detail and a pointer. ``index`` is the place among
    the items of ``parent``'s argument of this name.

    ``start`` is where the body begins, ``content`` where its text does once that is known, ``seen`` how far it was
    searched; ``is_dropped`` says that text already sent was given up to save memory, ``is_warned`` that a tag inside
    the text was reported. ``target`` is the parameter an inline body fills.

    ``repeats`` are terminals of the open tag with their texts that come again before the closer.

    ``given`` are the attributes (`pi_native.transformer.Given`), ``waiting`` first elements that may turn out to be a
    whole list, ``occurrences`` how many items each name had.
    """

    tag: Tag
    name: str
    closer: str
    declared: Shape
    shape: Shape
    report: Callable[..., None]
    tool: Tool | None = None
    attributes: Collection[str] = ()
    parent: Frame | None = None
    index: int = 0
    body: Body = Body.UNDECIDED
    start: int = 0
    seen: int = 0
    content: int | None = None
    is_dropped: bool = False
    is_warned: bool = False
    target: str | None = None
    unfinished: bool = False
    repeats: list[tuple[str, str]] = field(default_factory=list)
    occurrences: dict[str, int] = field(default_factory=dict)
    given: list[Any] = field(default_factory=list)
    waiting: dict[str, Any] = field(default_factory=dict)

    @property
    def is_call(self) -> bool:
        return self.tag.start is not None

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the value; made when asked for, since names may be long and frames many."""
        parts: list[str] = []
        frame: Frame | None = self
        while frame is not None and frame.parent is not None:
            if frame.declared.is_array or (frame.declared.counts and frame.index):
                parts.append(pointer_to("", frame.index))
            parts.append(pointer_to("", frame.name))
            frame = frame.parent
        return "".join(reversed(parts))

    @property
    def ends_at_markup(self) -> bool:
        """Whether the text of this frame ends at the first markup, its own closer or not (D17)."""
        return not self.is_call and self.shape.is_markup_free and not self.repeats

    def child(self, tag: Tag, name: str, attributes: Collection[str]) -> Frame:
        """The frame of an element inside this one."""
        index = self.occurrences.get(name, 0)
        self.occurrences[name] = index + 1
        declared = self.shape.property(name)
        closer, shape = tag.close(name), declared.element(index)
        return Frame(tag, name, closer, declared, shape, self.report, None, attributes, self, index)


def decide(lexer: Lexer, frame: Frame) -> bool:
    """Set the frame's ``body`` from what stands behind its open tag; False if that is not known yet."""
    found = _call_body(lexer, frame) if frame.is_call else _element_body(lexer, frame)
    frame.body = found
    return found is not Body.UNDECIDED


def only_text(frame: Frame) -> None:
    """Set the frame's ``body`` where the grammar leaves no choice: the open tag says that text follows."""
    frame.body = Body.TEXT
    if frame.is_call:
        target = frame.tool.inline_target(frame.attributes) if frame.tool else None
        frame.target = UNNAMED if target is None else target


def tag_inside(text: str, frame: Frame, end: int, outer: Iterable[str]) -> tuple[str, int, int, str] | None:
    """A tag inside verbatim text that hints at a forgotten closer: the finding's code, its place, and a detail (D17).

    ``outer`` are the closing tags of what encloses the frame.
    """
    if frame.is_call:
        place = _own_opener_inside(text, frame, end)
        return ("opener-inside-value", place, place + len(frame.name), repr(frame.name)) if place >= 0 else None
    for other in dict.fromkeys(outer):
        place = text.find(other, frame.start, end)
        if place >= 0:
            return "closer-inside-value", place, place + len(other), quoted(other)
    return None


def _own_opener_inside(text: str, frame: Frame, end: int) -> int:
    """Where an inline body holds its own open tag at the start of a line, or -1."""
    opener = frame.tag.opener
    own = opener.wrap(frame.name)
    place = text.find(own, frame.start, end)
    while place >= 0:
        match = opener.pattern.match(text, place) if opener.pattern else None
        if match and match[0] == own and text[place - 1] == "\n":
            return place
        place = text.find(own, place + 1, end)
    return -1


def _call_body(lexer: Lexer, frame: Frame) -> Body:
    """D8's order of decision."""
    tool = frame.tool
    target = tool.inline_target(frame.attributes) if tool else UNNAMED
    pos = lexer.skip(lexer.grammar.terminals["WS"], frame.start)
    closed = lexer.literal(frame.closer, pos) if pos != MORE else MORE
    child = is_child_tag(lexer, pos, tool.shape.names if tool else None) if closed == FAIL else FAIL
    if MORE in (closed, child):
        return Body.UNDECIDED
    if closed != FAIL:
        if tool is None or target not in tool.shape.required:
            return Body.MEMBERS
    elif child != FAIL or target is None:
        return Body.MEMBERS
    frame.target = target
    return Body.TEXT


def is_child_tag(lexer: Lexer, pos: int, known: Collection[str] | None) -> int:
    """The end of an element's open tag's name at ``pos``, if it is one of ``known`` (None: any), or `FAIL`, `MORE`."""
    tag = lexer.grammar.element_tag
    end = lexer.match(tag.opener, pos)
    if end == MORE:
        # Not so long a wait that a `<` in plain text is kept back: only while a known name could be coming.
        return MORE if known is None or _may_be_known(tag, lexer.text[pos : pos + 256], known) else FAIL
    if end == FAIL or (known is not None and tag.opener.unwrap(lexer.text[pos:end]) not in known):
        return FAIL
    found = [lexer.match(lexer.grammar.terminals[name], end) for name in tag.ends]
    if any(place >= 0 for place in found) or lexer.match(lexer.grammar.terminals["WS"], end) != FAIL:
        return end if end < len(lexer.text) else MORE
    return MORE if MORE in found else FAIL


def _may_be_known(tag: Tag, rest: str, known: Collection[str]) -> bool:
    """Whether an open tag that is not whole may get one of the names, or has one as far as can be told."""
    if any(tag.opener.wrap(name).startswith(rest) for name in known):
        return True
    match = tag.opener.pattern.match(rest) if tag.opener.pattern else None
    return match is not None and match.end() < len(rest) and tag.opener.unwrap(match[0]) in known


def _element_body(lexer: Lexer, frame: Frame) -> Body:
    """D13, where an object is possible; text where none is."""
    shape = frame.shape
    if not shape.can("object"):
        return Body.TEXT
    if shape.can("string"):
        if frame.attributes:
            return Body.MEMBERS
        pos = lexer.skip(lexer.grammar.terminals["WS"], frame.start)
        child = is_child_tag(lexer, pos, None) if pos != MORE else MORE
        return Body.UNDECIDED if child == MORE else Body.TEXT if child == FAIL else Body.MEMBERS
    return _object_body(lexer, frame)


def _object_body(lexer: Lexer, frame: Frame) -> Body:
    """Members, unless a JSON literal stands in their place."""
    pos = lexer.skip(lexer.grammar.terminals["WS"], frame.start)
    if pos == MORE or pos == len(lexer.text):
        return Body.UNDECIDED
    if lexer.text[pos] in "{[":
        return Body.TEXT
    markup = lexer.grammar.markup.search(lexer.text, max(pos, frame.seen))
    if markup is None:
        frame.seen = len(lexer.text)
        return Body.UNDECIDED
    value = parse_json(lexer.text[frame.start : markup.start()])
    is_value = value is not NOT_JSON and not isinstance(value, dict)
    return Body.TEXT if is_value and (admits(frame.shape, value) or admits(frame.declared, value)) else Body.MEMBERS
