"""What the sources promise of themselves."""

import ast
from pathlib import Path

import pytest

from pi_native import Grammar

SOURCES = sorted((Path(__file__).parents[1] / "src").rglob("*.py"))


def docstrings(tree: ast.Module) -> set[int]:
    nodes = (
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    )
    bodies = (node.body[0] for node in nodes if node.body)
    return {id(first.value) for first in bodies if isinstance(first, ast.Expr)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_source_repeats_the_sigil_of_the_grammar(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = docstrings(tree)
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    tag = Grammar.load().segment_tags[0]
    for node in strings:
        assert id(node) in known or not any(end.prefix in node.value for end in (tag.opener, tag.closer)), node.lineno


def test_the_core_imports_nothing_that_is_for_the_command_line() -> None:
    core = [path for path in SOURCES if not {"cli", "validate"} & set(path.parts)]
    for path in core:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {"typer", "rich", "jsonschema", "referencing"} & {name.split(".")[0] for name in names}, path
