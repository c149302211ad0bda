"""Typing a tree with Lark's Transformer gives what a parse gives, which needs no tree."""

import json
from pathlib import Path
from typing import Any

import lark
import pytest

from pi_native import Call, Grammar, parse, parse_tree
from pi_native.transformer import Arguments
from pi_native.typed_tree import TreeTransformer

SUITE = Path(__file__).parent / "conformance"
STANDARD = json.loads((SUITE / "tools.json").read_text(encoding="ascii"))
CASES = [
    case
    for group in sorted((SUITE / "cases").glob("*.json"))
    for case in json.loads(group.read_text(encoding="ascii"))["cases"]
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_tree_comes_to_the_same_arguments(case: dict[str, Any]) -> None:
    tools = STANDARD if case["tools"] == "std" else case["tools"]
    expected = [
        Arguments(segment.arguments, segment.form) if isinstance(segment, Call) else segment.raw
        for segment in parse(case["text"], tools).segments
    ]
    assert TreeTransformer(Grammar.load()).transform(parse_tree(case["text"], tools)).children == expected


def test_it_is_a_lark_transformer() -> None:
    assert issubclass(TreeTransformer, lark.Transformer)
