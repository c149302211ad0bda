"""One call, from its open tag to its end: bodies, members, and recovery inside them (D16–D18).

The reader feeds tokens of one call to the LALR tables as the lexer finds them. Where the text does not fit it either
skips some, with a finding that holds it, or puts in a closing tag of no length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from pi_native.cursor import Body, Frame, decide, only_text, tag_inside
from pi_native.diagnostics import quoted
from pi_native.lalr import Callbacks, Lalr, Node, Token
from pi_native.lexer import FAIL, LIMIT, MORE, Lexer, OpenTag
from pi_native.schema import Shape
from pi_native.tools import Tool
from pi_native.transformer import Given, Opener, settle_attributes, settle_waiting
from pi_native.verbatim import content_start, without_beginning, without_newline

if TYPE_CHECKING:
    from pi_native.announcer import Announcer

Report = Callable[..., None]

MIN_DROP = 4_096  # characters that are worth moving the rest for


class CallReader:
    """Reads one call. ``read`` goes as far as the text received allows; ``pos`` is how far that is.

    ``next_tag`` is the open tag of the call that ended this one before its closer came.
    """

    def __init__(
        self,
        lexer: Lexer,
        open_tag: OpenTag,
        tool: Tool | None,
        shape: Shape,
        callbacks: Callbacks,
        report: Report,
        begins_call: Callable[[OpenTag], bool],
        announcer: Announcer | None = None,
    ) -> None:
        tag = open_tag.tag
        assert tag.start is not None
        self._lexer, self._grammar, self._report = lexer, lexer.grammar, report
        self._begins_call, self._announcer = begins_call, announcer
        self._lalr = Lalr(self._grammar.tables, tag.start, callbacks)
        self._frames: list[Frame] = []
        self._closers: Counter[str] = Counter()
        self._stray: int | None = None
        self._stray_code = "stray-text"
        self.pos = open_tag.start
        self.name = tag.opener.unwrap(lexer.text[open_tag.start : open_tag.tokens[0][2]])
        self.next_tag: OpenTag | None = None
        self._is_cut = open_tag.is_cut
        closer = tag.close(self.name)
        self._open(open_tag, Frame(tag, self.name, closer, shape, shape, report, tool, _names(lexer, open_tag)))

    @property
    def is_done(self) -> bool:
        """Whether the call ended, with its closer or without."""
        return self._lalr.is_done

    @property
    def value(self) -> Any:
        """What the callbacks made of the call; there only when it is done."""
        return self._lalr.values[0]

    def read(self, is_last: bool) -> bool:
        """Read on; True when the call is done. ``is_last`` says that no more text will come."""
        while not self.is_done:
            if not self._step(is_last):
                return False
        return not self._is_cut

    def cut_off(self) -> None:
        """The input ended inside the call: close what is open, and keep what was read (D18)."""
        self._end_stray()
        end = len(self._lexer.text)
        if self._frames and self._may_be_text(self._frames[-1]):
            self._frames[-1].unfinished = True
            self._feed_text(self._frames[-1], end)
        self._announcer = None  # nothing that is open comes to its end
        self.pos = end
        while self._frames:
            self._put_in_closer()

    @staticmethod
    def _may_be_text(frame: Frame) -> bool:
        """Whether what is open may turn out to be a text: then it is not an object that is empty so far."""
        if frame.body is not Body.UNDECIDED:
            return frame.body is Body.TEXT
        return not frame.is_call and not frame.attributes and not frame.shape.only("object")

    def _step(self, is_last: bool) -> bool:
        frame = self._frames[-1]
        if frame.body is Body.UNDECIDED:
            return self._decide(frame)
        return self._text(frame, is_last) if frame.body is Body.TEXT else self._member(is_last)

    def _decide(self, frame: Frame) -> bool:
        if self._lalr.states[-1] in self._grammar.only_verbatim:
            only_text(frame)
        elif not decide(self._lexer, frame):
            return False
        if frame.body is Body.MEMBERS and not frame.is_call:
            settle_attributes(frame, frame.given)
        if self._announcer is not None:
            self._announcer.decided()
        return True

    # -- tags ----------------------------------------------------------------------------------------------------

    def _open(self, open_tag: OpenTag, frame: Frame) -> None:
        """Feed an open tag and, unless it closes itself, go into its body."""
        text = self._lexer.text
        for code, place in open_tag.repairs:
            self._report(code, place, place)
        name, start, end = open_tag.tokens[0]
        opener = Opener(name, text[start:end], start, end)
        opener.frame = frame
        self._lalr.feed(opener)
        for name, start, end in open_tag.tokens[1:]:
            self._lalr.feed(Token(name, text[start:end], start, end))
            if name in frame.tag.repeated:
                frame.repeats.append((name, text[start:end]))
        frame.closer = "".join(repeated for _, repeated in frame.repeats) + frame.closer
        self.pos = open_tag.end
        if not open_tag.closes_itself:
            self._go_into(frame)
        elif self._announcer is not None and not frame.is_call:
            self._announcer.leaf(self._last_given())

    def _go_into(self, frame: Frame) -> None:
        frame.start = self.pos
        frame.given = self._attributes()
        self._frames.append(frame)
        self._closers[frame.closer] += 1
        if frame.is_call:
            settle_attributes(frame, frame.given)
        if self._announcer is not None:
            self._announcer.opened(frame)

    def _attributes(self) -> list[Given]:
        """The attributes of the tag just read, which the LALR stack holds in front of the tag's end."""
        values = list(takewhile(lambda value: not isinstance(value, Opener), reversed(self._lalr.values)))
        nodes = [
            node for value in reversed(values) for node in (value.children if isinstance(value, Node) else [value])
        ]
        return [node for node in nodes if isinstance(node, Given)]

    def _last_given(self) -> Given:
        """The element that was just completed: the last on the LALR stack."""
        value = self._lalr.values[-1]
        while isinstance(value, Node):
            value = value.children[-1]
        given: Given = value
        return given

    def _feed_closer(self, end: int) -> None:
        """Close the innermost frame with its closer, which ends at ``end`` (at ``pos`` itself if it is put in)."""
        frame = self._frames.pop()
        self._closers[frame.closer] -= 1
        if not self._closers[frame.closer]:
            del self._closers[frame.closer]
        for name, text in frame.repeats:
            size = len(text) if end > self.pos else 0
            self._lalr.feed(Token(name, text[:size], self.pos, self.pos + size))
            self.pos += size
        value = self._lexer.text[self.pos : end]
        self._lalr.feed(Token(frame.tag.closer.name, value, self.pos, end))
        self.pos = end
        if self._announcer is not None and not frame.is_call:
            self._announcer.element_closed(self._last_given())

    def _put_in_closer(self, report: bool = False) -> None:
        frame = self._frames[-1]
        if report:
            code = self._grammar.insertable[frame.tag.closer.name]
            self._report(code, frame.start, self.pos, repr(frame.name), frame.pointer)
        self._feed_closer(self.pos)

    # -- verbatim text -------------------------------------------------------------------------------------------

    def _text(self, frame: Frame, is_last: bool) -> bool:
        """Verbatim text, up to its closer or what else ends it (D17)."""
        if frame.ends_at_markup:
            return self._text_to_markup(frame)
        end = self._find_closer(frame, is_last)
        if end >= 0:
            self._warn_of_tags_inside(frame, end)
            if frame.is_dropped and frame.content is not None and self._announcer is not None:
                self._announcer.arrived(self._lexer.text, frame.content, without_newline(self._lexer.text, end))
            self._feed_text(frame, end)
            self._feed_closer(end + len(frame.closer))
            return True
        end = self._find_enclosing_closer(frame) if is_last and not frame.is_call else -1
        if end < 0:
            if self._announcer is not None and frame.tag.ending is None:
                self._announce_text(frame, is_last)
            return False
        self._feed_text(frame, end)
        self._put_in_closer(report=True)
        return True

    def _announce_text(self, frame: Frame, is_last: bool) -> None:
        """Announce what is certain of a text whose closer has not come: all but what could be part of the end."""
        assert self._announcer is not None
        text = self._lexer.text
        if frame.content is None:
            frame.content = content_start(text, frame.start, is_last)
        if frame.content is not None:
            end = len(text) if is_last else without_beginning(text, max(frame.content, 0), frame.closer)
            self._announcer.arrived(text, frame.content, end)

    def drop_sent(self) -> int:
        """Give up text that was sent as deltas, for a host that wants nothing kept; how many characters that is.

        Positions move down by as many. So much is left that a tag of what encloses the text is seen whole.
        """
        frame = self._frames[-1] if self._frames else None
        if frame is None or frame.content is None or self._announcer is None:
            return 0
        count = frame.content + self._announcer.sent - max(map(len, self._closers)) - len(frame.name) - 16
        if count < MIN_DROP:
            return 0
        if not frame.is_warned:
            self._warn_of_tags_inside(frame, frame.content + self._announcer.sent)
        frame.is_dropped = True
        frame.content -= count
        for each in self._frames:
            each.start, each.seen = each.start - count, max(0, each.seen - count)
        frame.start = 0
        self.pos -= count
        return count

    def _text_to_markup(self, frame: Frame) -> bool:
        markup = self._grammar.markup.search(self._lexer.text, max(frame.start, frame.seen))
        if markup is None:
            frame.seen = max(frame.start, len(self._lexer.text) - len(frame.closer))
            return False
        closer = self._lexer.literal(frame.closer, markup.start())
        if closer == MORE:
            return False
        self._feed_text(frame, markup.start())
        if closer == FAIL:
            self._put_in_closer(report=True)
        else:
            self._feed_closer(closer)
        return True

    def _find_closer(self, frame: Frame, is_last: bool) -> int:
        if frame.tag.ending is not None and not frame.repeats:
            end, frame.seen = frame.tag.ending.find_end(self._lexer.text, max(frame.start, frame.seen), is_last)
            return end
        end = self._lexer.find_closer(frame.closer, max(frame.start, frame.seen), is_last)
        if end < 0:
            frame.seen = len(self._lexer.text) - len(frame.closer) + 1
        return end

    def _find_enclosing_closer(self, frame: Frame) -> int:
        if frame.is_dropped:  # there is nothing left to read again
            return -1
        places = self._grammar.any_closer.finditer(self._lexer.text, frame.start)
        return next((match.start() for match in places if match[0] in self._closers), -1)

    def _warn_of_tags_inside(self, frame: Frame, end: int) -> None:
        outer = (each.closer for each in self._frames[:-1])
        found = None if frame.is_warned else tag_inside(self._lexer.text, frame, end, outer)
        if found is not None:
            frame.is_warned = True
            self._report(*found, None if frame.is_call else frame.pointer)

    def _feed_text(self, frame: Frame, end: int) -> None:
        name = self._grammar.verbatim_at[self._lalr.states[-1]]
        text = "" if frame.is_dropped else self._lexer.text[frame.start : end]
        self._lalr.feed(Token(name, text, frame.start, end))
        self.pos = end

    # -- members -------------------------------------------------------------------------------------------------

    def _member(self, is_last: bool) -> bool:
        """The next thing between elements: whitespace, a tag, or text that does not belong there (D16)."""
        if self._stray is None:
            end = self._lexer.match(self._grammar.terminals["WS"], self.pos)
            if end >= 0:
                self._lalr.feed(Token("WS", self._lexer.text[self.pos : end], self.pos, end))
                self.pos = end
                return True
            if end == MORE:
                return False
        if self.pos == len(self._lexer.text):
            return False
        outcome = self._tag(is_last)
        if outcome == MORE and (not is_last or not self._goes_on()):
            return False
        if outcome != 0:
            self._skip(self._next_markup(), "limit-exceeded" if outcome == LIMIT else "stray-text")
        return True

    def _tag(self, is_last: bool) -> int:
        """Take the open or closing tag at ``pos`` (0), or say why there is none: `FAIL`, `MORE`, `LIMIT`."""
        outcomes = {FAIL}
        for tag in self._grammar.tags:
            end = self._lexer.match(tag.closer, self.pos)
            if end >= 0:
                self._close(end)
                return 0
            state = self._lalr.states[-1] if tag.start is None else self._grammar.tables.starts[tag.start]
            found = self._lexer.open_tag(self.pos, tag, state)
            if isinstance(found, OpenTag):
                return self._enter(found)
            outcomes |= {end, found}
        if MORE in outcomes and is_last:
            self._lexer.give_up()
        return MORE if MORE in outcomes else LIMIT if LIMIT in outcomes else FAIL

    def _enter(self, open_tag: OpenTag) -> int:
        if open_tag.tag.start is not None:
            return self._interrupt(open_tag)
        if len(self._frames) > self._lexer.limits.depth:
            self._skip(open_tag.end, "limit-exceeded")
            return 0
        self._end_stray()
        tag, parent = open_tag.tag, self._frames[-1]
        name = tag.opener.unwrap(self._lexer.text[open_tag.start : open_tag.tokens[0][2]])
        waited = settle_waiting(parent, name)
        if waited is not None and self._announcer is not None:
            self._announcer.waited(waited)
        self._open(open_tag, parent.child(tag, name, _names(self._lexer, open_tag)))
        return 0

    def _interrupt(self, open_tag: OpenTag) -> int:
        """The open tag of another call ends this one."""
        if not self._begins_call(open_tag):
            return FAIL
        self._end_stray()
        self.next_tag = open_tag
        while len(self._frames) > 1:
            self._put_in_closer()
        self._put_in_closer(report=True)
        return 0

    def _close(self, end: int) -> None:
        """A closing tag: of this frame, of one that encloses it, or of nothing."""
        self._end_stray()
        closer = self._lexer.text[self.pos : end]
        if closer not in self._closers:
            self._report("stray-closer", self.pos, end, quoted(closer), text=closer)
            self.pos = end
            return
        while self._frames[-1].closer != closer:
            self._put_in_closer(report=True)
        self._feed_closer(end)

    def _goes_on(self) -> bool:
        """Whether anything behind ``pos`` closes what is open or begins a call, so that the tag there is no tag.

        Asked only at the end of input, of an open tag that is not whole (D18).
        """
        closes = any(self._lexer.last_place(closer) > self.pos for closer in self._closers)
        return closes or self._lexer.next_call(self.pos + 1, self._begins_call) is not None

    def _next_markup(self) -> int:
        match = self._grammar.markup.search(self._lexer.text, self.pos + 1)
        return match.start() if match else len(self._lexer.text)

    def _skip(self, end: int, code: str) -> None:
        if self._stray is None:
            self._stray, self._stray_code = self.pos, "stray-text"
        if code != "stray-text":
            self._stray_code = code
        self.pos = end

    def _end_stray(self) -> None:
        if self._stray is not None:
            text = self._lexer.text[self._stray : self.pos]
            self._report(self._stray_code, self._stray, self.pos, quoted(text.strip()), text=text)
            self._stray = None


def _names(lexer: Lexer, open_tag: OpenTag) -> list[str]:
    """The names of the attributes of a tag."""
    return [lexer.text[start:end] for name, start, end in open_tag.tokens if name == "NAME"]
