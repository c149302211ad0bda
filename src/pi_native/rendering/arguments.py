"""Values as attributes and as elements (D14, D22, D23)."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pi_native.cursor import Frame
from pi_native.model import Json
from pi_native.rendering.writer import Refusal, Writer
from pi_native.schema import Shape, pointer_to
from pi_native.values import parse_json, read, same, spell, spellings, unreported

MAX_DEPTH = 64  # of elements; deeper objects are JSON, so that Python's stack is never in danger
MAX_ATTRIBUTE = 4_096  # characters of a string that is written as an attribute by choice (D23)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: its name, the schema's ``declared`` shape of that name, its pointer, its depth."""

    name: str
    declared: Shape
    pointer: str
    depth: int

    def item(self, index: int) -> Place:
        return Place(self.name, self.declared, pointer_to(self.pointer, index), self.depth)

    def member(self, name: str, body: Shape) -> Place:
        return Place(name, body.property(name), pointer_to(self.pointer, name), self.depth + 1)


class ArgumentSpeller:
    """Spells arguments of a call or fields of an object; raises `Refusal` where a value has no spelling."""

    def __init__(self, writer: Writer, json_attributes: bool) -> None:
        self._writer, self._json_attributes = writer, json_attributes

    def fields(
        self, values: dict[str, Json], parent: Place, shape: Shape, chosen: dict[str, str]
    ) -> tuple[dict[str, str], list[str]]:
        """The attributes, by name and in the order of ``values``, and the elements of an object or a call.

        ``chosen`` are the `chosen_attributes`; an argument that no element can carry joins them.
        """
        attributes = dict(chosen)
        elements: list[str] = []
        for name, value in values.items():
            if not self._writer.grammar.is_name(name):
                raise Refusal(pointer_to(parent.pointer, name), "the name cannot be written in a tag")
            if name not in attributes:
                self._element_or_attribute(parent.member(name, shape), value, attributes, elements)
        return {name: attributes[name] for name in values if name in attributes}, elements

    def _element_or_attribute(self, place: Place, value: Json, attributes: dict[str, str], elements: list[str]) -> None:
        try:
            if place.depth > min(MAX_DEPTH, self._writer.limits.depth):
                raise Refusal(place.pointer, "nested too deep")
            elements += self._elements(place, value)
        except Refusal:
            written = self._last_attribute(place, value)
            if written is None or len(written) > self._writer.limits.open_tag - MAX_ATTRIBUTE:
                raise
            attributes[place.name] = written

    # -- attributes ----------------------------------------------------------------------------------------------

    def chosen_attributes(self, values: dict[str, Json], shape: Shape) -> dict[str, str]:
        """The arguments that the style writes as attributes; together they keep the tag below its limit (D3)."""
        found: dict[str, str] = {}
        preference = self._writer.style.attributes
        room = self._writer.limits.open_tag - MAX_ATTRIBUTE if preference != "last" else -1
        for name, value in values.items():
            text = self.attribute(name, value, shape.property(name), preference == "plain") if room >= 0 else None
            if text is not None and len(text) <= room:
                found[name], room = text, room - len(text)
        return found

    def attribute(self, name: str, value: Json, declared: Shape, plain: bool) -> str | None:
        """The attribute that reads back as the value, or None; if ``plain``, only one that D23 calls safe."""
        if isinstance(value, (list, dict)) or not self._writer.grammar.is_name(name):
            return None
        if declared.is_array and not (value is None and declared.can("null")):
            return None
        if plain and isinstance(value, str) and ("\n" in value or len(value) > MAX_ATTRIBUTE):
            return None
        if value is True and not self._writer.style.spacious and declared.can("boolean"):
            return self._writer.attribute(name)
        text = "null" if declared.is_array else spell(value, declared)
        written = None if text is None else self._writer.quote(text, isinstance(value, str))
        return None if written is None else self._writer.attribute(name, written)

    def _last_attribute(self, place: Place, value: Json) -> str | None:
        """An attribute for a value that no element can carry."""
        written = self.attribute(place.name, value, place.declared, plain=False)
        if written is None and value is True and not place.declared.is_array:
            return self._writer.attribute(place.name)
        return written or self._json_attribute(place, value)

    def _json_attribute(self, place: Place, value: Json) -> str | None:
        """A list or object as JSON on the tag (D14), if that was asked for."""
        declared = place.declared
        fits = declared.can("array") if isinstance(value, list) else declared.can("object") and not declared.is_array
        if not self._json_attributes or not isinstance(value, (list, dict)) or not fits:
            return None
        written = self._writer.quote(_without(json.dumps(value, ensure_ascii=False), "'"), is_string=True)
        return None if written is None else self._writer.attribute(place.name, written)

    # -- elements ------------------------------------------------------------------------------------------------

    def _elements(self, place: Place, value: Json) -> list[str]:
        """The elements of a value, in the base's spelling or in that of an overlay's production."""
        written = self._writer.extended_element(place.name, value, is_item=False, preferred=True)
        if written is not None:
            return [written]
        try:
            return self._base_elements(place, value)
        except Refusal:
            written = self._writer.extended_element(place.name, value, is_item=False, preferred=False)
            if written is None:
                raise
            return [written]

    def _base_elements(self, place: Place, value: Json) -> list[str]:
        """One element, or one an item of a list (D12)."""
        declared = place.declared
        if declared.is_array:
            return self._list(place, value)
        if declared.counts and isinstance(value, list):
            return self._counted_list(place, value)
        if declared.counts and isinstance(value, dict) and not declared.can("object"):
            return [self._text(place, value, declared, 0)]
        return [self._one(place, value, declared, 0)]

    def _list(self, place: Place, value: Json) -> list[str]:
        declared, item = place.declared, place.declared.item(0)
        if value is None and declared.can("null") and not item.can("null"):
            return [self._writer.element(place.name, text="null")]
        if not isinstance(value, list):
            raise Refusal(place.pointer, "the schema types it as a list: every element is read as an item")
        try:
            if not value:
                raise Refusal(place.pointer, "no element says [] where items may be strings, lists or unknown")
            if len(value) == 1 and not _is_read_as_item(value[0], declared):
                raise Refusal(place.pointer, "one element with this text is read as the whole list, or as null")
            return [self._one(place.item(i), each, declared.item(i), i) for i, each in enumerate(value)]
        except Refusal:
            if item.can("string", "array"):
                raise
            return [self._whole_list(place, value)]

    def _whole_list(self, place: Place, value: list[Json]) -> str:
        """A list as one JSON literal, which is read as the whole list (D12)."""
        for text in self._json_texts(value):
            written = self._writer.verbatim(text, self._frame(place, 0))
            if written is not None and same(parse_json(text), value):
                return self._writer.element(place.name, text=written)
        raise Refusal(place.pointer, "the list can be written neither as elements nor as JSON")

    def _counted_list(self, place: Place, value: list[Json]) -> list[str]:
        """A list where it is told by counting: several elements, or a JSON literal."""
        declared = place.declared
        lone_object = len(value) == 1 and isinstance(value[0], dict) and not declared.can("object")
        try:
            if lone_object:
                return [self._object(place.item(0), value[0], declared.element(0))]
            if len(value) > 1:
                return [self._one(place.item(i), each, declared.item(i), i) for i, each in enumerate(value)]
        except Refusal:
            pass
        return [self._text(place, value, declared, 0)]

    def _one(self, place: Place, value: Json, shape: Shape, index: int) -> str:
        """One element: an object's members where they can stand, else a text that is read with ``shape``."""
        body = place.declared.element(index)
        if not isinstance(value, dict) or not body.can("object"):
            return self._text(place, value, shape, index)
        try:
            return self._object(place, value, body)
        except Refusal as refusal:
            try:
                return self._text(place, value, shape, index)
            except Refusal:
                raise refusal from None

    def _object(self, place: Place, value: dict[str, Json], body: Shape) -> str:
        attributes, elements = self.fields(value, place, body, self.chosen_attributes(value, body))
        written = "".join(attributes.values())
        if elements:
            return self._writer.element(place.name, written, members=elements)
        if not value and body.can("string"):
            raise Refusal(place.pointer, "an empty element is read as a string")
        if not value and body.can("boolean"):
            return self._writer.element(place.name, members=[])
        return self._writer.element(place.name, written)

    def _text(self, place: Place, value: Json, shape: Shape, index: int) -> str:
        """An element whose text is read as the value, or an overlay's element for an item of a list."""
        try:
            return self._base_text(place, value, shape, index)
        except Refusal:
            written = self._writer.extended_element(place.name, value, is_item=True, preferred=False)
            if written is None:
                raise
            return written

    def _base_text(self, place: Place, value: Json, shape: Shape, index: int) -> str:
        reason = _why_unreadable(value, shape)
        for text in [*spellings(value, shape), *self._json_texts(value)]:
            if same(read(text, shape, unreported), value):
                written = self._writer.verbatim(text, self._frame(place, index))
                if written is not None:
                    return self._writer.element(place.name, text=written)
                reason = "its text holds its own closing tag, or is read as elements"
        raise Refusal(place.pointer, reason)

    def _json_texts(self, value: Json) -> list[str]:
        """JSON for a value, plain and without the character that tags begin with."""
        text = json.dumps(value, ensure_ascii=False)
        return [text, _without(text, self._writer.element_tag.closer.prefix[0])]

    def _frame(self, place: Place, index: int) -> Frame:
        tag, body = self._writer.element_tag, place.declared.element(index)
        return Frame(tag, place.name, tag.close(place.name), place.declared, body, unreported)


def _is_read_as_item(value: Json, declared: Shape) -> bool:
    """Whether a lone element with this item is taken neither for the whole list nor for null (D12)."""
    item = declared.item(0)
    as_list = isinstance(value, list) and not item.can("string", "array")
    as_null = value in (None, "null") and declared.can("null") and not item.can("null")
    return not as_list and not as_null


def _without(text: str, char: str) -> str:
    """JSON text without a character: inside JSON's strings any can be written by its number."""
    return text.replace(char, f"\\u{ord(char):04x}")


def _why_unreadable(value: Json, shape: Shape) -> str:
    if isinstance(value, str):
        return "its text is read as null" if value == "null" else "its text is read as another value"
    return "every text here is read as a string" if shape.only("string", "null") else "no text is read as this value"
