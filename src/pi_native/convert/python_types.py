"""Types as Python writes them, which lists of tools of training data often have, as JSON Schema."""

from __future__ import annotations

import re
from typing import Any

from pi_native.hosts.conversation import ConversationError, Record, rest
from pi_native.model import Json

_NAMES: dict[str, Record] = {
    name: {"type": kind} if kind else {}
    for kind, names in {
        "string": "str string text char date datetime uuid",
        "integer": "int integer long",
        "number": "float number double decimal",
        "boolean": "bool boolean",
        "array": "list array tuple set frozenset sequence iterable",
        "object": "dict object mapping",
        "null": "none null nonetype",
        "": "any",
    }.items()
    for name in names.split()
}

#: The longest type that is read as one.
LONGEST = 500

_OPTIONAL = re.compile(r",\s*optional\b.*$", re.IGNORECASE | re.DOTALL)
_SUB_SCHEMAS = ("items", "additionalProperties")
_SUB_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SUB_OBJECTS = ("properties", "$defs", "definitions")


def parameter(text: str) -> tuple[Record, bool]:
    """The schema of a parameter's type, and whether the type says that it may be left out.

    >>> parameter("List[int], optional")
    ({'type': 'array', 'items': {'type': 'integer'}}, True)
    """
    kind = _OPTIONAL.sub("", text)
    return schema_of(kind), kind != text or kind.strip().lower().startswith("optional[")


def schema_of(text: str) -> Record:
    """The schema of a type as Python writes it; of one that is not known, one that says nothing but its name.

    >>> schema_of("Dict[str, Union[int, float]]")
    {'type': 'object', 'additionalProperties': {'anyOf': [{'type': 'integer'}, {'type': 'number'}]}}
    >>> schema_of("Callable[[float], float]")
    {'$comment': 'Callable[[float], float]'}
    """
    if len(text) <= LONGEST:
        try:
            schema, left = _union(re.findall(r"[\w.]+|\S", text))
            if not left:
                return schema
        except (LookupError, RecursionError):
            pass
    return {"$comment": text[:LONGEST]}


def _union(words: list[str]) -> tuple[Record, list[str]]:
    """The schema of ``A | B | …`` at the beginning of words, and the words behind it; LookupError if it is none."""
    schema, words = _one(words)
    choices = [schema]
    while words and words[0] == "|":
        schema, words = _one(words[1:])
        choices.append(schema)
    return _any_of(choices), words


def _one(words: list[str]) -> tuple[Record, list[str]]:
    name, words = words[0].removeprefix("typing.").lower(), words[1:]
    inner: list[Record] = []
    if words and words[0] == "[":
        while words[0] != "]":
            schema, words = _union(words[1:])
            inner.append(schema)
            if words[0] not in (",", "]"):
                raise LookupError
        words = words[1:]
    if name == "optional":
        return _any_of([*inner, {"type": "null"}]), words
    if name == "union":
        return _any_of(inner), words
    return _NAMES[name] | _members(_NAMES[name], inner), words


def _members(schema: Record, inner: list[Record]) -> Record:
    kind = schema.get("type")
    if kind == "array" and inner:
        return {"items": _any_of(inner)}
    if kind == "object" and len(inner) == 2:
        return {"additionalProperties": inner[1]}
    return {}


def _any_of(choices: list[Record]) -> Record:
    distinct = [choice for index, choice in enumerate(choices) if choice not in choices[:index]]
    if {} in distinct:
        return {}
    return distinct[0] if len(distinct) == 1 else {"anyOf": distinct}


def json_schema(value: Any, pointer: str = "") -> Json:
    """A schema whose types are named as Python does, with the names of JSON Schema; raises `ConversationError`.

    >>> json_schema({"type": "dict", "properties": {"n": {"type": "float"}}})
    {'type': 'object', 'properties': {'n': {'type': 'number'}}}
    """
    try:
        return _renamed(value)
    except RecursionError:
        raise ConversationError(pointer, "a schema nested too deeply") from None


def _renamed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    schema = dict(value)
    kind = schema.get("type")
    if isinstance(kind, str):
        schema = schema_of(kind) | rest(schema, ("type",))
    elif isinstance(kind, list):
        schema["type"] = [schema_of(each).get("type", each) if isinstance(each, str) else each for each in kind]
    for key in _SUB_SCHEMAS:
        if key in schema:
            schema[key] = _renamed(schema[key])
    for key in _SUB_LISTS:
        if isinstance(schema.get(key), list):
            schema[key] = [_renamed(each) for each in schema[key]]
    for key in _SUB_OBJECTS:
        if isinstance(schema.get(key), dict):
            schema[key] = {name: _renamed(each) for name, each in schema[key].items()}
    return schema
