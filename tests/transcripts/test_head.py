"""How a file begins: lines or one document, and its first records even where they are cut off."""

import json
from typing import Any

import pytest

from pi_native.transcripts.head import HEAD, Head, suffix_of

RECORD = {"messages": [{"role": "user", "content": 'a "b" \\ {[,'}], "n": [1, None, True]}


def head(text: str, name: str = "a") -> Head:
    return Head.of(name, text.encode()[:HEAD])


@pytest.mark.parametrize(
    ("text", "is_document", "records"),
    [
        (json.dumps(RECORD), False, [RECORD]),
        (f"\n \n{json.dumps(RECORD)}\n{json.dumps(RECORD)}\n", False, [RECORD, RECORD]),
        (f"{json.dumps(RECORD)}\nnot JSON\n5\n", False, [RECORD]),
        ("\ufeff" + json.dumps([RECORD, RECORD]), True, [RECORD, RECORD]),
        (json.dumps([RECORD], indent=2), True, [RECORD]),
        (json.dumps(RECORD, indent=2), True, [RECORD]),
        ('{\n"messages": [\n{"role": "user"}\n]\n}', True, [{"messages": [{"role": "user"}]}]),
        ("[INFO] a log", True, []),
        ("hello {}", False, []),
        ("", False, []),
        ("{", False, []),
        ("[[{}]]", True, []),
        ("{]", False, []),
    ],
)
def test_lines_and_documents(text: str, is_document: bool, records: list[Any]) -> None:
    found = head(text)
    assert (found.is_document, list(found.records)) == (is_document, records)


@pytest.mark.parametrize("text", ['{"a": 1, "b": "x', '["a", {"a": 1, "b": {"c": ', '[{"a": 1, "b'])
def test_what_is_certain_of_a_record_that_is_cut_off(text: str) -> None:
    (record,) = head(text + "y" * HEAD).records
    assert record["a"] == 1


@pytest.mark.parametrize("end", range(len(json.dumps(RECORD)) + 1))
def test_a_document_cut_anywhere_is_no_fault(end: int) -> None:
    (record,) = head("[" + json.dumps(RECORD)[:end]).records or ({},)
    assert set(record) <= set(RECORD)


def test_the_ending_tells_lines_whose_first_is_broken() -> None:
    text = "{\n" + json.dumps(RECORD)
    assert head(text, "a.jsonl").records == (RECORD,)
    assert not head(text, "a.jsonl").is_document
    assert head(text, "a").is_document


@pytest.mark.parametrize("text", ["[" * HEAD, '{"a":' * HEAD, '"' * HEAD, '{"' * HEAD, "[{" * HEAD, '["\\' * HEAD])
def test_hostile_beginnings(text: str) -> None:
    assert head(text).records in ((), ({},))


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("a.jsonl", ".jsonl"), ("a.JSON.GZ", ".json"), ("a.txt.zst.gz", ".txt"), (".gz", ""), ("a.gz", ""), ("gz", "")],
)
def test_endings(name: str, suffix: str) -> None:
    assert suffix_of(name) == suffix
