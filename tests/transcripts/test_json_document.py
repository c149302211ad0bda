"""JSON documents: record by record, wherever the text is cut into pieces."""

import json
from typing import Any

import pytest

from pi_native.transcripts.json_document import SHOWN, Element, elements
from pi_native.transcripts.turn import BadRecord

RECORDS = [{"a": 'x"\\\né€𝄞\u2028'}, {"b": [1, -2.5e3, None, True]}, {}]


def found(text: str, size: int = 1 << 16, limit: int = 1 << 20) -> list[Any]:
    """Line, pointer and value of each record, or line and reason of a fault."""
    pieces = (text[at : at + size] for at in range(0, len(text), size))
    return [
        (item.line, item.pointer, item.value)
        if isinstance(item, Element)
        else (item.location.line, item.diagnostic.message.split(": ", 1)[1])
        for item in elements(pieces, "a.json", limit)
    ]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 1000])
@pytest.mark.parametrize("indent", [None, 0, 2])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_list_is_read_record_by_record(size: int, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(RECORDS, indent=indent, ensure_ascii=ascii_only)
    assert [item[1:] for item in found(text, size)] == [(f"/{n}", value) for n, value in enumerate(RECORDS)]


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_one_record_or_several_one_behind_the_other(size: int) -> None:
    text = "\n" + json.dumps(RECORDS[0], indent=1) + json.dumps(RECORDS[1]) + "\n\n{}\n"
    assert found(text, size) == [(2, "", RECORDS[0]), (4, "", RECORDS[1]), (6, "", {})]


@pytest.mark.parametrize("size", [1, 1000])
def test_records_know_their_line(size: int) -> None:
    assert [item[0] for item in found('[\n{"a":\n1},\n\n{}, {\n}\n]\n', size)] == [2, 5, 5]


@pytest.mark.parametrize("size", [1, 2, 1000])
@pytest.mark.parametrize(
    ("text", "good", "line", "reason"),
    [
        ('[{}, {"a": 1', 1, 1, "not JSON: Expecting ',' delimiter"),
        ('[{}, {"a": "x', 1, 1, "not JSON: Unterminated string starting at"),
        ("[{}", 1, 1, "not JSON: expecting ',' or ']' behind a record"),
        ("[{},", 1, 1, "not JSON: Expecting value"),
        ("[{}\n,\n{}}", 2, 3, "not JSON: expecting ',' or ']' behind a record"),
        ("[{}] {}", 1, 1, "text behind the end of the list"),
        ('{}\n{"a": tru', 1, 2, "not JSON: Expecting value"),
        ("[" + '{"a":' * 100_000, 0, 1, "JSON past what can be read"),
        ("[1" + "1" * 5000 + "]", 0, 1, "JSON past what can be read"),
    ],
)
def test_a_fault_ends_the_reading(text: str, good: int, line: int, reason: str, size: int) -> None:
    if len(text) > 1000 and size < 1000:
        size = 1000
    *before, fault = found(text, size)
    assert (len(before), fault) == (good, (line, reason))


@pytest.mark.parametrize("text", ["[]", " [ ] ", "", "\n"])
def test_no_records(text: str) -> None:
    assert found(text) == []


def test_an_empty_list_takes_no_comma() -> None:
    assert found("[,]") == [(1, "not JSON: Expecting value")]


def test_a_number_across_two_pieces_is_whole() -> None:
    assert found("[12345, 678]", 3) == [(1, "/0", 12345), (1, "/1", 678)]


def test_a_fault_shows_its_place() -> None:
    (bad,) = elements(iter(['[{"a": 1,\n "b": nope}]']), "a.json", 99)
    assert isinstance(bad, BadRecord)
    assert bad.location.line == 2
    assert bad.excerpt.split("\n") == [' "b": nope}]', "      ^"]


def test_a_record_past_the_limit_ends_the_reading() -> None:
    text = json.dumps([{"a": "x"}, {"a": "x" * 5000}, {}])
    assert found(text, 100, limit=1000) == [(1, "/0", {"a": "x"}), (1, "the record is longer than 1000 characters")]


def test_the_text_of_a_long_record_is_not_kept() -> None:
    (item,) = elements(iter([json.dumps({"a": "x" * 5000})]), "a.json", 1 << 20)
    assert isinstance(item, Element)
    assert len(item.text) == SHOWN


def test_a_syntax_error_is_found_without_reading_on() -> None:
    def texts() -> Any:
        yield '[{"a" 5' + " " * 100
        raise AssertionError("read on")

    (bad,) = elements(texts(), "a.json", 1 << 20)
    assert isinstance(bad, BadRecord)
