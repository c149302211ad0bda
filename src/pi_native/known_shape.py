"""Whether a grammar's rules have the shape that the fast ways of reading and writing take for granted.

A changed sigil, quote or name keeps that shape; another order of symbols, or another alternative, does not, and then
calls are read token by token and written by filling templates, which follow any grammar.
"""

from __future__ import annotations

from pi_native.grammar import Grammar
from pi_native.tables import is_helper
from pi_native.tags import Tag

Alternatives = set[tuple[str, ...]]

#: The rules that hold no tag.
SHAPES: dict[str, Alternatives] = {
    "attr": {("WS", "NAME", "EQ", "attr_val"), ("WS", "NAME")},
    "element": {("self_element",), ("block_element",)},
    "members": {("WS|element",), ()},
    "call_body": {("members",), ("INLINE_TEXT",)},
}


def has_known_shape(grammar: Grammar) -> bool:
    """Whether tags, attributes and bodies are put together in the known way, and where a name ends is told at once.

    >>> has_known_shape(Grammar.load())
    True
    """
    return not grammar.terminals["NAME"].probes and has_known_rules(grammar)


def has_known_rules(grammar: Grammar) -> bool:
    """Whether tags, attributes and bodies are put together in the known way.

    >>> has_known_rules(Grammar.load(["dotted-names"])), has_known_rules(Grammar.load(["reasoning"]))
    (True, False)
    """
    if grammar.sections or len(grammar.segment_tags) != 1:
        return False
    if any(len(symbols) != 1 for symbols in alternatives(grammar, "attr_val")):
        return False
    call, element = grammar.segment_tags[0], grammar.element_tag
    shapes = SHAPES | {
        "self_call": _closing_itself(call),
        "block_call": _with_body(call, "call_body"),
        "self_element": _closing_itself(element),
        "block_element": _with_body(element, "members", "SCALAR_TEXT"),
    }
    return _tags_are_alike(grammar) and all(alternatives(grammar, name) == shapes[name] for name in shapes)


def alternatives(grammar: Grammar, name: str) -> Alternatives:
    """The right sides of a rule; a repetition stands as what it repeats.

    >>> sorted(alternatives(Grammar.load(), "call_body"))
    [('INLINE_TEXT',), ('members',)]
    """
    rules = [rule for rule in grammar.rules if rule.origin == name]
    return {tuple(_symbol(grammar, symbol) for symbol in rule.expansion) for rule in rules}


def _symbol(grammar: Grammar, name: str) -> str:
    rules = [rule for rule in grammar.rules if rule.origin == name and is_helper(rule.origin)]
    return "|".join(sorted({s for rule in rules for s in rule.expansion if not is_helper(s)})) or name


def _tags_are_alike(grammar: Grammar) -> bool:
    """Whether both kinds of tag are around a name and end with one of the same two literals."""
    call, element = grammar.segment_tags[0], grammar.element_tag
    are_alike = (call.self_end, call.body_end) == (element.self_end, element.body_end)
    are_literal = all(grammar.terminals[end].literal for end in (call.self_end, call.body_end))
    inner = {terminal.inner for tag in (call, element) for terminal in (tag.opener, tag.closer)}
    return are_alike and are_literal and inner == {"NAME"}


def _closing_itself(tag: Tag) -> Alternatives:
    return {(*head, tag.self_end) for head in _heads(tag)}


def _with_body(tag: Tag, *bodies: str) -> Alternatives:
    return {(*head, tag.body_end, body, tag.closer.name) for head in _heads(tag) for body in bodies}


def _heads(tag: Tag) -> Alternatives:
    """An open tag up to its end: attributes and whitespace may be there or not."""
    name = tag.opener.name
    return {(name,), (name, "attr"), (name, "WS"), (name, "attr", "WS")}
