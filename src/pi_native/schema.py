"""What the format needs to know of a JSON Schema: possible types, names in order, items (D7, D9).

A `Shape` is a schema seen that way. It is made of *nodes* that all apply (the schema itself, its ``$ref`` target, its
``allOf``) and of *unions* of which one branch applies (``anyOf``, ``oneOf``). Everything is computed when first asked
for and kept, so recursive schemas cost nothing until a call goes deep.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from pi_native.model import Json, SchemaError

Types = frozenset[str]
TYPES: Types = frozenset({"string", "number", "integer", "boolean", "null", "object", "array"})
MAX_SCHEMA_DEPTH = 200
MAX_UNION_DEPTH = 32  # unions in unions that are looked into; a few Python frames each

_MANY = ("allOf", "anyOf", "oneOf", "prefixItems")
_NAMED = ("properties", "patternProperties", "$defs", "definitions")
_ONE = ("additionalProperties", "items", "additionalItems")


def type_of(value: Json) -> str:
    """The JSON Schema type of a value; an integral float is a number.

    >>> type_of(True), type_of(1), type_of(1.0), type_of(None)
    ('boolean', 'integer', 'number', 'null')
    """
    if value is None:
        return "null"
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return kinds.get(type(value), "")


def narrow(left: Types | None, right: Types | None) -> Types | None:
    """The types that both allow; None stands for "unknown" and allows every type."""
    if left is None or right is None:
        return right if left is None else left
    both = {t for t in left if t in right or (t == "integer" and "number" in right)}
    return frozenset(both | {t for t in right if t == "integer" and "number" in left})


T = TypeVar("T")


class Shape:
    """A JSON Schema as the format sees it (D9). Made by `pi_native.tools.Tool`, not by hand.

    >>> from pi_native.tools import Tool
    >>> tool = Tool("t", {"type": "object", "properties": {"n": {"type": ["integer", "null"]}}})
    >>> sorted(tool.shape.property("n").types), tool.shape.names
    (['integer', 'null'], ('n',))
    """

    def __init__(
        self,
        document: Document,
        nodes: Iterable[Any],
        unions: Iterable[tuple[Shape, ...]] = (),
        without: Types = frozenset(),
    ) -> None:
        self._document = document
        self._nodes = list(document.applying(nodes))
        self._given_unions = list(unions)
        self._without = without
        self._properties: dict[str, Shape] = {}
        self._items: dict[int, Shape] = {}

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The schemas that all apply: itself, its ``$ref`` targets, its ``allOf``; not those in a union."""
        return self._nodes

    @cached_property
    def _unions(self) -> list[tuple[Shape, ...]]:
        groups = _groups(self._nodes)
        return self._given_unions + [tuple(map(self._document.shape, group)) for group in groups]

    def _guarded(self, what: str, compute: Callable[[], T], default: T) -> T:
        """``compute()``, or ``default`` inside itself: a union may hold itself, and then adds nothing."""
        active, key = self._document.active, (id(self), what)
        if key in active or len(active) > MAX_UNION_DEPTH:
            return default
        active.add(key)
        try:
            return compute()
        finally:
            active.discard(key)

    @cached_property
    def types(self) -> Types | None:
        """The possible types, or None if they are unknown; ``number`` includes ``integer``."""
        return self._guarded("types", self._types, None)

    def _types(self) -> Types | None:
        types: Types | None = None
        for node in self._nodes:
            types = narrow(types, _own_types(node))
        for union in self._unions:
            types = narrow(types, _united([branch.types for branch in union]))
        if types is not None and any(_nullable(node) for node in self._nodes):
            types |= {"null"}
        if types is not None:
            types -= self._without
        return types or None

    def can(self, *kinds: str) -> bool:
        """Whether one of these types is possible; every type is where types are unknown."""
        return self.types is None or not self.types.isdisjoint(kinds)

    def only(self, *kinds: str) -> bool:
        """Whether the types are known and are among these."""
        return self.types is not None and self.types <= frozenset(kinds)

    @cached_property
    def is_array(self) -> bool:
        """Whether each occurrence is an item: an array, or an array or null (D12)."""
        return self.only("array", "null") and self.can("array")

    @cached_property
    def counts(self) -> bool:
        """Whether the number of occurrences decides if it is a list (D12's heuristic)."""
        return self.can("array") and not self.is_array

    @cached_property
    def is_markup_free(self) -> bool:
        """Whether a value never holds markup, so that it ends at the first (D17)."""
        return self.only("number", "integer", "boolean", "null")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The properties' names in schema order: own, then of ``$ref``, ``allOf``, ``anyOf``/``oneOf`` (D7)."""
        own = [name for node in self._nodes for name in node.get("properties", ())]
        return tuple(dict.fromkeys(own + self._guarded("names", self._names_in_unions, list[str]())))

    def _names_in_unions(self) -> list[str]:
        return [name for union in self._unions for branch in union for name in branch.names]

    @cached_property
    def required(self) -> frozenset[str]:
        """The names that every value must have."""
        own = frozenset(name for node in self._nodes for name in node.get("required", ()))
        return own | self._guarded("required", self._required_in_unions, frozenset[str]())

    def _required_in_unions(self) -> frozenset[str]:
        each = [frozenset.intersection(*(branch.required for branch in union)) for union in self._unions]
        return frozenset().union(*each)

    def property(self, name: str) -> Shape:
        """The shape of a property; of unknown type if nothing in the schema types it."""
        shape = self._properties.get(name)
        if shape is None:
            found = self._guarded(f"/{name}", lambda: self._named(name) or self._patterned(name), None)
            shape = found or self._document.anything
            if name in self.names:  # others are a stranger's choice: they must not fill the memory
                self._properties[name] = shape
        return shape

    def _named(self, name: str) -> Shape | None:
        nodes = [node["properties"][name] for node in self._nodes if name in node.get("properties", ())]
        unions = []
        for union in self._unions:
            branches = tuple(b.property(name) for b in union if name in b.names)
            unions += [branches] if branches else []
        return self._document.combined(nodes, unions) if nodes or unions else None

    def _patterned(self, name: str) -> Shape | None:
        for node in self._nodes:
            for pattern, schema in node.get("patternProperties", {}).items():
                if re.search(pattern, name):
                    return self._document.shape(schema)
        for node in self._nodes:
            if isinstance(node.get("additionalProperties"), dict):
                return self._document.shape(node["additionalProperties"])
        return self._guarded(f"~{name}", lambda: self._patterned_in_unions(name), None)

    def _patterned_in_unions(self, name: str) -> Shape | None:
        branches = [b for union in self._unions for b in union if b.can("object")]
        return next((shape for b in branches if (shape := b._patterned(name)) is not None), None)

    @cached_property
    def is_open(self) -> bool:
        """Whether the schema expects names it does not list (D24, ``unknown-parameter``)."""
        return self._guarded("open", self._is_open, True)

    def _is_open(self) -> bool:
        if any(node.get("additionalProperties") is False for node in self._nodes):
            return False
        if any(b.can("object") and b.is_open for union in self._unions for b in union):
            return True
        opened = any(node.get("additionalProperties") or node.get("patternProperties") for node in self._nodes)
        return opened or not self.names

    def knows(self, name: str) -> bool:
        """Whether the schema lists the name, matches it, or expects names it does not list."""
        return name in self.names or self.is_open or self._patterned(name) is not None

    def item(self, index: int) -> Shape:
        """The shape of the item at ``index`` of an array (``prefixItems``, ``items``)."""
        index = min(index, self._longest_prefix)
        if index not in self._items:
            found = self._guarded(f"#{index}", lambda: self._item(index), None)
            self._items[index] = found or self._document.anything
        return self._items[index]

    def _item(self, index: int) -> Shape | None:
        nodes = [schema for node in self._nodes if (schema := _item(node, index)) is not None]
        unions = []
        for union in self._unions:
            branches = tuple(b.item(index) for b in union if b.types is not None and b.can("array"))
            unions += [branches] if branches else []
        return self._document.combined(nodes, unions) if nodes or unions else None

    @cached_property
    def has_prefix(self) -> bool:
        """Whether items are typed by position."""
        return self._longest_prefix > 0

    @cached_property
    def prefix_length(self) -> int:
        """How many items are typed by position."""
        return self._longest_prefix

    @cached_property
    def _longest_prefix(self) -> int:
        own = max((len(_prefix(node)) for node in self._nodes), default=0)
        return max(own, self._guarded("prefix", self._longest_prefix_in_unions, 0))

    def _longest_prefix_in_unions(self) -> int:
        return max((b._longest_prefix for union in self._unions for b in union), default=0)

    def element(self, index: int) -> Shape:
        """What the body of one element can be: an item's shape where each element is an item, both where that
        depends on how many there are (D12)."""
        if self.is_array:
            return self.item(index)
        if self.types is None or not self.counts:
            return self
        alone = Shape(self._document, self._nodes, self._unions, frozenset({"array"}))
        return self._document.combined([], [(alone, self.item(index))]) if alone.types else self.item(index)


