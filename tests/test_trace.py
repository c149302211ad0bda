"""Streaming, replayed: the same events as without watching, and what each step shows."""

import json
from pathlib import Path
from typing import Any

import pytest

from pi_native import DiagnosticEvent, Grammar, StreamParser, TextDelta
from pi_native.events import Event
from pi_native.explain.lessons import lessons
from pi_native.inspection import SHOWN
from pi_native.trace import step_data, trace

SUITE = Path(__file__).parent / "conformance"
STANDARD = json.loads((SUITE / "tools.json").read_text(encoding="ascii"))
GROUPS = [json.loads(path.read_text(encoding="ascii")) for path in sorted((SUITE / "cases").glob("*.json"))]
CASES = [case for group in GROUPS for case in group["cases"]]

TOOLS = [
    {
        "name": "read",
        "parameters": {
            "properties": {
                "path": {"type": "string"},
                "n": {"type": "integer"},
                "any": {},
                "o": {"type": "object", "properties": {"x": {"type": "string"}}},
            }
        },
    },
    {"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}, "required": ["input"]}},
]


def chunks(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def plain(events: list[Event]) -> tuple[list[Any], list[Any]]:
    """Events with prose in one piece and without findings, which may come anywhere; and the findings."""
    joined: list[Any] = []
    for event in events:
        if isinstance(event, TextDelta) and joined and isinstance(joined[-1], str):
            joined[-1] += event.text
        elif not isinstance(event, DiagnosticEvent):
            joined.append(event.text if isinstance(event, TextDelta) else event)
    return joined, [event for event in events if isinstance(event, DiagnosticEvent)]


@pytest.mark.parametrize("size", [1, 3, 10**6])
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_watching_changes_nothing(case: dict[str, Any], size: int) -> None:
    tools = STANDARD if case["tools"] == "std" else case["tools"]
    stream = StreamParser(tools)
    pieces = chunks(case["text"], size)
    expected = [*(stream.feed(piece) for piece in pieces), stream.close()]
    steps = list(trace(pieces, tools))
    assert plain([event for step in steps for event in step.events]) == plain(
        [event for events in expected for event in events]
    )
    assert [step.chunk for step in steps] == [*pieces, None]
    assert [step.number for step in steps] == list(range(1, len(pieces) + 2))


@pytest.mark.parametrize(
    ("text", "held", "waits", "stack"),
    [
        ("see <ca", "<ca", "prose", []),
        ("a < b", "", "", []),
        ('<call:read path="a', '<call:read path="a', "tag", [("read", "tag")]),
        ("<call:read>", "", "form", [("read", "undecided")]),
        ("<call:read>\n", "\n", "form", [("read", "undecided")]),
        ("<call:read><path>ab</p", "</p", "closer", [("read", "members"), ("path", "text")]),
        ("<call:read><path>ab", "", "", [("read", "members"), ("path", "text")]),
        ("<call:read><n>4", "4", "value", [("read", "members"), ("n", "text")]),
        ("<call:read><any>4", "4", "end", [("read", "members"), ("any", "text")]),
        ("<call:read><n>4</n>\n ", "\n ", "members", [("read", "members")]),
        ("<call:read><n>4</n><", "<", "tag", [("read", "members")]),
        ("<call:read><n>4</n></wro", "</wro", "recovery", [("read", "members")]),
        ("<call:read><o><x", "<x", "tag", [("read", "members"), ("o", "members")]),
        ("<call:edit>\nab\n</call:e", "\n</call:e", "closer", [("edit", "text")]),
    ],
)
def test_what_is_held_back(text: str, held: str, waits: str, stack: list[tuple[str, str]]) -> None:
    *_, step, _ = trace([text], TOOLS)
    assert (step.now.held, step.now.waits) == (held, waits)
    assert [(frame.name, frame.body) for frame in step.now.stack] == stack
    assert (step.rule is None) == (waits == "")


def test_each_key_that_can_be_waited_for_has_a_sentence() -> None:
    keys = {each.key for each in lessons(Grammar.load()) if each.kind == "wait"}
    assert keys == {"prose", "form", "tag", "members", "end", "recovery", "closer", "value"}


def test_a_long_value_is_shown_by_its_end() -> None:
    *_, step, _ = trace(["<call:read><n>" + "4" * 10_000], TOOLS)
    assert (step.now.buffered, step.now.held_back) == (10_000, 10_000)
    assert step.now.tail == step.now.held == "4" * SHOWN


def test_the_end_of_input_is_a_step() -> None:
    *_, last = trace(["<call:read path=a>"], TOOLS)
    data = json.loads(json.dumps(step_data(last)))
    assert data["chunk"] is None
    assert [event["event"] for event in data["events"]] == ["diagnostic", "call_incomplete"]
    assert (data["stack"], data["held"], data["where"]) == ([], "", "prose")
