"""JSON inside an element: a list in a list has no other spelling (D12)."""

from __future__ import annotations

import json
from collections.abc import Callable

from pi_native.decode import patterns
from pi_native.decode.nodes import Literal, Node, Reference, Regular, Repeat, choice, optional, sequence
from pi_native.decode.regular import holding, text, without
from pi_native.decode.texts import values_of
from pi_native.schema import Shape

_CHARACTERS = patterns.whole(r'"([^"\\\x00-\x1f]|\\(["\\/bfnrt]|u[0-9a-cA-CefEF][0-9a-fA-F]{3}))*"')
STRING = without(_CHARACTERS, holding(text("</")))  # which could be a closer: a tag ends the text wherever it stands

MakeRule = Callable[[object, str, Callable[[], Node]], Reference]


class JsonTexts:
    """JSON texts of shapes, as rules; ``rule`` makes one."""

    def __init__(self, rule: MakeRule) -> None:
        self._rule = rule

    def of(self, shape: Shape) -> Node:
        """The JSON lists of a shape."""
        return self._rule(("json-list", id(shape)), "json-list", lambda: self._list(shape))

    def _list(self, shape: Shape) -> Node:
        item = self._value(shape.item(0))
        return sequence(Literal("["), optional(sequence(item, Repeat(sequence(_comma(), item)))), Literal("]"))

    def _value(self, shape: Shape) -> Node:
        return self._rule(("json", id(shape)), "json", lambda: choice(self._values(shape)))

    def _values(self, shape: Shape) -> list[Node]:
        values = values_of(shape, "", False, lambda pointer, keyword: None)
        options: list[Node] = [Regular(values.scalar)]
        if shape.can("string"):
            options.append(Regular(STRING, "JSON_STRING"))
        if shape.can("array"):
            options.append(self.of(shape))
        if shape.can("object"):
            options.append(self._object(shape))
        return options

    def _object(self, shape: Shape) -> Node:
        """Required members first, each list in schema order; any members where the schema lists none."""
        if not shape.names:
            member = sequence(Regular(STRING, "JSON_STRING"), _colon(), self._value(shape.property("")))
            inside = optional(sequence(member, Repeat(sequence(_comma(), member))))
            return sequence(Literal("{"), inside, Literal("}"))
        return sequence(Literal("{"), self._members(shape), Literal("}"))

    def _members(self, shape: Shape) -> Node:
        def member(name: str) -> Node:
            return sequence(Literal(json.dumps(name)), _colon(), self._value(shape.property(name)))

        required = [name for name in shape.names if name in shape.required]
        others = [name for name in shape.names if name not in shape.required]
        if required:
            first = sequence(
                *(sequence(_comma() if i else sequence(), member(name)) for i, name in enumerate(required))
            )
            return sequence(first, *(optional(sequence(_comma(), member(name))) for name in others))
        tails = [
            sequence(member(name), *(optional(sequence(_comma(), member(n))) for n in others[i + 1 :]))
            for i, name in enumerate(others)
        ]
        return optional(choice(tails))


def _comma() -> Node:
    return Regular(patterns.whole(", ?"), "COMMA")


def _colon() -> Node:
    return Regular(patterns.whole(": ?"), "COLON")
