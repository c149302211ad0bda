"""A quick yes for arguments that surely fit their schema; everything else is asked of `jsonschema`.

Most calls are valid and most schemas plain. For the keywords that mean the same in every draft a schema is turned into
functions that say "surely valid" or "unknown", never "invalid": so what is found, and how it is said, is always the
library's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pi_native.model import Json

Check = Callable[[Json], bool]

MAX_DEPTH = 32  # of schemas in schemas that are looked at

#: What says nothing about a value, in any draft. ``format`` is not among them: it may be asserted.
ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "example", "$comment", "$schema", "$defs", "definitions"}
    | {"deprecated", "readOnly", "writeOnly", "nullable"}
)

#: The types of which a Python value surely is; an integral float is asked about, for drafts differ.
TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}


def surely_valid(schema: Json, depth: int = 0) -> Check:
    """A function that says True only of values that fit the schema, whatever its draft.

    >>> check = surely_valid({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
    >>> check({"n": 1}), check({"n": 1.0}), check({"n": 1, "other": []})
    (True, False, True)
    """
    if schema is True or schema == {}:
        return _always
    if not isinstance(schema, dict) or depth > MAX_DEPTH:
        return _unknown
    checks: list[Check] = []
    for keyword, argument in schema.items():
        if keyword in ANNOTATIONS:
            continue
        make = _KEYWORDS.get(keyword)
        check = make(argument, depth + 1) if make is not None else None
        if check is None:
            return _unknown
        checks.append(check)
    properties = schema.get("properties")
    if "additionalProperties" in schema:
        names = frozenset(properties) if isinstance(properties, dict) else frozenset()
        checks.append(_no_others(names))
    if len(checks) == 1:
        return checks[0]
    return lambda value: all(check(value) for check in checks)


def _always(value: Json) -> bool:
    return True


def _unknown(value: Json) -> bool:
    return False


def _type(argument: Json, depth: int) -> Check | None:
    names = argument if isinstance(argument, list) else [argument]
    if not all(isinstance(name, str) and name in TYPES for name in names):
        return None
    types = frozenset(each for name in names for each in TYPES[name])
    return lambda value: type(value) in types


def _properties(argument: Json, depth: int) -> Check | None:
    if not isinstance(argument, dict):
        return None
    checks = {name: surely_valid(schema, depth) for name, schema in argument.items()}

    def check(value: Json) -> bool:
        if type(value) is not dict:
            return True
        for name, item in value.items():
            known = checks.get(name)
            if known is not None and not known(item):
                return False
        return True

    return check


def _required(argument: Json, depth: int) -> Check | None:
    if not isinstance(argument, list) or not all(isinstance(name, str) for name in argument):
        return None
    names = frozenset(argument)
    return lambda value: type(value) is not dict or names <= value.keys()


def _no_others(names: frozenset[str]) -> Check:
    """Of ``additionalProperties``, whatever it allows: there are none."""
    return lambda value: type(value) is not dict or value.keys() <= names


def _additional(argument: Json, depth: int) -> Check | None:
    return _always  # what it says of other names is asked about where there are any


def _items(argument: Json, depth: int) -> Check | None:
    if not isinstance(argument, (dict, bool)):
        return None
    check = surely_valid(argument, depth)
    return lambda value: type(value) is not list or all(map(check, value))


def _enum(argument: Json, depth: int) -> Check | None:
    """Only texts and null are looked up: of numbers and booleans the libraries' equality is not Python's."""
    if not isinstance(argument, list):
        return None
    members = frozenset(member for member in argument if isinstance(member, str) or member is None)
    return lambda value: (type(value) is str or value is None) and value in members


def _const(argument: Json, depth: int) -> Check | None:
    return _enum([argument], depth)


def _length(is_enough: Callable[[int, int], bool], kind: type[str | list[Json]]) -> Callable[[Json, int], Check | None]:
    def make(argument: Json, depth: int) -> Check | None:
        if type(argument) is not int:
            return None
        return lambda value: not isinstance(value, kind) or is_enough(len(value), argument)

    return make


def _bound(holds: Callable[[Any, Any], bool]) -> Callable[[Json, int], Check | None]:
    def make(argument: Json, depth: int) -> Check | None:
        if type(argument) is not int:
            return None
        return lambda value: type(value) not in (int, float, bool) or (type(value) is int and holds(value, argument))

    return make


def _at_least(value: Any, bound: Any) -> bool:
    return bool(value >= bound)


def _at_most(value: Any, bound: Any) -> bool:
    return bool(value <= bound)


_KEYWORDS: dict[str, Callable[[Json, int], Check | None]] = {
    "type": _type,
    "properties": _properties,
    "required": _required,
    "additionalProperties": _additional,
    "items": _items,
    "enum": _enum,
    "const": _const,
    "minimum": _bound(_at_least),
    "maximum": _bound(_at_most),
    "minLength": _length(_at_least, str),
    "maxLength": _length(_at_most, str),
    "minItems": _length(_at_least, list),
    "maxItems": _length(_at_most, list),
}
