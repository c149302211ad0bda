"""Counts that merge."""

import pickle

from pi_native.validate.statistics import CodeRow, FormRow, Statistics

from .findings import finding


def counted(*parts: tuple[list[str], dict[str, int]]) -> Statistics:
    statistics = Statistics()
    for codes, characters in parts:
        statistics.add([finding(code) for code in codes], characters)
    return statistics


def test_rows_by_frequency_then_name() -> None:
    statistics = counted((["stray-text", "unknown-tool", "empty-boolean", "unknown-tool"], {}))
    assert statistics.codes() == [
        CodeRow("unknown-tool", "read", 2, 0.5),
        CodeRow("empty-boolean", "read", 1, 0.25),
        CodeRow("stray-text", "read", 1, 0.25),
    ]


def test_shares_of_characters_by_form() -> None:
    statistics = counted(([], {"element": 10, "inline": 0}), ([], {"attribute": 30}))
    assert statistics.forms() == [FormRow("attribute", 30, 0.75), FormRow("element", 10, 0.25)]


def test_nothing() -> None:
    assert (Statistics().codes(), Statistics().forms()) == ([], [])


def test_parts_that_were_counted_apart_and_merged_are_the_whole() -> None:
    one, two = (["stray-text"], {"inline": 1}), (["stray-text", "unknown-tool"], {"inline": 2, "element": 3})
    merged = pickle.loads(pickle.dumps(counted(one)))
    merged.merge(counted(two))
    assert merged == counted(one, two)
