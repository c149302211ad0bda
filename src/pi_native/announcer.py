"""From what a call's reader does to events: what can be said of each argument, and when (D20).

The reader tells which call or element opens, what its body is, how far its text is certain, and how it ends. Only what
nothing can take back is announced: a value that counting decides (D12) waits for the end of what encloses it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pi_native.cursor import Body, Frame
from pi_native.events import ArgumentDelta, ArgumentEnd, ArgumentStart, Event
from pi_native.model import Json
from pi_native.schema import pointer_to
from pi_native.transformer import Given
from pi_native.values import MISSING, copied


@dataclass(slots=True)
class _Level:
    """What was announced of one call or element that is open.

    ``written`` counts the characters of its text sent as deltas; None while the text does not stream. ``lists`` are
    the lists begun, with how many items their attributes gave; ``ended`` are the other arguments announced.
    """

    frame: Frame
    is_certain: bool
    written: int | None = None
    lists: dict[str, int] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)


class Announcer:
    """Announces the arguments of one call to ``emit``."""

    def __init__(self, index: int, emit: Callable[[Event], None], keeps_values: bool = True) -> None:
        self._index, self._emit, self._keeps_values = index, emit, keeps_values
        self._levels: list[_Level] = []
        self._values: dict[str, Any] = {"": {}}  # containers by pointer
        self._written: tuple[str, list[str]] | None = None

    def partial(self) -> dict[str, Json]:
        """The arguments announced so far and the string being written."""
        if self._written is not None:
            pointer, pieces = self._written
            pieces[:] = ["".join(pieces)]
            self._set(pointer, pieces[0])
        values: dict[str, Json] = copied(self._values[""])
        return values

    @property
    def sent(self) -> int:
        """How many characters of the innermost body were sent as deltas."""
        return (self._levels[-1].written if self._levels else None) or 0

    # -- what the reader tells -----------------------------------------------------------------------------------

    def opened(self, frame: Frame) -> None:
        """A call or an element with a body begins."""
        parent = self._levels[-1] if self._levels else None
        is_certain = parent is None or (parent.is_certain and not frame.declared.counts)
        self._levels.append(_Level(frame, is_certain))
        if parent is None:
            self._attributes(self._levels[-1])

    def decided(self) -> None:
        """It is known what the innermost body is."""
        level = self._levels[-1]
        frame = level.frame
        if not level.is_certain:
            return
        if frame.body is Body.TEXT:
            if frame.tag.ending is not None:  # what its text means is known at its end
                return
            if frame.is_call or (frame.shape.only("string") and not self._may_be_null(frame)):
                self._begin_text(level)
        elif not frame.is_call:
            self._begin(frame.pointer, frame, container={})
            self._attributes(level)

    def arrived(self, text: str, start: int, end: int) -> None:
        """The innermost body's text is certain from ``start``, behind its leading newline, to ``end``."""
        level = self._levels[-1]
        if (
            level.written is None
            and level.is_certain
            and self._may_stream(level.frame, text[start : min(end, start + 5)])
        ):
            self._begin_text(level)
        if level.written is not None and end - start > level.written:
            self._delta(level, text[start + level.written : end])

    def waited(self, given: Given) -> None:
        """A first item that could have been the whole list is an item after all."""
        if self._levels[-1].is_certain and given.frame is not None:
            self._announce(given.frame, given.value)

    def call_closed(self, arguments: dict[str, Json]) -> None:
        """The call ends with these arguments."""
        if not self._levels:  # it closed itself
            for name, value in arguments.items():
                self._begin(pointer_to("", name))
                self._end(pointer_to("", name), value)
            return
        level = self._levels.pop()
        if level.written is not None:
            self._end_text(level, arguments[level.frame.target or ""])
        self._rest(level, arguments)

    def element_closed(self, given: Given) -> None:
        """The innermost element ends and came to this."""
        level = self._levels.pop()
        if not level.is_certain or given.value is MISSING:
            return
        if level.written is not None:
            self._end_text(level, given.value)
        elif level.frame.body is Body.MEMBERS:
            self._rest(level, given.value)
            self._end(level.frame.pointer, given.value)
            self._ended(level.frame)
        else:
            self._announce(level.frame, given.value)

    def leaf(self, given: Given) -> None:
        """An element that closed itself came to this."""
        if self._levels[-1].is_certain and given.frame is not None and given.value is not MISSING:
            self._announce(given.frame, given.value)

    # -- announcing ----------------------------------------------------------------------------------------------

    def _attributes(self, level: _Level) -> None:
        for given in level.frame.given:
            declared, pointer = level.frame.shape.property(given.name), pointer_to(level.frame.pointer, given.name)
            if given.value is MISSING:
                continue
            if not declared.is_array:
                self._begin(pointer)
                self._end(pointer, given.value)
                level.ended.add(given.name)
                continue
            self._begin_list(level, given.name)
            for place, item in enumerate(given.value, level.lists[given.name]):
                self._begin(pointer_to(pointer, place))
                self._end(pointer_to(pointer, place), item)
            level.lists[given.name] += len(given.value)

    def _announce(self, frame: Frame, value: Json) -> None:
        self._begin(frame.pointer, frame)
        self._end(frame.pointer, value)
        self._ended(frame)

    def _ended(self, frame: Frame) -> None:
        if not frame.declared.is_array:
            self._levels[-1].ended.add(frame.name)

    def _rest(self, level: _Level, values: dict[str, Json]) -> None:
        """What had to wait for the end: lists, and what counting decided."""
        for name, value in values.items():
            pointer = pointer_to(level.frame.pointer, name)
            if name in level.lists:
                self._end(pointer, value)
            elif name not in level.ended:
                self._begin(pointer)
                self._end(pointer, value)

    def _begin_list(self, level: _Level, name: str) -> None:
        if name not in level.lists:
            level.lists[name] = 0
            self._begin(pointer_to(level.frame.pointer, name), container=[])

    def _begin(self, pointer: str, frame: Frame | None = None, container: Json = None) -> None:
        """Announce that a value begins: of an element, of a list that elements share, or of something known whole."""
        if frame is not None and frame.declared.is_array and frame.parent is not None:
            level = next(level for level in reversed(self._levels) if level.frame is frame.parent)
            self._begin_list(level, frame.name)
        self._emit(ArgumentStart(self._index, pointer))
        if container is not None:
            self._set(pointer, container)
            self._values[pointer] = container

    def _end(self, pointer: str, value: Json, shortened: bool | None = None) -> None:
        """Announce the end of a value; ``shortened`` is not None for one that was written as deltas."""
        was_in_pieces = pointer in self._values or shortened is not None
        self._values.pop(pointer, None)
        if was_in_pieces and not self._keeps_values:
            value = None
        self._emit(ArgumentEnd(self._index, pointer, value, bool(shortened)))
        self._set(pointer, value)

    def _set(self, pointer: str, value: Json) -> None:
        if not self._keeps_values:
            return
        parent, _, key = pointer.rpartition("/")
        container = self._values.get(parent)
        if isinstance(container, dict):
            container[key.replace("~1", "/").replace("~0", "~")] = value
        elif isinstance(container, list):
            container[int(key) : int(key) + 1] = [value]

    # -- strings -------------------------------------------------------------------------------------------------

    @staticmethod
    def _may_be_null(frame: Frame) -> bool:
        """Whether a first item's text could still be read as null for the whole list (D12)."""
        declared = frame.declared
        return declared.is_array and frame.index == 0 and declared.can("null") and not declared.item(0).can("null")

    def _may_stream(self, frame: Frame, text: str) -> bool:
        if frame.body is not Body.TEXT or frame.is_call or self._may_be_null(frame):
            return False
        return frame.shape.only("string", "null") and frame.shape.can("string") and not "null".startswith(text)

    def _pointer(self, frame: Frame) -> str:
        return pointer_to("", frame.target or "") if frame.is_call else frame.pointer

    def _begin_text(self, level: _Level) -> None:
        level.written = 0
        self._begin(self._pointer(level.frame), level.frame)
        self._written = self._pointer(level.frame), []

    def _delta(self, level: _Level, text: str) -> None:
        assert level.written is not None
        level.written += len(text)
        if self._written is not None and self._keeps_values:
            self._written[1].append(text)
        self._emit(ArgumentDelta(self._index, self._pointer(level.frame), text))

    def _end_text(self, level: _Level, value: str) -> None:
        assert level.written is not None
        if not level.frame.is_dropped and len(value) > level.written:
            self._delta(level, value[level.written :])
        self._written = None
        shortened = not level.frame.is_dropped and len(value) < level.written
        self._end(self._pointer(level.frame), value, shortened)
        if level.frame.is_call:
            level.ended.add(level.frame.target or "")
        else:
            self._ended(level.frame)
