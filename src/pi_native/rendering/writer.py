"""Writing tags, attributes and bodies: the templates with the names of the grammar's productions put in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pi_native.cursor import Body, Frame, decide
from pi_native.lexer import Lexer
from pi_native.model import Json, Limits
from pi_native.rendering.templates import Slots, Templates
from pi_native.tags import Tag
from pi_native.terminals import Terminal
from pi_native.verbatim import delimited, strip_delimiters


@dataclass(frozen=True, slots=True)
class Style:
    """What a style prefers: ``attributes`` where they are plain (D23), wherever possible, or only at last."""

    attributes: Literal["plain", "possible", "last"]
    inline: bool
    spacious: bool


STYLES = {
    "canonical": Style("plain", inline=True, spacious=True),
    "element": Style("last", inline=False, spacious=True),
    "minimal": Style("possible", inline=True, spacious=False),
}


class Refusal(Exception):
    """A value has no spelling in the place that was tried: where it is, and why."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(reason)
        self.pointer, self.reason = pointer, reason


class Writer:
    """Writes pieces of one grammar in one style.

    >>> from pi_native.grammar import Grammar
    >>> writer = Writer(Templates(Grammar.load()), STYLES["canonical"], Limits())
    >>> writer.element("a", text="b"), writer.attribute("a", writer.quote('"', is_string=True))
    ('<a>b</a>', ' a=\\'"\\'')
    """

    def __init__(self, templates: Templates, style: Style, limits: Limits) -> None:
        self.templates, self.grammar = templates, templates.grammar
        self.style, self.limits = style, limits
        self.call_tag = self.grammar.segment_tags[0]
        self.element_tag = self.grammar.element_tag

    # -- tags ----------------------------------------------------------------------------------------------------

    def call(self, name: str, attributes: str, body: str | None = None, notes: Slots | None = None) -> str:
        """A call: one that closes itself, or one with a body; ``notes`` are what else stands on its tag."""
        rule = "self_call" if body is None else "block_call"
        slots = {} if body is None else {"call_body": body}
        return self.tag(rule, self.call_tag, name, attributes, slots | dict(notes or {}))

    def element(
        self, name: str, attributes: str = "", *, text: str | None = None, members: list[str] | None = None
    ) -> str:
        """An element: with a text, with members, or closing itself."""
        if text is not None:
            return self.tag("block_element", self.element_tag, name, attributes, {self._element_text: text})
        if members is not None:
            body = {"members": self.members(members)}
            return self.tag("block_element", self.element_tag, name, attributes, body)
        return self.tag("self_element", self.element_tag, name, attributes, {})

    def tag(self, rule: str, tag: Tag, name: str, attributes: str, slots: dict[str, str]) -> str:
        """Fill a rule that begins with an open tag: its opener, and its closer if it has one, are put in."""
        slots = {tag.opener.name: tag.opener.wrap(name)} | slots
        if rule in self.templates.with_body:
            slots |= {} if tag.closer.literal else {tag.closer.name: tag.closer.wrap(name)}
        if attributes:
            slots["attr"] = attributes
        return self.templates.fill(rule, slots)

    def members(self, elements: list[str]) -> str:
        """Elements, on lines of their own where the style has room."""
        if not elements:
            return self.templates.fill("members", {})
        between = "\n" if self.style.spacious else ""
        return self.templates.fill("members", {"WS|element": between.join(["", *elements, ""])})

    def member_body(self, elements: list[str]) -> str:
        """A call's body of elements."""
        return self.templates.fill("call_body", {"members": self.members(elements)})

    def inline_body(self, text: str) -> str:
        """A call's body of verbatim text."""
        return self.templates.fill("call_body", {self._inline_text: text})

    @cached_property
    def _element_text(self) -> str:
        """The terminal of an element's verbatim text."""
        tags = self.element_tag.opener.name, self.element_tag.closer.name
        return next(name for name in sorted(self.grammar.verbatim) if self.templates.can("block_element", *tags, name))

    @cached_property
    def _inline_text(self) -> str:
        """The terminal of a call's verbatim text."""
        return next(name for name in sorted(self.grammar.verbatim) if self.templates.can("call_body", name))

    # -- attributes ----------------------------------------------------------------------------------------------

    def attribute(self, name: str, value: str | None = None) -> str:
        """An attribute with a value that `quote` wrote, or a bare name."""
        slots = {self._gap: " ", "NAME": name}
        return self.templates.fill("attr", slots if value is None else slots | {"attr_val": value})

    @cached_property
    def _gap(self) -> str:
        """The terminal of the whitespace before an attribute."""
        return next(name for name in self.templates.slots_of("attr") if name not in ("NAME", "attr_val"))

    def quote(self, text: str, is_string: bool) -> str | None:
        """A text as an attribute's value, or None: strings in the first quotes that can hold them, others bare."""
        for terminal in self._bare_first if not is_string or not self.style.spacious else self.quoted_first:
            written = terminal.wrap(text)
            is_whole = terminal.matches(written) and (terminal.suffix or self._stays_bare(written, terminal))
            if is_whole and self._is_read_as(written, terminal):
                return self.templates.fill("attr_val", {terminal.name: written})
        return None

    def _is_read_as(self, written: str, terminal: Terminal) -> bool:
        """Whether no other kind of value matches as much of it, and would be taken instead."""
        for other in self._in_reading_order:
            match = other.pattern.match(written) if other.pattern else None
            if match is not None and match.end() == len(written):
                return other is terminal
        return True

    @cached_property
    def _in_reading_order(self) -> list[Terminal]:
        """The terminals of a value, as the lexer prefers them where two match as much."""
        names = {terminal.name for terminal in self.quoted_first}
        found = (each for candidates in self.grammar.candidates.values() for each in candidates if each.name in names)
        return list(dict.fromkeys(found))

    @cached_property
    def quoted_first(self) -> list[Terminal]:
        """The terminals of a value, those with quotes first; else the base's in its order, then an overlay's."""
        terminals = [self.grammar.terminals[name] for name in self.templates.terminals_of("attr_val")]
        return sorted(terminals, key=lambda terminal: (not terminal.suffix, self._line(terminal)))

    def _line(self, terminal: Terminal) -> int:
        production = self.grammar.productions.get(terminal.name)
        return production.line if production else 0

    @cached_property
    def _bare_first(self) -> list[Terminal]:
        return sorted(self.quoted_first, key=lambda terminal: bool(terminal.suffix))

    def _stays_bare(self, text: str, terminal: Terminal) -> bool:
        """Whether a value without quotes ends where it should, whatever comes next in a tag (D4)."""
        if terminal.pattern is None or any(tag.opener.prefix in text for tag in self.grammar.segment_tags):
            return False
        matches = (terminal.pattern.match(text + following) for following in self._may_follow)
        return all(match is not None and match.end() == len(text) for match in matches)

    @cached_property
    def _may_follow(self) -> tuple[str, ...]:
        """What comes next behind an attribute's value: whitespace, or an end of a tag."""
        ends = self.call_tag.body_end, self.call_tag.self_end
        return " ", *(self.grammar.terminals[name].literal or "" for name in ends)

    # -- what overlays add ------------------------------------------------------------------------------------------

    def extended_element(self, name: str, value: Json, is_item: bool, preferred: bool) -> str | None:
        """The element of an overlay's production for a value, if one wants it."""
        for extension in self.grammar.code.values():
            if extension.is_preferred is preferred:
                written = extension.element(self, name, value, is_item)
                if written is not None:
                    return written
        return None

    def extended_call(self, name: str, attributes: str, text: str) -> str | None:
        """The call of an overlay's production for an inline body that the base cannot write."""
        found = (extension.call(self, name, attributes, text) for extension in self.grammar.code.values())
        return next((call for call in found if call is not None), None)

    def notes(self, notes: Mapping[str, Json]) -> dict[str, str]:
        """What stands for a call's notes, by production."""
        found = {name: extension.note(notes) for name, extension in self.grammar.code.items()}
        return {name: text for name, text in found.items() if text is not None}

    def section(self, name: str, text: str) -> str | None:
        """A section with this text, or None if no text is read as that."""
        tag = next((tag for tag in self.grammar.sections if tag.start == name), None)
        if tag is None:
            return None
        written = delimited(text) if "\n" in text or text.endswith("\r") else text
        closer = tag.closer.literal or ""
        if closer in written + closer[:-1] or strip_delimiters(written) != text:
            return None
        return self.templates.fill(name, {tag.verbatim: written})

    # -- verbatim bodies -----------------------------------------------------------------------------------------

    def verbatim(self, text: str, frame: Frame) -> str | None:
        """The body that is read back as ``text`` in this frame, or None if none is (D1, D8, D13, D17, D23)."""
        ending = None if frame.repeats else frame.tag.ending
        if ending is not None:
            encoded = ending.encode(text)
            if encoded is None or ending.decode(encoded) != text:
                return None
            text = encoded
        needed = "\n" in text if self.style.spacious else text[:1] in ("\r", "\n") or text[-1:] == "\n"
        written = delimited(text) if needed else text
        if not self._ends_at_closer(written, frame) or strip_delimiters(written) != text:
            return None
        if frame.ends_at_markup and self.grammar.markup.search(written):
            return None
        if (frame.is_call or frame.shape.can("object")) and not self._is_text(frame, written):
            return None
        return written

    @staticmethod
    def _ends_at_closer(written: str, frame: Frame) -> bool:
        """Whether the first place that closes the body is where its closing tag will be."""
        if frame.tag.ending is None or frame.repeats:
            return frame.closer not in written + frame.closer[:-1]
        return frame.tag.ending.find_end(written + frame.closer, 0, is_last=True)[0] == len(written)

    def _is_text(self, frame: Frame, written: str) -> bool:
        lexer = Lexer(self.grammar, self.limits)
        lexer.text = f"{written}{frame.closer} "
        return decide(lexer, frame) and frame.body is Body.TEXT
