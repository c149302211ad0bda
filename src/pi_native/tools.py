"""Tools and lists of them, in every form that hosts hand them around."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pi_native.model import SchemaError
from pi_native.plans import Fields, Plan
from pi_native.schema import Document, check_schema


class Tool:
    """A tool: its name, its description, and its parameters' schema.

    ``parameters`` is a JSON Schema (dict or bool); ``shape`` is what the format sees of it.
    Raises `SchemaError` for a schema that cannot be read.

    >>> Tool("edit", {"type": "object", "properties": {"input": {"type": "string"}}}).inline_target(())
    'input'
    """

    def __init__(self, name: str, parameters: Any = True, description: str = "") -> None:
        self.name, self.parameters, self.description = name, parameters, description
        document = Document(parameters, name)
        check_schema(document)
        self.shape = document.shape(parameters)
        self.prepared: dict[object, object] = {}  # what the fast ways of reading and writing made of it, by who asked

    @cached_property
    def inline_eligible(self) -> bool:
        """Whether no parameter can be an object, an array or of unknown type (D7)."""
        shapes = [self.shape.property(name) for name in self.shape.names]
        return all(shape.types is not None and not shape.can("object", "array") for shape in shapes)

    @cached_property
    def plain_fields(self) -> Fields:
        """How the parameters are read in plain spelling."""
        return Fields(self.shape)

    @cached_property
    def plan(self) -> Plan:
        """How its arguments are read in plain spelling."""
        return Plan(fields=self.plain_fields)

    def inline_target(self, given: Collection[str]) -> str | None:
        """The parameter that an inline body fills when ``given`` are attributes, or None if there is none (D7)."""
        if not self.inline_eligible:
            return None
        target = next((name for name in self.shape.names if name not in given), None)
        if target is None:
            return None
        shape = self.shape.property(target)
        return target if shape.only("string", "null") and shape.can("string") else None


class ToolSet:
    """The tools a text may call, by name.

    Takes a list of OpenAI, Anthropic, MCP or bare definitions, or an MCP ``tools/list`` result.
    Raises `SchemaError` where a definition cannot be used.

    >>> [tool.name for tool in ToolSet([{"name": "ls", "input_schema": {"type": "object"}}])]
    ['ls']
    """

    def __init__(self, definitions: Any = ()) -> None:
        self._tools: dict[str, Tool] = {}
        for index, definition in enumerate(_definitions(definitions)):
            tool = _tool(definition, index)
            if tool.name in self._tools:
                raise SchemaError(tool.name, "", "the name is defined twice")
            self._tools[tool.name] = tool

    @classmethod
    def load(cls, path: str | Path) -> ToolSet:
        """Read a JSON file. Raises `OSError`, `UnicodeDecodeError`, `json.JSONDecodeError` or `SchemaError`."""
        return cls(json.loads(Path(path).read_text(encoding="utf-8-sig")))

    @classmethod
    def of(cls, tools: ToolSet | Iterable[Any] | None) -> ToolSet:
        """``tools`` itself if it is a `ToolSet`, else one made of it; None is a set without tools."""
        return tools if isinstance(tools, ToolSet) else cls(tools or ())

    def get(self, name: str) -> Tool | None:
        """The tool of that name, or None."""
        return self._tools.get(name)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, name: object) -> bool:
        return name in self._tools


def _definitions(data: Any) -> Iterable[Any]:
    """The list inside what a file or a server gives: the list itself, or an object that holds it."""
    for key in ("result", "tools"):
        if isinstance(data, Mapping) and key in data:
            data = data[key]
    if isinstance(data, (Mapping, str)) or not isinstance(data, Iterable):
        raise SchemaError("#0", "", "expected a list of tool definitions, or an object with one under 'tools'")
    return data


def _tool(definition: Any, index: int) -> Tool:
    if isinstance(definition, Tool):
        return definition
    if isinstance(definition, Mapping) and isinstance(definition.get("function"), Mapping):
        definition = definition["function"]
    name = definition.get("name") if isinstance(definition, Mapping) else None
    if not isinstance(name, str) or not name:
        raise SchemaError(f"#{index}", "", "a tool definition needs a 'name'")
    keys = [key for key in ("parameters", "input_schema", "inputSchema") if definition.get(key) is not None]
    return Tool(name, definition[keys[0]] if keys else True, str(definition.get("description") or ""))
