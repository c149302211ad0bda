"""Railroad diagrams drawn in text, with box-drawing characters.

Each path from the left end to the right is a text of the production. A part below a rail can be left out or chosen
instead; ``◂`` runs back, for another round.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_native.explain.definition import Choice, Leaf, Node, Optional, Sequence

RAIL, BACK = "─", "◂"
BEGIN, END = "├─", "─┤"
GOES_ON, COMES_IN = "─▸", "▸─"


@dataclass(frozen=True, slots=True)
class Box:
    """A drawing: lines of one width; ``rail`` is the line that is entered at the left and left at the right."""

    lines: tuple[str, ...]
    rail: int = 0

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return len(self.lines[0])


def draw(node: Node, width: int = 100) -> str:
    """The diagram of a definition; a sequence that is wider than ``width`` columns goes on below.

    >>> from pi_native.grammar import Grammar
    >>> from pi_native.explain.definition import definition
    >>> print(draw(definition(Grammar.load(), "attr")))
    ├── WS ── NAME ──┬────────────────────┬──┤
                     ╰── EQ ── attr_val ──╯
    """
    parts = [_box(part) for part in (node.parts if isinstance(node, Sequence) else (node,))]
    rows = _rows(parts or [_rail(1)], width - len(BEGIN) - len(END))
    last = len(rows) - 1
    texts = [
        _framed(_joined(row), COMES_IN if index else BEGIN, GOES_ON if index < last else END)
        for index, row in enumerate(rows)
    ]
    return "\n".join(texts)


def _rows(parts: list[Box], room: int) -> list[list[Box]]:
    rows: list[list[Box]] = [[]]
    for part in parts:
        if rows[-1] and _joined([*rows[-1], part]).width > room:
            rows.append([])
        rows[-1].append(part)
    return rows


def _framed(box: Box, left: str, right: str) -> str:
    lines = [
        f"{left}{line}{right}" if index == box.rail else f"{' ' * len(left)}{line}".rstrip()
        for index, line in enumerate(box.lines)
    ]
    return "\n".join(lines)


def _box(node: Node) -> Box:
    if isinstance(node, Leaf):
        return Box((f"{RAIL} {node.text} {RAIL}",))
    if isinstance(node, Sequence):
        return _joined([_box(part) for part in node.parts]) if node.parts else _rail(1)
    if isinstance(node, Choice):
        return _branches([_box(branch) for branch in node.branches])
    if isinstance(node, Optional):
        return _branches([_rail(1), _box(node.inner)])
    return _loop(_box(node.inner), node.note)


def _rail(width: int) -> Box:
    return Box((RAIL * width,))


def _joined(boxes: list[Box]) -> Box:
    """Boxes one after the other, their rails on one line."""
    above = max(box.rail for box in boxes)
    below = max(len(box.lines) - box.rail for box in boxes)
    padded = [_padded(box, above - box.rail, below - len(box.lines) + box.rail) for box in boxes]
    return Box(tuple("".join(lines) for lines in zip(*padded, strict=True)), above)


def _padded(box: Box, above: int, below: int) -> list[str]:
    blank = " " * box.width
    return [blank] * above + list(box.lines) + [blank] * below


def _widened(box: Box, width: int) -> list[str]:
    missing = width - box.width
    return [line + (RAIL if index == box.rail else " ") * missing for index, line in enumerate(box.lines)]


def _branches(boxes: list[Box]) -> Box:
    """Boxes below each other; the first is on the rail."""
    if len(boxes) == 1:
        return boxes[0]
    width = max(box.width for box in boxes)
    lines: list[str] = []
    for number, box in enumerate(boxes):
        is_first, is_last = number == 0, number == len(boxes) - 1
        for index, line in enumerate(_widened(box, width)):
            if index == box.rail:
                left, right = ("┬", "┬") if is_first else ("╰", "╯") if is_last else ("├", "┤")
            else:  # beside the first box's upper lines and below the last one's rail runs nothing
                outside = (is_first and index < box.rail) or (is_last and index > box.rail)
                left = right = " " if outside else "│"
            rail = RAIL if index == box.rail else " "
            lines.append(f"{RAIL if is_first and index == box.rail else ' '}{left}{rail}{line}{rail}{right}")
    end = [RAIL if index == boxes[0].rail else " " for index in range(len(lines))]
    return Box(tuple(map("".join, zip(lines, end, strict=True))), boxes[0].rail)


def _loop(box: Box, note: str) -> Box:
    """A box with a way back below it."""
    middle = f" {note} " if note else ""
    width = max(box.width, len(middle) + 3)
    lines = []
    for index, line in enumerate(_widened(box, width)):
        is_rail = index == box.rail
        side = "┬" if is_rail else "│" if index > box.rail else " "
        lines.append(f"{side}{line}{side}")
    way = f"{RAIL * ((width - len(middle) - 1) // 2)}{BACK}{middle}"
    lines.append(f"╰{way}{RAIL * (width - len(way))}╯")
    edges = [RAIL if index == box.rail else " " for index in range(len(lines))]
    return Box(tuple(f"{edge}{line}{edge}" for edge, line in zip(edges, lines, strict=True)), box.rail)
