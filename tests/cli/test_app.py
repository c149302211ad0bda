"""What holds for every command: help, version, exit codes, encodings, pipes."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pi_native import __version__

from .conftest import Program, Run

COMMANDS = [
    *("parse", "render", "validate", "check-tools", "explain", "trace", "prompt", "quiz"),
    *("experiment", "cost", "grammar", "export"),
]


def shown(text: str) -> str:
    """What a terminal shows, without the blanks that fill its lines."""
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"pi-native {__version__}\n"


def test_help_lists_the_commands_and_shows_examples(run: Run) -> None:
    text = shown(run("--help").stdout)
    assert all(re.search(rf"^│ {command} ", text, re.M) for command in COMMANDS)
    assert "  pi-native parse answer.txt --tools tools.json\n" in text
    assert "Exit codes: 0 fine, 1 findings, 2 wrong usage or unreadable input." in text


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_examples(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert re.search(rf"Examples:\n +pi-native .*{command}", shown(result.stdout))
    assert "\b" not in result.stdout


@pytest.mark.parametrize("args", [["nonsense"], ["parse"], ["validate"], ["parse", "a", "--format", "xml"], ["--x"]])
def test_wrong_usage_is_exit_code_2(run: Run, args: list[str]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["parse", "render", "validate", "check-tools"])
@pytest.mark.parametrize(
    ("path", "reason"),
    [("none.txt", "No such file or directory"), (".", "directory"), ("latin.json", "not UTF-8")],
)
def test_a_file_that_cannot_be_read_is_one_line_and_exit_code_2(
    run: Run, folder: Path, command: str, path: str, reason: str
) -> None:
    (folder / "latin.json").write_bytes(b'["\xe9"]')
    result = run(command, path)
    assert result.exit_code == 2
    assert result.stdout == ""
    if command != "validate" or path != ".":
        line = result.stderr.splitlines()[0]
        assert line.startswith("pi-native: ")
        assert reason in line


@pytest.mark.parametrize("command", ["parse", "render", "validate"])
@pytest.mark.parametrize(
    ("tools", "reason"),
    [
        ("{", r"bad.json:1:2: not JSON"),
        ("5", "expected a list"),
        (
            '[{"name": "t", "parameters": {"type": "objekt"}}]',
            "'t', at /type: 'objekt' is not a JSON Schema type",
        ),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_tool_list_that_cannot_be_used_is_one_line_and_exit_code_2(
    run: Run, folder: Path, command: str, tools: str, reason: str
) -> None:
    (folder / "bad.json").write_text(tools, encoding="utf-8")
    (folder / "a.txt").write_text("[]", encoding="utf-8")
    result = run(command, "a.txt", "--tools", "bad.json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert re.search(reason, result.stderr)


def test_the_program_in_the_c_locale_writes_utf_8(program: Program) -> None:
    done = program("parse", "-", input="é€ <call:read path='𝄞'/>".encode(), LC_ALL="C", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "é€" in done.stdout.decode()
    assert "𝄞" in done.stdout.decode()


def test_no_traceback_when_the_reader_goes_away(folder: Path) -> None:
    (folder / "many.txt").write_text("<call:read/>\n" * 20_000, encoding="utf-8")
    command = [sys.executable, "-m", "pi_native", "validate", "many.txt", "--tools", "tools.json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_no_traceback_on_an_interrupt(folder: Path) -> None:
    command = [sys.executable, "-m", "pi_native", "stream", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"waiting")
        process.stdin.flush()
        assert b"waiting" in process.stdout.readline()  # now it waits for more input
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize(("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colour_on_a_terminal_only(folder: Path, env: dict[str, str], coloured: bool) -> None:
    pty = pytest.importorskip("pty")
    (folder / "a.txt").write_text("<call:read/>", encoding="utf-8")
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "pi_native", "validate", "a.txt", "--tools", "tools.json"]
    clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    subprocess.run(command, stdout=slave, stderr=slave, check=False, env={**clean, "TERM": "xterm", **env})
    os.close(slave)
    text = os.read(master, 100_000).decode()
    os.close(master)
    assert "schema-violation" in text
    assert ("\x1b[" in text) is coloured
