"""Tree to value: schema typing of what was parsed (D9–D15).

`SchemaTransformer` is a `lark.Transformer`. Lark calls a rule's method when the rule is reduced, so that values are
made as the text is read; applied to a whole tree it gives the same. What it needs to know of the schema rides on the
opening token of each call and element (`Opener`), put there by the schema cursor.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from lark import Token, Transformer

from pi_native.cursor import Frame
from pi_native.grammar import Grammar
from pi_native.model import Form, Json
from pi_native.schema import Shape, pointer_to
from pi_native.values import MISSING, NOT_JSON, expected, parse_json, read


class Opener(Token):
    """The first token of a call or an element, with the frame it opened."""

    frame: Frame


@dataclass(slots=True)
class Given:
    """One occurrence of an argument: an attribute, or an element.

    ``text`` is the captured text, or None; ``fields`` the properties of an object; an element with neither closed
    itself, an attribute with neither is a bare name.
    """

    name: str
    start: int
    end: int
    frame: Frame | None = None
    text: str | None = None
    fields: dict[str, Json] | None = None
    attributes: list[Given] = field(default_factory=list)

    @property
    def is_attribute(self) -> bool:
        return self.frame is None


@dataclass(slots=True)
class Arguments:
    """What a call came to: its arguments and the form they were written in."""

    values: dict[str, Json]
    form: Form


class SchemaTransformer(Transformer[Token, Any]):
    """Turns the productions of the grammar into arguments; one object serves every parse of a grammar."""

    def __init__(self, grammar: Grammar) -> None:
        super().__init__()
        self._terminals, self._verbatim = grammar.terminals, grammar.verbatim

    def attr_val(self, children: list[Token]) -> Token:
        return children[0]

    def attr(self, children: list[Token]) -> Given:
        name = next(token for token in children if token.type == "NAME")
        end = children[-1].end_pos
        given = Given(str(name), name.start_pos or 0, end or 0)
        if children[-1] is not name:
            value = children[-1]
            given.text = self._terminals[value.type].unwrap(str(value))
        return given

    def members(self, children: list[Any]) -> list[Given]:
        return [child for child in children if isinstance(child, Given)]

    def element(self, children: list[Given]) -> Given:
        return children[0]

    def call_body(self, children: list[Any]) -> Any:
        return children[0]

    def self_element(self, children: list[Any]) -> Given:
        given = _element(children)
        if given.attributes and _frame(children).shape.can("object"):
            given.fields = _fields(_frame(children), given.attributes)
        return given

    def block_element(self, children: list[Any]) -> Given:
        given, frame = _element(children), _frame(children)
        body = self._body(children)
        if isinstance(body, list):
            given.fields = _fields(frame, [*given.attributes, *body])
        else:
            given.text = _captured(body, frame)
        return given

    def self_call(self, children: list[Any]) -> Arguments:
        frame = _frame(children)
        return Arguments(_fields(frame, _attributes(children)), "attribute")

    def block_call(self, children: list[Any]) -> Arguments:
        frame, given = _frame(children), _attributes(children)
        body = self._body(children)
        if isinstance(body, list):
            return Arguments(_fields(frame, [*given, *body]), "element")
        return Arguments(_with_inline_body(frame, given, body), "inline")

    def call(self, children: list[Arguments]) -> Arguments:
        return children[0]

    def _body(self, children: list[Any]) -> Any:
        """What stands between the tags: a list of members, or a verbatim token."""
        return next(c for c in children if isinstance(c, list) or getattr(c, "type", "") in self._verbatim)


def strip_delimiters(text: str) -> str:
    """The value of a verbatim body: without one newline at each end (D1).

    >>> strip_delimiters("\\n\\n  a\\r\\n")
    '\\n  a'
    """
    start = 2 if text.startswith("\r\n") else text.startswith("\n")
    end = len(text)
    if end > start and text[end - 1] == "\n":
        end -= 2 if end - 1 > start and text[end - 2] == "\r" else 1
    return text[start:end]


def strip_leading(text: str) -> str:
    """The text so far of a body that was not closed: without the newline that leads it (D18)."""
    return text[2:] if text.startswith("\r\n") else text.removeprefix("\n")


def _frame(children: list[Any]) -> Frame:
    opener: Opener = children[0]
    return opener.frame


def _captured(body: Token, frame: Frame) -> str:
    return strip_leading(str(body)) if frame.unfinished else strip_delimiters(str(body))


def _attributes(children: Iterable[Any]) -> list[Given]:
    return [child for child in children if isinstance(child, Given)]


def _element(children: list[Any]) -> Given:
    opener, frame = children[0], _frame(children)
    attributes = _attributes(children)
    return Given(frame.name, opener.start_pos, children[-1].end_pos, frame, attributes=attributes)


def _with_inline_body(frame: Frame, given: list[Given], body: Token) -> dict[str, Json]:
    values = _fields(frame, given)
    target = frame.target or ""
    start, end = body.start_pos, body.end_pos
    if frame.tool is None:
        frame.report("unnamed-inline-body", start, end)
    if target in values:
        frame.report("duplicate-argument", start, end, target, pointer_to("", target))
    values[target] = _captured(body, frame)
    return values


def _fields(frame: Frame, given: list[Given]) -> dict[str, Json]:
    """The properties of an object, or a call's arguments, from attributes and elements in text order."""
    groups: dict[str, list[Given]] = {}
    for one in given:
        groups.setdefault(one.name, []).append(one)
    values: dict[str, Json] = {}
    for name, group in groups.items():
        pointer = pointer_to(frame.pointer, name)
        if not frame.shape.knows(name):
            frame.report("unknown-parameter", group[0].start, group[0].end, repr(name), pointer)
        value = _Argument(frame, frame.shape.property(name), pointer).combine(group)
        if value is not MISSING:
            values[name] = value
    return values


