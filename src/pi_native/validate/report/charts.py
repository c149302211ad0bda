"""Bar charts as SVG, by `pygal`; what they look like is the page's style sheet, so that they go dark with it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from pi_native.diagnostics import printable

#: How many bars a chart has at most, and how long a label may be; the rest is in the last bar.
MAX_BARS, LABEL_WIDTH = 12, 26

#: Sizes in the units of the drawing, which is as wide as a phone: it is readable there, and large elsewhere.
WIDTH, ROW, FONT = 420, 30, 13

_DROPPED = frozenset({"script", "style", "defs", "title", "desc"})


def bar_chart(name: str, title: str, counts: Sequence[tuple[str, int]]) -> str:
    """A horizontal bar for each count, the largest first, as an ``<svg>`` element without scripts and styles.

    ``name`` is an identifier that is unique in the page. Empty if there is nothing to show. Raises ImportError where
    ``pygal`` is missing.

    >>> bar_chart("codes", "Findings by code", [("stray-text", 3)])[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    import pygal
    from pygal.style import Style

    # pygal leaves a hook for plugins behind, which has no part in imports that Python still knows.
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]
    rows = _bounded(sorted(counts, key=lambda row: (-row[1], row[0])))
    if not rows:
        return ""
    chart = pygal.HorizontalBar(
        style=Style(label_font_size=FONT, value_font_size=FONT, major_label_font_size=FONT, font_family="sans-serif"),
        width=WIDTH,
        height=ROW * len(rows) + 20,
        margin=4,
        spacing=4,
        show_legend=False,
        show_y_labels=True,
        show_x_labels=False,
        show_y_guides=False,
        print_values=True,
        print_values_position="top",
        range=(0, max(count for _, count in rows) * 1.18),
        truncate_label=-1,
        value_formatter=lambda value: f"{value:,.0f}",
        js=[],
        disable_xml_declaration=True,
    )
    chart.uuid = name  # a random one would make each page another
    chart.x_labels = [_label(label) for label, _ in reversed(rows)]
    chart.add("", [count for _, count in reversed(rows)])
    return _plain(chart.render_tree(), title)


def _bounded(rows: list[tuple[str, int]]) -> list[tuple[str, int]]:
    if len(rows) <= MAX_BARS:
        return rows
    rest = rows[MAX_BARS - 1 :]
    return [*rows[: MAX_BARS - 1], (f"{len(rest)} others", sum(count for _, count in rest))]


def _label(text: str) -> str:
    shown = printable(text[: LABEL_WIDTH + 1])
    return shown if len(shown) <= LABEL_WIDTH else shown[: LABEL_WIDTH - 1] + "…"


def _plain(tree: Any, title: str) -> str:
    """Without pygal's own script, style and tooltips; with a name for those who do not see the drawing."""
    from pygal.etree import etree  # lxml where it is installed, else Python's own

    for parent in list(tree.iter()):
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag in _DROPPED or "tooltip-overlay" in child.get("class", ""):
                parent.remove(child)
    for text in tree.iter("text"):
        if text.get("class") == "value":
            text.set("text-anchor", "start")  # behind the bar, however long the number is
    for size in ("width", "height"):
        tree.attrib.pop(size, None)
    tree.attrib.update({"role": "img", "aria-label": printable(title), "class": "chart"})
    return str(etree.tostring(tree, encoding="unicode"))
