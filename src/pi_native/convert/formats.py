"""The formats that conversations come in and go out in, and how a file's format is recognised."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from pi_native.convert.python_calls import looks_like_calls
from pi_native.convert.sharegpt import read_hermes, read_sharegpt, read_toolace, tools_in_text
from pi_native.convert.xlam import read_xlam
from pi_native.hosts.anthropic_history import read_anthropic, write_anthropic
from pi_native.hosts.conversation import Conversation, Message, Record, object_at, rest, text_at
from pi_native.hosts.openai_history import read_openai, write_openai
from pi_native.hosts.tool_lists import tools_of
from pi_native.model import Json

#: The name of the format whose calls stand in the text: this package's own.
TEXT = "pi-native"

AUTO = "auto"


class Read(Protocol):
    """What reads a record; raises `pi_native.hosts.conversation.ConversationError`."""

    def __call__(self, record: Json, drop: Collection[str] = ()) -> Conversation: ...


@dataclass(frozen=True, slots=True)
class Reader:
    """A format to convert from: its name, what a record of it holds, and what reads one.

    Calls in the text of messages are found later, whatever the format. ``looks_like`` tells of a record whether it can
    be of no other format.

    >>> READERS["xlam"].looks_like({"query": "…", "answers": "[]"})
    True
    """

    name: str
    about: str
    read: Read
    looks_like: Callable[[Record], bool]


def _turns(record: Record, key: str) -> list[Record]:
    turns = record.get(key)
    return [turn for turn in turns if isinstance(turn, dict)] if isinstance(turns, list) else []


def _blocks(record: Record) -> list[Any]:
    contents = (turn.get("content") for turn in _turns(record, "messages"))
    return [block for content in contents if isinstance(content, list) for block in content]


def read_turn(record: Json, drop: Collection[str] = ()) -> Conversation:
    """A record that is one turn of the assistant, as a table's column of text holds it; raises `ConversationError`.

    >>> read_turn({"text": "hello"}).messages[0].role
    'assistant'
    """
    said = object_at(record, "")
    message = Message("assistant", (text_at(said.get("text"), "/text"),))
    return Conversation((message,), tools_of(said.get("tools")), rest(said, ("text", "tools")))


def _is_turn(record: Record) -> bool:
    return isinstance(record.get("text"), str)


def _is_xlam(record: Record) -> bool:
    return "query" in record and "answers" in record


def _values(record: Record) -> list[str]:
    values = [record.get("system"), *(turn.get("value") for turn in _turns(record, "conversations"))]
    return [value for value in values if isinstance(value, str)]


def _is_hermes(record: Record) -> bool:
    return any("<tool_call>" in value for value in _values(record))


def _is_toolace(record: Record) -> bool:
    system = record.get("system")
    has_tools = isinstance(system, str) and tools_in_text(system) is not None
    return has_tools or any(looks_like_calls(value) for value in _values(record))


def _is_sharegpt(record: Record) -> bool:
    return isinstance(record.get("conversations"), list)


def _is_anthropic(record: Record) -> bool:
    tools = record.get("tools")
    has_schema = isinstance(tools, list) and any(isinstance(tool, dict) and "input_schema" in tool for tool in tools)
    kinds = [block.get("type") for block in _blocks(record) if isinstance(block, dict)]
    return "messages" in record and (has_schema or "system" in record or "tool_use" in kinds or "tool_result" in kinds)


def _is_openai(record: Record) -> bool:
    return any("tool_calls" in turn or "function_call" in turn for turn in _turns(record, "messages"))


def _has_messages(record: Record) -> bool:
    return isinstance(record.get("messages"), list)


_READERS = (
    Reader("xlam", 'xLAM: "query", "tools" and "answers"', read_xlam, _is_xlam),
    Reader("hermes", 'Hermes: "conversations", calls as JSON between tags', read_hermes, _is_hermes),
    Reader("toolace", 'ToolACE: "conversations", calls as Python writes them', read_toolace, _is_toolace),
    Reader("sharegpt", 'ShareGPT: "conversations", calls in turns of "function_call"', read_sharegpt, _is_sharegpt),
    Reader("anthropic", 'Anthropic: "messages" of blocks, "system"', read_anthropic, _is_anthropic),
    Reader("openai", 'OpenAI: "messages" with "tool_calls"', read_openai, _is_openai),
    Reader(TEXT, '"messages" with the calls in their text', read_openai, _has_messages),
    Reader("text", '"text": one turn of the assistant', read_turn, _is_turn),
)

#: What is converted from, by name, in the order in which a file is compared with them.
READERS: Mapping[str, Reader] = MappingProxyType({reader.name: reader for reader in _READERS})

#: What is converted to, by name: what writes a conversation, or None for the package's own format.
WRITERS: Mapping[str, Callable[[Conversation], Record] | None] = MappingProxyType(
    {TEXT: None, "openai": write_openai, "anthropic": write_anthropic}
)


def recognise(records: Iterable[Json]) -> str | None:
    """The name of the format that records are of, or None where they tell of none.

    >>> recognise([{"messages": [{"role": "assistant", "content": "hello"}]}])
    'pi-native'
    """
    objects = [record for record in records if isinstance(record, dict)]
    found = (name for name, reader in READERS.items() if any(reader.looks_like(record) for record in objects))
    return next(found, None)
