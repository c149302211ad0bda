"""Text to calls: the lexer's tokens through the LALR tables, and what to do where they do not fit (D16–D18).

`parse` takes the text in one piece, `pi_native.stream.StreamParser` in many: there is one engine. Every recovery is one
of two things: a piece of text that is skipped, or a token of no length that is put in. So the LALR parser only ever
sees what the grammar allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal

from pi_native.call_reader import MIN_DROP, CallReader
from pi_native.diagnostics import diagnose, excerpt, quoted
from pi_native.extensions import Extension
from pi_native.grammar import Grammar
from pi_native.lalr import Callbacks, Reduction
from pi_native.lexer import FAIL, LIMIT, MORE, Lexer, OpenTag
from pi_native.locator import Locator, TextLines
from pi_native.model import (
    Call,
    Diagnostic,
    Limits,
    ParseResult,
    PiNativeSyntaxError,
    Section,
    Segment,
    Span,
    Text,
)
from pi_native.plain import plain_reader
from pi_native.schema import ANYTHING
from pi_native.section_reader import SectionReader
from pi_native.tags import Tag
from pi_native.tools import ToolSet
from pi_native.transformer import Arguments, SchemaTransformer

if TYPE_CHECKING:
    from pi_native.announcer import Announcer

UnknownTools = Literal["call", "text"]
ToolsLike = ToolSet | Iterable[Any] | None


def parse(
    text: str,
    tools: ToolsLike = None,
    *,
    strict: bool = False,
    grammar: Grammar | None = None,
    limits: Limits | None = None,
    unknown_tools: UnknownTools = "call",
) -> ParseResult:
    """Read a whole text: its prose, its calls with typed arguments, and what was noticed.

    Never raises on any text, unless ``strict``: then `PiNativeSyntaxError` at the first error in it.
    ``unknown_tools="text"`` leaves calls of tools that are not in ``tools`` in the prose (D6).
    Raises `SchemaError` for tools that cannot be used.

    >>> tools = [{"name": "read", "parameters": {"properties": {"path": {"type": "string"}}}}]
    >>> parse('See <call:read path="a.ts"/>', tools).calls[0].arguments
    {'path': 'a.ts'}
    """
    parser = TextParser(tools, grammar=grammar, limits=limits, unknown_tools=unknown_tools)
    parser.read(text)
    errors = [d for d in parser.result.diagnostics if d.severity == "error"] if strict else []
    if errors:
        raise PiNativeSyntaxError(errors[0], excerpt(text, errors[0].span))
    return parser.result


class TextParser:
    """Reads a text that arrives in chunks of any size (D19); sans I/O. `pi_native.stream` makes events of it.

    >>> parser = TextParser()
    >>> for chunk in ("see <ca", "ll:ls", "/>"):
    ...     parser.take(chunk)
    >>> parser.finish()
    >>> [call.name for call in parser.result.calls]
    ['ls']
    """

    def __init__(
        self,
        tools: ToolsLike = None,
        *,
        grammar: Grammar | None = None,
        limits: Limits | None = None,
        unknown_tools: UnknownTools = "call",
    ) -> None:
        self._grammar = grammar or Grammar.load()
        self._tools = ToolSet.of(tools)
        self._limits = limits or Limits()
        self._leave_unknown = unknown_tools == "text"
        self._callbacks = _typing_callbacks(self._grammar)
        self._plain = plain_reader(self._grammar, self._limits)
        self._begin()

    def _begin(self) -> None:
        """Be ready for a text."""
        self._lexer = Lexer(self._grammar, self._limits)
        self._locator = Locator()
        self._lines: TextLines | None = None  # of the whole text, if that is known
        self._base = self._pos = self._sought = 0
        self._unread = False
        self._prose: list[str] = []
        self._prose_start: Span | None = None
        self._reader: CallReader | SectionReader | None = None
        self._call_start = Span(0, 0, 1, 1)
        self._call_count = self._known_diagnostics = 0
        self._call_index: int | None = None
        self._segments: list[Segment] = []
        self._diagnostics: list[Diagnostic] = []
        self._result: ParseResult | None = None

    @property
    def result(self) -> ParseResult:
        """The result of the whole text; `ValueError` before ``close``."""
        if self._result is None:
            raise ValueError("the result is known only after close()")
        return self._result

    def read(self, text: str) -> None:
        """Take a text that is there whole; lines are then counted only when they are asked for."""
        if isinstance(text, str):
            self._lines = TextLines(text)
        self.take(text)
        self.finish()

    def take(self, chunk: str) -> None:
        """Take the next piece of text. Raises `TypeError` for bytes."""
        if not isinstance(chunk, str):
            raise TypeError("text is str; decode bytes with codecs.getincrementaldecoder('utf-8')() first")
        room = self._limits.size - self._base - len(self._lexer.text)
        if self._unread:
            self._add_prose(chunk)
            return
        if len(chunk) > room:
            self._pass_size_limit(chunk[:room], chunk[room:])
            return
        self._append(chunk)
        awaited = self._lexer.awaited
        if not awaited or awaited in chunk or len(self._lexer.text) - self._pos > self._limits.open_tag:
            self._run(is_last=False)

    def finish(self) -> None:
        """There is no more text."""
        if not self._unread:
            self._end()
        self._end_prose()
        self._result = ParseResult(tuple(self._segments), _in_text_order(self._diagnostics))

    def _append(self, chunk: str) -> None:
        if self._reader is None:
            self._drop_read()
        self._lexer.append(chunk)

    def _drop_read(self) -> None:
        """Forget the text that was read: rarely, so that it costs little."""
        if self._pos > max(MIN_DROP, len(self._lexer.text) // 2):
            self._drop(self._pos)
            self._sought, self._pos = max(0, self._sought - self._pos), 0

    def _drop(self, count: int) -> None:
        """Forget the first characters of the text received."""
        self._locator.drop(self._lexer.text, count)
        self._lexer.drop(count)
        self._base += count

    def _pass_size_limit(self, inside: str, outside: str) -> None:
        """What is past the limit is text, unread."""
        self._append(inside)
        self._run(is_last=False)
        self._end()
        place = len(self._lexer.text)
        self._report("limit-exceeded", place, place, f"more than {self._limits.size} characters of input")
        self._unread = True
        self._prose_start = self._prose_start or self._span(place, place)
        self._add_prose(outside)

    def _end(self) -> None:
        self._run(is_last=True)
        if self._reader is not None:
            self._reader.cut_off()
            start = max(self._call_start.offset - self._base, 0)
            code = "unterminated-call" if isinstance(self._reader, CallReader) else "unterminated-section"
            self._report(code, start, self._reader.pos)
            self._end_segment(complete=False)
        self._take_prose(len(self._lexer.text))

    def _run(self, is_last: bool) -> None:
        self._lexer.awaited, self._lexer.is_last = "", is_last
        while self._read_call(is_last) if self._reader is not None else self._read_prose(is_last):
            pass

    # -- prose ---------------------------------------------------------------------------------------------------

    def _read_plain(self, is_last: bool) -> bool:
        """Calls in plain spelling, each in a few matches, as long as there are (`pi_native.plain`).

        False if the text ends inside of one, so that only more text can tell.
        """
        plain, lexer, tools, span = self._plain, self._lexer, self._tools, self._span
        if self._lines is not None:  # the text is there whole: offsets are indices
            span = partial(Span.lazy, self._lines)
        if plain is None:
            return True
        text, add, sigil = lexer.text, self._segments.append, plain.sigil
        pos, sought = self._pos, max(self._sought, self._pos)
        while (place := text.find(sigil, sought)) >= lexer.known_until:
            found = plain.read(lexer, place, tools, is_last)
            if found is None:
                break
            name, values, form, end = found
            if self._prose:
                self._take_prose(place)
                self._end_prose()
            elif place > pos:
                add(Text(text[pos:place], span(pos, place)))
            add(Call(name, values, form, span(place, end), text[place:end]))
            self._call_count += 1
            self._pos = self._sought = pos = sought = end
        return True

    def _span(self, start: int, end: int) -> Span:
        if self._lines is not None:
            return Span.lazy(self._lines, self._base + start, self._base + end)
        return Span(self._base + start, self._base + end, *self._locator.at(self._lexer.text, start))

    def _read_prose(self, is_last: bool) -> bool:
        """Prose up to the next call; False when the text received holds no more."""
        if not self._read_plain(is_last):
            return False
        sigil = self._lexer.find_sigil(max(self._sought, self._pos))
        if sigil is None:
            self._take_prose(self._lexer.without_sigil(self._pos))
            return False
        tag, place = sigil
        if tag.is_section:
            self._begin_section(tag, place)
            return True
        found = self._lexer.open_tag(place, tag, self._grammar.tables.starts[tag.start or ""])
        if found == MORE:
            found = self._cut_tag(tag, place) if is_last else MORE
        if found == MORE:
            self._take_prose(place)
            return False
        if isinstance(found, OpenTag) and self._begins_call(found):
            self._begin_call(found)
            return True
        if not isinstance(found, OpenTag):
            code = "limit-exceeded" if found == LIMIT else "malformed-call-tag"
            self._report(code, place, place + len(tag.opener.prefix))
        self._sought = place + len(tag.opener.prefix)
        return True

    def _cut_tag(self, tag: Tag, place: int) -> OpenTag | int:
        """An open tag that the end of input cuts off: an incomplete call, if nothing makes it text (D18)."""
        self._lexer.give_up()
        if self._lexer.next_call(place + len(tag.opener.prefix), self._begins_call) is not None:
            return FAIL
        return self._lexer.cut_tag(place, tag, self._grammar.tables.starts[tag.start or ""]) or FAIL

    def _take_prose(self, end: int) -> None:
        if end > self._pos:
            if self._prose_start is None:
                self._prose_start = self._span(self._pos, self._pos)
            self._add_prose(self._lexer.text[self._pos : end])
            self._pos = end

    def _add_prose(self, text: str) -> None:
        self._prose.append(text)

    def _end_prose(self) -> None:
        if self._prose:
            assert self._prose_start is not None
            text, start = "".join(self._prose), self._prose_start
            self._segments.append(Text(text, start.until(start.offset + len(text))))
            self._prose, self._prose_start = [], None

    # -- calls ---------------------------------------------------------------------------------------------------

    def _begins_call(self, open_tag: OpenTag) -> bool:
        """Whether a well-formed open tag is a call's; that of an unknown tool may be left in the text (D6)."""
        return not self._leave_unknown or self._name(open_tag) in self._tools

    def _name(self, open_tag: OpenTag) -> str:
        return open_tag.tag.opener.unwrap(self._lexer.text[open_tag.start : open_tag.tokens[0][2]])

    def _begin_call(self, open_tag: OpenTag) -> None:
        self._take_prose(open_tag.start)
        self._end_prose()
        self._call_start = self._span(open_tag.start, open_tag.start)
        self._call_index = self._call_count
        self._known_diagnostics = len(self._diagnostics)
        name = self._name(open_tag)
        tool = self._tools.get(name)
        if tool is None:
            self._report("unknown-tool", open_tag.start, open_tag.tokens[0][2], quoted(name))
        shape = tool.shape if tool else ANYTHING
        context = self._callbacks, self._report, self._begins_call, self._announcer(name)
        self._reader = CallReader(self._lexer, open_tag, tool, shape, *context)

    def _announcer(self, name: str) -> Announcer | None:
        """What listens to a call that begins; a whole parse has no listener."""
        return None

    def _read_call(self, is_last: bool) -> bool:
        """The call that is open, to its end; False when the text received does not reach it."""
        assert self._reader is not None
        if not self._reader.read(is_last):
            return False
        following = self._reader.next_tag
        self._end_segment(complete=True)
        if following is not None:
            self._begin_call(following)
        return True

    def _begin_section(self, tag: Tag, place: int) -> None:
        self._take_prose(place)
        self._end_prose()
        self._call_start = self._span(place, place)
        self._reader = SectionReader(self._lexer, tag, place, self._callbacks, self._section_listener(tag.start or ""))

    def _section_listener(self, name: str) -> Callable[[str], None] | None:
        """What listens to a section that begins."""
        return None

    def _end_segment(self, complete: bool) -> None:
        reader, start = self._reader, self._call_start
        assert reader is not None
        self._pos = self._sought = reader.pos
        raw = self._lexer.text[max(start.offset - self._base, 0) : reader.pos]
        span = start.until(start.offset + len(raw))
        self._reader = None
        if isinstance(reader, SectionReader):
            self._add_section(reader, Section(reader.name, reader.text, span, raw, complete))
            return
        found = _in_text_order(self._diagnostics[self._known_diagnostics :])
        self._add_call(self._made(reader, span, raw, found, complete))
        self._call_count += 1
        self._call_index = None

    def _add_section(self, reader: SectionReader, section: Section) -> None:
        self._segments.append(section)

    def _add_call(self, call: Call) -> None:
        self._segments.append(call)

    def _made(self, reader: CallReader, span: Span, raw: str, found: tuple[Diagnostic, ...], complete: bool) -> Call:
        made: Arguments = reader.value
        return Call(reader.name, made.values, made.form, span, raw, found, complete, made.notes)

    # -- findings ------------------------------------------------------------------------------------------------

    def _report(
        self, code: str, start: int, end: int, detail: str = "", pointer: str | None = None, text: str = ""
    ) -> None:
        start = max(start, 0)  # what lies before was given up to save memory
        span = self._span(start, max(start, end))
        found = diagnose(code, span, detail, call_index=self._call_index, pointer=pointer, text=text)
        self._add_diagnostic(found)

    def _add_diagnostic(self, diagnostic: Diagnostic) -> None:
        self._diagnostics.append(diagnostic)


def _in_text_order(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=lambda d: (d.span.offset, d.span.end, d.code)))


@lru_cache(maxsize=16)
def _typing_callbacks(grammar: Grammar) -> Callbacks:
    transformer = SchemaTransformer(grammar)

    def method(name: str) -> Reduction | None:
        extension = grammar.code.get(name)
        if extension is not None and type(extension).read is not Extension.read:
            return lambda children: extension.read(children, transformer)
        return getattr(transformer, name, None)

    return grammar.callbacks(method)
