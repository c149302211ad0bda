"""Writing tags, attributes and bodies: the templates with the names of the grammar's productions put in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pi_native.cursor import Body, Frame, decide
from pi_native.grammar import Tag
from pi_native.lexer import Lexer
from pi_native.model import Limits
from pi_native.rendering.templates import Templates
from pi_native.terminals import Terminal
from pi_native.verbatim import strip_delimiters


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

    def call(self, name: str, attributes: str, body: str | None = None) -> str:
        """A call: one that closes itself, or one with a body."""
        rule = "self_call" if body is None else "block_call"
        return self._tag(rule, self.call_tag, name, attributes, {} if body is None else {"call_body": body})

    def element(
        self, name: str, attributes: str = "", *, text: str | None = None, members: list[str] | None = None
    ) -> str:
        """An element: with a text, with members, or closing itself."""
        if text is not None:
            return self._tag("block_element", self.element_tag, name, attributes, {self._element_text: text})
        if members is not None:
            body = {"members": self.members(members)}
            return self._tag("block_element", self.element_tag, name, attributes, body)
        return self._tag("self_element", self.element_tag, name, attributes, {})

    def _tag(self, rule: str, tag: Tag, name: str, attributes: str, body: dict[str, str]) -> str:
        slots = {tag.opener.name: tag.opener.wrap(name)} | body
        if body:
            slots[tag.closer.name] = tag.closer.wrap(name)
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
        slots = {"WS": " ", "NAME": name}
        return self.templates.fill("attr", slots if value is None else slots | {"attr_val": value})

    def quote(self, text: str, is_string: bool) -> str | None:
        """A text as an attribute's value, or None: strings in the first quotes that can hold them, others bare."""
        for terminal in self._bare_first if not is_string or not self.style.spacious else self.quoted_first:
            written = terminal.wrap(text)
            if terminal.matches(written) and (terminal.suffix or self._stays_bare(written, terminal)):
                return self.templates.fill("attr_val", {terminal.name: written})
        return None

    @cached_property
    def quoted_first(self) -> list[Terminal]:
        """The terminals of a value, those with quotes first; else in the grammar's order."""
        terminals = [self.grammar.terminals[name] for name in self.templates.terminals_of("attr_val")]
        return sorted(terminals, key=lambda terminal: not terminal.suffix)

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

    # -- verbatim bodies -----------------------------------------------------------------------------------------

    def verbatim(self, text: str, frame: Frame) -> str | None:
        """The body that is read back as ``text`` in this frame, or None if none is (D1, D8, D13, D17, D23)."""
        needed = "\n" in text if self.style.spacious else text[:1] in ("\r", "\n") or text[-1:] == "\n"
        written = text if not needed else f"\n{text}" if text.endswith("\r") else f"\n{text}\n"
        if frame.closer in written + frame.closer[:-1] or strip_delimiters(written) != text:
            return None
        if frame.ends_at_markup and self.grammar.markup.search(written):
            return None
        if (frame.is_call or frame.shape.can("object")) and not self._is_text(frame, written):
            return None
        return written

    def _is_text(self, frame: Frame, written: str) -> bool:
        lexer = Lexer(self.grammar, self.limits)
        lexer.text = f"{written}{frame.closer} "
        return decide(lexer, frame) and frame.body is Body.TEXT
