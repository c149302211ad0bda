"""What each name of a schema means, as a table: how a text in plain spelling becomes its value.

Made once per schema for `pi_native.plain`. A plan reads only what needs no repair; for anything else it declines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from pi_native.model import Json
from pi_native.schema import Shape
from pi_native.values import is_null, parse_json, read

MAX_NAME = 1_000  # characters of a name that is read this way: a tag around it is far from the limit of a tag


class Declined(Exception):
    """The text is not plain here; it is no error."""


Reader = Callable[[str], Json]


class Arrival(Enum):
    """What can be said of a text that is still arriving, before its closing tag is there (D20)."""

    STRING = "it is a string"
    STRING_OR_NULL = "it is a string as soon as it cannot become null"
    AT_END = "nothing"
    AT_MARKUP = "nothing, and it ends at the first markup (D17)"
    UNPLANNED = "that depends on more than its own shape"


@dataclass(frozen=True, slots=True)
class Plan:
    """How values of one shape are read in plain spelling.

    ``reader`` reads a text (None: no text is plain), ``fields`` is the shape of an object's fields (None: no object),
    ``items`` the plan of a list's items (None: no list); ``is_flag`` says that a bare name can be true, ``arrival``
    what can be said of a text before it is whole.
    """

    reader: Reader | None = None
    fields: Fields | None = None
    items: Plan | None = None
    is_flag: bool = False
    arrival: Arrival = Arrival.UNPLANNED


class Fields(dict[str, "Plan | None"]):
    """The plans of an object's properties, by name; made when first asked for.

    None stands for a name that the schema does not list, or of which it leaves too much open.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self._shape = shape
        self.names = frozenset(name for name in shape.names if len(name) <= MAX_NAME)

    def __missing__(self, name: str) -> Plan | None:
        if name not in self.names:
            return None
        self[name] = make_plan(self._shape.property(name))
        return self[name]


def make_plan(shape: Shape) -> Plan | None:
    """The plan of a shape; None where counting or context decides what a value is (D12, D13)."""
    if shape.types is None or shape.counts:
        return None
    if shape.is_array:
        item = make_plan(shape.item(0)) if not shape.has_prefix else None
        if item is None or item.items is not None:
            return None
        return Plan(items=_item_plan(shape, item))
    if shape.only("object"):
        return Plan(fields=Fields(shape))
    if shape.can("object"):
        return None
    return Plan(_reader(shape), is_flag=shape.can("boolean"), arrival=_arrival(shape))


def _arrival(shape: Shape) -> Arrival:
    if shape.is_markup_free:
        return Arrival.AT_MARKUP
    if shape.only("string"):
        return Arrival.STRING
    return Arrival.STRING_OR_NULL if shape.only("string", "null") else Arrival.AT_END


def _reader(shape: Shape) -> Reader:
    if shape.only("string"):
        return str
    if shape.only("number") or shape.only("integer"):
        return lambda text: int(text) if _is_small_integer(text) else _checked(text, shape)
    return lambda text: _checked(text, shape)


def _is_small_integer(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) < 16 and (text[0] != "0" or text == "0")


def _checked(text: str, shape: Shape) -> Json:
    return read(text, shape, _decline)


def _decline(code: str, detail: str) -> None:
    raise Declined


def _item_plan(shape: Shape, item: Plan) -> Plan:
    """The plan of a list's items. Where a text could be null for the whole list, its place decides (D12)."""
    if item.reader is None:
        return Plan(fields=item.fields)
    can_be_null = shape.can("null") and not shape.item(0).can("null")
    is_string = item.arrival in (Arrival.STRING, Arrival.STRING_OR_NULL)
    arrival = Arrival.UNPLANNED if can_be_null and is_string else item.arrival
    return Plan(_item_reader(shape, item.reader), arrival=arrival)


def _item_reader(shape: Shape, reader: Reader) -> Reader:
    """An item's reader, that declines what could be the whole list, or null for it (D12)."""
    may_be_null, may_be_whole = shape.can("null"), not shape.item(0).can("string", "array")

    def read_item(text: str) -> Json:
        if (may_be_null and is_null(text)) or (may_be_whole and isinstance(parse_json(text), list)):
            raise Declined
        return reader(text)

    return read_item if may_be_null or may_be_whole else reader
