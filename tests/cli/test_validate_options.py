"""The options of ``validate`` that say which findings are reported, how, and what the exit code is."""

import json
import sys
from pathlib import Path

import pytest

from .conftest import Program, Run

BAD, WARNING, INFO = "<call:read/>\n", '<call:raed path="a"/>\n', "<call:read><path>a</path></call:read>\n"


@pytest.fixture(autouse=True)
def transcripts(folder: Path) -> None:
    (folder / "bad.txt").write_text(BAD, encoding="utf-8")
    (folder / "warning.txt").write_text(WARNING, encoding="utf-8")
    (folder / "info.txt").write_text(INFO, encoding="utf-8")


def codes(text: str) -> list[str]:
    return [line.split(": ")[2].split(" ")[0] for line in text.splitlines() if line[0] not in " f"]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ([], ["schema-violation", "unknown-tool"]),
        (["--select", "schema"], ["schema-violation"]),
        (["--select", "schema,unknown-tool"], ["schema-violation", "unknown-tool"]),
        (["--select", "grammar", "--select", "unknown-tool"], ["unknown-tool"]),
        (["--ignore", "unknown-tool,schema"], []),
        (["--style"], ["schema-violation", "not-canonical", "unknown-tool"]),
        (["--style", "--select", "style"], ["not-canonical"]),
    ],
)
def test_selection(run: Run, args: list[str], expected: list[str]) -> None:
    result = run("validate", "bad.txt", "info.txt", "warning.txt", "--tools", "tools.json", "--no-excerpts", *args)
    assert codes(result.stdout) == expected


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--select", "schemas"], "no code or layer is named 'schemas'; did you mean schema"),
        (["--select", "style"], "the style layer is checked only with --style"),
        (["--select", "not-canonical"], "the style layer is checked only with --style"),
        (["--baseline", "none.json"], "none.json: No such file or directory"),
        (["--baseline", "bad.txt"], "bad.txt: Expecting value"),
        (["--output-file", "none/a.txt"], "none/a.txt: No such file or directory"),
        (["--write-baseline", "none/a.json"], "none/a.json: No such file or directory"),
    ],
)
def test_what_cannot_be_used(run: Run, args: list[str], message: str) -> None:
    result = run("validate", "bad.txt", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize("args", [["--fail-on", "never"], ["--output", "xml"], ["--max-findings", "-1"]])
def test_wrong_usage(run: Run, args: list[str]) -> None:
    assert run("validate", "bad.txt", *args).exit_code == 2


@pytest.mark.parametrize(
    ("severity", "expected"),
    [("error", {"bad"}), ("warning", {"bad", "warning"}), ("info", {"bad", "warning", "info"})],
)
def test_fail_on(run: Run, severity: str, expected: set[str]) -> None:
    for name in ("bad", "warning", "info"):
        args = ("validate", f"{name}.txt", "--tools", "tools.json", "--style", "--fail-on", severity)
        assert run(*args).exit_code == (1 if name in expected else 0)
        assert run(*args, "--exit-zero").exit_code == 0


def test_exit_zero_does_not_hide_a_file_that_cannot_be_read(run: Run) -> None:
    assert run("validate", "bad.txt", "none.txt", "--exit-zero").exit_code == 2


def test_a_baseline_is_written_and_then_keeps_quiet_until_something_is_new(run: Run, folder: Path) -> None:
    args = ("validate", "bad.txt", "--tools", "tools.json")
    result = run(*args, "--write-baseline", "known.json")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "1 file (text), 1 call: 1 error\n"
    result = run(*args, "--baseline", "known.json")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "1 file (text), 1 call: no findings; 1 known finding of the baseline\n"
    (folder / "bad.txt").write_text(f"moved\n\n{BAD} x {BAD}", encoding="utf-8")
    result = run(*args, "--baseline", "known.json", "--no-excerpts")
    assert (result.exit_code, [line[:10] for line in result.stdout.splitlines()]) == (1, ["bad.txt:4:"])


def test_a_limit_stops_the_output_and_not_the_counts(run: Run, folder: Path) -> None:
    (folder / "many.txt").write_text(BAD * 10, encoding="utf-8")
    result = run("validate", "many.txt", "--tools", "tools.json", "--max-findings", "3", "--no-excerpts")
    assert (result.exit_code, len(result.stdout.splitlines())) == (1, 3)
    assert result.stderr == "1 file (text), 10 calls: 10 errors; 7 findings not shown (--max-findings)\n"
    result = run("validate", "many.txt", "--tools", "tools.json", "--max-findings", "0", "--output", "json")
    summary = json.loads(result.stdout)["summary"]
    assert (summary["not_shown"], summary["findings"]["error"]) == (10, 10)


def test_statistics_stand_behind_the_text_and_beside_the_data(run: Run) -> None:
    args = ("validate", "bad.txt", "info.txt", "warning.txt", "--tools", "tools.json", "--statistics", "--no-excerpts")
    table = [
        "findings  share  code              tool",
        "       1  50.0%  schema-violation  read",
        "       1  50.0%  unknown-tool      raed",
        "characters  share  form",
        "        37  52.9%  element",
        "        33  47.1%  attribute",
    ]
    plain, data = run(*args), run(*args, "--output", "junit")
    assert plain.stdout.splitlines()[2:] == table
    assert data.stderr.splitlines()[:-1] == table
    assert "findings  share" not in data.stdout


def test_an_output_file_holds_what_would_be_printed(run: Run, folder: Path) -> None:
    args = ("validate", "bad.txt", "--tools", "tools.json", "--statistics")
    printed = run(*args).stdout
    result = run(*args, "--output-file", "out.txt")
    assert (result.exit_code, result.stdout) == (1, "")
    assert (folder / "out.txt").read_text(encoding="utf-8") == printed


def test_an_output_file_is_not_touched_if_the_run_fails(run: Run, folder: Path) -> None:
    (folder / "out.txt").write_text("before", encoding="utf-8")
    assert run("validate", "bad.txt", "--output-file", "out.txt", "--select", "x").exit_code == 2
    assert (folder / "out.txt").read_text(encoding="utf-8") == "before"


def test_a_library_that_is_missing_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sarif_pydantic", None)
    result = run("validate", "bad.txt", "--output", "sarif")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "pi-native: --output sarif needs: pip install 'pi-native[sarif]'\n"


@pytest.mark.parametrize("output", ["json", "sarif"])
def test_the_program_writes_the_same_every_time(program: Program, folder: Path, output: str) -> None:
    args = ("validate", "bad.txt", "warning.txt", "--tools", "tools.json", "--output", output, "--statistics")
    runs = {program(*args, PYTHONHASHSEED=seed).stdout for seed in "12"}
    assert len(runs) == 1
    assert b"schema-violation" in runs.pop()


def test_help_shows_the_groups(run: Run) -> None:
    text = run("validate", "--help").stdout
    for panel in ("Reading", "Checks", "Output", "Known findings and exit codes", "Configuration"):
        assert f"╭─ {panel} ─" in text
