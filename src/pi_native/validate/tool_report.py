"""Which values of a tool's parameters have no spelling, and in which form: the ground for ``check-tools``.

What can be spelled is not worked out here a second time (D22): the renderer is asked, with the values that
are known to be awkward, and `jsonschema` is asked whether the tool allows them at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pi_native import Grammar, ToolSet, UnrenderableError, render
from pi_native.diagnostics import quoted
from pi_native.model import Json
from pi_native.schema import Shape, pointer_to
from pi_native.tools import Tool
from pi_native.validate.json_schema import ToolChecker

STRUCTURED = frozenset({"array", "object"})

#: Values that some types leave without a spelling (D12, D22).
AWKWARD: tuple[Json, ...] = (None, "null", [], [None], ["null"], [[]], {})

#: A value of each type, to fill a tool's other required parameters with.
SAMPLES: dict[str, Json] = {
    "string": "x", "number": 1, "integer": 1, "boolean": True, "null": None, "array": ["x"], "object": {},
}  # fmt: skip

#: How far into nested objects and arrays names are looked at; a schema may contain itself.
DEPTH = 6


@dataclass(frozen=True, slots=True)
class Limit:
    """Something a tool's calls cannot say, at a parameter; ``fatal`` where no spelling exists at all.

    >>> Limit("/ports", "no attribute form: always an array").fatal
    False
    """

    pointer: str
    message: str
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class ToolReport:
    """What ``check-tools`` says of one tool: its inline form or why there is none, and its limits in order.

    >>> ToolReport("ls", "none: no parameters").limits
    ()
    """

    name: str
    inline: str
    limits: tuple[Limit, ...] = ()


def check_tool(tool: Tool, tools: ToolSet, grammar: Grammar) -> ToolReport:
    """The report on one tool of a list; raises `pi_native.SchemaError` if its schema is broken.

    >>> tools = ToolSet([{"name": "ls", "parameters": {"properties": {"dirs": {"type": "array"}}}}])
    >>> check_tool(tools.get("ls"), tools, Grammar.load()).inline
    "none: 'dirs' may be an array"
    """
    checker = ToolChecker(tool)
    limits: list[Limit] = []
    if not grammar.is_name(tool.name):
        limits.append(Limit("", f"the tool's name {quoted(tool.name)} is outside the rule for names", fatal=True))
    for name in tool.shape.names:
        limits += _parameter(tool, name, grammar)
        if grammar.is_name(tool.name) and grammar.is_name(name):
            limits += _unspellable(tool, name, tools, checker, grammar)
    return ToolReport(tool.name, _inline(tool), tuple(limits))


def _parameter(tool: Tool, name: str, grammar: Grammar) -> Iterator[Limit]:
    shape, pointer = tool.shape.property(name), pointer_to("", name)
    if not grammar.is_name(name):
        yield Limit(pointer, f"the parameter's name {quoted(name)} is outside the rule for names", fatal=True)
    attribute = _attribute(shape)
    if attribute:
        yield Limit(pointer, attribute)
    for place, inner in _inner_names(shape, pointer, DEPTH):
        if not grammar.is_name(inner):
            reason = "is outside the rule for names: the object is written as a JSON literal"
            yield Limit(place, f"the field's name {quoted(inner)} {reason}")


def _attribute(shape: Shape) -> str:
    """Why a parameter has no attribute form, or has it only sometimes; empty if it always has."""
    if shape.types is None:
        return "attribute form for scalars only: the type is unknown"
    structured = sorted(shape.types & STRUCTURED)
    if not structured:
        return ""
    kinds = " or ".join(_with_article(kind) for kind in structured)
    if shape.types <= STRUCTURED:
        return f"no attribute form: always {kinds}"
    return f"attribute form for scalars only: may be {kinds}"


def _with_article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aio" else f"a {kind}"


def _inner_names(shape: Shape, pointer: str, depth: int) -> Iterator[tuple[str, str]]:
    """The names of the fields below a value, each with its pointer; ``-`` stands for any item of an array."""
    if depth == 0:
        return
    for name in shape.names:
        place = pointer_to(pointer, name)
        yield place, name
        yield from _inner_names(shape.property(name), place, depth - 1)
    if shape.is_array:
        yield from _inner_names(shape.item(0), f"{pointer}/-", depth - 1)


def _unspellable(tool: Tool, name: str, tools: ToolSet, checker: ToolChecker, grammar: Grammar) -> Iterator[Limit]:
    """The awkward values that the schema allows here and that no text reads back as."""
    rest = {other: _sample(tool.shape.property(other)) for other in _required(tool) if other != name}
    pointer = pointer_to("", name)
    for value in AWKWARD:
        arguments = {**rest, name: value}
        if any(place.startswith(pointer) for place, _ in checker.violations(arguments)):
            continue
        try:
            render([{"name": tool.name, "arguments": arguments}], tools, grammar=grammar)
        except UnrenderableError as error:
            if error.pointer.startswith(pointer):
                yield Limit(pointer, f"the value {json.dumps(value)} has no spelling: {error.reason}")


def _required(tool: Tool) -> list[str]:
    return [name for name in tool.shape.names if name in tool.shape.required]


def _sample(shape: Shape) -> Any:
    if shape.types is None:
        return SAMPLES["integer"]
    return next((SAMPLES[kind] for kind in SAMPLES if kind in shape.types), None)


def _target(names: tuple[str, ...], count: int) -> str:
    if count == 0:
        return quoted(names[0])
    attributes = "an attribute" if count == 1 else "attributes"
    return f"{quoted(names[count])} with {' and '.join(map(quoted, names[:count]))} as {attributes}"


def _inline(tool: Tool) -> str:
    """Which parameter an inline body fills (D7), or why there is no inline form."""
    names = tool.shape.names
    targets = [count for count, name in enumerate(names) if tool.inline_target(names[:count]) == name]
    if targets:
        return "the body is " + ", or ".join(_target(names, count) for count in targets)
    if not names:
        return "none: no parameters"
    for name in names:
        types = tool.shape.property(name).types
        if types is None:
            return f"none: the type of {quoted(name)} is unknown"
        if types & STRUCTURED:
            kind = _with_article(sorted(types & STRUCTURED)[0])
            return f"none: {quoted(name)} may be {kind}"
    return "none: no parameter is a string"
