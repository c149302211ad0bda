"""What a terminal is for a reader's eye: derived from how the grammar puts it together, not from its name."""

from __future__ import annotations

from enum import Enum

from pi_native.grammar import Grammar
from pi_native.productions import START
from pi_native.tags import Tag
from pi_native.terminals import Terminal


class Role(Enum):
    """How a terminal is coloured."""

    PROSE = "prose"
    VERBATIM = "verbatim"  # a body, up to its closer
    CALL = "call"  # literals around a tool's name
    ELEMENT = "element"  # literals around a parameter's name
    NAME = "name"  # an attribute's name
    OPERATOR = "operator"
    QUOTED = "quoted"  # literals around a value
    VALUE = "value"
    SPACE = "space"
    PUNCTUATION = "punctuation"


def roles(grammar: Grammar) -> dict[str, Role]:
    """The role of each terminal that the grammar's rules use.

    >>> roles(Grammar.load())["ELEMENT_OPEN"]
    <Role.ELEMENT: 'element'>
    """
    used = {symbol for rule in grammar.rules for symbol in rule.expansion if symbol in grammar.terminals}
    prose = {symbol for rule in grammar.rules if rule.origin.strip("_").startswith(START) for symbol in rule.expansion}
    found = {name: _role(grammar, grammar.terminals[name], is_prose=name in prose) for name in grammar.terminals}
    return {name: role for name, role in found.items() if name in used | grammar.verbatim}


def _role(grammar: Grammar, terminal: Terminal, is_prose: bool) -> Role:
    if terminal.source is None:
        return Role.PROSE if is_prose else Role.VERBATIM
    tag = tag_of(grammar, terminal)
    if tag is not None:
        return Role.CALL if tag.start is not None else Role.ELEMENT
    if terminal.is_frame:
        return Role.QUOTED
    if terminal.literal is not None:
        return Role.PUNCTUATION
    if any(terminal.name == each.opener.inner for each in grammar.tags):
        return Role.NAME
    if terminal.shortest is not None:
        return Role.OPERATOR
    return Role.SPACE if terminal.matches(" ") else Role.VALUE


def tag_of(grammar: Grammar, terminal: Terminal) -> Tag | None:
    """The tag that a terminal opens or closes."""
    return next((tag for tag in grammar.tags if terminal in (tag.opener, tag.closer)), None)
