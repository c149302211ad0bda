"""Decoding grammars as a structural tag of xgrammar: prose is its own matter, calls begin at a trigger.

Each tool is a tag that begins with the sigil and the tool's name; what follows is the tool's part of the EBNF.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from pi_native.decode.builder import Rules
from pi_native.decode.nodes import Literal, Node, Sequence, pruned, sequence
from pi_native.decode.xgrammar_ebnf import write as write_ebnf


def write(rules: Rules) -> str:
    """The structural tag as JSON.

    >>> from pi_native import Grammar, ToolSet
    >>> from pi_native.decode.builder import build
    >>> tools = ToolSet([{"name": "ls", "parameters": {"properties": {}}}])
    >>> json.loads(write(build(tools, Grammar.load(), canonical=True, strict=False)))["format"]["type"]
    'triggered_tags'
    """
    tags = [_tag(rules, name, rule) for name, rule in rules.calls.items()]
    triggered = {"type": "triggered_tags", "triggers": [rules.sigil], "tags": tags}
    return json.dumps({"type": "structural_tag", "format": triggered}, ensure_ascii=False, indent=1) + "\n"


def _tag(rules: Rules, name: str, rule: str) -> dict[str, Any]:
    rest = _without_name(rules.rules[rule], name)
    own = pruned({**rules.rules, rule: rest}, rule)
    content = {"type": "grammar", "grammar": write_ebnf(replace(rules, rules=own))}
    return {"type": "tag", "begin": rules.sigil + name, "content": content, "end": ""}


def _without_name(node: Node, name: str) -> Node:
    """What stands behind the tool's name, which begins the node."""
    first, *others = node.parts if isinstance(node, Sequence) else (node,)
    assert isinstance(first, Literal)
    return sequence(Literal(first.text.removeprefix(name)), *others)
