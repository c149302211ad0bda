"""Twenty tool lists, each unlike the others: every form, every kind of schema, every way hosts hand lists around."""

import json
from pathlib import Path
from typing import Any

from pi_native.diagnostics import example_tools

ROOT = Path(__file__).parents[2]


def bare(name: str, properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    """A definition as name and parameters."""
    return {"name": name, "parameters": {"type": "object", "properties": properties, "required": [*required], **more}}


STRING, INTEGER = {"type": "string"}, {"type": "integer"}

LISTS: dict[str, Any] = {
    "examples": json.loads((ROOT / "examples" / "tools.json").read_text(encoding="utf-8")),
    "conformance": json.loads((ROOT / "tests" / "conformance" / "tools.json").read_text(encoding="ascii")),
    "catalogue": json.loads(example_tools()),
    "empty": [],
    "no parameters": [{"name": "ls"}, {"name": "stop", "parameters": {"type": "object", "properties": {}}}],
    "openai": [{"type": "function", "function": bare("search", {"query": STRING, "limit": INTEGER}, "query")}],
    "anthropic": [{"name": "run", "description": "Run it.\nNow.", "input_schema": {"properties": {"script": STRING}}}],
    "mcp": {"tools": [{"name": "get", "inputSchema": {"type": "object", "properties": {"uri": {"format": "uri"}}}}]},
    "bulk strings": [
        bare("edit", {"input": STRING}, "input"),
        bare("write", {"path": STRING, "content": STRING}, "path", "content"),
        bare("post", {"body": STRING, "tags": {"type": "array", "items": STRING}}, "body", "tags"),
    ],
    "numbers": [
        bare("a", {"n": {"type": "integer", "minimum": 10}, "m": {"type": "number", "exclusiveMaximum": 0}}, "n", "m"),
        bare("b", {"n": {"type": "integer", "multipleOf": 7, "minimum": 20}, "p": {"exclusiveMinimum": 0.5}}, "n", "p"),
        bare("c", {"n": {"type": "number", "minimum": 0.25, "maximum": 0.75}}, "n"),
    ],
    "given values": [
        bare("a", {"mode": {"enum": ["fast", "slow"]}, "level": {"const": 3}, "x": {"default": True}}, "mode", "level"),
        bare(
            "b", {"q": {"type": "string", "examples": ["two\nlines", "one"]}, "k": {"default": "a \"b\" 'c'"}}, "q", "k"
        ),
        bare("c", {"n": {"type": "integer", "examples": ["wrong", 4]}}, "n"),
    ],
    "formats": [
        bare(
            "f", {name: {"type": "string", "format": name} for name in ("date", "date-time", "uuid", "email", "ipv4")}
        ),
        bare("g", {"when": {"type": "string", "format": "date"}, "host": {"format": "hostname"}}, "when", "host"),
    ],
    "lists": [
        bare(
            "tag",
            {"labels": {"type": "array", "items": STRING}, "ports": {"type": "array", "items": INTEGER}},
            "labels",
        ),
        bare("one", {"only": {"type": "array", "items": STRING, "maxItems": 1}}, "only"),
        bare("many", {"rows": {"type": "array", "items": {"type": "array", "items": INTEGER}, "minItems": 3}}, "rows"),
        bare("pair", {"at": {"type": "array", "prefixItems": [INTEGER, STRING]}}, "at"),
    ],
    "nested objects": [
        bare(
            "plan",
            {
                "steps": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["text"],
                        "properties": {"text": STRING, "files": {"type": "array", "items": STRING}},
                    },
                },
                "owner": {"type": "object", "properties": {"name": STRING, "team": {"properties": {"id": INTEGER}}}},
            },
            "steps",
            "owner",
        )
    ],
    "references": [
        bare(
            "tree",
            {"root": {"$ref": "#/$defs/node"}},
            "root",
            **{
                "$defs": {
                    "node": {
                        "type": "object",
                        "required": ["value", "left", "right"],
                        "properties": {
                            "value": INTEGER,
                            "left": {"$ref": "#/$defs/node"},
                            "right": {"$ref": "#/$defs/node"},
                        },
                    }
                }
            },
        ),
    ],
    "unions": [
        bare("a", {"v": {"anyOf": [{"type": "null"}, {"type": "object", "properties": {"k": STRING}}]}}, "v"),
        bare(
            "b",
            {"v": {"oneOf": [STRING, {"type": "array", "items": STRING}]}, "w": {"type": ["null", "integer"]}},
            "v",
            "w",
        ),
        bare("c", {"v": {"allOf": [{"type": "string"}, {"minLength": 8}]}}, "v"),
    ],
    "loose schemas": [
        bare("any", {"value": {}, "other": True}, "value", "other"),
        {"name": "true", "parameters": True},
        bare("open", {"env": {"type": "object", "additionalProperties": STRING}}, "env"),
    ],
    "text that is hard to spell": [
        bare("a", {"s": {"type": ["string", "null"], "examples": ["null", "x"]}}, "s"),
        bare("b", {"s": {"type": "string", "default": "</s>"}, "t": {"type": "array", "items": STRING}}, "s", "t"),
        bare("c", {"l": {"type": "array", "items": STRING, "default": []}, "n": INTEGER}, "n"),
        bare("d", {"s": {"type": ["string", "integer"], "default": "5"}}, "s"),
    ],
    "bounded strings": [
        bare(
            "a",
            {"code": {"type": "string", "pattern": "^[A-Z]{3}$"}, "id": {"minLength": 30, "type": "string"}},
            "code",
            "id",
        ),
        bare("b", {"title": {"type": "string", "maxLength": 3}}, "title"),
    ],
    "names of every kind": [
        bare("_x-1", {"A": {"type": "boolean"}, "_b": {"type": "null"}, "c-d": STRING}, "A", "_b", "c-d"),
        bare("with-call", {"call": STRING, "items": {"type": "array", "items": {"type": "boolean"}}}, "call", "items"),
    ],
}
