"""The options of ``validate`` that say how transcripts are read."""

import json
from pathlib import Path

import pytest

from pi_native.transcripts import FORMATS

from .conftest import Run

GOOD, BAD = '<call:read path="a"/>', "<call:read/>"


def test_every_format_is_listed_in_the_help(run: Run) -> None:
    shown = " ".join(run("validate", "--help").stdout.split())
    for name in FORMATS:
        assert f" {name}: " in shown


def test_a_format_is_named(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text(json.dumps({"messages": []}), encoding="utf-8")
    assert run("validate", "a.txt").stderr == "1 file (openai), 0 calls: no findings\n"
    assert run("validate", "a.txt", "--format", "text").stderr == "1 file (text), 0 calls: no findings\n"


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--format", "xml", "--format xml: there are auto, text, pi, claude-code, "),
        ("--branches", "some", "--branches some: all or current"),
        ("--role-pattern", "(", "--role-pattern: the role pattern is no regular expression: "),
        ("--role-pattern", "a", "--role-pattern: the role pattern has no group named role"),
    ],
)
def test_what_cannot_be_used(run: Run, folder: Path, option: str, value: str, message: str) -> None:
    (folder / "a.txt").write_text("", encoding="utf-8")
    result = run("validate", "a.txt", option, value)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"pi-native: {message}")


def test_examples_in_prompts_do_not_count(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text(f"system:\n{BAD}\nassistant: \n{GOOD}\n  {BAD}\n", encoding="utf-8")
    result = run("validate", "a.txt", "--tools", "tools.json", "--role-pattern", r"(?P<role>\w+):\s*$")
    assert result.stderr == "1 file (text), 2 calls: 1 error\n"
    assert result.stdout.startswith("a.txt:5:3: error: schema-violation ")


def test_a_finding_on_the_role_line_has_the_column_of_the_file(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text(f"\nai: {BAD}\n{BAD}", encoding="utf-8")
    result = run("validate", "a.txt", "--tools", "tools.json", "--role-pattern", "(?P<role>ai): ")
    places = [line.split(" ")[0] for line in result.stdout.splitlines() if " error: " in line]
    assert places == ["a.txt:2:5:", "a.txt:3:1:"]


def test_names_of_keys(run: Run, folder: Path) -> None:
    record = {"chat": [{"who": "gpt", "says": BAD}], "functions": [{"name": "read"}]}
    (folder / "a.jsonl").write_text(json.dumps(record), encoding="utf-8")
    keys = ["--column", "chat", "--role-key", "who", "--text-key", "says"]
    assert run("validate", "a.jsonl", "--tools", "tools.json", *keys).stderr.endswith("1 call: 1 error\n")
    keys += ["--tools-column", "functions"]
    assert run("validate", "a.jsonl", "--tools", "tools.json", *keys).stderr.endswith("1 call: no findings\n")


def test_branches(run: Run, folder: Path) -> None:
    lines = [{"type": "session", "id": "s"}]
    for name, text in (("a", BAD), ("b", GOOD)):
        message = {"role": "assistant", "content": text}
        lines.append({"type": "message", "id": name, "parentId": None, "message": message})
    (folder / "a.jsonl").write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    assert run("validate", "a.jsonl", "--tools", "tools.json").stderr.endswith("2 calls: 1 error\n")
    current = run("validate", "a.jsonl", "--tools", "tools.json", "--branches", "current")
    assert current.stderr.endswith("1 call: no findings\n")


def test_a_line_of_a_document_and_where_in_it(run: Run, folder: Path) -> None:
    records = [{"messages": [{"role": "assistant", "content": text}]} for text in (GOOD, BAD)]
    (folder / "a.json").write_text(json.dumps(records, indent=0), encoding="utf-8")
    lines = run("validate", "a.json", "--tools", "tools.json").stdout.splitlines()
    assert lines[0].startswith("a.json:10: error: schema-violation ")
    assert lines[1] == "  in /1/messages/0/content, line 1, column 1:"
