"""Calls to text, through the grammar's own rules (D22, D23).

A value has up to three places: an attribute, elements, the inline body. For each the renderer asks `values.spell` and
the schema cursor, the same code that reads, whether the text would come back as that very value; where none does, it
refuses and says why. The text itself is written by filling the templates of the grammar's rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

from pi_native.grammar import Grammar
from pi_native.model import Call, Json, Limits, Section, Text, UnrenderableError
from pi_native.parser import ToolsLike, parse
from pi_native.plans import Declined
from pi_native.rendering.call import CallSpeller
from pi_native.rendering.plain import plain_calls
from pi_native.rendering.templates import Slots, Templates
from pi_native.rendering.writer import STYLES, Writer
from pi_native.tools import Tool, ToolSet
from pi_native.values import not_json, same

StyleName = Literal["canonical", "element", "minimal"]
CallLike = Call | Mapping[str, Any]
Part = tuple[str, CallLike | Section | None]
"""A piece of a turn's text, and what it was written for; None for prose."""


def render(
    calls: CallLike | Iterable[CallLike],
    tools: ToolsLike = None,
    *,
    style: StyleName = "canonical",
    grammar: Grammar | None = None,
    json_attributes: bool = False,
) -> str:
    """The text of calls, each on its own line; parsing it with the same tools gives the same calls (D22).

    A call is a `Call` or ``{"name": str, "arguments": dict}``, with ``notes`` if an overlay has a place for them.
    ``style`` is ``canonical`` (D23), ``element`` (every argument an element, the fully general form) or ``minimal``
    (fewest characters). ``json_attributes`` lets a list or object that has no other spelling be a JSON attribute (D14),
    which reads back with a diagnostic.
    Raises `UnrenderableError` for a call that no text stands for.

    >>> render({"name": "read", "arguments": {"path": "a.ts", "offset": 5}})
    '<call:read path="a.ts" offset=5/>'
    """
    if isinstance(calls, (Call, Mapping)):
        calls = [calls]
    known, writer = ToolSet.of(tools), _writer(grammar or Grammar.load(), style)
    return "\n".join(_render_call(call, known, writer, json_attributes) for call in calls)


def render_turn(
    turn: Iterable[str | Text | Section | CallLike],
    tools: ToolsLike = None,
    *,
    style: StyleName = "canonical",
    grammar: Grammar | None = None,
    json_attributes: bool = False,
) -> str:
    """The text of a whole turn: prose as it is, calls rendered, each on a line of its own where no prose is between.

    Raises `UnrenderableError` where a call cannot be rendered, and where prose would be read as a call or part of one.

    >>> render_turn(["Looking.\\n", {"name": "ls", "arguments": {}}, {"name": "ls", "arguments": {}}])
    'Looking.\\n<call:ls/>\\n<call:ls/>'
    """
    known, grammar = ToolSet.of(tools), grammar or Grammar.load()
    parts: list[Part] = []
    for part in turn:
        if isinstance(part, Section):
            parts.append((_section(part, _writer(grammar, style)), part))
        elif isinstance(part, (str, Text)):
            parts.append((part if isinstance(part, str) else part.text, None))
        else:
            if parts and isinstance(parts[-1][1], (Call, Mapping)):
                parts.append(("\n", None))
            parts.append((render(part, known, style=style, grammar=grammar, json_attributes=json_attributes), part))
    text = "".join(part for part, _ in parts)
    _check_prose(text, parts, known, grammar)
    return text


def _section(section: Section, writer: Writer) -> str:
    written = writer.section(section.name, section.text)
    if written is None:
        raise UnrenderableError(section.name, "", "no text of this grammar is read as this section")
    return written


def _check_prose(text: str, parts: list[Part], tools: ToolSet, grammar: Grammar) -> None:
    """Refuse prose that takes part in a call; only prose with a call's opening characters can."""
    prose = "".join(part if made is None else "\0" for part, made in parts)
    calls = [_name_and_arguments(made) for _, made in parts if isinstance(made, (Call, Mapping))]
    sections = [(made.name, made.text) for _, made in parts if isinstance(made, Section)]
    sigils = [tag.opener.prefix for tag in (*grammar.segment_tags, *grammar.sections)]
    if not any(sigil[:1] in prose for sigil in sigils):
        return
    result = parse(text, tools, grammar=grammar)
    expected = "".join(part for part, made in parts if made is None)
    again = [(call.name, call.arguments) for call in result.calls]
    is_whole = not result.incomplete and sections == [(section.name, section.text) for section in result.sections]
    if not is_whole or result.text != expected or not _are_same(again, calls):
        raise UnrenderableError("", "", "the prose of this turn would be read as a call or part of one")


def _are_same(left: list[tuple[str, Json]], right: list[tuple[str, Json]]) -> bool:
    return [name for name, _ in left] == [name for name, _ in right] and same(
        [arguments for _, arguments in left], [arguments for _, arguments in right]
    )


@lru_cache(maxsize=16)
def _writer(grammar: Grammar, style: StyleName) -> Writer:
    return Writer(Templates(grammar), STYLES[style], Limits())


def _name_and_arguments(call: CallLike) -> tuple[str, Any]:
    if isinstance(call, Call):
        return call.name, call.arguments
    return call.get("name", ""), call.get("arguments", {})


def _render_call(call: CallLike, tools: ToolSet, writer: Writer, json_attributes: bool) -> str:
    name, arguments = _name_and_arguments(call)
    notes = call.notes if isinstance(call, Call) else call.get("notes")
    tool = tools.get(name) if type(name) is str else None
    if notes or writer.grammar.code:
        return _spell_extended(name, arguments, notes or {}, tools, writer, json_attributes)
    plain = plain_calls(writer, tool) if tool is not None else None
    if plain is not None and type(arguments) is dict:
        try:
            return plain.write(arguments)
        except Declined:
            pass
    return _spell(name, arguments, tool, writer, json_attributes)


def _spell_extended(
    name: Any, arguments: Any, notes: Mapping[str, Json], tools: ToolSet, writer: Writer, json_attributes: bool
) -> str:
    """The call where an overlay's code has a say in it: what that wrote is read again before it is believed."""
    slots = writer.notes(notes)
    text = _spell(name, arguments, tools.get(name), writer, json_attributes, slots)
    again = parse(text, tools, grammar=writer.grammar).calls
    if len(again) != 1 or not _are_same([(again[0].name, again[0].arguments)], [(name, arguments)]):
        raise UnrenderableError(name, "", "what the overlay wrote is read as another call")
    if (again[0].notes or {}) != dict(notes):
        raise UnrenderableError(name, "", f"the grammar has no place for its notes: {', '.join(notes)}")
    return text


def _spell(
    name: Any, arguments: Any, tool: Tool | None, writer: Writer, json_attributes: bool, notes: Slots | None = None
) -> str:
    """The call in the general way."""
    if not isinstance(name, str) or not writer.grammar.is_name(name):
        raise UnrenderableError(str(name), "", "the tool's name cannot be written in a tag")
    if not isinstance(arguments, dict):
        raise UnrenderableError(name, "", "the arguments are not a JSON object")
    for pointer, reason in not_json(arguments):
        raise UnrenderableError(name, pointer, reason)
    return CallSpeller(writer, name, tool, json_attributes, notes).spell(arguments)
