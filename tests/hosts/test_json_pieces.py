"""Arguments as JSON text in pieces."""

import json
from typing import Any

import pytest

from pi_native import StreamParser
from pi_native.events import ArgumentDelta, ArgumentEnd, ArgumentStart, CallEnd, CallIncomplete
from pi_native.hosts.json_pieces import JsonPieces, json_text

STRING = {"type": "string"}
NOTE = {"type": "object", "properties": {"note": STRING, "tags": {"type": "array", "items": STRING}}}
FIELDS = {
    "text": STRING,
    "n": {"type": "integer"},
    "list": {"type": "array", "items": STRING},
    "o": NOTE,
    "deep": {"type": "object", "properties": {"o": NOTE}},
    "notes": {"type": "array", "items": NOTE},
}
TOOLS = [{"name": "t", "parameters": {"type": "object", "properties": FIELDS}}]


def pieces(*chunks: str) -> list[str]:
    """What each chunk, and then the end, adds to the JSON text of the one call."""
    stream, written = StreamParser(TOOLS), JsonPieces()
    found = []
    for events in [*map(stream.feed, chunks), stream.close()]:
        found.append("")
        for event in events:
            match event:
                case ArgumentStart() | ArgumentDelta() | ArgumentEnd():
                    found[-1] += written.follow(event)
                case CallEnd():
                    found[-1] += written.close()
                case CallIncomplete():
                    found[-1] += written.cut()
    return found


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        (["<call:t/>"], ["{}", ""]),
        (["<call:t>", "</call:t>"], ["", "{}", ""]),
        (["<call:t n=", "5/>"], ["", '{"n":5}', ""]),
        (["<call:t><n>", "5", "</n>", "</call:t>"], ["", "", '{"n":5', "}", ""]),
        (["<call:t><text>a", '"\\', "\n\t", "é😀", "\0</te", "xt></call:t>"],
         ['{"text":"a', '\\"\\\\', "\\n\\t", "é😀", "\\u0000", '"}', ""]),
        # A list goes out with what encloses it: an item may follow anything.
        (["<call:t><list>a</list>", "<n>1</n>", "<list>b</list>", "</call:t>"],
         ["", '{"n":1', "", ',"list":["a","b"]}', ""]),
        # An object that is open goes out as its fields come.
        (["<call:t><o><note>a", "b</note>", "<tags>x</tags>", "</o>", "<n>1</n></call:t>"],
         ['{"o":{"note":"a', 'b"', "", ',"tags":["x"]}', ',"n":1}', ""]),
        (["<call:t><deep><o><note>a", "</note></o>", "</deep></call:t>"],
         ['{"deep":{"o":{"note":"a', '"}', "}}", ""]),
        (["<call:t><o>", "</o><n>1</n></call:t>"], ["", '{"o":{},"n":1}', ""]),
        (["<call:t><o note=a>", "<tags>x</tags></o></call:t>"], ["", '{"o":{"note":"a","tags":["x"]}}', ""]),
        # One in a list waits with it.
        (["<call:t><notes><note>a", "b</note></notes>", "</call:t>"], ["", "", '{"notes":[{"note":"ab"}]}', ""]),
        # Given twice: so it is written, and the last one counts.
        (["<call:t><n>1</n>", "<n>2</n></call:t>"], ['{"n":1', ',"n":2}', ""]),
        (["<call:t><text>a</text>", "<text>b", "</text></call:t>"], ['{"text":"a"', ',"text":"b', '"}', ""]),
        # What the end of input takes back is said again.
        (["<call:t><text>a</call:t>", " more"], ['{"text":"a</call:t>', " more", '","text":"a"}']),
        # Cut off: no JSON, and never empty.
        (["<call:t><text>a", "b"], ['{"text":"a', "b", ""]),
        (["<call:t><n>1"], ["", "{"]),
        (["<call:t><o><note>a</note><tags>"], ['{"o":{"note":"a"', ""]),
    ],
)  # fmt: skip
def test_pieces(chunks: list[str], expected: list[str]) -> None:
    assert pieces(*chunks) == expected


def test_a_string_that_was_shortened_is_known() -> None:
    written = JsonPieces()
    for event in ArgumentStart(0, "/a"), ArgumentDelta(0, "/a", "xyz"), ArgumentEnd(0, "/a", "x"):
        written.follow(event)
    assert not written.is_shortened
    for event in ArgumentStart(0, "/a"), ArgumentDelta(0, "/a", "xyz"), ArgumentEnd(0, "/a", "x", shortened=True):
        written.follow(event)
    assert written.is_shortened


def test_keys_that_are_no_plain_names() -> None:
    written = JsonPieces()
    name = '/a~1b~0"c'
    text = written.follow(ArgumentStart(0, name)) + written.follow(ArgumentEnd(0, name, 1)) + written.close()
    assert json.loads(text) == {'a/b~"c': 1}


@pytest.mark.parametrize(
    "value",
    ["", "a\u2028\x7f", "\ud800", "😀\udc00é", "\\ud800", {"\udfff": ["\ud83d", 10**400, -0.0, 1e300, None, True]}],
)
def test_text_of_a_value(value: Any) -> None:
    text = json_text(value)
    assert json.loads(text) == value
    assert text.encode("utf-8")
    assert " " not in text
