"""Grammars that hold a model to the format while it decodes, for the engines that serve models (docs/decoding.md).

Prose passes; a call can only be one of a known tool with its own parameters, each once and the required ones all, with
texts of the possible types; and a verbatim body ends at its own closer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from pi_native.decode.builder import Rules, build
from pi_native.grammar import Grammar
from pi_native.known_shape import has_known_rules
from pi_native.parser import ToolsLike
from pi_native.tools import ToolSet

Engine = Literal["llguidance", "gbnf"]
Forms = Literal["all", "canonical"]

ENGINES: tuple[Engine, ...] = ("llguidance", "gbnf")


@dataclass(frozen=True, slots=True)
class Export:
    """A decoding grammar in an engine's language.

    ``text`` is what the engine takes. ``tools`` are the names of the tools that can be called. ``left_out`` lists, a
    line each, what was asked for and could not be said: a tool or parameter without a spelling, or, with ``strict``,
    a keyword of its JSON Schema, with the place as tool and JSON Pointer.
    """

    engine: Engine
    text: str
    tools: tuple[str, ...]
    left_out: tuple[str, ...]


def export(
    engine: Engine,
    tools: ToolsLike,
    *,
    forms: Forms = "all",
    strict: bool = False,
    grammar: Grammar | None = None,
) -> Export:
    """The decoding grammar of a tool list for an engine.

    ``forms`` is ``all`` (whatever the parser takes without a finding, with white space as the grammar has it) or
    ``canonical`` (what the renderer writes, D23). ``strict`` holds values to the JSON Schema, not only to its types.
    Raises ValueError for an engine, forms or rules of a grammar that are not known, and where no tool can be called.

    >>> tools = [{"name": "cd", "parameters": {"properties": {"to": {"enum": ["a", "b"]}}, "required": ["to"]}}]
    >>> export("llguidance", tools, forms="canonical", strict=True).tools
    ('cd',)
    """
    if engine not in ENGINES:
        raise ValueError(f"unknown engine {engine!r}: expected one of {', '.join(ENGINES)}")
    if forms not in ("all", "canonical"):
        raise ValueError(f"unknown forms {forms!r}: expected all or canonical")
    known = grammar or Grammar.load()
    if not has_known_rules(known):
        raise ValueError("decoding grammars follow changed terminals, not overlays that put tags together otherwise")
    rules = build(ToolSet.of(tools), known, canonical=forms == "canonical", strict=strict)
    if not rules.calls:
        raise ValueError("no tool of the list can be called: " + ("; ".join(rules.left_out) or "it is empty"))
    write: Callable[[Rules], str] = import_module(f"{__name__}.{engine}").write
    return Export(engine, write(rules), tuple(rules.calls), rules.left_out)


__all__ = ["ENGINES", "Engine", "Export", "Forms", "export"]
