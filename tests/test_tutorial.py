"""The tutorial does what it says: its files are written, its commands run, and their output is what it shows."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "extending.md"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> Iterator[tuple[str, str, str]]:
    """Kind, file name and text of each block."""
    for match in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        yield match[1], match[2] or "", match[3]


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output that is shown behind it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def ran(command: str, folder: Path) -> str:
    """What a command prints, on both streams."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100"}
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, env=environment, check=False)
    return done.stdout.decode() + done.stderr.decode()


#: What differs from machine to machine and from run to run.
CHANGING = re.compile(r"\d+\.\d+(?= (?:times|s\)|for 4))|'[^']*'(?=: \d)|\d[\d,]* (?=calls written)")


@pytest.mark.skipif(os.name == "nt", reason="commands of a POSIX shell")
def test_tutorial(tmp_path: Path) -> None:
    count = 0
    for kind, name, text in blocks():
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        if kind == "console":
            for command, shown in commands(text):
                count += 1
                found = ran(command, tmp_path)
                assert CHANGING.sub("N", found) == CHANGING.sub("N", shown), command
    assert count >= 8
