"""``pi-native quiz``."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pi_native.quiz import questions

from .conftest import Program, Run


def test_replies_are_read_from_standard_input(run: Run) -> None:
    (question,) = [next(questions(seed=5, kinds=("fault",)))]
    result = run("quiz", "--kind", "fault", "--count", "1", "--seed", "5", input=f"{question.answer}\n")
    assert result.exit_code == 0
    assert "1 of 1 right" in result.stdout
    assert f"right   {question.answer}" in result.stdout
    assert "--seed 5" in result.stderr


def test_without_replies_the_answers_are_shown(run: Run) -> None:
    result = run("quiz", "--count", "4", "--seed", "5", input="\x1b[31mwrong\n")
    assert result.stdout.count("Question ") == 4
    assert result.stdout.count("the answer ") == 3
    assert "not '\\x1b[31mwrong'" in result.stdout
    assert "\x1b" not in result.stdout
    assert "0 of 4 right" in result.stdout


def test_json_is_questions_with_answers(run: Run) -> None:
    lines = run("quiz", "--json", "--count", "3", "--seed", "5").stdout.splitlines()
    cases = [json.loads(line)["case"] for line in lines]
    assert cases == [question.case for question, _ in zip(questions(seed=5), range(3), strict=False)]


def test_it_asks_no_more_than_there_is(run: Run) -> None:
    lines = run("quiz", "--json", "--count", "100000", "--seed", "1").stdout.splitlines()
    assert len(lines) == len(list(questions(seed=1)))


def test_wrong_usage(run: Run) -> None:
    assert run("quiz", "--count", "0").exit_code == 2
    assert run("quiz", "--kind", "x").exit_code == 2


def test_a_new_seed_is_told(program: Program) -> None:
    done = program("quiz", "--count", "1")
    assert done.returncode == 0
    assert b"--seed " in done.stderr


def test_on_a_terminal(folder: Path) -> None:
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "pi_native", "quiz", "--count", "1", "--seed", "5", "--kind", "fault"]
    env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm", "COLUMNS": "40"}
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.DEVNULL, env=env) as process:
        os.close(slave)
        os.write(master, b"1\n")
        text = b""
        while b"of 1 right" not in text:
            text += os.read(master, 10_000)
        assert process.wait(60) == 0
    os.close(master)
    assert b"\x1b[1mQuestion 1" in text
