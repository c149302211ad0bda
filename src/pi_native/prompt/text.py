"""The system-prompt text that teaches a model the format.

The rules are sentences of the grammar file (`pi_native.explain.lessons`), each tool's example is written by the
renderer in the form that a call of it should have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pi_native.explain.lessons import lessons
from pi_native.grammar import Grammar
from pi_native.model import Json, UnrenderableError
from pi_native.parser import ToolsLike
from pi_native.prompt.sample import Sampler
from pi_native.prompt.signature import about, details, signature
from pi_native.prompt.view import View
from pi_native.renderer import render
from pi_native.schema import Document
from pi_native.tools import Tool, ToolSet

MAX_TRIES = 8  # optional arguments without a spelling that are tried one after the other


@dataclass(frozen=True, slots=True)
class ExampleCall:
    """A call as the prompt shows it: parsing ``text`` with the same tools gives ``arguments`` (D22)."""

    name: str
    arguments: dict[str, Json]
    text: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text, and the calls in it. ``omitted`` are tools that no call can name, with the reason."""

    text: str
    examples: tuple[ExampleCall, ...]
    omitted: tuple[tuple[str, str], ...]


def prompt(tools: ToolsLike, *, short: bool = False, grammar: Grammar | None = None) -> Prompt:
    """The text for a list of tools; ``short`` leaves out what is said of single parameters and of rare cases.

    Raises `SchemaError` for tools that cannot be used.

    >>> made = prompt([{"name": "ls", "parameters": {"properties": {"path": {"type": "string", "default": "."}}}}])
    >>> made.examples[0].text
    '<call:ls path="."/>'
    """
    grammar, known = grammar or Grammar.load(), ToolSet.of(tools)
    kinds = ("write",) if short else ("write", "more")
    rules = [each.text for kind in kinds for each in lessons(grammar) if each.kind == kind]
    sections = ["\n".join(["# How to call tools", "", *(f"- {rule}" for rule in rules)])]
    examples, omitted = [], []
    for tool in known:
        try:
            example = example_call(tool, grammar)
        except UnrenderableError as error:
            omitted.append((tool.name, error.reason))
            continue
        examples.append(example)
        sections.append("\n".join(_section(tool, example, short)))
    if examples:
        sections[1] = "# Tools\n\n" + sections[1]
    return Prompt("\n\n".join(sections) + "\n", tuple(examples), tuple(omitted))


def _section(tool: Tool, example: ExampleCall, short: bool) -> Iterator[str]:
    view = view_of(tool)
    yield f"## {signature(tool.name, view)}"
    if about(tool.description):
        yield about(tool.description)
    if not short:
        yield from (f"- {line}" for line in details(view))
    yield "Example:"
    yield example.text


def view_of(tool: Tool) -> View:
    """A tool's parameters, to be read."""
    return View(Document(tool.parameters, tool.name), tool.parameters)


def example_call(tool: Tool, grammar: Grammar | None = None) -> ExampleCall:
    """A call of a tool that shows how its arguments are written.

    It has the required arguments, and of the others the first list or object, whose spelling is the least obvious.
    A value that has no spelling gives way to another, or the argument is left out, if it is optional.
    Raises `UnrenderableError` where no call can be written.
    """
    view, made_up, left_out = view_of(tool), set[str](), set[str]()
    call, tools = {"name": tool.name}, ToolSet([tool])
    while True:
        arguments = _arguments(view, made_up, left_out)
        try:
            text = render(call | {"arguments": arguments}, tools, grammar=grammar)
        except UnrenderableError as error:
            name = error.pointer[1:].partition("/")[0].replace("~1", "/").replace("~0", "~")
            if name not in arguments or (name in view.required and name in made_up):
                raise
            (made_up if name in view.required else left_out).add(name)
            if len(left_out) > MAX_TRIES:
                left_out |= {*view.properties} - view.required
        else:
            return ExampleCall(tool.name, arguments, text)


def _arguments(view: View, made_up: set[str], left_out: set[str]) -> dict[str, Json]:
    """The arguments of an example; those ``made_up`` are not taken from the schema's own values."""
    possible = [name for name in view.properties if name not in left_out]
    names = {name for name in possible if name in view.required}
    structured = [name for name in possible if name not in names and _is_structured(view.properties[name])]
    names |= {*structured[:1]} or ({*possible[:1]} if not names else set())
    sampler, inventor = Sampler(), Sampler(invents=True)
    return {
        name: (inventor if name in made_up else sampler).sample(view.properties[name], name)
        for name in possible
        if name in names
    }


def _is_structured(view: View) -> bool:
    return bool({"array", "object"}.intersection(view.types))


def prompt_data(made: Prompt) -> dict[str, Any]:
    """A prompt as JSON data."""
    return {
        "text": made.text,
        "examples": [{"name": each.name, "arguments": each.arguments, "text": each.text} for each in made.examples],
        "omitted": [{"name": name, "reason": reason} for name, reason in made.omitted],
    }
