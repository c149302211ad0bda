"""Which arguments may still come: each once, the required ones at last, in any order or, where they are many, in the
schema's.

Any order times once times required takes a state for each set of arguments that are left. So it is for few arguments
only; many come in schema order, and then only a few of them may choose between being an attribute and an element.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

MAX_ANY_ORDER = 6
MAX_CHOOSING = 4


@dataclass(frozen=True, slots=True)
class State:
    """``left`` are the arguments not given; ``place`` how far schema order has come; ``skipped`` the first argument
    that was passed over in schema order; ``is_bare`` says that the tag has no attribute so far."""

    left: frozenset[str]
    place: int = 0
    skipped: str | None = None
    is_bare: bool = True


@dataclass(frozen=True)
class Fields:
    """The arguments of a call, or the fields of an object: names in schema order, and where each can stand.

    ``attributes`` and ``elements`` are in the order in which they may choose between the two where not all may.
    ``remembers_skipped`` keeps the first argument passed over, which an inline body would fill (D7).
    """

    names: tuple[str, ...]
    required: frozenset[str]
    attributes: tuple[str, ...]
    elements: tuple[str, ...]
    remembers_skipped: bool = False
    first: State = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", State(frozenset(self.names) | self.required))

    @property
    def are_ordered(self) -> bool:
        return len(self.names) > MAX_ANY_ORDER

    @property
    def only_attributes(self) -> tuple[str, ...]:
        """The arguments that could be elements too, but are too many to choose."""
        choosing = [name for name in self.attributes if name in self.elements]
        return tuple(choosing[MAX_CHOOSING:]) if self.are_ordered else ()

    def is_complete(self, left: frozenset[str]) -> bool:
        return left.isdisjoint(self.required)

    def after_attributes(self, state: State) -> Iterator[tuple[str | None, State]]:
        """The attributes that may come next with the state behind each; a name of None passes one over."""
        if not self.are_ordered:
            for name in self.names:
                if name in state.left and name in self.attributes:
                    yield name, State(state.left - {name}, 0, None, False)
        elif state.place < len(self.names):
            yield from self._next_in_order(state, self.names[state.place])

    def _next_in_order(self, state: State, name: str) -> Iterator[tuple[str | None, State]]:
        place = state.place + 1
        if name in self.attributes:
            yield name, State(state.left - {name}, place, state.skipped, False)
        is_element = name in self._elements
        if is_element or name not in self.required:
            skipped = (state.skipped or name) if self.remembers_skipped else None
            left = state.left if is_element or name == skipped else state.left - {name}
            yield None, State(left, place, skipped, state.is_bare)

    def ends_attributes(self, state: State) -> bool:
        """Whether the tag may end here."""
        return not self.are_ordered or state.place == len(self.names)

    def after_elements(self, state: State) -> Iterator[tuple[str | None, State]]:
        """The same for elements."""
        if not self.are_ordered:
            for name in self.names:
                if name in state.left.intersection(self._elements):
                    yield name, State(state.left - {name})
        elif state.place < len(self.names):
            name = self.names[state.place]
            if name in state.left.intersection(self._elements):
                yield name, State(state.left - {name}, state.place + 1)
            if name not in state.left & self.required:
                yield None, State(state.left - {name}, state.place + 1)

    @cached_property
    def _elements(self) -> frozenset[str]:
        return frozenset(self.elements).difference(self.only_attributes)

    def elements_from(self, state: State) -> State:
        """The state in which the elements of a body begin."""
        return State(state.left)

    def ends_elements(self, state: State) -> bool:
        """Whether the body may end here."""
        return self.is_complete(state.left) and (not self.are_ordered or state.place == len(self.names))
