"""Sessions of Claude Code: split messages, results in between, sidechains."""

import json
from typing import Any

import pytest

from pi_native.transcripts import BadRecord, DeclaredCall, Location, Result, Turn, UnreadableError, read
from pi_native.transcripts.claude_code import LOOK_AHEAD, MOST_LINES

from .conftest import Items, Write, reasons


def line(kind: str, content: Any, message_id: str | None = None, **more: Any) -> dict[str, Any]:
    ids = {} if message_id is None else {"id": message_id}
    return {"type": kind, "message": {"role": kind, "content": content, **ids}, "uuid": "u", "sessionId": "s", **more}


def said(message_id: str | None, text: str, **more: Any) -> dict[str, Any]:
    return line("assistant", [{"type": "text", "text": text}], message_id, **more)


def used(message_id: str | None, call_id: str, **more: Any) -> dict[str, Any]:
    return line("assistant", [{"type": "tool_use", "id": call_id, "name": "read", "input": {}}], message_id, **more)


def answered(call_id: str, **more: Any) -> dict[str, Any]:
    return line("user", [{"type": "tool_result", "tool_use_id": call_id, "content": call_id.upper()}], **more)


def short(items: list[Any]) -> list[tuple[str, str, list[str | None], list[str | None], bool]]:
    """Of each turn: role, text, ids of its calls and of its results, whether it is followed."""
    return [
        (item.role[0], item.text, [c.id for c in item.declared_calls], [r.id for r in item.results], item.followed)
        for item in items
        if isinstance(item, Turn)
    ]


def test_a_session_whole(write: Write) -> None:
    lines = [
        {"type": "summary", "summary": "s", "leafUuid": "u"},
        line("user", "hi"),
        line("assistant", [{"type": "thinking", "thinking": "hm"}], "m1"),
        said("m1", "I read."),
        used("m1", "a"),
        answered("a"),
        {"type": "system", "content": "…"},
        said("m2", "ok"),
    ]
    path = write("a", *lines)
    reader = read(path)
    at = [Location(path, number, "/message/content") for number in range(len(lines) + 1)]
    assert list(reader) == [
        Turn("user", "hi", at[2]),
        Turn(
            "assistant",
            "I read.",
            at[3],
            None,
            (DeclaredCall("a", "read", {}, at[5]._replace(pointer="/message/content/0")),),
            (Result("a", None, "A", at[6]._replace(pointer="/message/content/0/content")),),
            followed=True,
        ),
        Turn("assistant", "ok", at[8]),
    ]
    assert reader.format == "claude-code"


def test_results_between_the_lines_of_a_message(items: Items) -> None:
    found = items("claude-code", used("m", "a"), answered("a"), used("m", "b"), said("m", "."), answered("b"))
    assert short(found) == [("a", ".", ["a", "b"], ["a", "b"], False)]


def test_a_line_that_is_written_twice_declares_its_call_once(items: Items) -> None:
    (turn,) = items("claude-code", used("m", "a"), answered("a"), used("m", "a"))
    assert short([turn]) == [("a", "", ["a"], ["a"], False)]
    assert isinstance(turn, Turn)
    assert turn.declared_calls[0].location.line == 1


def test_lines_without_an_id_are_messages_of_their_own(items: Items) -> None:
    assert [item[1] for item in short(items("claude-code", said(None, "1"), said(None, "2")))] == ["1", "2"]


def test_calls_without_an_id_are_kept(items: Items) -> None:
    nameless = {"type": "tool_use", "name": "read", "input": {}}
    (turn,) = items("claude-code", line("assistant", [nameless, nameless], "m"))
    assert short([turn]) == [("a", "", [None, None], [], False)]


def test_text_and_results_in_one_line(items: Items) -> None:
    both = answered("a")
    both["message"]["content"].append({"type": "text", "text": "stop"})
    assert short(items("claude-code", used("m", "a"), both)) == [
        ("a", "", ["a"], ["a"], True),
        ("u", "stop", [], [], False),
    ]


