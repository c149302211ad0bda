"""The TextMate grammar in the engine of VS Code, where node and the engine are: it agrees with the Pygments lexer."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pygments.token import Text, Whitespace

from pi_native import Grammar
from pi_native.editor.pygments_lexer import PiNativeLexer
from pi_native.editor.roles import Role
from pi_native.editor.textmate import SCOPES, main, textmate
from pi_native.examples import context, examples

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "build" / "node"
NODE = shutil.which("node")
needs_engine = pytest.mark.skipif(
    NODE is None or not (ENGINE / "node_modules" / "vscode-textmate").is_dir(), reason="no engine: make test-site"
)

#: What Pygments calls a token, and the scope that says the same.
SAME = {
    "Token.Name.Function": Role.CALL,
    "Token.Name.Tag": Role.ELEMENT,
    "Token.Name.Attribute": Role.NAME,
    "Token.Operator": Role.OPERATOR,
    "Token.Punctuation": Role.PUNCTUATION,
}


def scopes(texts: list[str], grammar: dict[str, Any] | None = None) -> list[list[list[str]]]:
    data = json.dumps({"grammar": grammar or textmate(Grammar.load()), "texts": texts})
    command = [str(NODE), str(Path(__file__).with_name("tokenize.mjs")), str(ENGINE)]
    run = subprocess.run(command, input=data, capture_output=True, text=True, encoding="utf-8", check=True, timeout=60)
    found: list[list[list[str]]] = json.loads(run.stdout)
    return found


def expected(text: str) -> list[list[str | None]]:
    """For each character what its scope begins with; None where it means nothing to the eye."""
    flat: list[str | None] = []
    for _, kind, piece in PiNativeLexer().get_tokens_unprocessed(text):
        role = SAME.get(str(kind))
        wanted = None if kind is Whitespace else "text" if kind is Text else SCOPES[role] if role else "string"
        flat += [None if char.isspace() else wanted for char in piece]
    lines, start = [], 0
    for line in text.split("\n"):
        lines.append(flat[start : start + len(line)])
        start += len(line) + 1
    return lines


def grammar_examples() -> list[str]:
    grammar = Grammar.load()
    rules = [each for each in examples(grammar) if each.is_accepted and each.production not in grammar.terminals]
    return [
        "".join([before, each.text, after]) for each in rules for before, after in [context(grammar, each.production)]
    ]


SPEC = (ROOT / "docs" / "spec" / "pi-native.md").read_text(encoding="utf-8").partition("## End-to-end example")[2]
TEXTS = [
    *grammar_examples(),
    SPEC.split("```text\n")[1].split("```")[0],
    (ROOT / "examples" / "session.txt").read_text(encoding="utf-8"),
    '<call:a>\nkeeps </call:b> and /> and <br/>\n</call:a> prose <call:c x="1\n2" y=a/b/> more',
    "<call:a><k>x</k>\n<o y=4><l>one < two</l></o></call:a> prose",
]


@needs_engine
def test_it_agrees_with_the_lexer() -> None:
    for text, lines in zip(TEXTS, scopes(TEXTS), strict=True):
        for want, have, line in zip(expected(text), lines, text.split("\n"), strict=True):
            wrong = [(char, w, h) for char, w, h in zip(line, want, have, strict=True) if w and not h.startswith(w)]
            assert not wrong, (line, wrong[:5])


@needs_engine
def test_another_sigil_is_another_grammar() -> None:
    other = Grammar(Grammar.load().text.replace("<call:", "<run:").replace("</call:", "</run:"))
    (line,) = scopes(["<call:a/> <run:a/>"], textmate(other))[0]
    assert line[:9] == ["text.pi-native"] * 9
    assert line[15] == f"{SCOPES[Role.CALL]}.pi-native"


def test_it_is_written(tmp_path: Path) -> None:
    main(os.fspath(tmp_path / "a.json"))
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8")) == textmate(Grammar.load())
