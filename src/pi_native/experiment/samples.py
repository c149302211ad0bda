"""Arguments that fit a JSON Schema, at random; for calls to try a grammar with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pi_native.model import Json
from pi_native.sentences import TEXTS
from pi_native.tools import Tool, ToolSet

MAX_DEPTH = 4

#: Tools to try a grammar with, where none are given: every kind of value, and a body.
TOOLS: list[dict[str, Any]] = [
    {
        "name": "read",
        "parameters": {
            "required": ["path"],
            "properties": {"path": {"type": "string"}, "offset": {"type": "integer"}, "all": {"type": "boolean"}},
        },
    },
    {"name": "edit", "parameters": {"required": ["input"], "properties": {"input": {"type": "string"}}}},
    {
        "name": "configure",
        "parameters": {
            "properties": {
                "names": {"type": "array", "items": {"type": "string"}},
                "range": {"type": "object", "properties": {"from": {"type": "number"}, "to": {"type": "number"}}},
                "mode": {"enum": ["fast", "safe"]},
                "note": {"type": ["string", "null"]},
                "any": {},
            }
        },
    },
    {"name": "ls", "parameters": {"properties": {}}},
]


def calls(tools: ToolSet, count: int, seed: int = 0) -> Iterator[dict[str, Json]]:
    """``count`` calls of the tools, each with arguments that are likely to fit its schema.

    >>> next(calls(ToolSet([{"name": "ls", "parameters": {"properties": {}}}]), 1))
    {'name': 'ls', 'arguments': {}}
    """
    chance = random.Random(seed)
    listed = list(tools)
    for _ in range(count if listed else 0):
        tool = chance.choice(listed)
        yield {"name": tool.name, "arguments": _arguments(tool, chance)}


def _arguments(tool: Tool, chance: random.Random) -> dict[str, Json]:
    schema = tool.parameters if isinstance(tool.parameters, dict) else {}
    return _object(schema, chance, 0)


def value(schema: Any, chance: random.Random, depth: int = 0) -> Json:
    """A value for a schema: of its examples, its enum, or made for its type."""
    if not isinstance(schema, dict):
        return chance.choice(TEXTS)
    for key in ("enum", "examples"):
        if isinstance(schema.get(key), list) and schema[key]:
            return chance.choice(schema[key])
    if "const" in schema:
        return schema["const"]
    for key in ("anyOf", "oneOf", "allOf"):
        if isinstance(schema.get(key), list) and schema[key]:
            return value(chance.choice(schema[key]), chance, depth)
    types = schema.get("type")
    kind = chance.choice(types) if isinstance(types, list) and types else types
    if kind is None:
        kind = "object" if "properties" in schema else chance.choice(["string", "integer", "boolean"])
    return _of_type(kind, schema, chance, depth)


def _of_type(kind: Any, schema: dict[str, Any], chance: random.Random, depth: int) -> Json:
    if kind == "object":
        return _object(schema, chance, depth + 1)
    if kind == "array":
        count = 0 if depth >= MAX_DEPTH else chance.randint(int(schema.get("minItems", 0)), 3)
        return [value(schema.get("items", {}), chance, depth + 1) for _ in range(count)]
    if kind in ("integer", "number"):
        return _number(schema, chance)
    made: dict[Any, Json] = {"boolean": chance.random() < 0.5, "null": None}
    return made[kind] if kind in made else "".join(chance.choices(TEXTS, k=chance.randint(1, 2)))


def _number(schema: dict[str, Any], chance: random.Random) -> int:
    high = int(schema["maximum"]) if "maximum" in schema else None
    low = int(schema.get("minimum", 0 if high is None or high >= 0 else high - 1000))
    return chance.randint(low, low + 1000 if high is None else max(low, high))


def _object(schema: dict[str, Any], chance: random.Random, depth: int) -> dict[str, Json]:
    properties = schema.get("properties")
    required = schema.get("required", ())
    if not isinstance(properties, dict) or depth > MAX_DEPTH:
        return {}
    chosen = [name for name in properties if name in required or chance.random() < 0.6]
    return {name: value(properties[name], chance, depth) for name in chosen}
