"""Thirty tools, arguments for them, and texts that are wrong."""

import json
import random
from pathlib import Path
from typing import Any

from pi_native import ToolSet, UnrenderableError, parse, render

TOOLS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("tools.json").read_text(encoding="utf-8"))

# ruff: noqa: E501
STRINGS = (
    "a", "", "src/a.ts", "two\nlines", "\nled", "trailed\n", "say \"hi\"", "it's \"both\"", "a < b > c", "</", "<b>x</b>",
    "a<</call:edit", "x" * 40, "{\"k\": 1}", "[1]", "null", "true", "4", " spaced ", "é ☃ 😀", "a\r\nb", "\t", "<call", "\\n\\",
    "*** Begin Patch\n@@ a\n-x\n+y\n*** End Patch", "if a </c> b", "`$(x)` && y | z", "a=b c='d'", "/>", "-", "<",
)  # fmt: skip


def value_of(schema: dict[str, Any], rng: random.Random, root: dict[str, Any], depth: int = 0) -> Any:
    """A value that the schema allows."""
    if "$ref" in schema:
        return value_of(root["$defs"][schema["$ref"].rpartition("/")[2]], rng, root, depth)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "anyOf" in schema:
        return value_of(rng.choice(schema["anyOf"]), rng, root, depth)
    kinds = schema.get("type", "object")
    kind = rng.choice(kinds) if isinstance(kinds, list) else kinds
    return _VALUES[kind](schema, rng, root, depth)


def _string(schema: dict[str, Any], rng: random.Random, *_: Any) -> str:
    if "pattern" in schema:
        return rng.choice(["v1", "v1.20", "v0.0.1"])
    texts = [each for each in STRINGS if schema.get("minLength", 0) <= len(each) <= schema.get("maxLength", 100)]
    return rng.choice(texts)


def _integer(schema: dict[str, Any], rng: random.Random, *_: Any) -> int:
    low = schema.get("minimum", schema.get("exclusiveMinimum", -10_000) + 1)
    high = schema.get("maximum", 99_999)
    return rng.choice([low, min(high, low + 7), rng.randint(low, high), high])


def _number(schema: dict[str, Any], rng: random.Random, *_: Any) -> Any:
    return rng.choice([0, -1, 2.5, 1e-7, 1e300, -3.25, 12345678901234567890, 0.1])


def _array(schema: dict[str, Any], rng: random.Random, root: dict[str, Any], depth: int) -> list[Any]:
    count = rng.randint(max(1, schema.get("minItems", 1)), schema.get("maxItems", 3))
    prefix = schema.get("prefixItems", [])
    return [value_of(prefix[i] if i < len(prefix) else schema["items"], rng, root, depth + 1) for i in range(count)]


def _object(schema: dict[str, Any], rng: random.Random, root: dict[str, Any], depth: int) -> dict[str, Any]:
    schemas = [schema, *schema.get("allOf", [])]
    required = {name for each in schemas for name in each.get("required", [])}
    properties = {name: each for one in schemas for name, each in one.get("properties", {}).items()}
    names = [name for name in properties if name in required or (depth < 4 and rng.random() < 0.5)]
    if len(properties) <= 6:
        rng.shuffle(names)
    return {name: value_of(properties[name], rng, root, depth + 1) for name in names}


_VALUES: dict[str, Any] = {
    "string": _string,
    "integer": _integer,
    "number": _number,
    "boolean": lambda schema, rng, *_: rng.random() < 0.5,
    "null": lambda *_: None,
    "array": _array,
    "object": _object,
}


def rendered(count: int, seed: int, style: Any = "canonical", tools: list[dict[str, Any]] = TOOLS) -> list[str]:
    """So many texts of calls for each tool, as the renderer writes them; values without a spelling are left out."""
    rng, known, texts = random.Random(seed), ToolSet(tools), []
    for tool in tools:
        for _ in range(count):
            arguments = value_of(tool["parameters"], rng, tool["parameters"])
            try:
                texts.append(render({"name": tool["name"], "arguments": arguments}, known, style=style))
            except UnrenderableError:
                continue
    return texts


PIECES = (
    "<",
    ">",
    "/",
    "/>",
    "=",
    '"',
    "'",
    " ",
    "x",
    "</",
    "1",
    "call:",
    "<x>",
    "</x>",
    "</call:x>",
    "\n",
    "null",
    ' zz="1"',
)


def mutations(text: str, rng: random.Random, count: int) -> list[str]:
    """Texts that differ from this one in a place or two."""
    found = []
    for _ in range(count):
        changed = text
        for _ in range(rng.randint(1, 2)):
            start = rng.randrange(len(changed) + 1)
            end = min(len(changed), start + rng.choice([0, 0, 1, 1, 2, 5]))
            changed = changed[:start] + rng.choice(["", *PIECES]) + changed[end:]
        found.append(changed)
    return found


#: Diagnostics of texts that are legal, which no grammar of calls can exclude without excluding values.
OF_VALUES = {"closer-inside-value", "opener-inside-value"}


def is_wrong(text: str, known: ToolSet) -> bool:
    """Whether the parser finds something in a text that is not about a value, or a required argument is missing."""
    result = parse(text, known)
    if {each.code for each in result.diagnostics} - OF_VALUES - {"json-literal"} or result.incomplete:
        return True
    return any(missing(call, known) for call in result.calls)


def missing(call: Any, known: ToolSet) -> set[str]:
    """The required parameters that a call lacks."""
    tool = known.get(call.name)
    return set(tool.shape.required) - call.arguments.keys() if tool else {"the tool"}
