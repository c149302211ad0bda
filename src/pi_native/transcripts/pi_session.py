"""Sessions of the pi and omp coding agents, versions 1 to 3: JSON lines, each entry with an id and its parent's.

An entry that goes on from an earlier one than the last begins another branch of the conversation. The tools are not
stored.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from pi_native.model import Json
from pi_native.transcripts.head import Head
from pi_native.transcripts.messages import Message, ShapeError, link, standard_role, text_of, text_or_none
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.records import of_lines
from pi_native.transcripts.source import Source, UnreadableError, open_source
from pi_native.transcripts.turn import BadRecord, DeclaredCall, Location, Result, Turn

CONTENT = "/message/content"

#: How a turn stops whose calls the agent did not run.
CUT_OFF = ("aborted", "error")


def looks_like(head: Head, options: ReadOptions) -> bool:
    """Whether the first record is a session's header, perhaps behind the slot for its title."""
    types = [record.get("type") for record in head.records[:2]]
    return types[:1] == ["session"] or types == ["title", "session"]


def read(source: Source, options: ReadOptions) -> Iterator[Turn | BadRecord]:
    """The turns of a session, in the order of the file, one entry in memory at a time.

    By default every message of every branch is given once, in the order in which they were written: for checking
    calls, a branch that was left is as good as any. Where another branch begins, a turn is not said to be followed
    by what belongs to the other one. With ``options.branches == "current"`` only the messages from the root to the
    last entry are given, as the agent would go on from them; the file is then read twice, and the ids of its
    entries are held in memory.

    An assistant's text is its text blocks and the raw text of its calls (``rawBlock``), in order; each ``toolCall``
    is a declared call. A turn that was aborted is not said to be followed: its calls were not run. Raises
    `UnreadableError`, for a pipe too where the file has to be read twice.
    """
    lines = _current_branch(source, options) if options.branches == "current" else None
    yield from link(_messages(source, options, lines))


def _messages(source: Source, options: ReadOptions, lines: set[int] | None) -> Iterator[Message | BadRecord | None]:
    last: Json = None  # the id of the entry before
    is_cut_off = False
    for record in of_lines(source, options):
        if isinstance(record, BadRecord):
            yield record
            last = None
            continue
        if lines is not None and record.where.line not in lines:
            continue
        entry = record.value
        try:
            kind = _type(entry)
            if last is not None and "parentId" in entry and entry["parentId"] != last:
                yield None
            last = entry.get("id") if kind != "session" else None
            message = _message(entry.get("message"), record.where) if kind == "message" else None
        except ShapeError as error:
            yield BadRecord.of(record.text, record.where, str(error))
            continue
        if message:
            if message[0] != "tool":
                if is_cut_off:
                    yield None
                is_cut_off = message[0] == "assistant" and entry["message"].get("stopReason") in CUT_OFF
            yield message


def _type(entry: Json) -> str:
    if not isinstance(entry, dict):
        raise ShapeError("not an object")
    kind = entry.get("type")
    if not isinstance(kind, str):
        raise ShapeError("/type is not a string")
    return kind


def _message(message: Json, where: Location) -> Message | None:
    """The message of an entry, or None if it has nothing to read: a command of the user's, for example."""
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        raise ShapeError("/message is not a message with a role")
    role, place = standard_role(message["role"]), where._replace(pointer=CONTENT)
    if role == "assistant":
        text, calls = _said(message.get("content"), place)
        return role, text, calls, (), place
    content = text_of(message.get("content"), CONTENT) if "content" in message else None
    if role == "tool":
        call_id, name = text_or_none(message.get("toolCallId")), text_or_none(message.get("toolName"))
        return role, None, (), (Result(call_id, name, content or "", place, message.get("isError") is True),), place
    return None if content is None else (role, content, (), (), place)


def _said(blocks: Json, where: Location) -> tuple[str, list[DeclaredCall]]:
    """The text and the calls of the assistant's blocks."""
    if isinstance(blocks, str):
        return blocks, []
    if not isinstance(blocks, list):
        raise ShapeError(f"{CONTENT} is neither text nor a list of blocks")
    texts: list[str] = []
    calls: list[DeclaredCall] = []
    for index, block in enumerate(blocks):
        pointer = f"{CONTENT}/{index}"
        if not isinstance(block, dict):
            raise ShapeError(f"{pointer} is not a block")
        if block.get("type") == "toolCall":
            calls.append(_call(block, where._replace(pointer=pointer)))
            texts.append(calls[-1].raw or "")
        else:
            texts.append(text_of([block], pointer) or "")
    return "".join(texts), calls


def _call(block: dict[str, Json], where: Location) -> DeclaredCall:
    if not isinstance(block.get("name"), str):
        raise ShapeError(f"{where.pointer} is a call without a name")
    call_id, raw = text_or_none(block.get("id")), text_or_none(block.get("rawBlock"))
    return DeclaredCall(call_id, block["name"], block.get("arguments"), where, raw)


def _current_branch(source: Source, options: ReadOptions) -> set[int] | None:
    """The lines from the root to the last entry; None, for all lines, if the entries have no ids (version 1)."""
    if not os.path.isfile(source.path):
        raise UnreadableError(source.path, "to follow a branch the file is read twice, and this is not a regular file")
    entries: dict[str, tuple[Any, int]] = {}
    last: Any = None
    with open_source(source.path) as again:
        for record in of_lines(again, options):
            if isinstance(record, BadRecord) or not isinstance(record.value, dict) or not record.where.line:
                continue
            entry_id = record.value.get("id")
            if isinstance(entry_id, str) and record.value.get("type") != "session":
                entries[entry_id] = record.value.get("parentId"), record.where.line
                last = entry_id
    if last is None:
        return None
    lines: set[int] = set()
    while isinstance(last, str) and last in entries:  # each is taken out, so that a circle ends
        last, line = entries.pop(last)
        lines.add(line)
    return lines
