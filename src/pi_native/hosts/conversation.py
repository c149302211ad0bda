"""Conversations, whatever host they come from: messages, whose calls and results are matched, and tools.

Each host's module reads a request, or a record of training data, into a `Conversation` and writes one as such.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from pi_native.diagnostics import quoted
from pi_native.model import Json, PiNativeError

Record: TypeAlias = dict[str, Any]


class ConversationError(PiNativeError, ValueError):
    """A record that is not of its format's shape, or that has no equal in the other one.

    ``pointer`` is the JSON Pointer of the place in the record, ``reason`` what is the matter there.
    """

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{pointer}: {reason}" if pointer else reason)
        self.pointer, self.reason = pointer, reason


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a message; ``id`` is None where the record has none.

    >>> ToolCall("ls", {"path": "."}).id is None
    True
    """

    name: str
    arguments: Record
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message: whose it is, its texts and calls in order, and what else its record says of it.

    ``role`` is ``system``, ``developer``, ``user``, ``assistant`` or ``tool``. One of ``tool`` is the result of the
    call whose id is ``call_id``, or, where that is None, of the first call without a result.

    >>> Message("assistant", ("Looking.", ToolCall("ls", {}))).text
    'Looking.'
    """

    role: str
    parts: tuple[str | ToolCall, ...] = ()
    call_id: str | None = None
    extra: Record = field(default_factory=dict)

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The calls alone."""
        return tuple(part for part in self.parts if not isinstance(part, str))

    @property
    def text(self) -> str:
        """The texts alone: joined as they are, those on the two sides of calls by a newline."""
        texts: list[str] = []
        is_apart = False
        for part in self.parts:
            if not isinstance(part, str):
                is_apart = bool(texts)
            elif part:
                texts += ["\n", part] if is_apart else [part]
                is_apart = False
        return "".join(texts)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages, the tools they may use (as OpenAI has them; None: the record has none), and the record's other keys.

    >>> Conversation((Message("user", ("hello",)),)).tools is None
    True
    """

    messages: tuple[Message, ...]
    tools: list[Json] | None = None
    extra: Record = field(default_factory=dict)

    def matched(self) -> Conversation:
        """The same with results in the order of their calls, an id for each call, and its own for each result.

        Ids that are missing are made up: ``call_0``, ``call_1``, … of the whole conversation. A call may be without a
        result only if those behind it are, too: results are matched by order (section "Tool-result correlation").
        Raises `ConversationError` otherwise, and for a result that belongs to no call.

        >>> call, result = ToolCall("ls", {}), Message("tool", ("a.txt",))
        >>> Conversation((Message("assistant", (call,)), result)).matched().messages[1].call_id
        'call_0'
        """
        return replace(self, messages=tuple(_Matching(self.messages).messages))


class _Matching:
    """Results put in the order of their calls, turn by turn."""

    def __init__(self, messages: Iterable[Message]) -> None:
        messages = list(messages)
        self._used = {call.id for message in messages for call in message.calls if call.id is not None}
        self._count = 0
        self.messages: list[Message] = []
        self._calls: tuple[ToolCall, ...] = ()
        self._results: dict[int, Message] = {}  # by their call's place
        self._places: list[int] = []  # of results among the messages
        for index, message in enumerate(messages):
            self.messages.append(message)
            if message.role == "assistant":
                self._settle()
                self.messages[index] = self._with_ids(message)
                self._calls = self.messages[index].calls
            elif message.role == "tool":
                self._take(message, index)
        self._settle()

    def _with_ids(self, message: Message) -> Message:
        if all(call.id is not None for call in message.calls):
            return message
        parts = (part if isinstance(part, str) or part.id is not None else self._named(part) for part in message.parts)
        return replace(message, parts=tuple(parts))

    def _named(self, call: ToolCall) -> ToolCall:
        while (made := f"call_{self._count}") in self._used:
            self._count += 1
        self._count += 1
        return replace(call, id=made)

    def _take(self, message: Message, index: int) -> None:
        pointer = f"/messages/{index}"
        unanswered = (place for place in range(len(self._calls)) if place not in self._results)
        if message.call_id is not None:
            unanswered = (place for place in unanswered if self._calls[place].id == message.call_id)
        place = next(unanswered, None)
        if place is None:
            which = "" if message.call_id is None else f" of id {quoted(message.call_id)}"
            raise ConversationError(pointer, f"a result{which} that belongs to no call of the turn before it")
        self._results[place] = replace(message, call_id=self._calls[place].id)
        self._places.append(index)

    def _settle(self) -> None:
        """The results of a turn are all there."""
        for order, place in enumerate(sorted(self._results)):
            if order != place:
                call = self._calls[order]
                where = f"/messages/{self._places[order]}"
                raise ConversationError(where, f"call {order} ({call.name}) has no result, but one behind it has")
            self.messages[self._places[order]] = self._results[place]
        self._calls, self._results, self._places = (), {}, []


def list_of(record: Json, key: str) -> list[Json]:
    """The list under a key of a record; raises `ConversationError`.

    >>> list_of({"messages": []}, "messages")
    []
    """
    if not isinstance(record, dict):
        raise ConversationError("", "the record is not an object")
    value = record.get(key)
    if not isinstance(value, list):
        raise ConversationError(f"/{key}", "is not a list")
    return value


def text_at(value: Json, pointer: str) -> str:
    """The value, if it is text; raises `ConversationError`.

    >>> text_at("a", "/messages/0/content")
    'a'
    """
    if not isinstance(value, str):
        raise ConversationError(pointer, "is not a text")
    return value


def object_at(value: Json, pointer: str) -> Record:
    """The value, if it is an object; raises `ConversationError`.

    >>> object_at({}, "/messages/0")
    {}
    """
    if not isinstance(value, dict):
        raise ConversationError(pointer, "is not an object")
    return value


def arguments_at(value: Json, pointer: str) -> Record:
    """A call's arguments: an object, or one as JSON text; raises `ConversationError`.

    A name that stands twice in the text is refused: one of its values would be lost.

    >>> arguments_at('{"path": "."}', "/arguments")
    {'path': '.'}
    """
    if isinstance(value, str):
        value = json_at(value, pointer)
    if not isinstance(value, dict):
        raise ConversationError(pointer, "the arguments are not an object")
    return value


def json_at(text: str, pointer: str) -> Json:
    """What a JSON text says; raises `ConversationError`, for a name that stands twice in an object too.

    >>> json_at("[1]", "/tools")
    [1]
    """
    try:
        return json.loads(text, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        raise ConversationError(pointer, f"is text but not JSON: {error.msg} at {error.pos}") from None
    except (ValueError, RecursionError) as error:
        raise ConversationError(pointer, f"JSON that cannot be read: {error}") from None


def _without_doubles(pairs: list[tuple[str, Json]]) -> Record:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def rest(record: Record, known: Collection[str]) -> Record:
    """What a record says under other keys.

    >>> rest({"id": 1, "messages": []}, ("messages",))
    {'id': 1}
    """
    return {key: value for key, value in record.items() if key not in known}


def joined(own: Record, extra: Record, pointer: str, reserved: Collection[str] = ()) -> Record:
    """A record of its own keys and of others; raises `ConversationError` for one that means something in the format.

    >>> joined({"role": "user"}, {"weight": 1}, "/messages/0")
    {'role': 'user', 'weight': 1}
    """
    for key in extra:
        if key in own or key in reserved:
            raise ConversationError(pointer, f"its key {quoted(key)} has another meaning in the other format")
    return own | extra


def texts_of(content: Json, pointer: str, drop: Collection[str] = ()) -> Iterator[str]:
    """The texts of a message's content: text, none, or a list of text parts.

    A part of another type has no place in text: `ConversationError`, unless ``drop`` names the type.

    >>> list(texts_of([{"type": "text", "text": "a"}, {"type": "image"}], "/content", drop=["image"]))
    ['a']
    """
    if content is None:
        return
    if isinstance(content, str):
        yield content
        return
    if not isinstance(content, list):
        raise ConversationError(pointer, "is neither text nor a list of parts")
    for index, part in enumerate(content):
        where = f"{pointer}/{index}"
        kind = object_at(part, where).get("type")
        if kind == "text":
            yield text_at(part.get("text"), f"{where}/text")
        else:
            refuse(kind, where, drop)


def refuse(kind: Json, pointer: str, drop: Collection[str]) -> None:
    """Raise `ConversationError` for a part of a type that has no equal, unless it may be dropped.

    >>> refuse("image", "/messages/0/content/1", ())
    Traceback (most recent call last):
    pi_native.hosts.conversation.ConversationError: /messages/0/content/1: a part of type 'image' has no equal in text
    """
    if not isinstance(kind, str) or kind not in drop:
        raise ConversationError(pointer, f"a part of type {quoted(str(kind))} has no equal in text")
