"""Files converted, record by record: what has an equal, and aside from it what has none, with the reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from pi_native.convert.formats import AUTO, READERS, TEXT, WRITERS, recognise
from pi_native.data import to_json
from pi_native.hosts.conversation import Conversation, ConversationError, Message, Record
from pi_native.hosts.text_history import with_calls_of_text, write_text
from pi_native.hosts.tool_lists import tools_of
from pi_native.model import Json, SchemaError
from pi_native.overlays import BASE, Syntax
from pi_native.renderer import StyleName
from pi_native.transcripts import BadRecord, Piece, read_records

#: How many records are converted between two batches, and how many are looked at to recognise a file's format.
BATCH, LOOK = 256, 200


@dataclass(slots=True)
class Aside:
    """A record that was not converted: the file, its line or row from 1, the place in it, why, and the record.

    Of a record that is no JSON, ``record`` is the text around the fault; of one of a table that JSON has no values for,
    None.
    """

    path: str
    line: int | None
    pointer: str
    reason: str
    record: Json = None

    def to_json(self) -> Record:
        """As JSON data.

        >>> Aside("a.jsonl", 1, "/messages", "is not a list").to_json()["reason"]
        'is not a list'
        """
        where = {"path": self.path, "line": self.line, "pointer": self.pointer}
        return where | {"reason": self.reason, "record": self.record}


@dataclass(slots=True)
class Batch:
    """Some records of a file: those converted, in order, as JSON text, those that were not, and how many calls were."""

    records: list[str] = field(default_factory=list)
    aside: list[Aside] = field(default_factory=list)
    calls: int = 0


@dataclass(frozen=True, slots=True)
class Conversion:
    """How records are converted. It crosses processes.

    - ``source``: a name from `READERS`, or ``auto``; ``target``: one from `WRITERS`.
    - ``tools``: a tool list for records that have none of their own.
    - ``style``, ``syntax``: how calls are written in text, and in which grammar.
    - ``drop``: types of parts that may be left out, as ``thinking``.
    - ``prompt``: whether a text that teaches the format is put into the system prompt.

    >>> call = {"id": "c1", "function": {"name": "ls", "arguments": "{}"}}
    >>> Conversion("openai").convert({"messages": [{"role": "assistant", "tool_calls": [call]}]})
    {'messages': [{'role': 'assistant', 'content': '<call:ls/>'}]}
    """

    source: str = AUTO
    target: str = TEXT
    tools: Any = None
    style: StyleName = "canonical"
    syntax: Syntax = BASE
    drop: frozenset[str] = frozenset()
    prompt: bool = False

    def convert(self, record: Json) -> Record:
        """One record; ``source`` must be a format's name. Raises `ConversationError`."""
        return self._written(self._read(record))

    def _read(self, record: Json) -> Conversation:
        found = READERS[self.source].read(record, self.drop)
        if self.tools and not found.tools:
            found = replace(found, tools=tools_of(self.tools))
        return with_calls_of_text(found, self.drop, grammar=self.syntax.grammar())

    def _written(self, conversation: Conversation) -> Record:
        if self.prompt:
            conversation = taught(conversation, self.syntax)
        write = WRITERS[self.target]
        if write is not None:
            return write(conversation)
        return write_text(conversation, style=self.style, grammar=self.syntax.grammar())

    def named(self, piece: Piece) -> Conversion:
        """The same with the format of a file in place of ``auto``.

        Raises ConversationError where its records tell of none, and `pi_native.transcripts.UnreadableError`.
        """
        if self.source != AUTO:
            return self
        found = (item.value for item in islice(read_records(piece), LOOK) if not isinstance(item, BadRecord))
        name = recognise(found)
        if name is None:
            raise ConversationError("", f"{piece.path}: its format is not recognised; name it with --from")
        return replace(self, source=name)

    def batches(self, piece: Piece) -> Iterator[Batch]:
        """The records of a piece, some at a time; raises `pi_native.transcripts.UnreadableError`."""
        batch = Batch()
        for item in read_records(piece):
            self._add(batch, item)
            if len(batch.records) + len(batch.aside) >= BATCH:
                yield batch
                batch = Batch()
        yield batch

    def _add(self, batch: Batch, item: Any) -> None:
        where = item.location if isinstance(item, BadRecord) else item.where
        if isinstance(item, BadRecord):
            text = item.excerpt.partition("\n")[0]
            batch.aside.append(Aside(where.path, where.line, where.pointer, item.diagnostic.message, text))
            return
        try:
            conversation = self._read(item.value)
            converted = to_json(self._written(conversation))
        except ConversationError as error:
            pointer = where.pointer + error.pointer
            batch.aside.append(Aside(where.path, where.line, pointer, error.reason, _jsonable(item.value)))
        except (TypeError, RecursionError) as error:  # a table may hold values that JSON does not have
            batch.aside.append(Aside(where.path, where.line, where.pointer, f"not JSON: {error}"))
        else:
            batch.records.append(converted)
            batch.calls += sum(len(message.calls) for message in conversation.messages)


def _jsonable(value: Json) -> Json:
    try:
        to_json(value)
    except (TypeError, ValueError, RecursionError):
        return None
    return value


def taught(conversation: Conversation, syntax: Syntax) -> Conversation:
    """The conversation with a text in its system prompt that teaches the format, and the tools, if it has some.

    Raises `ConversationError` where one of its tools cannot be called, or its schema cannot be read.
    """
    if not conversation.tools:
        return conversation
    text = _prompt(to_json(conversation.tools), syntax)
    first, *others = conversation.messages or (Message("system"),)
    if first.role in ("system", "developer"):
        said = replace(first, parts=(f"{first.text}\n\n{text}" if first.text else text,))
        return replace(conversation, messages=(said, *others))
    return replace(conversation, messages=(Message("system", (text,)), first, *others))


@lru_cache(maxsize=64)
def _prompt(tools: str, syntax: Syntax) -> str:
    from pi_native.prompt import prompt

    try:
        made = prompt(json.loads(tools), grammar=syntax.grammar())
    except SchemaError as error:
        raise ConversationError("/tools", str(error)) from None
    for name, reason in made.omitted:
        raise ConversationError("/tools", f"{name} cannot be called: {reason}")
    return made.text
