"""Railroad diagrams: drawn as they should be, and connected wherever they go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_native import Grammar
from pi_native.explain.definition import Choice, Leaf, Node, Optional, Repeat, Sequence, definition
from pi_native.explain.railroad import draw

A, B, C = (Leaf("name", text) for text in "abc")


@pytest.mark.parametrize(
    ("node", "picture"),
    [
        (A, "├── a ──┤"),
        (Sequence(()), "├───┤"),
        (Sequence((A, B)), "├── a ── b ──┤"),
        (
            Choice((A, B, C)),
            """
├──┬── a ──┬──┤
   ├── b ──┤
   ╰── c ──╯""",
        ),
        (
            Optional(A),
            """
├──┬───────┬──┤
   ╰── a ──╯""",
        ),
        (
            Repeat(A),
            """
├──┬─ a ─┬──┤
   ╰──◂──╯""",
        ),
        (
            Repeat(A, "2–3×"),
            """
├──┬─ a ─────┬──┤
   ╰─◂ 2–3× ─╯""",
        ),
        (
            Optional(Repeat(Choice((A, B)))),
            """
├──┬─────────────────┬──┤
   ╰──┬─┬── a ──┬─┬──╯
      │ ╰── b ──╯ │
      ╰─────◂─────╯""",
        ),
        (
            Choice((Repeat(A), B)),
            """
├──┬──┬─ a ─┬──┬──┤
   │  ╰──◂──╯  │
   ╰── b ──────╯""",
        ),
    ],
)
def test_pictures(node: Node, picture: str) -> None:
    assert draw(node) == picture.strip("\n")


def test_a_wide_sequence_goes_on_below() -> None:
    lines = draw(Sequence((A, Optional(B), C)), width=20).splitlines()
    assert lines == ["├── a ──┬───────┬──▸", "        ╰── b ──╯", "▸── c ──┤"]


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_the_grammar_fits(width: int) -> None:
    grammar = Grammar.load()
    for name in grammar.productions:
        node = definition(grammar, name)
        widest = max(len(draw(part, 10**6)) for part in (node.parts if isinstance(node, Sequence) else [node]))
        lines = draw(node, width).splitlines()
        assert max(map(len, lines)) <= max(width, widest + 4), name


LEAVES = st.sampled_from([A, B, Leaf("literal", '"long"'), Sequence(())])
NODES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: Sequence(tuple(parts))),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: Choice(tuple(parts))),
        inner.map(Optional),
        st.builds(Repeat, inner, st.sampled_from(["", "2×"])),
    ),
    max_leaves=8,
)

#: To which sides each character of a rail leads: left, right, up, down.
SIDES = {"─": "lr", "◂": "lr", "▸": "lr", "├": "udr", "┤": "udl", "┬": "lrd", "╰": "ur", "╯": "ul", "│": "ud"}
BACK = {"l": ("r", 0, -1), "r": ("l", 0, 1), "u": ("d", -1, 0), "d": ("u", 1, 0)}


@given(NODES)
def test_every_rail_leads_somewhere(node: Node) -> None:
    lines = draw(node, width=10**6).splitlines()
    at = {(row, column): char for row, line in enumerate(lines) for column, char in enumerate(line) if char != " "}
    for (row, column), char in at.items():
        for side in SIDES.get(char, ""):
            back, down, right = BACK[side]
            other = at.get((row + down, column + right))
            is_end = (row == 0 and char == "├" and column == 0) or (row == 0 and column == len(lines[0]) - 1)
            if is_end or (char in "├┤" and side in "ud" and other is None and row == 0):
                continue
            text_may_be_there = side in "lr" and lines[row][column + right : column + right + 1] == " "
            assert text_may_be_there or (other is not None and back in SIDES.get(other, "")), "\n".join(lines)
