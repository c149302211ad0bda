"""Tree to value: schema typing of what was parsed (D9–D15).

`SchemaTransformer` has a method for each rule, as a `lark.Transformer` has, and `pi_native.typed_tree` makes it one. A
method is called when its rule is reduced, so that values are made as the text is read, without a tree. What it needs
to know of the schema rides on the opening token of each call and element (`Opener`), put there by the schema cursor.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pi_native.cursor import Frame
from pi_native.diagnostics import quoted
from pi_native.grammar import Grammar
from pi_native.lalr import Token
from pi_native.model import Form, Json
from pi_native.schema import Shape, pointer_to
from pi_native.values import MISSING, NOT_JSON, admits, expected, is_null, parse_json, read
from pi_native.verbatim import strip_delimiters, strip_leading


class Opener(Token):
    """The first token of a call or an element, with the frame it opened."""

    frame: Frame


@dataclass(slots=True)
class Given:
    """One occurrence of an argument: an attribute, or an element.

    ``text`` is the captured text, or None; ``fields`` the properties of an object; an element with neither closed
    itself, an attribute with neither is a bare name. ``value`` is there once nothing that follows can change it;
    ``whole`` is the argument's whole value if an overlay's production says it, such as an empty list.
    """

    name: str
    start: int
    end: int
    frame: Frame | None = None
    text: str | None = None
    fields: dict[str, Json] | None = None
    attributes: list[Given] = field(default_factory=list)
    value: Json = MISSING
    whole: Json = MISSING

    @property
    def is_attribute(self) -> bool:
        return self.frame is None


@dataclass(slots=True)
class Arguments:
    """What a call came to: its arguments and the form they were written in."""

    values: dict[str, Json]
    form: Form
    notes: dict[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """What an overlay's production says of the call it stands in, such as its id."""

    name: str
    value: Json


class SchemaTransformer:
    """Turns the productions of the grammar into arguments; one object serves every parse of a grammar."""

    def __init__(self, grammar: Grammar) -> None:
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
        settle(given)
        return given

    def block_element(self, children: list[Any]) -> Given:
        given, frame = _element(children), _frame(children)
        body = self._body(children)
        if isinstance(body, list):
            given.fields = _fields(frame, [*given.attributes, *body])
        else:
            given.text = _captured(body, frame)
        settle(given)
        return given

    def bare_element(self, children: list[Any]) -> Given:
        """An element of an overlay's production, whose value that says."""
        return _element(children)

    def string_element(self, children: list[Any]) -> Given:
        """An element of an overlay's production that holds a string, whatever the schema would make of its text."""
        given, frame = _element(children), _frame(children)
        given.text = _captured(self._body(children), frame)
        if not frame.shape.can("string"):
            detail = expected(frame.shape)
            frame.report("type-mismatch", given.start, given.end, detail, frame.pointer)
        given.value = given.text
        return given

    def self_call(self, children: list[Any]) -> Arguments:
        frame = _frame(children)
        return Arguments(_fields(frame, _attributes(children)), "attribute", _notes(children))

    def block_call(self, children: list[Any]) -> Arguments:
        frame, given = _frame(children), _attributes(children)
        body = self._body(children)
        if isinstance(body, list):
            return Arguments(_fields(frame, [*given, *body]), "element", _notes(children))
        return Arguments(_with_inline_body(frame, given, body), "inline", _notes(children))

    def call(self, children: list[Arguments]) -> Arguments:
        return children[0]

    def _body(self, children: list[Any]) -> Any:
        """What stands between the tags: a list of members, or a verbatim token."""
        return next(c for c in children if isinstance(c, list) or getattr(c, "type", "") in self._verbatim)


def _may_become_null(text: str, closer: str) -> bool:
    """Whether more text, up to the closer, can make this text ``null`` (D9)."""
    if "null".startswith(text):
        return True
    endings = (newline + closer for newline in ("", "\n", "\r\n"))
    return text.startswith("null") and any(ending.startswith(text[4:]) for ending in endings)


def _frame(children: list[Any]) -> Frame:
    opener: Opener = children[0]
    return opener.frame


def _captured(body: Token, frame: Frame) -> str:
    text = strip_leading(str(body)) if frame.unfinished else strip_delimiters(str(body))
    return text if frame.tag.ending is None or frame.repeats else frame.tag.ending.decode(text)


def _attributes(children: Iterable[Any]) -> list[Given]:
    return [child for child in children if isinstance(child, Given)]


def _notes(children: Iterable[Any]) -> dict[str, Json] | None:
    return {child.name: child.value for child in children if isinstance(child, Note)} or None


