"""Sessions of Claude Code: JSON lines of many types, of which ``user`` and ``assistant`` hold messages.

A message of the assistant may be split over several lines, which share its id, with results between them. What
subagents say (sidechains) may stand in the same file, mixed in line by line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TypeAlias, TypeVar

from pi_native.transcripts.head import Head
from pi_native.transcripts.messages import ShapeError, content, text_or_none
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.records import Record, of_lines
from pi_native.transcripts.source import Source, UnreadableError
from pi_native.transcripts.turn import BadRecord, DeclaredCall, Location, Result, Turn

#: How many turns and messages are held back, at most, for results that have not come yet.
LOOK_AHEAD = 256

#: The most lines that one turn is made of, its results counted.
MOST_LINES = 1024

#: Ids that lines of one or another type have.
IDS = frozenset({"sessionId", "uuid", "leafUuid"})

#: The conversation that a line belongs to: the main one, or a subagent's.
Chain: TypeAlias = tuple[bool, str | None]

Key = TypeVar("Key", Chain, str)


def looks_like(head: Head, options: ReadOptions) -> bool:
    """Whether a record has a type and one of the ids that Claude Code gives its lines."""
    return any(isinstance(record.get("type"), str) and not IDS.isdisjoint(record) for record in head.records)


def read(source: Source, options: ReadOptions) -> Iterator[Turn | BadRecord]:
    """The turns of a session and of the sidechains in it, in the order in which they begin.

    Lines of one message are one turn. A result goes to the turn that made its call; one that names no call that is
    still waiting, to the last turn of its chain. At most `LOOK_AHEAD` turns are held back. Lines of other types
    are passed over; a line that is not of this shape gives a `BadRecord`. Raises `UnreadableError`.
    """
    queue = _Queue()
    fault: UnreadableError | None = None
    try:
        for record in of_lines(source, options):
            if isinstance(record, BadRecord):
                queue.add(record)
            else:
                try:
                    _take(record, queue)
                except ShapeError as error:
                    queue.add(BadRecord.of(record.text, record.where, str(error)))
            yield from queue.ready()
    except UnreadableError as error:  # what has been read is given all the same
        fault = error
    yield from queue.rest()
    if fault:
        raise fault


def _take(record: Record, queue: _Queue) -> None:
    line = record.value
    if not isinstance(line, dict) or not isinstance(line.get("type"), str):
        raise ShapeError("not an object with a type")
    kind, message = line["type"], line.get("message")
    if kind not in ("user", "assistant"):
        return
    if not isinstance(message, dict):
        raise ShapeError("/message is not an object")
    chain = (line.get("isSidechain") is True, text_or_none(line.get("agentId")))
    where = record.where._replace(pointer="/message/content")
    text, calls, results = content(message.get("content"), where)
    if kind == "assistant":
        queue.assistant(text_or_none(message.get("id")), chain, where, text or "", calls)
    else:
        queue.user(chain, where, text, results)


class _Held:
    """A turn of the assistant to which lines or results may still come."""

    def __init__(self, message_id: str | None, chain: Chain, where: Location) -> None:
        self.message_id, self.chain, self.where = message_id, chain, where
        self.texts: list[str] = []
        self.calls: dict[str | int, DeclaredCall] = {}  # by id, since a line may be written twice
        self.results: list[Result] = []
        self.waiting: set[str] = set()
        self.followed = self.passed = False  # by any message; by the assistant's next

    def add(self, text: str, calls: Sequence[DeclaredCall]) -> list[str]:
        """Go on with another line of the message; the ids of the calls that are new."""
        self.texts.append(text)
        new = [call for call in calls if call.id is None or call.id not in self.calls]
        for call in new:
            self.calls[len(self.calls) if call.id is None else call.id] = call
        ids = [call.id for call in new if call.id is not None]
        self.waiting.update(ids)
        return ids

    @property
    def is_full(self) -> bool:
        """Whether no more is taken in: memory is bounded."""
        return len(self.texts) + len(self.results) >= MOST_LINES

    def turn(self) -> Turn:
        """The turn as far as it is known."""
        calls, results = tuple(self.calls.values()), tuple(self.results)
        return Turn("assistant", "".join(self.texts), self.where, None, calls, results, self.followed)


class _Queue:
    """What has been read and not been given yet, in order."""

    def __init__(self) -> None:
        self._items: deque[_Held | Turn | BadRecord] = deque()
        self._held: dict[Chain, _Held] = {}  # the last of each chain
        self._messages: dict[str, _Held] = {}  # by the message's id
        self._calls: dict[str, _Held] = {}  # by the ids of calls without a result

    def add(self, item: Turn | BadRecord) -> None:
        """Something that is complete."""
        self._items.append(item)

    def assistant(
        self, message_id: str | None, chain: Chain, where: Location, text: str, calls: Sequence[DeclaredCall]
    ) -> None:
        """A line of the assistant's: of a message that is known, or of a new one."""
        held = self._messages.get(message_id) if message_id else None
        if held is None or held.is_full:
            held = _Held(message_id, chain, where)
            if chain in self._held:
                self._held[chain].followed = self._held[chain].passed = True
            self._held[chain] = held
            self._items.append(held)
            if message_id:
                self._messages[message_id] = held
        self._calls.update(dict.fromkeys(held.add(text, calls), held))

    def user(self, chain: Chain, where: Location, text: str | None, results: Sequence[Result]) -> None:
        """A line of the user's, which may bring results."""
        for result in results:
            held = self._calls.pop(result.id or "", None) or self._held.get(chain)
            if held and not held.is_full:
                held.results.append(result)
                held.waiting.discard(result.id or "")
            else:
                self.add(Turn("tool", result.text, result.location, results=(result,)))
        if text is not None:
            if chain in self._held:
                self._held[chain].followed = True
            self.add(Turn("user", text, where))

    def ready(self) -> Iterator[Turn | BadRecord]:
        """What can be given: in order, up to the first turn that still waits for something."""
        while self._items:
            first = self._items[0]
            waits = isinstance(first, _Held) and (first.waiting or not first.passed)
            if waits and len(self._items) <= LOOK_AHEAD:
                return
            yield self._give()

    def rest(self) -> Iterator[Turn | BadRecord]:
        """All that is left, at the end."""
        while self._items:
            yield self._give()

    def _give(self) -> Turn | BadRecord:
        item = self._items.popleft()
        if not isinstance(item, _Held):
            return item
        _forget(self._held, item.chain, item)
        _forget(self._messages, item.message_id or "", item)
        for call_id in item.waiting:
            _forget(self._calls, call_id, item)
        return item.turn()


def _forget(known: dict[Key, _Held], key: Key, item: _Held) -> None:
    """Take out what has been given, unless another has taken its place."""
    if known.get(key) is item:
        del known[key]
