"""The verdicts on the gallery and on overlays that are broken on purpose."""

import time
from pathlib import Path

import pytest

import gallery
from pi_native.experiment import Report, experiment
from pi_native.experiment.report import lines

CONSERVATIVE = {
    "barewords": False,
    "call-ids": True,
    "dotted-names": True,
    "empty-null": True,
    "fenced": True,
    "line-form": False,
    "reasoning": False,
    "sigil": False,
}
HEADER = "// @overlay  broken\n// @base     1\n// @intent   something is wrong with it\n\n"


@pytest.mark.parametrize("name", gallery.NAMES)
def test_gallery(name: str) -> None:
    start = time.monotonic()
    report = experiment([name], [name] if name in gallery.WITH_CODE else [])
    assert report.is_conservative is CONSERVATIVE[name], list(lines(report))
    faults = [report.error, report.unreachable, report.examples, report.chunk_differences, report.conflicts]
    assert not any(faults), list(lines(report))
    assert report.round_trip is not None
    assert report.round_trip.wrong == ()
    assert time.monotonic() - start < 60


def broken(folder: Path, text: str) -> Report:
    path = folder / "broken.lark"
    path.write_text(HEADER + text, encoding="utf-8")
    return experiment([path])


def test_a_conflict(tmp_path: Path) -> None:
    report = broken(tmp_path, "%extend element: other_element\nother_element: ELEMENT_OPEN attr* WS? SELF_END\n")
    assert not report.is_sound
    assert "broken.lark:6:1: two ways to read one text: behind '" in report.error
    assert "other_element and self_element both match what stands there" in report.error


def test_a_changed_meaning(tmp_path: Path) -> None:
    report = broken(tmp_path, "%override BAREWORD: /[^ \\t\\r\\n>\"']/ /[^ \\t\\r\\n>]/*\n")
    assert report.error == ""
    assert report.is_conservative is False
    kinds = {difference.kind for difference in report.differences}
    assert kinds & {"another meaning", "rejected"}
    smallest = min((each for each in report.differences if each.kind != "accepted"), key=lambda each: len(each.text))
    assert len(smallest.text) < 20
    assert smallest.base != smallest.overlay


def test_an_alternative_that_nothing_reaches(tmp_path: Path) -> None:
    report = broken(tmp_path, '%extend attr_val: QUOTED\nQUOTED: "\'" /[a-z]/* "\'"\n')
    assert not report.is_sound
    (sentence,) = report.unreachable
    assert "broken.lark:5: no text is read as attr_val: QUOTED; something else matches in its place" in sentence


def test_a_production_that_nothing_leads_to(tmp_path: Path) -> None:
    report = broken(tmp_path, 'EXTRA: "x"\n')
    (sentence,) = report.unreachable
    assert "broken.lark:5: nothing leads to EXTRA" in sentence


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("%extend element: (\n", "5:", "this is not a grammar"),
        ("%extend element: nothing_like_it\n", "5:1", "nothing_like_it is used in element, but nothing defines it"),
        ("attr: WS NAME\n", "5:1", "attr is defined already: write %override in front"),
        ("%override NAME: /(/\n", "5:1", "NAME is not a regular expression"),
        ("%extend element: new_one\nnew_one: ELEMENT_OPEN EQ\n", "6:1", "nothing says what new_one means"),
    ],
)
def test_a_syntax_error_and_its_like(tmp_path: Path, text: str, line: str, said: str) -> None:
    report = broken(tmp_path, text)
    assert f"broken.lark:{line}" in report.error
    assert said in report.error


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("", "the header has no '// @overlay"),
        ("// @overlay a\n// @base 9\n// @intent b\n", "it is for version 9 of the base; this is 1"),
    ],
)
def test_headers(tmp_path: Path, header: str, said: str) -> None:
    path = tmp_path / "a.lark"
    path.write_text(header, encoding="utf-8")
    assert said in experiment([path]).error


def test_an_own_example_that_does_not_hold(tmp_path: Path) -> None:
    report = broken(
        tmp_path, '//+ <tool:\n%override CALL_SIGIL: "<other:"\n%override CALL_CLOSE: "</other:" NAME ">"\n'
    )
    assert report.examples == [f"{tmp_path}/broken.lark:6: CALL_SIGIL: '<tool:' should be accepted"]
    assert not report.is_sound
