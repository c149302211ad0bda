"""A JSON Schema as someone reads it who writes a value: with its ``$ref`` and ``allOf`` put together."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pi_native.schema import TYPES, Document


class View:
    """A schema with whatever applies along with it; the nearest says a keyword's value.

    >>> document = Document({"allOf": [{"type": "string"}], "default": "a"}, "t")
    >>> view = View(document, document.root)
    >>> view.types, view.get("default")
    (('string',), 'a')
    """

    def __init__(self, document: Document, schema: Any) -> None:
        self._document = document
        self._nodes = list(document.applying([schema]))

    def has(self, key: str) -> bool:
        """Whether a keyword is there."""
        return any(key in node for node in self._nodes)

    def get(self, key: str) -> Any:
        """A keyword's value, or None."""
        return next((node[key] for node in self._nodes if key in node), None)

    @cached_property
    def properties(self) -> dict[str, View]:
        """The properties by name, in schema order."""
        found: dict[str, View] = {}
        for node in self._nodes:
            for name, schema in node.get("properties", {}).items():
                found.setdefault(name, View(self._document, schema))
        return found

    @cached_property
    def required(self) -> frozenset[str]:
        """The names that every value has."""
        return frozenset(name for node in self._nodes for name in node.get("required", ()) if isinstance(name, str))

    @cached_property
    def branches(self) -> tuple[View, ...]:
        """What ``anyOf`` or ``oneOf`` lets choose from."""
        options = self.get("anyOf") or self.get("oneOf") or []
        return tuple(View(self._document, option) for option in options)

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The types it names, or what its other keywords imply; none where it says nothing."""
        named = self.get("type")
        names = [name for name in (named if isinstance(named, list) else [named]) if name in TYPES]
        if names:
            return tuple(names)
        if self.has("properties"):
            return ("object",)
        return ("array",) if self.has("items") or self.has("prefixItems") else ()

    def item(self, index: int) -> View:
        """The schema of the item at ``index``."""
        prefix, items = self.get("prefixItems") or [], self.get("items")
        if isinstance(items, list):
            prefix, items = items, self.get("additionalItems")
        return View(self._document, prefix[index] if index < len(prefix) else items)

    @cached_property
    def prefix_length(self) -> int:
        """How many items have a schema of their own."""
        items = self.get("items")
        return len(items if isinstance(items, list) else self.get("prefixItems") or [])
