"""From a grammar and a tool list to a decoding grammar (`pi_native.decode.nodes`).

Tags and their ends come from the grammar's rules through `Layout`; which arguments may come from `Fields`; which texts
from `texts.values_of`. What is built here is the order of decision of a body (D8, D13): verbatim text and elements
are told apart by how the body begins, so that the decoding grammar never allows what the parser reads otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pi_native.decode import regular
from pi_native.decode.fields import Fields, State
from pi_native.decode.json_texts import JsonTexts
from pi_native.decode.layout import Layout
from pi_native.decode.nodes import (
    NEVER,
    NONE,
    Literal,
    Node,
    Reference,
    Regular,
    Repeat,
    Until,
    choice,
    optional,
    pruned,
    sequence,
)
from pi_native.decode.regular import (
    ANY,
    NOTHING,
    Regex,
    accepts,
    both,
    concat,
    holding,
    text,
    union,
    until,
    without,
)
from pi_native.decode.texts import Values, bounds, literal_head, values_of, verbatim
from pi_native.grammar import Grammar
from pi_native.schema import Shape, pointer_to
from pi_native.tools import Tool, ToolSet

START = "start"
UNNAMED = ""  # no name is empty: the shape of a property of this name is that of any name not listed


@dataclass(frozen=True, slots=True)
class Rules:
    """A decoding grammar: ``rules`` by name, the first of them ``start``.

    ``calls`` has for each tool that can be called the rule of what stands behind ``sigil``, which every call begins
    with. ``left_out`` lists what was asked for and is not in the rules, each with its tool and JSON Pointer.
    """

    rules: dict[str, Node]
    sigil: str
    calls: dict[str, str]
    left_out: tuple[str, ...]


def build(tools: ToolSet, grammar: Grammar, *, canonical: bool, strict: bool) -> Rules:
    """The decoding grammar of a tool list; ``canonical`` and ``strict`` as in `pi_native.decode`.

    >>> tools = ToolSet([{"name": "ls", "parameters": {"properties": {}}}])
    >>> build(tools, Grammar.load(), canonical=True, strict=False).rules["ls-tag"]
    Literal(text='/>')
    """
    return _Builder(Layout(grammar, canonical), strict).build(tools)


@dataclass(frozen=True)
class _Tag:
    """An open tag with what it opens: a call of ``tool``, or an element whose body has ``shape``.

    ``key`` names its rules; ``rule`` is what the grammar's rules for it end with: ``call`` or ``element``.
    """

    key: str
    rule: str
    closer: str
    shape: Shape
    fields: Fields
    pointer: str
    tool: Tool | None = None
    free: Node = NEVER


class _Builder:
    def __init__(self, layout: Layout, strict: bool) -> None:
        self._layout, self._strict = layout, strict
        self._rules: dict[str, Node] = {}
        self._names: dict[object, str] = {}
        self._numbers: dict[str, int] = {}
        self._taken = {START}
        self._waiting: list[tuple[str, Callable[[], Node]]] = []
        self._elements: dict[tuple[int, int], Shape] = {}
        self._left_out: dict[str, None] = {}
        self._kept: list[Shape] = []  # a shape's identity is part of names: none may be given up meanwhile
        self._json = JsonTexts(self._rule)

    # -- rules ---------------------------------------------------------------------------------------------------

    def build(self, tools: ToolSet) -> Rules:
        calls = {tool.name: self._call(tool) for tool in tools if self._is_name(tool)}
        while self._waiting:
            name, make = self._waiting.pop()
            self._rules[name] = make()
        self._rules[START] = self._start([Reference(rule) for rule in calls.values()])
        rules = pruned(self._rules, START)
        lost = [name for name, rule in calls.items() if rule not in rules]
        for name in lost:
            self._leave_out(name, "", "no call of it can be written: a required parameter has no spelling")
        found = {name: rule for name, rule in calls.items() if rule in rules}
        return Rules(rules, self._layout.sigil, found, tuple(self._left_out))

    def _start(self, calls: list[Node]) -> Node:
        """Prose up to the sigil, then a known tool; in the end prose without a sigil (D5)."""
        sigil = self._layout.sigil
        call = sequence(Until(sigil), choice(calls))
        return sequence(Repeat(call), Regular(without(ANY, holding(text(sigil))), "PROSE"))

    def _is_name(self, tool: Tool) -> bool:
        if self._layout.grammar.is_name(tool.name):
            return True
        self._leave_out(tool.name, "", "the tool: its name cannot be written in a tag")
        return False

    def _rule(self, key: object, hint: str, make: Callable[[], Node]) -> Reference:
        """The rule for ``key``, made later so that schemas may be recursive."""
        if key not in self._names:
            base = re.sub("[^a-z0-9]+", "-", hint.lower()).strip("-") or "rule"
            base = base if base[0].isalpha() else f"r-{base}"
            name = self._unused(base)
            self._names[key] = name
            self._waiting.append((name, make))
        return Reference(self._names[key])

    def _unused(self, base: str) -> str:
        """``base``, or with a number behind it."""
        while True:
            number = self._numbers[base] = self._numbers.get(base, 0) + 1
            name = base if number == 1 else f"{base}-{number}"
            if name not in self._taken:
                self._taken.add(name)
                return name

    def _leave_out(self, tool: str, pointer: str, what: str) -> None:
        self._left_out[f"{tool}{pointer}: {what}"] = None

    def _values(self, shape: Shape, pointer: str) -> Values:
        return values_of(shape, pointer, self._strict, self._report)

    def _report(self, pointer: str, keyword: str) -> None:
        self._left_out[f"{pointer}: {keyword}"] = None

    # -- tags ----------------------------------------------------------------------------------------------------

    def _call(self, tool: Tool) -> str:
        opener, closer = self._layout.call.opener, self._layout.call.closer
        fields = self._fields(tool.shape, tool.name, tool.inline_eligible)
        free = self._free(tool.shape, tool.name) if _lists_others(tool.shape) else NEVER
        tag = _Tag(tool.name, "call", closer.wrap(tool.name), tool.shape, fields, tool.name, tool, free)
        behind_sigil = Literal(opener.wrap(tool.name).removeprefix(self._layout.sigil))
        make = lambda: sequence(behind_sigil, self._attributes(tag, fields.first))  # noqa: E731
        return self._rule(("call", tool.name), tool.name, make).name

    def _fields(self, shape: Shape, pointer: str, is_inline: bool) -> Fields:
        attributes, elements = [], []
        for name in sorted(shape.names, key=lambda name: not shape.property(name).can("string")):
            declared = shape.property(name)
            if not self._layout.grammar.is_name(name):
                self._report(pointer_to(pointer, name), "the parameter: its name cannot be written in a tag")
                continue
            values = self._attribute_values(declared, pointer_to(pointer, name))
            if values.string != NOTHING or values.scalar != NOTHING:
                attributes.append(name)
            if not self._layout.canonical or not _is_scalar_only(declared):
                elements.append(name)
        fields = Fields(shape.names, shape.required, tuple(attributes), tuple(elements), is_inline)
        for name in fields.only_attributes:
            self._report(
                pointer_to(pointer, name), "an element: the tool has too many parameters to choose; an attribute only"
            )
        return fields

    def _attributes(self, tag: _Tag, state: State) -> Node:
        """The rest of an open tag from its attributes on, with the body and the closing tag that follow it."""
        return self._rule((tag.key, id(tag.shape), state), f"{tag.key}-tag", lambda: self._next(tag, state))

    def _next(self, tag: _Tag, state: State) -> Node:
        options: list[Node] = []
        for name, after in tag.fields.after_attributes(state):
            attribute = NONE if name is None else self._attribute(tag, name)
            options.append(sequence(attribute, self._attributes(tag, after)))
        if tag.fields.ends_attributes(state):
            given = State(state.left, state.place, state.skipped, False)
            options.append(sequence(tag.free, self._attributes(tag, given)) if tag.free != NEVER else NEVER)
            options += self._ends(tag, state)
        return choice(options)

    def _attribute(self, tag: _Tag, name: str) -> Node:
        pointer = pointer_to(tag.pointer, name)
        declared = tag.shape.property(name)
        values = self._attribute_values(declared, pointer)
        return self._rule(
            ("attribute", tag.key, name, id(declared)),
            f"{tag.key}-attr-{name}",
            lambda: self._layout.attribute(Literal(name), values),
        )

    def _attribute_values(self, declared: Shape, pointer: str) -> Values:
        """A list is no attribute, but null may be where a list may be (D14)."""
        if not declared.is_array:
            return self._values(declared, pointer)
        return Values(NOTHING, text("null") if declared.can("null") else NOTHING, True, False)

    def _free(self, shape: Shape, pointer: str) -> Node:
        """An attribute of a name that the schema does not list, where it expects such."""
        if not shape.is_open or any(node.get("patternProperties") for node in shape.nodes):
            return NEVER
        self._report(pointer, "names that are not listed: only as attributes, and one may come twice")
        names = without(self._layout.pattern("NAME"), *map(text, shape.names))
        values = self._attribute_values(shape.property(UNNAMED), pointer_to(pointer, "*"))
        return self._layout.attribute(Regular(names, "NAME"), values)

    def _ends(self, tag: _Tag, state: State) -> Iterator[Node]:
        """The end of an open tag, and its body."""
        layout = self._layout
        (self_end,) = layout.ends(f"self_{tag.rule}")
        body_end, _, _ = layout.ends(f"block_{tag.rule}", "call_body" if tag.rule == "call" else "members")
        if tag.fields.is_complete(state.left) and self._may_close_itself(tag, state):
            yield sequence(layout.space, layout.literal(self_end))
        bodies = self._call_body(tag, state) if tag.tool else self._element_body(tag, state)
        yield sequence(layout.space, layout.literal(body_end), choice(bodies))

    def _may_close_itself(self, tag: _Tag, state: State) -> bool:
        """Whether `<k/>` is a value: for an object that cannot be a string or true (D11)."""
        return bool(tag.tool) or not state.is_bare or not tag.shape.can("string", "boolean")

    # -- bodies --------------------------------------------------------------------------------------------------

    def _call_body(self, tag: _Tag, state: State) -> Iterator[Node]:
        """Elements, or the inline body (D8)."""
        target = self._inline_target(tag, state)
        if target is None:
            yield self._members(tag, state)
            return
        if tag.fields.is_complete(state.left - {target}):
            values = self._values(tag.shape.property(target), pointer_to(tag.pointer, target))
            yield self._text(values, tag.closer, self._layout.child_head(list(tag.shape.names)))
        yield self._first_members(tag, state)

    def _inline_target(self, tag: _Tag, state: State) -> str | None:
        assert tag.tool is not None
        if not tag.fields.are_ordered:
            return tag.tool.inline_target(frozenset(tag.shape.names) - state.left)
        before = tag.shape.names[: tag.shape.names.index(state.skipped)] if state.skipped else tag.shape.names
        return tag.tool.inline_target(before)

    def _element_body(self, tag: _Tag, state: State) -> Iterator[Node]:
        """The body of an element that may be an object (D13)."""
        if not state.is_bare:
            yield self._members(tag, state)
            return
        values = self._values(tag.shape, tag.pointer)
        if tag.shape.can("string"):
            literal = literal_head(tag.shape) if tag.shape.types is not None else NOTHING
            heads = union(self._layout.child_head(None), literal)
            yield self._text(values, tag.closer, heads)
            yield self._first_members(tag, state)
        else:
            yield sequence(Regular(values.scalar), Literal(tag.closer))
            yield self._members(tag, state)

    def _text(self, values: Values, closer: str, unless: Regex = NOTHING) -> Node:
        """A verbatim body with its closer."""
        if not values.is_limited:
            return Until(closer, unless)
        bodies = verbatim(values.string)
        return Regular(both(concat(bodies, text(closer)), until(closer, unless)))

    def _members(self, tag: _Tag, state: State) -> Node:
        """Elements with whitespace between them, and the closer."""
        start = tag.fields.elements_from(state)
        options = [sequence(self._layout.gap, self._element_list(tag, start, needed=self._layout.canonical))]
        if (
            self._layout.canonical
            and not tag.tool
            and state.is_bare
            and tag.shape.can("boolean")
            and tag.fields.is_complete(state.left)
        ):
            options.append(Literal(tag.closer))  # the empty object, where the other spelling is true
        return choice(options)

    def _first_members(self, tag: _Tag, state: State) -> Node:
        """Elements of which the first begins the body, told from text by its open tag."""
        return self._list_from(tag, tag.fields.elements_from(state), Regular(self._layout.blank), needed=True)

    def _element_list(self, tag: _Tag, state: State, needed: bool) -> Node:
        """The elements that may still come, with the closer; ``needed`` says that there must be one."""
        key = (tag.key, id(tag.shape), state, needed, "elements")
        return self._rule(key, f"{tag.key}-body", lambda: self._list_from(tag, state, NONE, needed))

    def _list_from(self, tag: _Tag, state: State, lead: Node, needed: bool) -> Node:
        options: list[Node] = [Literal(tag.closer)] if tag.fields.ends_elements(state) and not needed else []
        for name, after in tag.fields.after_elements(state):
            if name is None:
                options.append(self._list_from(tag, after, lead, needed))
            else:
                rest = self._element_list(tag, after, needed=False)
                options.append(sequence(self._argument(tag, name, lead), self._layout.gap, rest))
        return choice(options)

    # -- elements ------------------------------------------------------------------------------------------------

    def _argument(self, tag: _Tag, name: str, lead: Node) -> Node:
        """One argument: one element, or one for each item of a list (D12)."""
        declared, pointer = tag.shape.property(name), pointer_to(tag.pointer, name)

        def one(index: int, before: Node = NONE) -> Node:
            return self._element(name, declared, index, pointer, before)

        if not declared.can("array"):
            return one(0, lead)
        least, most = bounds(declared, pointer, self._strict, self._report) if declared.is_array else (1, None)
        if most is not None and most < least:
            return NEVER
        if declared.is_array and declared.has_prefix:
            return self._by_position(one, lead, least, most, declared)
        more = Repeat(sequence(self._layout.gap, one(0)), least - 1, None if most is None else most - 1)
        return sequence(one(0, lead), more)

    def _by_position(self, one: Callable[..., Node], lead: Node, least: int, most: int | None, declared: Shape) -> Node:
        """A list whose items are typed by position."""
        size = declared.prefix_length
        rest: Node = NONE if most is not None and most <= size else Repeat(sequence(self._layout.gap, one(size)))
        for index in reversed(range(min(size, most or size))):
            item = sequence(self._layout.gap if index else NONE, one(index, NONE if index else lead), rest)
            rest = item if index < least else optional(item)
        return rest

    def _element(self, name: str, declared: Shape, index: int, pointer: str, lead: Node) -> Node:
        key = ("element", name, id(declared), index, lead)
        return self._rule(key, f"element-{name}", lambda: self._any_element(name, declared, index, pointer, lead))

    def _any_element(self, name: str, declared: Shape, index: int, pointer: str, lead: Node) -> Node:
        shape, opener = self._body_shape(declared, index), self._layout.element.opener.wrap(name)
        if shape.can("object"):
            return self._object(name, shape, pointer, self._led(lead, opener))
        ends = [self._layout.literal(end) for end in (self._layout.element.body_end, self._layout.element.self_end)]
        opened, closed = (self._led(lead, opener, self._layout.space, end) for end in ends)
        values = self._values(shape, pointer)
        options = [sequence(opened, each) for each in self._scalar_bodies(name, shape, values)]
        if not self._layout.canonical and accepts(values.string, ""):
            options.append(closed)
        if lead == NONE and declared.is_array and declared.can("null") and not declared.item(0).can("null"):
            options.append(sequence(opened, Literal("null" + self._closer(name))))
        return choice(options)

    def _scalar_bodies(self, name: str, shape: Shape, values: Values) -> Iterator[Node]:
        closer = self._closer(name)
        if values.string != NOTHING:
            limited = literal_head(shape) if shape.types is not None else NOTHING
            yield self._text(values, closer, limited)
        if values.string == NOTHING or values.is_limited:
            space = self._layout.space
            yield sequence(space, Regular(values.scalar), space, Literal(closer))
        if shape.can("array") and not shape.can("string"):
            yield sequence(self._json.of(shape), Literal(closer))

    def _object(self, name: str, shape: Shape, pointer: str, opened: Node) -> Node:
        fields = self._fields(shape, pointer, is_inline=False)
        tag = _Tag(
            f"element-{name}", "element", self._closer(name), shape, fields, pointer, None, self._free(shape, pointer)
        )
        return sequence(opened, self._attributes(tag, fields.first))

    def _closer(self, name: str) -> str:
        return self._layout.element.closer.wrap(name)

    @staticmethod
    def _led(lead: Node, opener: str, *rest: Node) -> Node:
        """An open tag behind ``lead``: as one regular text if there is a lead, which engines that match token by token
        need to tell it from a verbatim body."""
        if lead == NONE:
            return sequence(Literal(opener), *rest)
        parts = [lead, Literal(opener), *rest]
        return Regular(concat(*map(_regex_of, parts)))

    def _body_shape(self, declared: Shape, index: int) -> Shape:
        if (id(declared), index) not in self._elements:
            self._elements[id(declared), index] = declared.element(index)
            self._kept.append(declared)
        return self._elements[id(declared), index]


def _regex_of(node: Node) -> Regex:
    match node:
        case Regular(regex, _):
            return regex
        case Literal(literal):
            return text(literal)
        case Repeat(inner, 0, 1):
            return regular.optional(_regex_of(inner))
        case _:
            return concat()


def _is_scalar_only(shape: Shape) -> bool:
    """Whether every value is a scalar that is no string: the renderer writes those as attributes."""
    return shape.only("number", "integer", "boolean", "null")


def _lists_others(shape: Shape) -> bool:
    """Whether a tool's schema expects parameters that it does not list, and does not merely say nothing of them."""
    return bool(shape.names) or any(node.get("additionalProperties") for node in shape.nodes)
