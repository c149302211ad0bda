"""How the commands are run: most in this process; as a program where the process itself is the matter."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pi_native.cli.app import app

TOOLS = [
    {
        "name": "read",
        "parameters": {
            "type": "object",
            "required": ["path"],
            "properties": {"path": {"type": "string"}, "offset": {"type": "integer", "minimum": 1}},
        },
    },
    {"name": "edit", "parameters": {"type": "object", "properties": {"input": {"type": "string"}}}},
    {"name": "list", "parameters": {"properties": {"dirs": {"type": "array", "items": {"type": "string"}}}}},
]

Run = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with ``tools.json`` in it."""
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder: Path) -> Run:
    """Run a command in ``folder``; standard output and standard error are kept apart."""

    def run(*args: str, input: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(app, list(args), input=input)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def program(folder: Path) -> Program:
    """Run a command as a process of its own."""

    def program(*args: str, input: bytes = b"", **env: Any) -> "subprocess.CompletedProcess[bytes]":
        command = [sys.executable, "-m", "pi_native", *args]
        return subprocess.run(command, input=input, capture_output=True, check=False, env={**os.environ, **env})

    return program
