"""How one call is spelled: which arguments are attributes, which elements, which the inline body (D23)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

from pi_native.cursor import Body, Frame, decide
from pi_native.grammar import Tag
from pi_native.lexer import Lexer
from pi_native.model import Json, Limits, UnrenderableError
from pi_native.schema import Shape, pointer_to
from pi_native.templates import Templates
from pi_native.tools import Tool
from pi_native.transformer import strip_delimiters
from pi_native.values import parse_json, read, same, spell, spellings

MAX_ATTRIBUTE = 4_096  # characters of a string that is written as an attribute by choice (D23)


@dataclass(frozen=True, slots=True)
class Style:
    """What a style prefers: ``attributes`` where they are plain, wherever possible, or only at last."""

    attributes: Literal["plain", "possible", "last"]
    inline: bool
    spacious: bool


STYLES = {
    "canonical": Style("plain", inline=True, spacious=True),
    "element": Style("last", inline=False, spacious=True),
    "minimal": Style("possible", inline=True, spacious=False),
}


class _NoSpelling(Exception):
    """A value has no spelling in the place that was tried."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(reason)
        self.pointer, self.reason = pointer, reason


class CallSpeller:
    """Spells the calls of one tool in one style."""

    def __init__(
        self,
        templates: Templates,
        style: Style,
        limits: Limits,
        name: str,
        tool: Tool | None,
        shape: Shape,
        json_attributes: bool,
    ) -> None:
        self._templates, self._grammar = templates, templates.grammar
        self._style, self._limits = style, limits
        self._name, self._tool, self._shape = name, tool, shape
        self._json_attributes = json_attributes
        self._tag = self._grammar.segment_tags[0]
        self._element = self._grammar.element_tag

    def spell(self, arguments: dict[str, Json]) -> str:
        """The call's text; `UnrenderableError` if an argument has none."""
        try:
            return self._spell(arguments)
        except _NoSpelling as refusal:
            raise UnrenderableError(self._name, refusal.pointer, refusal.reason) from None

    def _spell(self, arguments: dict[str, Json]) -> str:
        for name in arguments:
            if not self._grammar.is_name(name):
                raise _NoSpelling(pointer_to("", name), "the name cannot be written in a tag")
        attributes = self._attributes(arguments, self._shape)
        rest = [name for name in arguments if name not in attributes]
        inline = self._inline(arguments, attributes, rest) if self._style.inline else None
        if inline is not None and self._style.spacious:
            return inline
        try:
            plain = self._call(arguments, attributes, rest)
        except _NoSpelling:
            inline = inline or self._last_inline(arguments)
            if inline is None:
                raise
            return inline
        return plain if inline is None or len(plain) <= len(inline) else inline

    def _call(self, arguments: dict[str, Json], attributes: dict[str, str], rest: list[str]) -> str:
        elements: list[str] = []
        for name in rest:
            elements += self._elements_or_attribute(name, arguments[name], self._shape, "", 1, attributes)
        written = "".join(attributes[name] for name in arguments if name in attributes)
        if not elements:
            return self._fill("self_call", self._tag, self._name, written, {})
        body = self._templates.fill("call_body", {"members": self._members(elements)})
        return self._fill("block_call", self._tag, self._name, written, {"call_body": body})

    def _fill(self, rule: str, tag: Tag, name: str, attributes: str, body: dict[str, str]) -> str:
        slots = {tag.opener.name: tag.opener.wrap(name)} | body
        if rule.startswith("block"):
            slots[tag.closer.name] = tag.closer.wrap(name)
        if attributes:
            slots["attr"] = attributes
        return self._templates.fill(rule, slots)

    def _members(self, elements: list[str]) -> str:
        text = "\n".join(["", *elements, ""]) if self._style.spacious else "".join(elements)
        return self._templates.fill("members", {"WS|element": text})

    # -- attributes ----------------------------------------------------------------------------------------------

    def _attributes(self, values: dict[str, Json], shape: Shape) -> dict[str, str]:
        """The arguments that the style writes as attributes, with their text."""
        if self._style.attributes == "last":
            return {}
        found: dict[str, str] = {}
        room = self._limits.open_tag - MAX_ATTRIBUTE
        for name, value in values.items():
            text = self._attribute(name, value, shape.property(name), self._style.attributes == "plain")
            if text is not None and len(text) <= room:
                found[name], room = text, room - len(text)
        return found

    def _attribute(self, name: str, value: Json, shape: Shape, plain: bool) -> str | None:
        """The text of an attribute that reads back as the value, or None; only one that D23 calls safe if ``plain``."""
        if isinstance(value, (list, dict)) or not self._grammar.is_name(name):
            return None
        if shape.is_array and not (value is None and shape.can("null")):
            return None
        if plain and isinstance(value, str) and ("\n" in value or len(value) > MAX_ATTRIBUTE):
            return None
        if value is True and not self._style.spacious and shape.can("boolean"):
            return self._templates.fill("attr", {"WS": " ", "NAME": name})
        text = "null" if shape.is_array else spell(value, shape)
        written = None if text is None else self._quote(text, is_string=isinstance(value, str))
        return None if written is None else self._named(name, written)

    def _named(self, name: str, written: str) -> str:
        return self._templates.fill("attr", {"WS": " ", "NAME": name, "attr_val": written})

    def _quote(self, text: str, is_string: bool) -> str | None:
        """The text as an attribute's value: strings in the first quotes that can hold it, others bare."""
        terminals = [self._grammar.terminals[name] for name in self._templates.terminals_of("attr_val")]
        bare_first = not is_string or not self._style.spacious
        for terminal in sorted(terminals, key=lambda t: bool(t.suffix) if bare_first else not t.suffix):
            written = terminal.wrap(text)
            if terminal.matches(written) and (terminal.suffix or self._stays_bare(written, terminal.name)):
                return self._templates.fill("attr_val", {terminal.name: written})
        return None

    def _stays_bare(self, text: str, terminal: str) -> bool:
        """Whether an unquoted value ends where it should, whatever comes next in a tag."""
        lexer = Lexer(self._grammar, self._limits)
        ends = [self._grammar.terminals[name].literal or "" for name in (self._tag.body_end, self._tag.self_end)]
        for following in (" ", *ends):
            lexer.text = f"{text}{following} "
            if lexer.match(self._grammar.terminals[terminal], 0) != len(text):
                return False
        return True

    def _json_attribute(self, name: str, value: Json, shape: Shape) -> str | None:
        """A list or object as a JSON attribute (D14), if that was asked for and reads back."""
        if not self._json_attributes or not isinstance(value, (list, dict)):
            return None
        fits = shape.can("array") if isinstance(value, list) else shape.can("object") and not shape.is_array
        written = self._quote(_escaped(json.dumps(value, ensure_ascii=False, allow_nan=False), "'"), is_string=True)
        return self._named(name, written) if fits and written is not None else None

    # -- elements ------------------------------------------------------------------------------------------------

    def _elements_or_attribute(
        self, name: str, value: Json, shape: Shape, parent: str, depth: int, attributes: dict[str, str]
    ) -> list[str]:
        """The elements of an argument; none if at last it went into ``attributes``."""
        declared, pointer = shape.property(name), pointer_to(parent, name)
        try:
            return self._elements(name, value, declared, pointer, depth)
        except _NoSpelling:
            written = self._attribute(name, value, declared, plain=False) or self._json_attribute(name, value, declared)
            if written is None and value is True and not declared.can("array"):
                written = self._templates.fill("attr", {"WS": " ", "NAME": name})
            if written is None or len(written) > self._limits.open_tag - MAX_ATTRIBUTE:
                raise
            attributes[name] = written
            return []

    def _elements(self, name: str, value: Json, declared: Shape, pointer: str, depth: int) -> list[str]:
        """One element, or one an item for a list."""
        if declared.is_array:
            return self._list(name, value, declared, pointer, depth)
        if declared.counts and isinstance(value, list):
            return self._counted_list(name, value, declared, pointer, depth)
        body = declared.element(0)
        if declared.counts and isinstance(value, dict) and not declared.can("object"):
            return [self._text_element(name, value, declared, body, declared, pointer)]
        return [self._one(name, value, declared, body, declared, pointer, depth)]

    def _list(self, name: str, value: Json, declared: Shape, pointer: str, depth: int) -> list[str]:
        item = declared.item(0)
        takes_whole = not item.can("string", "array")
        if value is None and declared.can("null") and not item.can("null"):
            return [self._block(name, "", {self._text_slot: "null"})]
        if not isinstance(value, list):
            raise _NoSpelling(pointer, "the schema types it as a list, and every element would be read as an item")
        try:
            if not value:
                raise _NoSpelling(pointer, "an empty list has no spelling where items may be strings, lists or unknown")
            return self._items(name, value, declared, pointer, depth)
        except _NoSpelling:
            if not takes_whole:
                raise
            return [self._literal(name, value, item, declared, pointer)]

    def _items(self, name: str, values: list[Json], declared: Shape, pointer: str, depth: int) -> list[str]:
        if len(values) == 1 and not self._is_read_as_item(values[0], declared):
            raise _NoSpelling(pointer, "one element with this text would be read as the whole list, or as null")
        elements = []
        for index, value in enumerate(values):
            item = declared.item(index)
            place = pointer_to(pointer, index)
            elements.append(self._one(name, value, item, declared.element(index), declared, place, depth))
        return elements

    @staticmethod
    def _is_read_as_item(value: Json, declared: Shape) -> bool:
        """Whether a lone element with this item is not taken for the whole list, or for null (D12)."""
        item = declared.item(0)
        as_list = isinstance(value, list) and not item.can("string", "array")
        as_null = value in (None, "null") and declared.can("null") and not item.can("null")
        return not as_list and not as_null

    def _counted_list(self, name: str, value: list[Json], declared: Shape, pointer: str, depth: int) -> list[str]:
        """A list among other possibilities: several elements, or a JSON literal."""
        try:
            lone_object = len(value) == 1 and isinstance(value[0], dict) and not declared.can("object")
            if len(value) < 2 and not lone_object:
                raise _NoSpelling(pointer, "a list of fewer than two items is not told by counting")
            return self._items_counted(name, value, declared, pointer, depth, must_nest=lone_object)
        except _NoSpelling:
            return [self._text_element(name, value, declared, declared.element(0), declared, pointer)]

    def _items_counted(
        self, name: str, values: list[Json], declared: Shape, pointer: str, depth: int, must_nest: bool
    ) -> list[str]:
        elements = []
        for index, value in enumerate(values):
            place = pointer_to(pointer, index)
            item, body = declared.item(index), declared.element(index)
            if must_nest and isinstance(value, dict):
                elements.append(self._object(name, value, body, place, depth))
            else:
                elements.append(self._one(name, value, item, body, declared, place, depth))
        return elements

    def _one(self, name: str, value: Json, shape: Shape, body: Shape, declared: Shape, pointer: str, depth: int) -> str:
        """One element; ``shape`` types its text, ``body`` decides whether it is text."""
        if isinstance(value, dict) and body.can("object"):
            try:
                return self._object(name, value, body, pointer, depth)
            except _NoSpelling as refusal:
                try:
                    return self._text_element(name, value, shape, body, declared, pointer)
                except _NoSpelling:
                    raise refusal from None
        return self._text_element(name, value, shape, body, declared, pointer)

    def _object(self, name: str, value: dict[str, Json], body: Shape, pointer: str, depth: int) -> str:
        for key in value:
            if not self._grammar.is_name(key):
                raise _NoSpelling(pointer_to(pointer, key), "the name cannot be written in a tag")
        attributes = self._attributes(value, body)
        elements: list[str] = []
        for key in value:
            if key not in attributes:
                if depth >= self._limits.depth:
                    raise _NoSpelling(pointer, f"nested deeper than {self._limits.depth} elements")
                elements += self._elements_or_attribute(key, value[key], body, pointer, depth + 1, attributes)
        written = "".join(attributes[key] for key in value if key in attributes)
        if elements:
            return self._block(name, written, {"members": self._members(elements)})
        if not value and body.can("string", "boolean"):
            if body.can("string"):
                raise _NoSpelling(pointer, "an empty element would be read as a string")
            return self._block(name, "", {"members": self._templates.fill("members", {})})
        return self._fill("self_element", self._element, name, written, {})

    def _block(self, name: str, attributes: str, body: dict[str, str]) -> str:
        return self._fill("block_element", self._element, name, attributes, body)

    @property
    def _text_slot(self) -> str:
        """The terminal of an element's verbatim text."""
        return next(
            name
            for name in sorted(self._grammar.verbatim)
            if self._templates.can("block_element", self._element.opener.name, name, self._element.closer.name)
        )

    def _literal(self, name: str, value: list[Json], item: Shape, declared: Shape, pointer: str) -> str:
        """A whole list as one JSON literal."""
        text = _escaped(json.dumps(value, ensure_ascii=False, allow_nan=False), self._element.closer.prefix[0])
        body = self._bodied(name, text, item, declared)
        if body is None or not same(parse_json(text), value):
            raise _NoSpelling(pointer, "the list can be written neither as elements nor as JSON")
        return body

    def _text_element(self, name: str, value: Json, shape: Shape, body: Shape, declared: Shape, pointer: str) -> str:
        """An element whose text reads back as the value."""
        reason = _why_unreadable(value, shape)
        for text in spellings(value, shape):
            if not same(read(text, shape, _unheard), value):
                continue
            for candidate in [text] if isinstance(value, str) and text == value else [text, _escaped(text, "<")]:
                element = self._bodied(name, candidate, body, declared)
                if element is not None:
                    return element
            reason = "its text holds its own closing tag, or would be read as elements"
        raise _NoSpelling(pointer, reason)

    def _bodied(self, name: str, text: str, body: Shape, declared: Shape) -> str | None:
        """An element around a text, or None if the text would not be captured whole."""
        closer = self._element.closer.wrap(name)
        written = self._delimited(text)
        if closer in written + closer[:-1] or strip_delimiters(written) != text:
            return None
        if body.is_markup_free and self._grammar.markup.search(written):
            return None
        frame = Frame(self._element, name, closer, declared, body, "", _unreported)
        if body.can("object") and not self._is_text(frame, written):
            return None
        return self._block(name, "", {self._text_slot: written})

    def _delimited(self, text: str) -> str:
        """The text with the newlines that delimit a block, where it needs them (D1, D23)."""
        needs = "\n" in text if self._style.spacious else text[:1] in "\r\n" or text[-1:] == "\n"
        if not text or not needs:
            return text
        return f"\n{text}" if text.endswith("\r") else f"\n{text}\n"

    def _is_text(self, frame: Frame, written: str) -> bool:
        lexer = Lexer(self._grammar, self._limits)
        lexer.text = written + frame.closer + " "
        decide(lexer, frame)
        return frame.body is Body.TEXT

    # -- the inline body -----------------------------------------------------------------------------------------

    def _inline(self, arguments: dict[str, Json], attributes: dict[str, str], rest: list[str]) -> str | None:
        """The call with an inline body, if the style's other arguments are attributes all (D23)."""
        if self._style.spacious:
            target = rest[0] if len(rest) == 1 else None
        else:
            given = [name for name in arguments if name not in rest]
            targets = (
                {self._tool.inline_target([n for n in given if n != name]) for name in arguments} if self._tool else ()
            )
            target = next((name for name in arguments if name in targets and set(rest) <= {name}), None)
        return self._inline_call(target, arguments, attributes) if target is not None else None

    def _last_inline(self, arguments: dict[str, Json]) -> str | None:
        """The call with an inline body where an argument has no other place."""
        for target in arguments:
            others = {name: value for name, value in arguments.items() if name != target}
            written = {n: self._attribute(n, v, self._shape.property(n), plain=False) for n, v in others.items()}
            if all(text is not None for text in written.values()):
                call = self._inline_call(target, arguments, {n: text for n, text in written.items() if text})
                if call is not None:
                    return call
        return None

    def _inline_call(self, target: str, arguments: dict[str, Json], attributes: dict[str, str]) -> str | None:
        value, given = arguments[target], [name for name in arguments if name != target]
        if self._tool is None or not isinstance(value, str) or self._tool.inline_target(given) != target:
            return None
        closer, written = self._tag.closer.wrap(self._name), self._delimited(value)
        if closer in written + closer[:-1] or strip_delimiters(written) != value:
            return None
        frame = Frame(self._tag, self._name, closer, self._shape, self._shape, "", _unreported, self._tool, given)
        if not self._is_text(frame, written) or frame.target != target:
            return None
        tag = "".join(attributes[name] for name in given)
        if len(tag) > self._limits.open_tag - MAX_ATTRIBUTE:
            return None
        slot = next(name for name in sorted(self._grammar.verbatim) if self._templates.can("call_body", name))
        body = self._templates.fill("call_body", {slot: written})
        return self._fill("block_call", self._tag, self._name, tag, {"call_body": body})


def _escaped(text: str, char: str) -> str:
    """JSON text without a character: inside JSON's strings any can be written by its number."""
    return text.replace(char, f"\\u{ord(char):04x}")


def _why_unreadable(value: Json, shape: Shape) -> str:
    if value == "null" and isinstance(value, str):
        return "the text null would be read as null"
    if isinstance(value, str):
        return "its text would be read as another value"
    return "the schema reads every text here as a string" if shape.only("string", "null") else "it has no JSON text"


def _unheard(code: str, detail: str) -> None:
    """Findings of a trial reading are of no interest."""


def _unreported(*finding: object) -> None:
    """Findings of a trial reading are of no interest."""
