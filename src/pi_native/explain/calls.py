"""The calls of a text, explained: why each has its form, and which rule read each argument.

It is the parser itself that is watched: its transformer, with what it makes of each element kept. Only the key of a
rule is found here; the sentence to it stands in the grammar (`pi_native.explain.lessons`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pi_native.cursor import Frame
from pi_native.explain.lessons import Lesson, lesson
from pi_native.explain.reading import form_of, reading_of, readings_of
from pi_native.grammar import Grammar
from pi_native.inspection import types_of
from pi_native.model import Call, Diagnostic, Json
from pi_native.parser import TextParser, ToolsLike
from pi_native.schema import Shape, pointer_to
from pi_native.tools import Tool, ToolSet
from pi_native.transformer import Arguments, Given, SchemaTransformer
from pi_native.values import MISSING


@dataclass(frozen=True, slots=True)
class ArgumentExplanation:
    """An argument, a field or an item: ``pointer`` is its JSON Pointer in the call's arguments.

    ``raw`` is its text in the input, one string for each time it is given; ``types`` the possible types, empty where
    nothing types it; ``rules`` what read it; ``value`` what came of it, or `MISSING` if the input ended too early.
    """

    pointer: str
    raw: tuple[str, ...]
    types: tuple[str, ...]
    rules: tuple[Lesson, ...]
    value: Json
    parts: tuple[ArgumentExplanation, ...] = ()


@dataclass(frozen=True, slots=True)
class CallExplanation:
    """A call with the rule that gave it its form; ``detail`` names what decided here."""

    call: Call
    rule: Lesson
    detail: str
    arguments: tuple[ArgumentExplanation, ...]
    diagnostics: tuple[Diagnostic, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class TextExplanation:
    """The calls of a text, and the findings that belong to none of them: why something is no call, for one."""

    calls: tuple[CallExplanation, ...]
    diagnostics: tuple[Diagnostic, ...]


def explain_calls(text: str, tools: ToolsLike = None, *, grammar: Grammar | None = None) -> tuple[CallExplanation, ...]:
    """Explain every call of a text, an incomplete one included. Raises `SchemaError` as `parse` does.

    >>> tools = [{"name": "read", "parameters": {"properties": {"path": {"type": "string"}}}}]
    >>> call, = explain_calls("<call:read><path>4</path></call:read>", tools)
    >>> call.rule.key, [rule.key for rule in call.arguments[0].rules], call.arguments[0].value
    ('child', ['string'], '4')
    """
    return explain_text(text, tools, grammar=grammar).calls


def explain_text(text: str, tools: ToolsLike = None, *, grammar: Grammar | None = None) -> TextExplanation:
    """Explain a text: every call, and what was noticed outside of calls.

    >>> [found.code for found in explain_text("<call:1st/>").diagnostics]
    ['malformed-call-tag']
    """
    grammar, known = grammar or Grammar.load(), ToolSet.of(tools)
    recorder = _Recorder(grammar)
    parser = TextParser(known, grammar=grammar)
    # The parser with another transformer, and without the fast way, which makes no tokens.
    parser._callbacks, parser._plain = grammar.callbacks(lambda name: getattr(recorder, name, None)), None
    parser.read(text)
    calls = [segment for segment in parser.result.segments if isinstance(segment, Call)]
    made = zip(calls, recorder.calls, strict=True)
    explained = tuple(_explained(call, watched, text, known.get(call.name), grammar) for call, watched in made)
    inside = {id(found) for call in calls for found in call.diagnostics}
    return TextExplanation(explained, tuple(found for found in parser.result.diagnostics if id(found) not in inside))


@dataclass(slots=True)
class _Watched:
    """What the transformer was given for a call: its frame, attributes and elements in text order, and a text body."""

    frame: Frame
    given: list[Given]
    members: dict[int, list[Given]]
    body: Any = None
    values: dict[str, Json] = field(default_factory=dict)


class _Recorder(SchemaTransformer):
    """The transformer, keeping what each call and each element was made of."""

    def __init__(self, grammar: Grammar) -> None:
        super().__init__(grammar)
        self.calls: list[_Watched] = []
        self._members: dict[int, list[Given]] = {}  # of an element, by its identity: it is kept with the call

    def self_element(self, children: list[Any]) -> Given:
        return self._element(super().self_element(children), children)

    def block_element(self, children: list[Any]) -> Given:
        return self._element(super().block_element(children), children)

    def _element(self, given: Given, children: list[Any]) -> Given:
        self._members[id(given)] = _all_given(children)
        return given

    def self_call(self, children: list[Any]) -> Arguments:
        return self._call(super().self_call(children), children)

    def block_call(self, children: list[Any]) -> Arguments:
        return self._call(super().block_call(children), children)

    def _call(self, made: Arguments, children: list[Any]) -> Arguments:
        body = next((child for child in children if getattr(child, "type", "") in self._verbatim), None)
        watched = _Watched(children[0].frame, _all_given(children), self._members, body, made.values)
        self.calls.append(watched)
        self._members = {}
        return made


def _all_given(children: Iterable[Any]) -> list[Given]:
    """Attributes and members in text order."""
    found: list[Given] = []
    for child in children:
        found += [child] if isinstance(child, Given) else child if isinstance(child, list) else []
    return found


def _explained(call: Call, watched: _Watched, text: str, tool: Tool | None, grammar: Grammar) -> CallExplanation:
    first = next((given.start for given in watched.given if not given.is_attribute), None)
    key, detail = form_of(call, watched.frame, tool, watched.body is not None, first, text)
    explain = _Explainer(text, grammar, watched.members)
    arguments = explain.fields(watched.frame.shape, "", watched.given, watched.values)
    if watched.body is not None:
        arguments.append(explain.body(watched))
    return CallExplanation(call, lesson(grammar, "form", key), detail, tuple(arguments), call.diagnostics)


@dataclass(slots=True)
class _Explainer:
    """Explains the arguments of one call."""

    text: str
    grammar: Grammar
    members: dict[int, list[Given]]

    def fields(self, shape: Shape, pointer: str, given: list[Given], values: Json) -> list[ArgumentExplanation]:
        """The arguments of a call or the fields of an object; deeper ones in their parts."""
        groups: dict[str, list[Given]] = {}
        for each in given:
            groups.setdefault(each.name, []).append(each)
        values = values if isinstance(values, dict) else {}
        return [
            self._argument(shape.property(name), pointer_to(pointer, name), group, values.get(name, MISSING))
            for name, group in groups.items()
        ]

    def body(self, watched: _Watched) -> ArgumentExplanation:
        target, span = watched.frame.target or "", watched.body
        declared = watched.frame.shape.property(target)
        keys = ["unfinished"] if watched.frame.unfinished else []
        rules = self._rules(["inline", *keys])
        raw = self.text[span.start_pos : span.end_pos]
        return ArgumentExplanation(pointer_to("", target), (raw,), types_of(declared), rules, watched.values[target])

    def _argument(self, declared: Shape, pointer: str, group: list[Given], value: Json) -> ArgumentExplanation:
        raw = tuple(self.text[each.start : each.end] for each in group)
        keys = readings_of(declared, group, value)
        parts = self._parts(declared, pointer, group, value, keys)
        return ArgumentExplanation(pointer, raw, types_of(declared), self._rules(keys), value, tuple(parts))

    def _parts(
        self, declared: Shape, pointer: str, group: list[Given], value: Json, keys: list[str]
    ) -> list[ArgumentExplanation]:
        """What an object or a list holds, as far as elements and attributes of their own say so."""
        last = group[-1]
        if not isinstance(value, list):
            return self.fields(_body_shape(last, declared), pointer, self._inside(last), value)
        if any(each.is_attribute for each in group) or len(value) != len(group) or "literal" in keys:
            return []  # several items in one text: they have none of their own
        return [self._item(declared, pointer, index, each, value[index]) for index, each in enumerate(group)]

    def _item(self, declared: Shape, pointer: str, index: int, given: Given, value: Json) -> ArgumentExplanation:
        shape, place = declared.item(index), pointer_to(pointer, index)
        rules = self._rules(reading_of(given, shape, value))
        inside = self.fields(_body_shape(given, shape), place, self._inside(given), value)
        raw = (self.text[given.start : given.end],)
        return ArgumentExplanation(place, raw, types_of(shape), rules, value, tuple(inside))

    def _inside(self, given: Given) -> list[Given]:
        return self.members.get(id(given), []) if given.fields is not None else []

    def _rules(self, keys: Iterable[str]) -> tuple[Lesson, ...]:
        return tuple(lesson(self.grammar, "read", key) for key in keys)


def _body_shape(given: Given, declared: Shape) -> Shape:
    return declared if given.frame is None else given.frame.shape  # an item's, where each element is one
