"""Options from configuration files."""

import json
from pathlib import Path

import pytest

from .conftest import Run

BAD = "<call:read/>\n"


@pytest.fixture(autouse=True)
def transcript(folder: Path) -> None:
    (folder / "a.txt").write_text(BAD, encoding="utf-8")


def test_the_own_file(run: Run, folder: Path) -> None:
    (folder / "pi-native.toml").write_text('tools = "tools.json"\noutput = "jsonl"\n', encoding="utf-8")
    result = run("validate", "a.txt")
    assert json.loads(result.stdout.splitlines()[0])["code"] == "schema-violation"


def test_the_project_file(run: Run, folder: Path) -> None:
    text = '[project]\nname = "x"\n[tool.pi-native]\ntools = "tools.json"\nignore = ["schema"]\n'
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    assert run("validate", "a.txt").stderr == "1 file (text), 1 call: no findings\n"


def test_the_nearest_file_counts_and_paths_are_relative_to_it(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pi-native.toml").write_text('tools = "tools.json"\n', encoding="utf-8")
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "sub" / "pyproject.toml").write_text("[tool.other]\n", encoding="utf-8")
    (folder / "sub" / "deep" / "a.txt").write_text(BAD, encoding="utf-8")
    monkeypatch.chdir(folder / "sub" / "deep")
    assert run("validate", "a.txt").exit_code == 1
    (folder / "sub" / "pi-native.toml").write_text("", encoding="utf-8")
    assert run("validate", "a.txt").exit_code == 0


def test_the_own_file_goes_before_the_project_file(run: Run, folder: Path) -> None:
    (folder / "pi-native.toml").write_text('tools = "tools.json"\n', encoding="utf-8")
    (folder / "pyproject.toml").write_text("[tool.pi-native]\nfail-on = 5\n", encoding="utf-8")
    assert run("validate", "a.txt").exit_code == 1


def test_the_command_line_wins(run: Run, folder: Path) -> None:
    text = 'tools = "tools.json"\nselect = ["schema"]\nexit-zero = true\noutput = "json"\nmax-findings = 0\n'
    (folder / "pi-native.toml").write_text(text, encoding="utf-8")
    assert run("validate", "a.txt").exit_code == 0
    result = run("validate", "a.txt", "--no-exit-zero", "--output", "text", "--max-findings", "5")
    assert (result.exit_code, result.stdout[:6]) == (1, "a.txt:")
    assert run("validate", "a.txt", "--select", "grammar", "--no-exit-zero").exit_code == 0


def test_isolated_and_another_file(run: Run, folder: Path) -> None:
    (folder / "pi-native.toml").write_text("nonsense = 1\n", encoding="utf-8")
    (folder / "other.toml").write_text('tools = "tools.json"\n', encoding="utf-8")
    assert run("validate", "a.txt", "--isolated").exit_code == 0
    assert run("validate", "a.txt", "--config", "other.toml").exit_code == 1
    assert run("validate", "a.txt").exit_code == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("selct = []", "pi-native.toml: unknown key 'selct'; did you mean select"),
        ("write-baseline = 'a'", "pi-native.toml: unknown key 'write-baseline'"),
        ("fail_on = 'error'", "pi-native.toml: unknown key 'fail_on'; did you mean fail-on"),
        ("config = 'error'", "pi-native.toml: unknown key 'config'"),
        ("select = 'schema'", "pi-native.toml: select: expected a list of strings"),
        ("select = [1]", "pi-native.toml: select: expected a list of strings"),
        ("output = 'xml'", "pi-native.toml: output: expected text or json or "),
        ("output = [1]", "pi-native.toml: output: expected text or json or "),
        ("max-findings = -1", "pi-native.toml: max-findings: expected a number, 0 or more"),
        ("max-findings = true", "pi-native.toml: max-findings: expected a number, 0 or more"),
        ("style = 1", "pi-native.toml: style: expected true or false"),
        ("tools = 1", "pi-native.toml: tools: expected a string"),
        ("select = ['no']", "no code or layer is named 'no'"),
        ("=", "pi-native.toml: not TOML: "),
        ("a = " + "[" * 100_000, "pi-native.toml: not TOML: "),
    ],
)
def test_what_cannot_be_used_is_one_line_with_the_file_and_the_key(
    run: Run, folder: Path, text: str, message: str
) -> None:
    (folder / "pi-native.toml").write_text(text, encoding="utf-8")
    result = run("validate", "a.txt")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pi-native: {message}")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [("[tool]\npi-native = 5", "tool.pi-native is not a table"), ("tool = 5", ""), ("[tool.pi-native]\nx = 1", "'x'")],
)
def test_a_project_file_that_is_odd(run: Run, folder: Path, text: str, message: str) -> None:
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    result = run("validate", "a.txt")
    assert message in result.stderr
    assert result.exit_code == (2 if message else 0)


def test_a_configuration_that_is_not_there(run: Run) -> None:
    result = run("validate", "a.txt", "--config", "none.toml")
    assert (result.exit_code, result.stderr) == (2, "pi-native: none.toml: No such file or directory\n")
