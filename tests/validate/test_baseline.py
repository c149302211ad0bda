"""Findings that are known, whatever lines they have moved to."""

import json
import pickle
from collections import Counter
from pathlib import Path

import pytest

from pi_native.validate.baseline import Baseline

from .findings import finding, hostile


def known(*findings: object) -> Baseline:
    baseline = Baseline()
    baseline.add(findings)  # type: ignore[arg-type]
    return Baseline(baseline.known)


def test_what_is_known_is_not_new() -> None:
    assert known(finding()).new([finding()]) == []


def test_one_more_of_the_same_is_new_and_so_is_every_further_one() -> None:
    baseline = known(finding(), finding())
    assert baseline.new([finding()]) == []
    assert baseline.new([finding(), finding()]) == [finding()]
    assert baseline.new([finding()]) == [finding()]


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"line": 9}, True),
        ({"line": 9, "pointer": "/messages/3/content"}, True),
        ({"detail": "another message"}, True),
        ({"form": "inline"}, True),
        ({"path": "./a.txt"}, True),
        ({"path": "b.txt"}, False),
        ({"code": "stray-closer"}, False),
        ({"tool": "edit"}, False),
        ({"argument": "/path"}, False),
        ({"text": "a c"}, False),
    ],
)
def test_what_a_fingerprint_looks_at(change: dict[str, object], same: bool) -> None:
    assert (finding(**change).fingerprint == finding().fingerprint) is same  # type: ignore[arg-type]


def test_parts_of_a_fingerprint_do_not_run_into_each_other() -> None:
    assert finding(tool="a", argument="b").fingerprint != finding(tool="ab", argument="").fingerprint
    assert finding(tool="a\0b", argument="").fingerprint != finding(tool="a", argument="b").fingerprint


def test_saved_and_loaded(tmp_path: Path) -> None:
    path = str(tmp_path / "known.json")
    baseline = known(finding(), finding(), hostile())
    baseline.save(path)
    assert Baseline.load(path).known == Counter({finding().fingerprint: 2, hostile().fingerprint: 1})
    first = Path(path).read_bytes()
    known(hostile(), finding(), finding()).save(path)
    assert Path(path).read_bytes() == first


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"version": 2, "findings": {}}',
        '{"version": 1}',
        '{"version": 1, "findings": {"a": -1}}',
        '{"version": 1, "findings": {"a": true}}',
        "{",
        "[" * 100_000,
    ],
)
def test_another_kind_of_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"."):
        Baseline.load(str(path))


def test_two_of_them_merge_and_pickle() -> None:
    baseline = known(finding())
    baseline.merge(known(finding(), hostile()))
    assert pickle.loads(pickle.dumps(baseline)).known == known(finding(), finding(), hostile()).known
    assert json.dumps(baseline.known)