def _element(children: list[Any]) -> Given:
    opener, frame = children[0], _frame(children)
    attributes = _attributes(children)
    return Given(frame.name, opener.start_pos, children[-1].end_pos, frame, attributes=attributes)


def _with_inline_body(frame: Frame, given: list[Given], body: Token) -> dict[str, Json]:
    values = _fields(frame, given)
    target = frame.target or ""
    start, end = body.start_pos, body.end_pos
    if frame.tool is None or not frame.shape.knows(target):
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
        if not frame.shape.knows(name):
            pointer = pointer_to(frame.pointer, name)
            frame.report("unknown-parameter", group[0].start, group[0].end, quoted(name), pointer)
        value = _Argument(frame, frame.shape.property(name), name).combine(group)
        if value is not MISSING:
            values[name] = value
    return values


def settle(given: Given) -> None:
    """Read an element's value at its end, unless what follows may change it: how many there will be (D12)."""
    frame = given.frame
    if frame is None or frame.parent is None or frame.unfinished or frame.declared.counts:
        return
    if given.whole is not MISSING:
        return
    argument = _Argument(frame.parent, frame.declared, frame.name)
    if frame.declared.is_array and frame.index == 0 and argument.may_be_whole(given):
        frame.parent.waiting[frame.name] = given
    else:
        argument.settle(given)


def settle_waiting(frame: Frame, name: str) -> Given | None:
    """Another element of this name begins: a first one that could have been the whole list is an item."""
    given: Given | None = frame.waiting.pop(name, None)
    if given is not None:
        _Argument(frame, frame.shape.property(name), name).settle(given)
    return given


def settle_attributes(frame: Frame, attributes: list[Given]) -> None:
    """Read the attributes of a call or of an object, those whose value nothing can change."""
    for given in attributes:
        declared = frame.shape.property(given.name)
        items = 1
        if not declared.counts:
            _Argument(frame, declared, given.name).settle(given)
            if declared.is_array:
                items = 0 if given.value is MISSING else len(given.value)
        frame.occurrences[given.name] = frame.occurrences.get(given.name, 0) + items


