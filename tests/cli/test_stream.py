"""``pi-native stream``."""

import json
import subprocess
import sys
from pathlib import Path

from .conftest import Program, Run

TEXT = 'Hi <call:read path="a"><offset>5</offset></call:read>'


def test_events_are_json_lines(run: Run) -> None:
    result = run("stream", "-", "--tools", "tools.json", "--chunk", "3", input=TEXT)
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert "".join(event["text"] for event in events if event["event"] == "text_delta") == "Hi "
    assert events[-1]["event"] == "call_end"
    assert events[-1]["call"]["arguments"] == {"path": "a", "offset": 5}


def test_findings_are_events_and_the_exit_code(run: Run) -> None:
    result = run("stream", "-", "--tools", "tools.json", input="<call:read path=a offset=x/>")
    events = [json.loads(line) for line in result.stdout.splitlines()]
    codes = [event["diagnostic"]["code"] for event in events if event["event"] == "diagnostic"]
    assert (result.exit_code, codes) == (1, ["type-mismatch"])


def test_each_event_is_written_as_it_comes(folder: Path) -> None:
    command = [sys.executable, "-m", "pi_native", "stream", "-", "--tools", "tools.json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"Hi <call:edit>one")
        process.stdin.flush()
        lines = [json.loads(process.stdout.readline()) for _ in range(4)]  # would wait for ever if it were kept back
        assert lines[-1] == {"event": "argument_delta", "index": 0, "pointer": "/input", "text": "one"}
        process.stdin.write(b"</call:edit>")
        process.stdin.close()
        assert json.loads(process.stdout.readlines()[-1])["event"] == "call_end"


def test_what_cannot_be_read_is_one_line(program: Program) -> None:
    for args in (["missing.txt"], ["."], ["-", "--tools", "missing.json"]):
        done = program("stream", *args)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert program("stream", "-", input=b"\xff").returncode == 2
    assert program("stream", "-", "--chunk", "0").returncode == 2