class Document:
    """One tool's schema: resolves its local references and keeps the shapes made so far."""

    def __init__(self, root: Any, tool: str) -> None:
        self.root, self.tool = root, tool
        self.active: set[tuple[int, str]] = set()
        self._shapes: dict[int, Shape] = {}
        self._combined: dict[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], Shape] = {}
        self.anything = Shape(self, [{}])

    def shape(self, node: Any) -> Shape:
        if id(node) not in self._shapes or isinstance(node, bool):
            self._shapes[id(node)] = Shape(self, [node])
        return self._shapes[id(node)]

    def combined(self, nodes: list[Any], unions: list[tuple[Shape, ...]]) -> Shape:
        if len(nodes) == 1 and not unions:
            return self.shape(nodes[0])
        key = tuple(map(id, nodes)), tuple(tuple(map(id, union)) for union in unions)
        if key not in self._combined:
            self._combined[key] = Shape(self, nodes, unions)
        return self._combined[key]

    def applying(self, nodes: Iterable[Any]) -> Iterator[dict[str, Any]]:
        """The nodes, and whatever applies with them: ``$ref`` and ``allOf``, each once, in schema order."""
        seen: set[int] = set()
        waiting = list(nodes)[::-1]
        while waiting:
            node = waiting.pop()
            if isinstance(node, dict) and id(node) not in seen:
                seen.add(id(node))
                yield node
                waiting += reversed(node.get("allOf", ()))
                if "$ref" in node:
                    waiting.append(self.resolve(node["$ref"]))

    def resolve(self, reference: Any, pointer: str = "") -> Any:
        """The schema that a local reference names; it never leaves this document."""
        if not isinstance(reference, str) or not reference.startswith("#"):
            raise SchemaError(self.tool, pointer, f"reference {reference!r} leaves the schema; only '#/…' is followed")
        node = self.root
        for part in reference[1:].split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(node, list) and key.isascii() and key.isdigit() and int(key) < len(node):
                node = node[int(key)]
            elif isinstance(node, dict) and key in node:
                node = node[key]
            else:
                raise SchemaError(self.tool, pointer, f"reference {reference!r} names nothing in this schema")
        return node


