"""Sessions of pi and omp: versions, branches, raw calls, results."""

import gzip
import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from pi_native.transcripts import DeclaredCall, Location, ReadOptions, Result, Turn, UnreadableError, read

from .conftest import Items, Write, as_lines, reasons

HEADER = {"type": "session", "version": 3, "id": "s", "cwd": "/"}


def entry(message: dict[str, Any], entry_id: str | None = None, parent: str | None = None) -> dict[str, Any]:
    ids = {} if entry_id is None else {"id": entry_id, "parentId": parent}
    return {"type": "message", **ids, "message": message}


def said(*blocks: Any, **more: Any) -> dict[str, Any]:
    parts = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return {"role": "assistant", "content": parts, **more}


def call(call_id: str, **more: Any) -> dict[str, Any]:
    return {"type": "toolCall", "id": call_id, "name": "read", "arguments": {"path": call_id}, **more}


def answer(call_id: str, text: str = "x", **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    return {"role": "toolResult", "toolCallId": call_id, "toolName": "read", "content": content, **more}


def user(text: str = "hi") -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def short(items: list[Any]) -> list[tuple[str, list[str | None], bool]]:
    return [(item.text, [result.id for result in item.results], item.followed) for item in items if item.role != "user"]


TREE = [
    HEADER,
    entry(user(), "u1", None),
    entry(said("one", call("a"), call("b")), "a1", "u1"),
    entry(answer("a"), "r1", "a1"),
    {"type": "label", "id": "l1", "parentId": "r1"},
    entry(user("again"), "u2", "u1"),  # another branch: the result of b never came
    entry(said("two", call("c")), "a2", "u2"),
    entry(answer("c"), "r2", "a2"),
    entry(said("three"), "a3", "r2"),
    entry(said("reset"), "a4", None),  # a new root
    entry(said("four"), "a5", "r2"),
]


def test_version_1_is_linear(write: Write) -> None:
    raw = "<call:read path=a/>"
    thought = {"type": "thinking", "thinking": "hm"}
    lines = [
        {"type": "session", "id": "s", "cwd": "/"},
        entry(user()),
        entry(said("I read.\n", thought, call("a", rawBlock=raw), call("b"))),
        {"type": "model_change", "modelId": "m"},
        entry(answer("b", "2", isError=True)),
        entry(answer("a", "1")),
        entry({"role": "assistant", "content": "ok"}),
    ]
    path = write("a", *lines)
    reader = read(path)
    at = [Location(path, line, "/message/content") for line in range(len(lines) + 1)]
    assert list(reader) == [
        Turn("user", "hi", at[2]),
        Turn(
            "assistant",
            "I read.\n" + raw,
            at[3],
            None,
            (
                DeclaredCall("a", "read", {"path": "a"}, at[3]._replace(pointer="/message/content/2"), raw),
                DeclaredCall("b", "read", {"path": "b"}, at[3]._replace(pointer="/message/content/3")),
            ),
            (Result("b", "read", "2", at[5], is_error=True), Result("a", "read", "1", at[6])),
            followed=True,
        ),
        Turn("assistant", "ok", at[7]),
    ]
    assert reader.format == "pi"


def test_the_slot_for_the_title_may_come_first(write: Write) -> None:
    slot = json.dumps({"type": "title", "v": 1, "title": "t", "pad": ""})
    path = write("a", slot.replace('""', '"' + " " * (255 - len(slot)) + '"'), HEADER, entry(said("one"), "a", None))
    reader = read(path)
    assert short(list(reader)) == [("one", [], False)]
    assert reader.format == "pi"


def test_every_branch_is_given_once(items: Items) -> None:
    assert short(items("pi", *TREE)) == [
        ("one", ["a"], False),
        ("two", ["c"], True),
        ("three", [], False),
        ("reset", [], False),
        ("four", [], False),
    ]


def test_the_current_branch_leads_to_the_last_entry(items: Items) -> None:
    found = items("pi", *TREE, branches="current")
    assert short(found) == [("two", ["c"], True), ("four", [], False)]
    assert [item.text for item in found if isinstance(item, Turn) and item.role == "user"] == ["hi", "again"]
    assert [item.location.line for item in found] == [2, 6, 7, 11]


def test_behind_a_line_that_cannot_be_read_the_branch_goes_on(items: Items) -> None:
    found = items("pi", HEADER, entry(said("one"), "a", None), "{", entry(answer("c"), "r", "lost"))
    assert short([item for item in found if isinstance(item, Turn)]) == [("one", ["c"], True)]


@pytest.mark.parametrize("branches", ["all", "current"])
def test_without_ids_all_is_one_branch(items: Items, branches: str) -> None:
    found = items("pi", HEADER, entry(said("one")), entry(answer("a")), entry(said("two")), branches=branches)
    assert short(found) == [("one", ["a"], True), ("two", [], False)]


def test_a_circle_of_parents_ends(items: Items) -> None:
    found = items("pi", HEADER, entry(said("one"), "a", "b"), entry(said("two"), "b", "a"), branches="current")
    assert [item[0] for item in short(found)] == ["one", "two"]


def test_a_branch_of_a_pipe_cannot_be_followed(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(as_lines(*TREE),), daemon=True)
    writer.start()
    with pytest.raises(UnreadableError, match="read twice"):
        list(read(str(path), ReadOptions("pi", branches="current")))
    writer.join()


def test_a_compressed_session_has_branches_too(items: Items) -> None:
    found = items("pi", gzip.compress(as_lines(*TREE)), branches="current")
    assert [item[0] for item in short(found)] == ["two", "four"]


@pytest.mark.parametrize("reason", ["aborted", "error"])
def test_calls_of_a_turn_that_was_cut_off_were_not_run(items: Items, reason: str) -> None:
    cut = said("one", call("a"), stopReason=reason)
    assert short(items("pi", HEADER, entry(cut), entry(user()), entry(said("two")))) == [
        ("one", [], False),
        ("two", [], False),
    ]
    assert short(items("pi", HEADER, entry(cut), entry(answer("a")), entry(said("two")))) == [
        ("one", ["a"], False),
        ("two", [], False),
    ]


def test_an_assistant_that_said_nothing_has_a_turn(items: Items) -> None:
    assert short(items("pi", HEADER, entry(said()))) == [("", [], False)]


def test_other_messages_are_passed_over_or_turns(items: Items) -> None:
    shell = {"role": "bashExecution", "command": "ls", "output": "a"}
    hook = {"role": "custom", "content": "note"}
    found = items("pi", HEADER, entry(shell), entry(hook), entry({"role": "user", "content": "hi"}))
    assert [(item.role, item.text) for item in found if isinstance(item, Turn)] == [("custom", "note"), ("user", "hi")]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (5, "not an object"),
        ({}, "/type is not a string"),
        ({"type": "message"}, "/message is not a message with a role"),
        (entry({"role": 5}), "/message is not a message with a role"),
        (entry({"role": "assistant"}), "/message/content is neither text nor a list of blocks"),
        (entry({"role": "assistant", "content": [5]}), "/message/content/0 is not a block"),
        (entry(said({"type": "toolCall"})), "/message/content/0 is a call without a name"),
        (entry({"role": "user", "content": 5}), "/message/content is neither text nor a list of parts"),
        ("{", "not JSON: Expecting property name enclosed in double quotes"),
    ],
)
@pytest.mark.parametrize("branches", ["all", "current"])
def test_another_shape_is_a_finding_and_the_rest_goes_on(items: Items, line: Any, reason: str, branches: str) -> None:
    line = line if isinstance(line, str) else json.dumps(line)
    found = items("pi", HEADER, line, entry(said("one")), branches=branches)
    assert reasons(found) == [reason]
    assert [item.location.line for item in found] == [2, 3]
