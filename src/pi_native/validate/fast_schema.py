"""The same quick yes by `jsonschema-rs`, for what `plain_schema` does not know: alternatives, references, bounds.

Used where the extra ``pi-native[fast]`` is installed, and for what the two libraries surely agree on. A yes is taken;
anything else is asked of `jsonschema`, whose findings they stay.

Left to `jsonschema`, because the libraries may differ or one of them does not know it: ``format``; ``pattern`` and
``patternProperties`` (two dialects of regular expressions); ``multipleOf`` (of floats); ``uniqueItems`` (of numbers);
``nullable``; numbers that a double does not hold exactly, and infinite ones; half of a surrogate pair; ``$id`` and
anchors; references to anywhere but a definition of the same schema, and those that come back to where they began;
other drafts than 7 and 2020-12; every keyword that is not named below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import isfinite

from pi_native.model import Json
from pi_native.validate.plain_schema import ANNOTATIONS, MAX_DEPTH, Check

#: The classes of `jsonschema-rs`, by ``$schema``.
DRAFTS = {
    None: "Draft202012Validator",
    "https://json-schema.org/draft/2020-12/schema": "Draft202012Validator",
    "http://json-schema.org/draft-07/schema#": "Draft7Validator",
}

#: The integers that a double holds exactly are smaller.
LARGEST = 2**53

#: What no UTF-8 text can hold.
_HALF = re.compile("[\ud800-\udfff]")

#: A reference to a definition of the schema, its name without anything escaped.
_DEFINITION = re.compile(r"#/(\$defs|definitions)/([A-Za-z0-9_.-]+)")

SILENT = ANNOTATIONS - {"$schema", "nullable"} | {"type", "required", "enum", "const"}
BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})
COUNTS = frozenset({"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"})
ONE = frozenset({"additionalProperties", "items", "propertyNames", "not", "if", "then", "else"})
MANY = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})


def fast_valid(schema: Json) -> Check | None:
    """A function that says True only of values that fit the schema; None without the extra or for other schemas.

    The schema is one that `jsonschema` takes, with no reference that leads nowhere.

    >>> fast_valid({"pattern": "^a"}) is None
    True
    """
    try:
        import jsonschema_rs
    except ImportError:
        return None
    if not _is_agreed(schema):
        return None
    root = {key: value for key, value in schema.items() if key != "$schema"} if isinstance(schema, dict) else schema
    draft = getattr(jsonschema_rs, DRAFTS[schema.get("$schema") if isinstance(schema, dict) else None])
    try:
        is_valid: Callable[[Json], bool] = draft(root, retriever=_fetch_nothing).is_valid
    except (ValueError, jsonschema_rs.ReferencingError):  # it takes fewer schemas
        return None

    return lambda value: is_exact(value) and is_valid(value)


def is_exact(value: Json) -> bool:
    """Whether the value is JSON whose numbers and texts both libraries see alike.

    >>> is_exact({"a": [1, 0.5]}), is_exact(2**53), is_exact([float("inf")])
    (True, False, False)
    """
    pending = [value]
    while pending:
        item = pending.pop()
        kind = type(item)
        if kind is str:
            if not item.isascii() and _HALF.search(item):
                return False
        elif kind is dict:
            pending.extend(item)
            pending.extend(item.values())
        elif kind is list:
            pending.extend(item)
        elif kind is int:
            if not -LARGEST < item < LARGEST:
                return False
        elif kind is float:
            if not isfinite(item) or abs(item) >= LARGEST:
                return False
        elif item is not None and kind is not bool:
            return False
    return True


def _fetch_nothing(address: str) -> Json:
    raise ValueError(f"{address} is not fetched")


def _is_agreed(schema: Json) -> bool:
    if isinstance(schema, bool):
        return True
    if not isinstance(schema, dict) or schema.get("$schema") not in DRAFTS or not is_exact(schema):
        return False
    try:
        _Heights(schema).of({key: value for key, value in schema.items() if key != "$schema"})
    except _UnsureError:
        return False
    return True


class _UnsureError(Exception):
    """The libraries may differ."""


class _Heights:
    """How many levels of schemas there are in one, references followed: `jsonschema` must be able to go down them."""

    def __init__(self, root: dict[str, Json]) -> None:
        self._root = root
        self._of_references: dict[str, int] = {}

    def of(self, schema: Json, depth: int = 0) -> int:
        """The height; raises `_UnsureError` where it is too large or the schema not one of those agreed on."""
        if isinstance(schema, bool):
            return 0
        if not isinstance(schema, dict) or depth > MAX_DEPTH:
            raise _UnsureError
        height = max((self.of(below, depth + 1) for below in _below(schema)), default=0)
        if "$ref" in schema:
            height = max(height, self._of_reference(schema["$ref"], depth + 1))
        return height + 1

    def _of_reference(self, reference: Json, depth: int) -> int:
        if not isinstance(reference, str):
            raise _UnsureError
        if reference not in self._of_references:
            self._of_references[reference] = MAX_DEPTH + 1  # for a reference that comes back
            self._of_references[reference] = self.of(self._definition(reference), depth)
        height = self._of_references[reference]
        if depth + height > MAX_DEPTH:
            raise _UnsureError
        return height

    def _definition(self, reference: str) -> Json:
        found = _DEFINITION.fullmatch(reference)
        definitions = self._root.get(found[1]) if found else None
        if found is None or not isinstance(definitions, dict) or found[2] not in definitions:
            raise _UnsureError
        return definitions[found[2]]


def _below(schema: dict[str, Json]) -> Iterator[Json]:
    """The schemas inside, definitions aside; raises `_UnsureError` for what the libraries may see differently."""
    for keyword, argument in schema.items():
        if keyword in ONE:
            yield argument  # a list of ``items``, as in draft 7, is no schema
        elif keyword in MANY and isinstance(argument, list):
            yield from argument
        elif keyword == "properties" and isinstance(argument, dict):
            yield from argument.values()
        elif keyword in COUNTS and type(argument) is int:
            continue
        elif keyword not in SILENT and keyword not in BOUNDS and keyword != "$ref":
            raise _UnsureError
