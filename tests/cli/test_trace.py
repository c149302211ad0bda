"""``pi-native trace``."""

import json

import pytest

from .conftest import Run

TEXT = 'Hi <call:read path="a"><offset>5</offset></call:read>'


def test_steps_for_a_reader(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = run("trace", "-", "--tools", "tools.json", "--chunk", "30", input=TEXT)
    assert result.exit_code == 0
    assert (
        result.stdout
        == """\
step 1  Hi <call:read path="a"><offset
  held    <offset
  why     The first thing behind the open tag, whitespace apart, decides whether
          the body is elements or one string. [Element form vs inline body; D8,
          D20]
  stack   call read (undecided)
  event   text_delta "Hi "
  event   call_start read
  event   argument_start /path
  event   argument_end /path "a"

step 2  >5</offset></call:read>
  stack   empty: prose
  event   argument_start /offset
  event   argument_end /offset 5
  event   call_end read {"path": "a", "offset": 5}

step 3  end of the input
  stack   empty: prose

"""
    )


def test_steps_as_json_lines(run: Run) -> None:
    lines = run("trace", "-", "--tools", "tools.json", "--chunk", "7", "--json", input=TEXT).stdout.splitlines()
    steps = [json.loads(line) for line in lines]
    assert "".join(step["chunk"] or "" for step in steps) == TEXT
    assert steps[-1]["chunk"] is None
    assert [event["event"] for step in steps for event in step["events"]][-1] == "call_end"


def test_nothing_steers_the_terminal(run: Run) -> None:
    evil = '\x1b[2J<call:read path="\u202e\x07"><x>\x1b[2J</x>\x07</call:read>'
    out = run("trace", "-", "--chunk", "5", input=evil).stdout
    assert all(line.isprintable() for line in out.split("\n"))


def test_a_long_buffer_is_shown_by_its_end(run: Run) -> None:
    out = run(
        "trace", "-", "--tools", "tools.json", "--chunk", "5000", input="<call:read><offset>" + "1" * 9_000
    ).stdout
    assert "(4,861 earlier characters)" in out
    assert "(8,880 earlier characters)" in out
    assert max(map(len, out.splitlines())) < 300


def test_wrong_usage(run: Run) -> None:
    assert run("trace", "-", "--chunk", "0").exit_code == 2
    assert run("trace", "missing.txt").exit_code == 2
