"""What a production is defined as: a small tree, made of Lark's own reading of the grammar, overlays included.

Diagrams are drawn from it (`pi_native.explain.railroad`), and it says which productions use which.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pi_native.grammar import Grammar

Kind = Literal["name", "literal", "regexp", "text"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """Something that is not taken apart: the name of a production, a literal, a regular expression.

    ``text`` is written as in the grammar, quotes and slashes included; a ``text`` leaf is a ``%declare``d terminal.
    """

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other; none at all is nothing."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these."""

    branches: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Optional:
    """This, or nothing."""

    inner: Node


@dataclass(frozen=True, slots=True)
class Repeat:
    """This, once or more often; ``note`` says how often where that is bounded."""

    inner: Node
    note: str = ""


Node = Leaf | Sequence | Choice | Optional | Repeat

DECLARED = "any text, up to what closes it"


def definition(grammar: Grammar, name: str) -> Node:
    """What the production is defined as. Raises `KeyError` for a name that the grammar does not define.

    >>> definition(Grammar.load(), "call").branches
    (Leaf(kind='name', text='self_call'), Leaf(kind='name', text='block_call'))
    """
    for rule, _, tree, _ in grammar.lark.grammar.rule_defs:
        if str(rule) == name:
            return _node(tree, {})
    trees: dict[str, Any] = {str(terminal): tree for terminal, (tree, _) in grammar.lark.grammar.term_defs}
    tree = trees[name]
    if tree is None:
        return Leaf("text", DECLARED)
    # Lark puts terminals into each other: one inside another is known by its being the same tree.
    return _node(tree, {id(tree): terminal for terminal, tree in trees.items() if terminal != name})


def users(grammar: Grammar, name: str) -> tuple[str, ...]:
    """The productions whose definitions name this one, in the order of the file.

    >>> users(Grammar.load(), "attr")
    ('self_call', 'block_call', 'self_element', 'block_element')
    """
    return tuple(other for other in grammar.productions if name in set(names(definition(grammar, other))))


def names(node: Node) -> Iterator[str]:
    """The productions that a definition names, in order."""
    if isinstance(node, Leaf):
        if node.kind == "name":
            yield node.text
        return
    inner = node.parts if isinstance(node, Sequence) else node.branches if isinstance(node, Choice) else (node.inner,)
    for part in inner:
        yield from names(part)


def _node(tree: Any, known: dict[int, str]) -> Node:
    if hasattr(tree, "name"):  # a symbol of Lark's
        return Leaf("name", str(tree.name))
    if id(tree) in known:
        return Leaf("name", known[id(tree)])
    children: list[Any] = [child for child in tree.children if child is not None]
    if tree.data == "expansions":
        return _only(Choice(tuple(_node(child, known) for child in children)))
    if tree.data == "expansion":
        return _only(Sequence(tuple(_node(child, known) for child in children)))
    if tree.data == "expr":
        return _repeated(_node(children[0], known), *map(str, children[1:]))
    if tree.data == "maybe":
        return Optional(_node(children[0], known))
    if tree.data == "literal":
        return Leaf("regexp" if children[0].type == "REGEXP" else "literal", str(children[0]))
    return _node(children[0], known)  # a value, or an alias: what it holds


def _only(node: Choice | Sequence) -> Node:
    inner = node.branches if isinstance(node, Choice) else node.parts
    return inner[0] if len(inner) == 1 else node


def _repeated(inner: Node, operator: str, *bounds: str) -> Node:
    if operator == "?":
        return Optional(inner)
    if operator == "*":
        return Optional(Repeat(inner))
    return Repeat(inner, f"{'–'.join(bounds)}×" if bounds else "")
