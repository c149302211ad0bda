"""Every code block of README and docs is run, or checked as far as its language can be."""

import ast
import doctest
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

import pi_native
from pi_native import ToolSet, parse

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@dataclass(frozen=True)
class Block:
    """A fenced block: where it stands, its language, its text."""

    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}-{self.language}"


#: What `docs/draw.py` writes is compared with the code it is drawn from (tests/test_docs.py).
DRAWN = re.compile(r"^<!-- (\w+): drawn by .*?^<!-- /\1 -->", re.MULTILINE | re.DOTALL)


def blocks() -> list[Block]:
    found = []
    for page in PAGES:
        text = DRAWN.sub(lambda drawn: "\n" * drawn[0].count("\n"), page.read_text(encoding="utf-8"))
        for match in re.finditer(r"^```([\w-]+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, match.start()) + 1
            found.append(Block(page.name, line, match[1], match[2]))
    return found


BLOCKS = blocks()


def of(*languages: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", [each for each in BLOCKS if each.language in languages], ids=str)


def test_each_language_is_checked() -> None:
    assert {each.language for each in BLOCKS} <= {
        *("pycon", "sh", "text", "pi-native", "python", "toml", "json", "yaml", "mermaid", "lark"),
        "console",  # of the tutorial: tests/test_tutorial.py
    }


@of("pycon")
def test_sessions_are_found_by_doctest(block: Block) -> None:
    """They are run by ``tests/test_docs.py``, and those of README by pytest itself."""
    assert doctest.DocTestParser().get_examples(block.text)


@of("text", "pi-native")
def test_texts_are_without_errors_or_what_the_demo_prints(block: Block) -> None:
    tools = ToolSet.load(EXAMPLES / "tools.json")
    result = parse(block.text, tools)
    if result.calls and not result.incomplete:
        errors = [found for found in result.diagnostics if found.severity == "error"]
        if not errors:
            return
    printed = run("pi-native validate examples/broken/mistakes.txt --tools examples/tools.json", ROOT).stdout
    findings = re.split(r"^(?=\S)", block.text, flags=re.MULTILINE)[1:]
    assert findings
    missing = [finding for finding in findings if finding not in printed]
    assert missing == []


@of("python")
def test_sketches_name_what_there_is(block: Block) -> None:
    names = {node.id for node in ast.walk(ast.parse(block.text)) if isinstance(node, ast.Name)}
    assert names & set(pi_native.__all__)
    public = {name for name in names if name[0].isupper()}
    assert public <= set(pi_native.__all__)


@of("toml")
def test_configurations_are_taken(block: Block, place: Path) -> None:
    tomllib.loads(block.text)
    name = "pyproject.toml" if "[tool." in block.text else "pi-native.toml"
    (place / name).write_text(block.text, encoding="utf-8")
    assert run("pi-native validate logs --isolated --write-baseline known.json", place).returncode == 0
    done = run("pi-native validate answer.txt --tools tools.json", place)
    assert done.returncode in (0, 1), done.stderr


@of("json")
def test_json_is_json(block: Block) -> None:
    json.loads(block.text)


@of("yaml")
def test_hooks_are_those_that_are_offered(block: Block) -> None:
    offered = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    for name in re.findall(r"- id: (\S+)", block.text):
        assert f"- id: {name}" in offered


@of("sh")
def test_commands_run(block: Block, place: Path) -> None:
    """Those of pi-native are run in a folder with the files they name; 1 is what they say when there are findings."""
    for line in filter(None, (line.partition("  #")[0].strip() for line in block.text.splitlines())):
        command = re.sub(r"^(\w+=\S+ )+", "", line)
        if command.startswith("make "):
            targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
            assert set(command.split()[1:]) <= set(targets), line
        elif command.startswith("pip install "):
            project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
            for extras in re.findall(r"\[(.*?)\]", command):
                assert set(extras.split(",")) <= set(project["optional-dependencies"]), line
        elif "pi-native" in command:  # of this project, or of Pygments with its lexer
            done = run(re.sub(r"--delay \S+", "--delay 0", command), place)  # which is for people to look at
            assert done.returncode in (0, 1), (line, done.stderr)
            assert "Traceback" not in done.stderr, line
        else:
            raise AssertionError(f"what is to be done with {line!r}?")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the docs name, made once."""
    folder = tmp_path_factory.mktemp("docs") / "place"
    shutil.copytree(EXAMPLES, folder / "examples")
    shutil.copy(EXAMPLES / "tools.json", folder)
    for name in ("chat.jsonl", "chats.jsonl", "train.jsonl"):
        shutil.copy(EXAMPLES / "chat.jsonl", folder / name)
    for name in ("answer.txt", "turn.txt"):
        shutil.copy(EXAMPLES / "session.txt", folder / name)
    (folder / "logs").mkdir()
    shutil.copy(EXAMPLES / "chat.jsonl", folder / "logs" / "chat.jsonl")
    shutil.copytree(folder / "logs", folder / "corpus")
    (folder / "calls.jsonl").write_text('{"name": "ls", "arguments": {}}', encoding="utf-8")
    (folder / "calls.json").write_text('[{"name": "ls", "arguments": {}}]', encoding="utf-8")
    run("pi-native validate logs --tools tools.json --output jsonl --output-file findings.jsonl", folder)
    model = folder / "bin" / "model"
    model.parent.mkdir()
    model.write_text("#!/bin/sh\ncat answer.txt\n", encoding="utf-8")
    model.chmod(0o755)
    return folder


@pytest.fixture
def place(template: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(template, tmp_path / "place"))


def run(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join([str(folder / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "NO_COLOR": "1"}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
