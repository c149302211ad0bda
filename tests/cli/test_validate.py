"""``pi-native validate``."""

import json
from pathlib import Path
from typing import Any

import pytest

from pi_native.cli.reporting import summary_line
from pi_native.transcripts import Found
from pi_native.transcripts.formats import SUFFIXES
from pi_native.validate.report import Summary

from .conftest import Program, Run

GOOD, BAD = '<call:read path="a"/>\n', "<call:read/>\n"


def record(*contents: str, **more: Any) -> str:
    return json.dumps({"messages": [{"role": "assistant", "content": text} for text in contents], **more}) + "\n"


def test_nothing_to_say(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text(GOOD, encoding="utf-8")
    result = run("validate", "a.txt", "--tools", "tools.json")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "1 file (text), 1 call: no findings\n")


def test_a_finding(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text("Look:\n" + BAD, encoding="utf-8")
    result = run("validate", "a.txt", "--tools", "tools.json")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "a.txt:2:1: error: schema-violation the arguments do not satisfy the tool's JSON Schema: "
        "'path' is a required property",
        "    <call:read/>",
        "    ^^^^^^^^^^^^",
        "    hint: give the call the arguments that the tool's schema asks for",
    ]
    assert result.stderr == "1 file (text), 1 call: 1 error\n"


def test_a_finding_inside_a_record_says_where_in_it(run: Run, folder: Path) -> None:
    (folder / "a.jsonl").write_text(record(GOOD) + record(GOOD, "Hm.\n " + BAD), encoding="utf-8")
    lines = run("validate", "a.jsonl", "--tools", "tools.json").stdout.splitlines()
    assert lines[0].startswith("a.jsonl:2: error: schema-violation ")
    assert lines[1] == "  in /messages/1/content, line 2, column 2:"


def test_bad_records_are_findings_and_the_rest_goes_on(run: Run, folder: Path) -> None:
    (folder / "a.jsonl").write_text("{\n" + record(GOOD) + "5\n", encoding="utf-8")
    result = run("validate", "a.jsonl")
    places = [line.split(" error: ")[0] for line in result.stdout.splitlines() if " error: " in line]
    assert places == ["a.jsonl:1:2:", "a.jsonl:3:1:"]
    assert (result.exit_code, result.stderr) == (1, "1 file (openai), 1 call: 2 errors\n")


def test_tools_of_the_record(run: Run, folder: Path) -> None:
    (folder / "a.jsonl").write_text(record(BAD, tools=[{"name": "read"}]) + record(BAD), encoding="utf-8")
    result = run("validate", "a.jsonl", "--tools", "tools.json")
    assert [line[:9] for line in result.stdout.splitlines() if "error:" in line] == ["a.jsonl:2"]


def test_warnings_are_findings_and_infos_are_not(run: Run, folder: Path) -> None:
    (folder / "warning.txt").write_text("<call:raed/>", encoding="utf-8")
    (folder / "info.txt").write_text("<call:n><l>[1]</l></call:n>", encoding="utf-8")
    ints = {"type": "array", "items": {"type": "integer"}}
    (folder / "n.json").write_text(
        json.dumps([{"name": "n", "parameters": {"properties": {"l": ints}}}]), encoding="utf-8"
    )
    assert run("validate", "warning.txt", "--tools", "tools.json").exit_code == 1
    result = run("validate", "info.txt", "--tools", "n.json")
    assert (result.exit_code, result.stderr) == (0, "1 file (text), 1 call: 1 info\n")
    assert "info.txt:1:" in result.stdout


def test_folders_and_what_is_passed_over(run: Run, folder: Path) -> None:
    (folder / "logs").mkdir()
    for name, text in {"b.txt": BAD, "a.jsonl": record(BAD), "c.md": BAD}.items():
        (folder / "logs" / name).write_text(text, encoding="utf-8")
    result = run("validate", "logs", "--tools", "tools.json")
    assert [line.split(":")[0] for line in result.stdout.splitlines() if "error:" in line] == [
        "logs/a.jsonl",
        "logs/b.txt",
    ]
    assert result.stderr == "2 files (1 openai, 1 text), 2 calls: 2 errors; passed over: 1 .md\n"


def test_a_folder_with_nothing_to_read(run: Run, folder: Path) -> None:
    (folder / "empty").mkdir()
    result = run("validate", "empty")
    assert (result.exit_code, result.stderr) == (
        2,
        f"pi-native: no transcript ({', '.join(SUFFIXES)}) in empty\n",
    )


def test_a_file_that_cannot_be_read_does_not_stop_the_others(run: Run, folder: Path) -> None:
    (folder / "latin.txt").write_bytes(b"\xe9")
    (folder / "bad.txt").write_text(BAD, encoding="utf-8")
    result = run("validate", "none.txt", "latin.txt", "bad.txt", "--tools", "tools.json")
    assert result.exit_code == 2
    assert result.stdout.startswith("bad.txt:1:1: error: schema-violation")
    assert result.stderr.splitlines() == [
        "pi-native: none.txt: No such file or directory",
        "pi-native: latin.txt: not UTF-8: 0xe9 at byte 0",
        "1 file (text), 1 call: 1 error; 2 files not readable",
    ]


def test_a_schema_that_only_jsonschema_finds_broken(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text(GOOD, encoding="utf-8")
    broken = [{"name": "t", "parameters": {"properties": {"a": {"minimum": "5"}}}}]
    (folder / "broken.json").write_text(json.dumps(broken), encoding="utf-8")
    result = run("validate", "a.txt", "--tools", "broken.json")
    assert result.exit_code == 2
    assert result.stderr == "pi-native: broken.json: tool 't', at /properties/a/minimum: '5' is not of type 'number'\n"


def test_names_of_files_cannot_steer_a_terminal(run: Run, folder: Path) -> None:
    (folder / "\x1b[31m.txt").write_text(BAD, encoding="utf-8")
    result = run("validate", ".", "--tools", "tools.json")
    assert r"\x1b[31m.txt:1:1:" in result.stdout
    assert "\x1b" not in result.stdout + result.stderr


@pytest.mark.parametrize(("name", "code"), [("good.txt", 0), ("bad.txt", 1), ("none.txt", 2)])
def test_exit_codes_of_the_program(program: Program, folder: Path, name: str, code: int) -> None:
    (folder / "good.txt").write_text(GOOD, encoding="utf-8")
    (folder / "bad.txt").write_text(BAD, encoding="utf-8")
    done = program("validate", name, "--tools", "tools.json")
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stdout + done.stderr


def test_the_same_output_every_time(program: Program, folder: Path) -> None:
    (folder / "a.txt").write_text(BAD * 50 + '<call:read offset="x" b=1>', encoding="utf-8")
    runs = {program("validate", "a.txt", "--tools", "tools.json", PYTHONHASHSEED=seed).stdout for seed in "123"}
    assert len(runs) == 1


def test_summary_of_nothing() -> None:
    assert summary_line(Summary(), Found([])) == "0 files, 0 calls: no findings"