def check_schema(document: Document) -> None:
    """Raise `SchemaError` where the schema is not one this module can read; walks it once, without recursion."""
    waiting: list[tuple[Any, str, int]] = [(document.root, "", 0)]
    while waiting:
        node, pointer, depth = waiting.pop()
        if depth > MAX_SCHEMA_DEPTH:
            raise SchemaError(document.tool, pointer[:80] + "…", f"nested deeper than {MAX_SCHEMA_DEPTH}")
        if isinstance(node, bool):
            continue
        if not isinstance(node, dict):
            raise SchemaError(document.tool, pointer, f"a schema is an object or a boolean, not {type_of(node)}")
        _check_keywords(document, node, pointer)
        waiting += [(child, f"{pointer}/{key}", depth + 1) for key, child in _subschemas(node)]


def _check_keywords(document: Document, node: dict[str, Any], pointer: str) -> None:
    types = node.get("type", [])
    for name in types if isinstance(types, list) else [types]:
        if not isinstance(name, str) or name not in TYPES:
            raise SchemaError(document.tool, f"{pointer}/type", f"{name!r} is not a JSON Schema type")
    shapes = {"enum": list, "required": list} | dict.fromkeys(_MANY, list) | dict.fromkeys(_NAMED, dict)
    for key, kind in shapes.items():
        if key in node and not isinstance(node[key], kind):
            expected = "a list" if kind is list else "an object"
            raise SchemaError(document.tool, f"{pointer}/{key}", f"expected {expected}, not {type_of(node[key])}")
    for pattern in node.get("patternProperties", {}):
        try:
            re.compile(pattern)
        except re.error as error:
            raise SchemaError(document.tool, f"{pointer}/patternProperties", f"{pattern!r}: {error}") from error
    if "$ref" in node:
        document.resolve(node["$ref"], f"{pointer}/$ref")


