"""Findings and counts, read back from what was written."""

import json
from pathlib import Path
from typing import Any

import pytest

from pi_native.transcripts import UnreadableError
from pi_native.validate import Checked
from pi_native.validate.collector import Collector
from pi_native.validate.report import REPORTERS, Summary
from pi_native.validate.report.findings_file import Row, read_findings

from ..findings import finding, hostile

SAMPLE = (finding(), finding("json-literal", line=3, pointer="/a", tool="", form=""), hostile())


def write(path: Path, **options: Any) -> Summary:
    parts: list[str] = []
    collector = Collector(REPORTERS["jsonl"](parts.append, **options), limit=3)
    collector.take(Checked((*SAMPLE, finding()), 5, {"inline": 30}))
    collector.summary.files["text"] = 2
    collector.summary.unreadable = 1
    summary = collector.end()
    path.write_text("".join(parts), encoding="utf-8")
    return summary


def test_what_was_written_is_read(tmp_path: Path) -> None:
    summary = write(tmp_path / "a.jsonl")
    *rows, last = read_findings(str(tmp_path / "a.jsonl"))
    assert last == summary
    assert [(row.place, row.code, row.tool, row.form, row.excerpt) for row in rows if isinstance(row, Row)] == [
        (found.place, found.diagnostic.code, found.tool, found.form, found.excerpt) for found in SAMPLE
    ]


def test_without_excerpts(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", excerpts=False)
    assert {row.excerpt for row in read_findings(str(tmp_path / "a.jsonl")) if isinstance(row, Row)} == {""}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "a.jsonl:2: a record that cannot be read: not JSON"),
        ("[]", "a.jsonl:2: neither a finding nor a summary"),
        ('{"type": "other"}', "a.jsonl:2: neither a finding nor a summary"),
        ('{"type": []}', "a.jsonl:2: neither a finding nor a summary"),
        ('{"type": "summary"}', "a.jsonl:2: not a summary of this version: KeyError at 'files'"),
        ('{"type": "summary", "files": {"a": -1}}', "a.jsonl:2: not a summary"),
        ('{"type": "summary", "files": 5}', "a.jsonl:2: not a summary"),
        ("[" * 100_000, "a.jsonl:2: "),
    ],
)
def test_lines_that_are_neither(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "a.jsonl"
    write(path)
    path.write_text(path.read_text(encoding="utf-8").split("\n")[0] + "\n" + line, encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.jsonl:2") as error:
        list(read_findings(str(path)))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [("path", 5), ("line", "1"), ("line", True), ("column", "1"), ("severity", "bad"), ("excerpt", 5), ("code", None)],
)
def test_findings_that_are_not_what_they_should_be(tmp_path: Path, key: str, value: object) -> None:
    path = tmp_path / "a.jsonl"
    write(path)
    data = json.loads(path.read_text(encoding="utf-8").split("\n")[0])
    path.write_text(json.dumps(data | {key: value}), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"a\.jsonl:1: {key}"):
        list(read_findings(str(path)))
    del data[key]
    path.write_text(json.dumps(data), encoding="utf-8")
    if key not in ("excerpt", "column"):
        with pytest.raises(ValueError, match=rf"a\.jsonl:1: {key}"):
            list(read_findings(str(path)))


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(UnreadableError, match="No such file"):
        list(read_findings("/no/such/file"))
