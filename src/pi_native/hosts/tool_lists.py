"""Lists of tools from the shape of one host to that of another."""

from __future__ import annotations

from typing import Any

from pi_native.hosts.conversation import ConversationError, Record, json_at, object_at, rest, text_at
from pi_native.model import Json

_SCHEMAS = ("parameters", "input_schema", "inputSchema")


def tools_of(value: Json, pointer: str = "/tools") -> list[Json] | None:
    """A record's tools as OpenAI has them, from any shape that `pi_native.ToolSet` takes, or from JSON text.

    None for none. Raises `ConversationError`.

    >>> tools_of([{"name": "ls", "input_schema": {"type": "object"}}])
    [{'type': 'function', 'function': {'name': 'ls', 'parameters': {'type': 'object'}}}]
    """
    if isinstance(value, str):
        value = json_at(value, pointer) if value.strip() else None
    if value is None:
        return None
    if not isinstance(value, list):
        raise ConversationError(pointer, "is not a list")
    return [openai_tool(tool, f"{pointer}/{index}") for index, tool in enumerate(value)] or None


def openai_tool(tool: Json, pointer: str) -> Record:
    """One tool as OpenAI has it; what else is said of it stands beside. Raises `ConversationError`.

    >>> openai_tool({"name": "ls", "description": "List.", "strict": True}, "/tools/0")
    {'type': 'function', 'function': {'name': 'ls', 'description': 'List.'}, 'strict': True}
    """
    said = object_at(tool, pointer)
    if isinstance(said.get("function"), dict):
        text_at(said["function"].get("name"), f"{pointer}/function/name")
        return said
    name = text_at(said.get("name"), f"{pointer}/name")
    schemas = [key for key in _SCHEMAS if said.get(key) is not None]
    if said.get("type", "custom") not in ("custom", "function"):
        raise ConversationError(pointer, f"a tool of type {said['type']!r}, which only its host knows")
    function: Record = {"name": name}
    if said.get("description"):
        function["description"] = said["description"]
    if schemas:
        function["parameters"] = said[schemas[0]]
    return {"type": "function", "function": function} | rest(said, ("type", "name", "description", *_SCHEMAS))


def anthropic_tool(tool: Any) -> Record:
    """One tool as Anthropic has it, from OpenAI's shape.

    >>> anthropic_tool({"type": "function", "function": {"name": "ls"}})
    {'name': 'ls', 'input_schema': {'type': 'object'}}
    """
    function = tool["function"]
    own = {key: function[key] for key in ("name", "description") if key in function}
    own["input_schema"] = function.get("parameters") or {"type": "object"}
    return own | rest(function, ("name", "description", "parameters")) | rest(tool, ("type", "function"))