def test_sidechains_that_are_mixed_in(items: Items) -> None:
    one, two = {"isSidechain": True, "agentId": "1"}, {"isSidechain": True, "agentId": "2"}
    found = items(
        "claude-code",
        used("m", "task"),
        line("user", "go", **one),
        used("s1", "a", **one),
        used("s2", "b", **two),
        answered("a", **one),
        said("s3", "done", **one),
        answered("b", **two),
        said("s4", "done", **two),
        answered("task"),
        said("m2", "end"),
    )
    assert short(found) == [
        ("a", "", ["task"], ["task"], True),
        ("u", "go", [], [], False),
        ("a", "", ["a"], ["a"], True),
        ("a", "", ["b"], ["b"], True),
        ("a", "done", [], [], False),
        ("a", "done", [], [], False),
        ("a", "end", [], [], False),
    ]


def test_sidechains_that_cannot_be_told_apart_still_get_their_results(items: Items) -> None:
    side = {"isSidechain": True}
    found = items(
        "claude-code", used("1", "a", **side), used("2", "b", **side), answered("b", **side), answered("a", **side)
    )
    assert [item[2:4] for item in short(found)] == [(["a"], ["a"]), (["b"], ["b"])]


def test_a_result_of_no_known_call_goes_to_the_last_turn(items: Items) -> None:
    assert short(items("claude-code", answered("x"), said("m", "1"), answered("y"))) == [
        ("t", "X", [], ["x"], False),
        ("a", "1", [], ["y"], False),
    ]


def test_turns_wait_no_longer_than_they_may(items: Items) -> None:
    lines = [used("m", "a"), *(line("user", str(number)) for number in range(LOOK_AHEAD + 9)), answered("a")]
    found = short(items("claude-code", *lines))
    assert found[0] == ("a", "", ["a"], [], True)
    assert found[-1] == ("t", "A", [], ["a"], False)
    assert len(found) == LOOK_AHEAD + 11


def test_a_turn_takes_in_no_more_lines_than_it_may(items: Items) -> None:
    found = items("claude-code", *[said("m", "x")] * (3 * MOST_LINES))
    assert [item[1] for item in short(found)] == ["x" * MOST_LINES] * 3


def test_neither_does_a_turn_that_waits_behind_another(items: Items) -> None:
    lines = [
        used("m", "a", isSidechain=True),
        *[said("n", "x")] * (3 * MOST_LINES),
        *[answered("b")] * (2 * MOST_LINES),
    ]
    found = short(items("claude-code", *lines))
    assert [item[1] for item in found[:4]] == ["", *["x" * MOST_LINES] * 3]
    assert len(found) == 4 + 2 * MOST_LINES


def test_what_is_held_back_is_given_before_a_fault(write: Write) -> None:
    import gzip

    packed = gzip.compress(json.dumps(said("m", "1")).encode() + b"\n" + json.dumps(said("n", "2")).encode())
    reader = read(write("a", packed[:-8]))
    with pytest.raises(UnreadableError, match="damaged"):
        raise_after(reader, 2)


def raise_after(reader: Any, count: int) -> None:
    assert len(short([next(reader) for _ in range(count)])) == count
    next(reader)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (5, "not an object with a type"),
        ({"type": 5}, "not an object with a type"),
        ({"type": "user"}, "/message is not an object"),
        (line("user", 5), "/message/content is neither text nor a list of parts"),
        (line("assistant", [{"type": "tool_use"}]), "/message/content/0 is a call without a name"),
    ],
)
def test_another_shape_is_a_finding_in_its_place(items: Items, broken: Any, reason: str) -> None:
    found = items("claude-code", said("m", "1"), json.dumps(broken), said("n", "2"))
    assert reasons(found) == [reason]
    assert isinstance(found[1], BadRecord)
