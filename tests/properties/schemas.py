"""Schemas of every kind the format tells apart, for drawing arguments from."""

from typing import Any

Schema = dict[str, Any]


def tool(name: str, properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "additionalProperties": False} | more
    return {"name": name, "parameters": parameters}


STRING: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
INTEGER: Schema = {"type": "integer"}
BOOLEAN: Schema = {"type": "boolean"}
NULL: Schema = {"type": "null"}
POINT: Schema = {"type": "object", "properties": {"x": NUMBER, "y": NUMBER}, "additionalProperties": False}
NOTE: Schema = {"type": "object", "properties": {"text": STRING, "tags": {"type": "array", "items": STRING}}}
ANY: Schema = {}


def array(items: Any, **more: Any) -> Schema:
    return {"type": "array", "items": items} | more


def node(kids: Any) -> Schema:
    return {"type": "object", "properties": {"v": INTEGER, "kids": array(kids)}, "additionalProperties": False}


TREE = {"$ref": "#/$defs/tree"}
TREE_DEFS = {"tree": node(TREE)}
#: What to draw arguments from where that is not the tool's own schema: recursion is written out three deep.
DRAWN = {"recursive": {"type": "object", "properties": {"t": node(node(node(False)))}}}

TOOLS = [
    tool("one_string", {"input": STRING}, required=["input"]),
    tool("optional_string", {"input": STRING}),
    tool("two_strings", {"path": STRING, "content": STRING}, required=["path", "content"]),
    tool("three_strings", {"path": STRING, "old": STRING, "new": STRING}, required=["path"]),
    tool("string_and_number", {"command": STRING, "timeout": NUMBER}, required=["command"]),
    tool("number_first", {"n": INTEGER, "s": STRING}, required=["s"]),
    tool("scalars", {"s": STRING, "n": NUMBER, "i": INTEGER, "b": BOOLEAN, "z": NULL}),
    tool("nullable_string", {"s": {"type": ["string", "null"]}}),
    tool("nullable_first", {"s": {"type": ["string", "null"]}, "t": STRING}, required=["s"]),
    tool("nullable_number", {"n": {"anyOf": [NUMBER, NULL]}}),
    tool("openapi_nullable", {"n": {"type": "integer", "nullable": True}, "s": {"type": "string", "nullable": True}}),
    tool("string_or_number", {"v": {"type": ["string", "number"]}}),
    tool("string_or_boolean", {"v": {"anyOf": [STRING, BOOLEAN]}, "w": STRING}),
    tool("string_or_integer", {"v": {"oneOf": [STRING, INTEGER]}}),
    tool("enums", {"mode": {"enum": ["fast", "slow"]}, "level": {"enum": [1, 2, 3]}, "mix": {"enum": ["a", 1, None]}}),
    tool("constants", {"v": {"const": "1"}, "w": {"const": 1}}),
    tool("strings", {"list": array(STRING)}),
    tool("some_strings", {"list": array(STRING, minItems=1)}),
    tool("numbers", {"list": array(NUMBER)}),
    tool("booleans", {"list": array(BOOLEAN), "other": array(INTEGER)}),
    tool("nullable_items", {"list": array({"type": ["string", "null"]}), "n": array({"type": ["number", "null"]})}),
    tool("nullable_list", {"list": {"type": ["array", "null"], "items": NUMBER}}),
    tool("nullable_strings", {"list": {"anyOf": [array(STRING), NULL]}}),
    tool("nullable_objects", {"list": {"anyOf": [array(POINT), NULL]}}),
    tool("matrix", {"m": array(array(NUMBER))}),
    tool("mixed_list", {"list": array({"type": ["string", "number", "boolean", "null"]})}),
    tool("untyped_list", {"list": {"type": "array"}}),
    # The older spelling of prefixItems: the library that draws values knows no other.
    tool("tuple", {"t": {"type": "array", "items": [STRING, NUMBER], "additionalItems": False}}),
    tool("tuple_and_more", {"t": {"type": "array", "items": [STRING, NUMBER], "additionalItems": POINT}}),
    tool("object", {"point": POINT, "note": NOTE}),
    tool("nullable_object", {"point": {"anyOf": [POINT, NULL]}}),
    tool("object_or_number", {"v": {"anyOf": [POINT, NUMBER, BOOLEAN]}}),
    tool("object_or_string", {"v": {"anyOf": [NOTE, STRING]}}),
    tool("objects", {"points": array(POINT), "notes": array(NOTE)}),
    tool("string_or_strings", {"stop": {"anyOf": [STRING, array(STRING)]}}),
    tool("string_or_objects", {"content": {"anyOf": [STRING, array(NOTE)]}}),
    tool("object_or_objects", {"edit": {"anyOf": [POINT, array(POINT)]}}),
    tool("number_or_strings", {"v": {"anyOf": [NUMBER, array(STRING)]}}),
    tool("free_object", {"o": {"type": "object"}}),
    tool("map_of_strings", {"env": {"type": "object", "additionalProperties": STRING}}),
    tool("map_of_lists", {"env": {"type": "object", "additionalProperties": array(INTEGER)}}),
    tool("patterns", {"h": {"type": "object", "patternProperties": {"^x-": STRING}, "additionalProperties": NUMBER}}),
    tool("recursive", {"t": TREE}, **{"$defs": TREE_DEFS}),
    tool(
        "kinds",
        {
            "u": {
                "oneOf": [
                    {"type": "object", "properties": {"kind": {"const": "a"}, "n": NUMBER}, "required": ["kind"]},
                    {"type": "object", "properties": {"kind": {"const": "b"}, "s": STRING}, "required": ["kind"]},
                ]
            }
        },
    ),
    tool(
        "all_of",
        {
            "a": {
                "allOf": [
                    {"type": "object", "properties": {"x": STRING}},
                    {"type": "object", "properties": {"y": NUMBER}},
                ]
            }
        },
    ),
    tool("anything", {"any": ANY}),
    tool("true_schema", {"any": True}),
    {"name": "no_schema"},
    {"name": "open_object", "parameters": {"type": "object"}},
]
