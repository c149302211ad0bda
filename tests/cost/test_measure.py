"""What is counted, by real tokenizers."""

import json
from pathlib import Path

import pytest

from pi_native import ToolSet, render
from pi_native.cost import SPELLINGS, Tokenizer, load_tokenizer, measure

TOOLS = ToolSet([{"name": "read", "parameters": {"properties": {"path": {"type": "string"}}}}])
CALLS = [{"name": "read", "arguments": {"path": "src/a.ts"}}, {"name": "read", "arguments": {"path": "b\nc"}}]


def test_counts_are_those_of_the_texts() -> None:
    costs = measure(CALLS, TOOLS, Tokenizer("characters", len))
    assert costs.calls == 2
    assert costs.characters == costs.tokens
    assert costs.characters["canonical"] == sum(len(render(call, TOOLS)) for call in CALLS)
    assert {row.spelling for row in costs.rows()} == {"canonical", "element", "minimal", *SPELLINGS}
    assert {form: part.calls for form, part in costs.forms.items()} == {"attribute": 1, "inline": 1}
    assert costs.tools["read"].characters == costs.characters


def test_what_has_no_spelling_is_counted_apart() -> None:
    costs = measure([{"name": "no name", "arguments": {}}, *CALLS], TOOLS)
    assert (costs.calls, costs.unrenderable) == (2, 1)


def test_json_spellings_hold_the_call() -> None:
    for call in CALLS:
        outer = json.loads(SPELLINGS["OpenAI JSON"](call["name"], call["arguments"]))
        assert json.loads(outer["arguments"]) == call["arguments"]
        assert json.loads(SPELLINGS["plain JSON"](call["name"], call["arguments"])) == call
        harmony = SPELLINGS["Harmony"](call["name"], call["arguments"])
        assert json.loads(harmony.partition("<|message|>")[2].removesuffix("<|call|>")) == call["arguments"]
        assert json.loads(SPELLINGS["Hermes"](call["name"], call["arguments"]).split("\n")[1]) == call


def test_the_tokenizer_of_the_extra() -> None:
    tokenizer = load_tokenizer()
    assert tokenizer.name.startswith("Mistral tekken")
    assert 2 <= tokenizer.count("two words") <= 4
    assert tokenizer.count("") == 0


def test_no_tokenizer(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no such file"):
        load_tokenizer(str(tmp_path / "none.json"))