def _subschemas(node: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key in _NAMED:
        yield from ((f"{key}/{_escape(name)}", child) for name, child in node.get(key, {}).items())
    for key in _MANY:
        yield from ((f"{key}/{i}", child) for i, child in enumerate(node.get(key, ())))
    for key in _ONE:
        value = node.get(key)
        if isinstance(value, list) and key == "items":
            yield from ((f"{key}/{i}", child) for i, child in enumerate(value))
        elif value is not None:
            yield key, value


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def pointer_to(parent: str, name: str | int) -> str:
    """The JSON Pointer of a member or an item.

    >>> pointer_to("/a", "b/c")
    '/a/b~1c'
    """
    return f"{parent}/{name if isinstance(name, int) else _escape(name)}"


def _groups(nodes: Iterable[dict[str, Any]]) -> Iterator[list[Any]]:
    for node in nodes:
        for key in ("anyOf", "oneOf"):
            branches = [branch for branch in node.get(key, ()) if branch is not False]  # which allows nothing
            if branches:
                yield branches


def _own_types(node: dict[str, Any]) -> Types | None:
    """What the node itself says: ``type``, ``enum``, ``const``; else what its other keywords imply."""
    types = node.get("type")
    named = None if types is None else frozenset([types] if isinstance(types, str) else types)
    values = [node["const"]] if "const" in node else node.get("enum")
    listed = None if values is None else frozenset(map(_value_type, values))
    if named is not None or listed is not None:
        return narrow(named, listed)
    if "properties" in node:
        return frozenset({"object"})
    return frozenset({"array"}) if "items" in node or "prefixItems" in node else None


def _value_type(value: Json) -> str:
    integral = isinstance(value, float) and value.is_integer()
    return "integer" if integral else type_of(value)


def _nullable(node: dict[str, Any]) -> bool:
    return node.get("nullable") is True and "enum" not in node and "const" not in node


def _united(types: list[Types | None]) -> Types | None:
    known = [t for t in types if t is not None]
    return None if len(known) < len(types) else frozenset().union(*known)


def _prefix(node: dict[str, Any]) -> list[Any]:
    items = node.get("items")
    prefix: list[Any] = items if isinstance(items, list) else node.get("prefixItems", [])
    return prefix


def _item(node: dict[str, Any], index: int) -> Any:
    prefix = _prefix(node)
    if index < len(prefix):
        return prefix[index]
    return node.get("additionalItems") if isinstance(node.get("items"), list) else node.get("items")


#: The shape of a value that no schema describes.
ANYTHING = Document(True, "").anything
