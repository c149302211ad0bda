"""A tool's parameters in words: its signature, and what else the schema says of each."""

from __future__ import annotations

from collections.abc import Iterator

from pi_native.data import to_json
from pi_native.diagnostics import printable
from pi_native.model import Json
from pi_native.prompt.view import View

MAX_DEPTH = 3  # of objects written out inside a signature
MAX_CHOICES = 12
MAX_WORDS = 400  # characters of a description

#: What a keyword says of a value, as words around its own value.
BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minLength": "length at least {}",
    "maxLength": "length at most {}",
    "minItems": "number of items at least {}",
    "maxItems": "number of items at most {}",
    "pattern": "matching {}",
    "format": "format {}",
}


def signature(name: str, view: View) -> str:
    """A tool with its parameters and their types; optional ones have a question mark.

    >>> from pi_native.schema import Document
    >>> document = Document({"properties": {"n": {"type": "integer", "default": 1}}}, "t")
    >>> signature("t", View(document, document.root))
    't(n?: integer = 1)'
    """
    return f"{printable(name)}({', '.join(_fields(view, 0))})"


def _fields(view: View, depth: int) -> Iterator[str]:
    for name, each in view.properties.items():
        optional = "" if name in view.required else "?"
        default = f" = {_value(each.get('default'))}" if each.has("default") else ""
        yield f"{printable(name)}{optional}: {type_text(each, depth)}{default}"


def type_text(view: View, depth: int = 0) -> str:
    """The type of a value in a few words.

    >>> from pi_native.schema import Document
    >>> document = Document({"type": "array", "items": {"enum": ["a", "b"]}}, "t")
    >>> type_text(View(document, document.root))
    'list of ("a" | "b")'
    """
    if view.has("const"):
        return _value(view.get("const"))
    choices = view.get("enum")
    if choices:
        shown = [_value(choice) for choice in choices[:MAX_CHOICES]]
        return " | ".join([*shown, *(["…"] if len(choices) > MAX_CHOICES else [])])
    if view.branches and not view.properties:
        texts = [type_text(branch, depth + 1) for branch in view.branches] if depth < MAX_DEPTH else ["any"]
        return " | ".join(dict.fromkeys(texts))
    return " | ".join(_of_type(view, kind, depth) for kind in view.types) or "any"


def _of_type(view: View, kind: str, depth: int) -> str:
    if kind == "array":
        item = type_text(view.item(view.prefix_length), depth + 1) if depth < MAX_DEPTH else "any"
        return f"list of ({item})" if " | " in item and not item.startswith("{") else f"list of {item}"
    if kind == "object" and view.properties:
        return f"{{{', '.join(_fields(view, depth + 1))}}}" if depth < MAX_DEPTH else "object"
    return kind


def details(view: View) -> Iterator[str]:
    """A line for each parameter of which the schema says more than its type."""
    for name, each in view.properties.items():
        words = [template.format(_bound(each.get(key))) for key, template in BOUNDS.items() if each.has(key)]
        text = "; ".join(filter(None, [about(each.get("description")), ", ".join(words)]))
        if text:
            yield f"{printable(name)}: {text}"


def _bound(value: Json) -> str:
    return about(value) if isinstance(value, str) else _value(value)


def about(description: Json) -> str:
    """A description on one line, and of bounded length."""
    text = printable(" ".join(description.split())) if isinstance(description, str) else ""
    return text if len(text) <= MAX_WORDS else text[:MAX_WORDS] + "…"


def _value(value: Json) -> str:
    try:
        text = printable(to_json(value))
    except (ValueError, TypeError, RecursionError):
        return "…"
    return text if len(text) <= MAX_WORDS else text[:MAX_WORDS] + "…"