@dataclass(slots=True)
class _Argument:
    """One argument with all its occurrences: how many there are may decide what it is (D12, D14, D15)."""

    frame: Frame
    declared: Shape
    name: str

    def settle(self, given: Given) -> None:
        """Read the value of an occurrence: an element's; or an attribute's, of a list its items."""
        frame, declared = given.frame, self.declared
        if frame is not None and declared.is_array:
            given.value = self._one(given, declared.item(frame.index), frame.index)
        elif declared.is_array:
            given.value = MISSING if self._is_null_attribute(given) else self._items(given, 0)
        else:
            given.value = self._one(given, declared)

    def combine(self, group: list[Given]) -> Json:
        """The argument's value, or `MISSING` if the end of input left nothing certain."""
        if len(group) == 1 and group[0].whole is not MISSING:
            return group[0].whole
        for given in [given for given in group if given.whole is not MISSING]:
            self._report(given, "duplicate-argument")
            group = [other for other in group if other is not given] or [given]
        if group[0].whole is not MISSING:
            return group[0].whole
        if self.declared.is_array:
            group = self._without_null_attributes(group)
        group = [given for given in group if not self._is_uncertain(given, alone=len(group) == 1)]
        if not group:
            return MISSING
        if self.declared.is_array:
            return self._array(group)
        if self.declared.counts:
            return self._counted(group)
        for given in group[1:]:
            self._report(given, "duplicate-argument")
        return self._one(group[-1], self.declared)

    def _without_null_attributes(self, group: list[Given]) -> list[Given]:
        """A list's occurrences; ``null`` as an attribute beside others says nothing (D15)."""
        kept = [given for given in group if not self._is_null_attribute(given)] or group[-1:]
        for given in group:
            if self._is_null_attribute(given) and given is not kept[-1]:
                self._report(given, "duplicate-argument")
        return kept

    def _is_uncertain(self, given: Given, alone: bool) -> bool:
        """Whether the end of input came inside a value that more text could have made another one (D18)."""
        frame = given.frame
        if frame is None or not frame.unfinished or given.fields is not None:
            return False
        shape, text = frame.shape, given.text or ""
        if frame.declared.counts or not shape.can("string") or not shape.only("string", "null"):
            return True
        if shape.can("null"):
            return _may_become_null(text, frame.closer)
        word = text.lstrip()
        return alone and self._null_is_whole() and _may_become_null(word[:4] + word[4:].lstrip(), frame.closer)

    def _null_is_whole(self) -> bool:
        """Whether ``null`` as the only element is the list's value, not an item's (D12)."""
        return self.declared.is_array and self.declared.can("null") and not self.declared.item(0).can("null")

    def _array(self, group: list[Given]) -> Json:
        if len(group) == 1:
            whole = self._whole(group[0])
            if whole is not MISSING:
                return whole
        items: list[Json] = []
        for given in group:
            items += self._items(given, len(items))
        return items

    def _whole(self, given: Given) -> Json:
        """The whole list, if one occurrence is enough to say so: a JSON list or null (D12, D14)."""
        if given.is_attribute:
            return None if self._is_null_attribute(given) else MISSING
        if given.value is not MISSING or not self.may_be_whole(given):
            return MISSING
        value = parse_json(given.text or "")
        if value is not None:
            self._report(given, "json-literal")
        return self._plain(given, value)

    def may_be_whole(self, given: Given) -> bool:
        """Whether an element is the whole list if no other follows: a JSON list, or null."""
        item = self.declared.item(0)
        if given.text is None:
            return False
        if is_null(given.text):
            return self._null_is_whole()
        return not item.can("string", "array") and isinstance(parse_json(given.text), list)

    def _is_null_attribute(self, given: Given) -> bool:
        return given.is_attribute and given.text is not None and is_null(given.text) and self.declared.can("null")

    def _items(self, given: Given, index: int) -> list[Json]:
        """What one occurrence adds to a list; an attribute may hold several, as JSON."""
        if given.is_attribute and given.value is not MISSING:
            return list(given.value)
        if not given.is_attribute:
            return [self._one(given, self.declared.item(index), index)]
        self._report(given, "structured-attribute")
        value = NOT_JSON if given.text is None else parse_json(given.text)
        if isinstance(value, list):
            return value
        return [self._one(given, self.declared.item(index), index, structured=True)]

    def _counted(self, group: list[Given]) -> Json:
        """One occurrence is the value, several are a list; an object where none is possible is a list of one."""
        if len(group) > 1:
            items: list[Json] = []
            for given in group:
                items += self._items(given, len(items))
            return items
        if self._is_lone_item(group[0]):
            return [self._one(group[0], self.declared.item(0), 0)]
        return self._one(group[0], self.declared)

    def _is_lone_item(self, given: Given) -> bool:
        """Whether it is an object where only a list can hold one."""
        if self.declared.can("object"):
            return False
        if given.fields is not None or self.declared.can("string"):
            return given.fields is not None
        return self.declared.item(0).can("object") and isinstance(parse_json(given.text or ""), dict)

    def _one(self, given: Given, shape: Shape, index: int | None = None, structured: bool = False) -> Json:
        """The value of one occurrence; ``structured`` says that its being an attribute was reported already."""
        if given.value is not MISSING:
            return given.value
        if given.is_attribute:
            return self._attribute(given, shape, index, structured)
        if given.fields is not None:
            return given.fields
        if given.text is not None and not given.text.strip() and shape.can("object") and not shape.can("string"):
            return self._plain(given, {})  # no members (D13); the body was read as text for what an item could be
        value = self._empty(given, shape, index) if given.text is None else self._text(given, shape, index)
        is_structured = isinstance(value, (list, dict)) and shape.types is not None and admits(shape, value)
        if is_structured and given.text is not None:
            self._report(given, "json-literal", index=index)
        return self._plain(given, value)

    def _plain(self, given: Given, value: Json) -> Json:
        """A value that has no place for attributes: they are reported."""
        for attribute in given.attributes:
            self._report(attribute, "unexpected-attribute", quoted(attribute.name))
        return value

    def _text(self, given: Given, shape: Shape, index: int | None) -> Json:
        text = given.text or ""
        if given.frame is not None and given.frame.unfinished:
            return text
        return read(text, shape, lambda code, detail: self._report(given, code, detail, index))

    def _attribute(self, given: Given, shape: Shape, index: int | None, structured: bool) -> Json:
        if given.text is None:
            if not shape.can("boolean"):
                self._report(given, "type-mismatch", expected(shape), index)
            return True
        value = self._text(given, shape, index)
        if isinstance(value, (list, dict)) and not structured:
            self._report(given, "structured-attribute", index=index)
        return value

    def _empty(self, given: Given, shape: Shape, index: int | None) -> Json:
        """An element that closes itself (D11)."""
        if shape.can("string"):
            return ""
        if shape.can("object") and not shape.can("boolean"):
            return {}
        if shape.can("boolean"):
            self._report(given, "empty-boolean", index=index)
            return True
        return read("", shape, lambda code, detail: self._report(given, code, detail, index))

    def _report(self, given: Given, code: str, detail: str = "", index: int | None = None) -> None:
        pointer = pointer_to(self.frame.pointer, self.name)
        place = pointer if index is None else pointer_to(pointer, index)
        self.frame.report(code, given.start, given.end, detail, place)
