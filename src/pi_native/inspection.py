"""What a parser in the middle of a text is doing: what is open, what it holds back and why, what it expects.

A friend of the parser: it reads what the parser keeps for itself and changes none of it.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from pi_native.call_reader import CallReader
from pi_native.cursor import Body, Frame
from pi_native.grammar import Grammar
from pi_native.lalr import shift
from pi_native.lexer import MORE, Lexer
from pi_native.parser import ToolsLike
from pi_native.productions import START
from pi_native.schema import Shape, pointer_to
from pi_native.section_reader import SectionReader
from pi_native.stream import StreamParser
from pi_native.tools import Tool, ToolSet

#: Key of the sentence for what no rule expects.
RECOVERY = "recovery"

#: How much of the text that is kept is shown, in characters, and how many tokens of a tag are looked at.
SHOWN, MAX_TOKENS = 2_000, 1_000


@dataclass(frozen=True, slots=True)
class OpenFrame:
    """A call or an element that is open: ``body`` is undecided, members or text; ``types`` are empty where unknown."""

    kind: str
    name: str
    body: str
    closer: str
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inspection:
    """A parser between two characters.

    ``where`` is ``prose``, ``tag`` or ``body``; ``stack`` what is open, the outermost first. ``buffered`` characters
    are kept because what is open is not read to its end; of the last ``held_back`` of them nothing was said yet;
    ``tail`` are the last of them, at most `SHOWN`, so that looking at a long value costs no more. ``waits`` is the key
    of the grammar's ``@wait`` sentence for what the parser waits for (empty where it is nothing). ``reading`` are the
    terminals that the last characters may become, ``expected`` those that may come next. ``argument`` is the JSON
    Pointer of the value being written, ``shape`` its schema; ``names`` the parameters that may still come; ``skips``
    says that the text here belongs to nothing and is left out.
    """

    where: str
    stack: tuple[OpenFrame, ...]
    tail: str
    buffered: int
    held_back: int
    waits: str
    reading: tuple[str, ...]
    expected: tuple[str, ...]
    argument: str | None = None
    shape: Shape | None = None
    names: tuple[str, ...] = ()
    skips: bool = False

    @property
    def held(self) -> str:
        """The end of the text of which nothing was said yet, at most `SHOWN` characters."""
        return self.tail[max(0, len(self.tail) - self.held_back) :]


def step_by_step(tools: ToolsLike = None, grammar: Grammar | None = None) -> StreamParser:
    """A stream parser that reads every call token by token: the fast way keeps no stack that could be shown."""
    stream = StreamParser(tools, grammar=grammar)
    stream._plain, stream._is_quick = None, False
    return stream


def inspect(stream: StreamParser) -> Inspection:
    """What a `step_by_step` parser is doing.

    >>> stream = step_by_step([{"name": "read", "parameters": {"properties": {"path": {"type": "string"}}}}])
    >>> _ = stream.feed("<call:read><path>a</pa")
    >>> now = inspect(stream)
    >>> [frame.name for frame in now.stack], now.held, now.waits
    (['read', 'path'], '</pa', 'closer')
    """
    reader, lexer = stream._reader, stream._lexer
    if reader is None:
        return _in_prose(lexer, stream._pos, stream._tools)
    if isinstance(reader, SectionReader):
        return _in_section(reader, lexer)
    frame = reader._frames[-1]
    if frame.body is Body.MEMBERS:
        return _in_members(reader, lexer, frame)
    return _in_body(reader, lexer, frame)


def _kept(lexer: Lexer, start: int, held: int) -> tuple[str, int, int]:
    """The text from ``start`` on, of which what is held begins at ``held``: its tail, and both counted."""
    end = len(lexer.text)
    return lexer.text[max(start, end - SHOWN) :], end - start, end - held


def _in_prose(lexer: Lexer, start: int, tools: ToolSet) -> Inspection:
    tags = lexer.grammar.segment_tags
    tag = _in_tag(lexer, (), start, tools=tools)
    if tag is not None:
        return tag
    kept = _kept(lexer, start, start)
    text = lexer.grammar.verbatim_at[lexer.grammar.tables.starts[START]]
    openers = tuple(each.opener.name for each in tags)
    if not kept[1]:
        return Inspection("prose", (), *kept, "", (), (text, *openers))
    return Inspection("prose", (), *kept, "prose", openers, (text, *_behind_opener(lexer.grammar, kept[0])))


def _behind_opener(grammar: Grammar, held: str) -> tuple[str, ...]:
    """What may follow the beginning of a call, if its name is whole."""
    found: set[str] = set()
    for tag in grammar.segment_tags:
        found |= {*_following(grammar, [grammar.tables.starts[tag.start or ""]], held, (tag.opener.name,))}
    return _in_order(grammar, found)


def _in_section(reader: SectionReader, lexer: Lexer) -> Inspection:
    tag = reader.tag
    frame = OpenFrame("section", reader.name, Body.TEXT.value, tag.closer.literal or "", ("string",))
    kept = _kept(lexer, reader.pos, reader.sent_until)
    return Inspection("body", (frame,), *kept, "closer" if kept[2] else "", (), (tag.verbatim, tag.closer.name))


def _in_members(reader: CallReader, lexer: Lexer, frame: Frame) -> Inspection:
    stack, kept = _stack(reader), _kept(lexer, reader.pos, reader.pos)
    held, names = kept[0], _missing(frame.shape, {*frame.attributes})
    tag = _in_tag(lexer, stack, reader.pos, frame=frame)
    if tag is not None:
        return tag
    grammar, accepted = lexer.grammar, lexer.grammar.tables.states[reader._lalr.states[-1]]
    expected = _accepted(grammar, accepted, frame, with_text=False)
    reading = tuple(name for name in expected if held and lexer.match(grammar.terminals[name], reader.pos) == MORE)
    waits = "" if not held else "members" if not held.strip() else "tag"
    if waits == "tag":
        expected = _following(grammar, reader._lalr.states, held, reading)
        waits = waits if reading else RECOVERY
    return Inspection("body", stack, *kept, waits, reading, expected, None, None, names, reader._stray is not None)


def _in_body(reader: CallReader, lexer: Lexer, frame: Frame) -> Inspection:
    """In a body that is text, or of which it is not known yet what it is."""
    grammar, accepted = lexer.grammar, lexer.grammar.tables.states[reader._lalr.states[-1]]
    if frame.body is Body.UNDECIDED:
        tool = frame.tool
        with_text = not frame.is_call or tool is None or tool.inline_target(frame.attributes) is not None
        expected = _accepted(grammar, accepted, frame, with_text)
        names = _missing(frame.shape, {*frame.attributes})
        kept = _kept(lexer, frame.start, frame.start)
        return Inspection("body", _stack(reader), *kept, "form", (), expected, None, None, names)
    name = grammar.verbatim_at[reader._lalr.states[-1]]
    held, waits = _held(reader, frame)
    kept = _kept(lexer, frame.start, held)
    waits = waits if kept[2] else ""
    shape = frame.shape.property(frame.target or "") if frame.is_call else frame.shape
    pointer = pointer_to("", frame.target or "") if frame.is_call else frame.pointer
    expected = name, frame.tag.closer.name
    return Inspection("body", _stack(reader), *kept, waits, (), expected, pointer, shape)


def _accepted(grammar: Grammar, accepted: Container[str], frame: Frame, with_text: bool) -> tuple[str, ...]:
    """The terminals that the tables accept, without closers of other kinds: states are shared by all bodies."""
    others = {tag.closer.name for tag in grammar.tags if tag is not frame.tag}
    left_out = others if with_text else others | grammar.verbatim
    return tuple(name for name in _in_order(grammar, accepted) if name in grammar.terminals and name not in left_out)


def _held(reader: CallReader, frame: Frame) -> tuple[int, str]:
    """From where on a text body was not sent as deltas, and why."""
    announcer = reader._announcer
    if announcer is None or announcer._levels[-1].written is None:
        is_counted = any(level.frame.declared.counts for level in announcer._levels) if announcer else False
        return frame.start, "end" if is_counted else "value"
    content = frame.content if frame.content is not None else frame.start
    return max(content, frame.start) + announcer.sent, "closer"


def _in_tag(
    lexer: Lexer, stack: tuple[OpenFrame, ...], start: int, *, frame: Frame | None = None, tools: ToolSet | None = None
) -> Inspection | None:
    """In an open tag whose name is whole, or None."""
    scan = next((scan for scan in lexer._scans.values() if scan.result.start == start), None)
    if scan is None:
        return None
    grammar, tokens = lexer.grammar, scan.result.tokens
    text = lexer.text[scan.pos : scan.pos + SHOWN]
    begun = {each.name for each in grammar.candidates[scan.states[-1]] if text and lexer.match(each, scan.pos) == MORE}
    reading = tuple(name for name in _in_order(grammar, begun) if _may_become(grammar, name, text))
    opener = scan.result.tag.opener
    name = opener.unwrap(lexer.text[tokens[0][1] : tokens[0][2]])
    tool = tools.get(name) if tools is not None else None
    shape = _shape_in(tool, frame, name)
    given = [lexer.text[begin:end] for kind, begin, end in tokens[-MAX_TOKENS:] if kind == "NAME"]
    equals = grammar.terminals["EQ"]
    is_value = tokens[-1][0] == equals.name or (equals.name in reading and equals.matches(text))
    argument = given[-1] if given and is_value else None
    pointer = frame.pointer if frame is not None else ""
    if frame is not None:
        pointer = pointer_to(pointer, name)
    return Inspection(
        "tag",
        (*stack, _opening(scan.result.tag.start, name, grammar, shape)),
        *_kept(lexer, start, start),
        "tag" if reading or not text else RECOVERY,
        reading,
        _expected_in_tag(grammar, scan.states, text, reading),
        None if argument is None else pointer_to(pointer, argument),
        None if argument is None or shape is None else shape.property(argument),
        () if shape is None or argument is not None else _missing(shape, {*given}),
    )


def _may_become(grammar: Grammar, name: str, text: str) -> bool:
    """Whether a text can begin a token: one that only whitespace makes begin is no news of the token behind it."""
    terminal = grammar.terminals[name]
    return terminal.shortest is None or not text.isspace() or terminal.matches(text)


def _expected_in_tag(grammar: Grammar, states: list[int], text: str, reading: tuple[str, ...]) -> tuple[str, ...]:
    """What may come next in a tag: what the state accepts, or what may follow the token that could end here."""
    if not text:
        return _in_order(grammar, {each.name for each in grammar.candidates[states[-1]]})
    return _following(grammar, states, text, reading)


def _following(grammar: Grammar, states: list[int], text: str, reading: tuple[str, ...]) -> tuple[str, ...]:
    """What may follow a text that is a whole token of one of these terminals."""
    found: set[str] = set()
    for name in reading:
        following = list(states)
        if grammar.terminals[name].matches(text) and shift(following, grammar.tables, name):
            found |= {each.name for each in grammar.candidates[following[-1]]}
    return _in_order(grammar, found)


def _in_order(grammar: Grammar, names: Container[str]) -> tuple[str, ...]:
    """Terminals in the order of the grammar file."""
    return tuple(name for name in grammar.productions if name in names)


def _shape_in(tool: Tool | None, frame: Frame | None, name: str) -> Shape | None:
    if tool is not None:
        return tool.shape
    return frame.shape.property(name).element(0) if frame is not None else None


def _missing(shape: Shape, given: set[str]) -> tuple[str, ...]:
    return tuple(name for name in shape.names if name not in given or shape.property(name).can("array"))


def _opening(start: str | None, name: str, grammar: Grammar, shape: Shape | None) -> OpenFrame:
    tag = next(tag for tag in grammar.tags if tag.start == start)
    kind = "call" if start is not None else "element"
    return OpenFrame(kind, name, "tag", tag.closer.wrap(name), types_of(shape) if shape is not None else ())


def _stack(reader: CallReader) -> tuple[OpenFrame, ...]:
    return tuple(
        OpenFrame(
            "call" if frame.is_call else "element", frame.name, frame.body.value, frame.closer, types_of(frame.declared)
        )
        for frame in reader._frames
    )


def types_of(shape: Shape) -> tuple[str, ...]:
    """The possible types in order; none where they are unknown."""
    return tuple(sorted(shape.types or ()))
