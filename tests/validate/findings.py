"""Findings that the tests of reporters, selections and baselines share."""

from typing import Any

from pi_native.diagnostics import diagnose
from pi_native.model import Span
from pi_native.transcripts import Location
from pi_native.validate import Finding

#: What may spoil an output: markup, control characters, text that runs backwards, a lone surrogate.
HOSTILE = "</script><img src=x onerror=alert(1)>\x1b[31m\x00\u202e]]>&%0A::error::\ud800"


def finding(code: str = "stray-text", text: str = "a b", path: str = "a.txt", **more: Any) -> Finding:
    """A finding at the third character of a text; ``more``: line, pointer, tool, form, detail, argument."""
    found = diagnose(code, Span(2, 3, 1, 3), more.get("detail", ""), call_index=0, pointer=more.get("argument"))
    where = Location(path, more.get("line"), more.get("pointer", ""))
    return Finding.of(found, text, where, more.get("tool", "read"), more.get("form", "element"))


def hostile() -> Finding:
    """A finding every text of which is hostile."""
    slashed = "/" + HOSTILE
    place = {"line": 7, "pointer": slashed, "argument": slashed}
    return finding("stray-text", "ab" + HOSTILE, HOSTILE + ".txt", tool=HOSTILE, detail=HOSTILE, **place)
