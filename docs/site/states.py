"""The state machine of the events, drawn from its table, as SVG."""

from html import escape

from pi_native.events import TRANSITIONS

WIDTH, GAP, TOP, BOX = 1000, 380, 150, (120, 44)


def drawing() -> str:
    """The states in a row; what may come anywhere and changes nothing is left out."""
    names = list(TRANSITIONS)
    arrows: dict[tuple[str, str], list[str]] = {}
    for state, events in TRANSITIONS.items():
        for event, target in events.items():
            if event.__name__ != "DiagnosticEvent":
                arrows.setdefault((state, target), []).append(event.__name__)
    parts = [_arrow(names.index(a), names.index(b), labels) for (a, b), labels in arrows.items()]
    parts += [_box(number, name) for number, name in enumerate(names)]
    title = "; ".join(f"{a} to {b} with {' or '.join(labels)}" for (a, b), labels in arrows.items())
    head = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    return (
        f'<svg class="states" viewBox="0 0 {WIDTH} 330" role="img" aria-label="{escape(title)}">'
        f'<defs>{head}<path d="M0 0L8 4L0 8z"/></marker></defs>{"".join(parts)}</svg>'
    )


def _centre(number: int) -> int:
    return 110 + GAP * number


def _box(number: int, name: str) -> str:
    x, (width, height) = _centre(number), BOX
    box = f'<rect x="{x - width // 2}" y="{TOP - height // 2}" width="{width}" height="{height}" rx="8"/>'
    return f'{box}<text class="state" x="{x}" y="{TOP + 6}">{escape(name)}</text>'


def _arrow(start: int, end: int, labels: list[str]) -> str:
    """Onward above the row, back below it; a loop stands on its box."""
    a, b, half = _centre(start), _centre(end), BOX[1] // 2
    if start == end:
        line = f"M{a - 30} {TOP - half}C{a - 60} {TOP - 90} {a + 60} {TOP - 90} {a + 30} {TOP - half}"
        return _path(line, a, TOP - 92, labels[::-1], -1)
    side = -1 if end > start else 1
    bend = 34 * abs(end - start) ** 1.6
    x1, x2 = (a + 54, b - 54) if end > start else (a - 30, b + 30)
    y = TOP + side * (half - 8 if end > start else half)
    line = f"M{x1} {y}C{x1 - side * 40} {y + side * bend} {x2 + side * 40} {y + side * bend} {x2} {y}"
    return _path(line, (a + b) // 2, round(y + side * bend * 0.8 + side * 8), labels[::side], side)


def _path(line: str, x: int, y: int, labels: list[str], side: int) -> str:
    texts = [
        f'<text x="{x}" y="{y + 18 * side * n + (10 if side > 0 else 0)}">{each}</text>'
        for n, each in enumerate(labels)
    ]
    return f'<path d="{line}" marker-end="url(#tip)"/>{"".join(texts)}'
