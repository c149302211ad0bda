"""Draws the state machine of the events into ``docs/streaming.md``, from the table in `pi_native.events`.

python docs/draw_states.py
"""

from pathlib import Path

from pi_native.events import TRANSITIONS

PAGE = Path(__file__).parent / "streaming.md"
BEGIN, END = "<!-- states: drawn by docs/draw_states.py -->\n", "<!-- /states -->"


def diagram() -> str:
    """A Mermaid diagram; events that may come anywhere and change nothing are left out."""
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> prose"]
    for state, events in TRANSITIONS.items():
        for event, target in events.items():
            if event.__name__ != "DiagnosticEvent":
                lines.append(f"    {state} --> {target}: {event.__name__}")
    return "\n".join([*lines, "    prose --> [*]", "```", ""])


def drawn(page: str) -> str:
    """The page with the diagram in its place."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + diagram() + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