@dataclass(slots=True)
class _Argument:
    """One argument with all its occurrences: how many there are may decide what it is (D12, D14, D15)."""

    frame: Frame
    declared: Shape
    pointer: str

    def combine(self, group: list[Given]) -> Json:
        """The argument's value, or `MISSING` if the end of input left nothing certain."""
        group = [given for given in group if not self._is_uncertain(given)]
        if not group:
            return MISSING
        if self.declared.is_array:
            return self._array(group)
        if self.declared.counts:
            return self._counted(group)
        for given in group[1:]:
            self._report(given, "duplicate-argument", self.pointer)
        return self._one(group[-1], self.declared, self.pointer)

    def _is_uncertain(self, given: Given) -> bool:
        """Whether the end of input came inside a value that more text could have made another one (D18)."""
        frame = given.frame
        if frame is None or not frame.unfinished or given.fields is not None:
            return False
        shape, text = frame.shape, given.text or ""
        if frame.declared.counts or not shape.can("string") or not shape.only("string", "null"):
            return True
        return shape.can("null") and "null".startswith(text)

    def _array(self, group: list[Given]) -> Json:
        if len(group) == 1:
            whole = self._whole(group[0])
            if whole is not MISSING:
                return whole
        items: list[Json] = []
        for given in group:
            if given.is_attribute and self._is_null(given):
                self._report(given, "duplicate-argument", self.pointer)
            else:
                items += self._items(given, len(items))
        return items

    def _whole(self, given: Given) -> Json:
        """The whole list, if one occurrence is enough to say so: a JSON list or null (D12, D14)."""
        item = self.declared.item(0)
        if given.is_attribute:
            return None if self._is_null(given) else MISSING
        if given.text is None:
            return MISSING
        if given.text.strip() == "null" and self.declared.can("null") and not item.can("null"):
            return self._plain(given, None)
        if item.can("string", "array") or not isinstance(value := parse_json(given.text), list):
            return MISSING
        self._report(given, "json-literal", self.pointer)
        return self._plain(given, value)

    def _is_null(self, given: Given) -> bool:
        return given.text is not None and given.text.strip() == "null" and self.declared.can("null")

    def _items(self, given: Given, index: int) -> list[Json]:
        """What one occurrence adds to a list; an attribute may hold several, as JSON."""
        pointer = pointer_to(self.pointer, index)
        if not given.is_attribute:
            return [self._one(given, self.declared.item(index), pointer)]
        self._report(given, "structured-attribute", self.pointer)
        value = NOT_JSON if given.text is None else parse_json(given.text)
        if isinstance(value, list):
            return value
        return [self._one(given, self.declared.item(index), pointer, structured=True)]

    def _counted(self, group: list[Given]) -> Json:
        """One occurrence is the value, several are a list; an object where none is possible is a list of one."""
        if len(group) > 1:
            items: list[Json] = []
            for given in group:
                items += self._items(given, len(items))
            return items
        value = self._one(group[0], self.declared, self.pointer)
        alone = group[0].fields is not None and not self.declared.can("object")
        return [value] if alone else value

    def _one(self, given: Given, shape: Shape, pointer: str, structured: bool = False) -> Json:
        """The value of one occurrence; ``structured`` says that its being an attribute was reported already."""
        if given.is_attribute:
            return self._attribute(given, shape, pointer, structured)
        if given.fields is not None:
            return given.fields
        value = self._empty(given, shape, pointer) if given.text is None else self._text(given, shape, pointer)
        if isinstance(value, (list, dict)) and given.text is not None and shape.types is not None:
            self._report(given, "json-literal", pointer)
        return self._plain(given, value)

    def _plain(self, given: Given, value: Json) -> Json:
        """A value that has no place for attributes: they are reported."""
        for attribute in given.attributes:
            self._report(attribute, "unexpected-attribute", self.pointer, repr(attribute.name))
        return value

    def _text(self, given: Given, shape: Shape, pointer: str) -> Json:
        text = given.text or ""
        if given.frame is not None and given.frame.unfinished:
            return text
        return read(text, shape, lambda code, detail: self._report(given, code, pointer, detail))

    def _attribute(self, given: Given, shape: Shape, pointer: str, structured: bool) -> Json:
        if given.text is None:
            if not shape.can("boolean"):
                self._report(given, "type-mismatch", pointer, expected(shape))
            return True
        value = self._text(given, shape, pointer)
        if isinstance(value, (list, dict)) and not structured:
            self._report(given, "structured-attribute", pointer)
        return value

    def _empty(self, given: Given, shape: Shape, pointer: str) -> Json:
        """An element that closes itself (D11)."""
        if shape.can("string"):
            return ""
        if shape.can("object") and not shape.can("boolean"):
            return {}
        if shape.can("boolean"):
            self._report(given, "empty-boolean", pointer)
            return True
        return read("", shape, lambda code, detail: self._report(given, code, pointer, detail))

    def _report(self, given: Given, code: str, pointer: str, detail: str = "") -> None:
        self.frame.report(code, given.start, given.end, detail, pointer)
