"""Every fenced example of the specification, read from the specification itself and cited by its section.

The specification says what most examples mean, in the line behind the block that begins with an arrow;
that is what is expected here.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pi_native import Grammar, StreamParser, parse

ROOT = Path(__file__).parents[1]
SPEC = (ROOT / "docs" / "spec" / "pi-native.md").read_text(encoding="utf-8")


def tool(name: str, **properties: Any) -> dict[str, Any]:
    return {"name": name, "parameters": {"type": "object", "properties": properties}}


STRING, NUMBER = {"type": "string"}, {"type": "number"}
LIST = {"type": "array", "items": STRING}
OBJECT = {"type": "object", "properties": {"list": LIST, "y": NUMBER}}
TOOLS = [
    tool("read", path=STRING, offset=NUMBER),
    tool("bash", command=STRING, timeout=NUMBER),
    tool("edit", input=STRING),
    tool("write", path=STRING, content=STRING),
    tool("configure", object=OBJECT),
    # Some examples are a piece of a call's body: they are put into a call of this tool.
    tool("wrap", list=LIST, object=OBJECT),
]


class Block(NamedTuple):
    """A fenced block: where it stands, what is in it, and the result stated behind it."""

    section: str
    number: int  # its place among the blocks of the section
    language: str
    text: str
    stated: str | None


# A fence is matched whole, so that a "# …" inside is no heading.
FENCE = r"^```(?P<language>\w+)\n(?P<text>.*?)\n```$(\n+→ `(?P<stated>[^\n]+?)`)?"
HEADING = r"^#+ (?P<heading>[^\n]+)$"


def blocks() -> Iterator[Block]:
    """All fenced blocks of the specification, in order."""
    section, number = "", 0
    for match in re.finditer(f"{FENCE}|{HEADING}", SPEC, flags=re.MULTILINE | re.DOTALL):
        if match["heading"]:
            section, number = match["heading"], 0
        else:
            number += 1
            yield Block(section, number, match["language"], match["text"], match["stated"])


BLOCKS = {(block.section, block.number): block for block in blocks()}

CALLS = [
    ("1. Element form (canonical, fully general)", 1),
    ("2. Attribute form (compact scalars)", 1),
    ("3. Inline-body form (verbatim string payload)", 1),
    ("3. Inline-body form (verbatim string payload)", 2),
    ("Scalars and strings", 1),
]
# The specification states no result for these two; the text around them says what they are.
UNSTATED = {
    ("2. Attribute form (compact scalars)", 2): [("read", {"path": "src/server/auth.ts", "offset": 50})],
    ("Multiple / parallel tool calls", 1): [("read", {"path": "src/a.ts"}), ("read", {"path": "src/b.ts"})],
}
PIECES = [("Arrays — repeat the element", 1), ("Objects — a nested block", 1)]
LINES = ("Value coercion", 1)  # each line is an example with its result
TURN, TURN_RESULT = ("End-to-end example", 1), ("End-to-end example", 2)
EBNF = ("Grammar (lenient EBNF)", 1)


def cite(place: tuple[str, int]) -> str:
    return f"{place[0]} #{place[1]}"


def read(text: str, tools: list[dict[str, Any]] = TOOLS) -> list[tuple[str, Any]]:
    """The calls of a text that must hold nothing to complain about, unless no schema is known."""
    result = parse(text, tools)
    assert {finding.code for finding in result.diagnostics} <= (set() if tools else {"unknown-tool"})
    assert result.incomplete is None
    return [(call.name, call.arguments) for call in result.calls]


def test_every_block_is_used() -> None:
    assert set(BLOCKS) == {*CALLS, *UNSTATED, *PIECES, LINES, TURN, TURN_RESULT, EBNF}


@pytest.mark.parametrize("place", CALLS, ids=cite)
def test_call(place: tuple[str, int]) -> None:
    stated = re.fullmatch(r"(\w+)\((.*)\)", BLOCKS[place].stated or "")
    assert stated
    assert read(BLOCKS[place].text) == [(stated[1], json.loads(stated[2]))]


@pytest.mark.parametrize("place", UNSTATED, ids=cite)
def test_call_without_a_stated_result(place: tuple[str, int]) -> None:
    assert BLOCKS[place].stated is None
    assert read(BLOCKS[place].text) == UNSTATED[place]


@pytest.mark.parametrize("place", PIECES, ids=cite)
def test_piece_of_a_call(place: tuple[str, int]) -> None:
    arguments = json.loads(f"{{{BLOCKS[place].stated}}}")
    assert read(f"<call:wrap>\n{BLOCKS[place].text}\n</call:wrap>") == [("wrap", arguments)]


@pytest.mark.parametrize("line", BLOCKS[LINES].text.splitlines())
@pytest.mark.parametrize("tools", [TOOLS, []], ids=["numeric", "untyped"])
def test_value_coercion(line: str, tools: list[dict[str, Any]]) -> None:
    piece, _, arguments = line.partition("→")
    assert read(f"<call:wrap>{piece}</call:wrap>", tools) == [("wrap", json.loads(arguments))]


def test_end_to_end() -> None:
    stated = json.loads(BLOCKS[TURN_RESULT].text)
    assert read(BLOCKS[TURN].text) == [(call["name"], call["arguments"]) for call in stated]


def productions() -> list[str]:
    """The names of the EBNF as the grammar file spells them: ``_`` for ``-``, terminals in capitals."""
    names = re.findall(r"^([\w-]+) *::=", BLOCKS[EBNF].text, flags=re.MULTILINE)
    terminals = {"Name", "scalar-text", "inline-text"}
    return [(name.upper() if name in terminals else name).replace("-", "_") for name in names]


@pytest.mark.parametrize("name", productions())
def test_every_production_of_the_ebnf_is_in_the_grammar(name: str) -> None:
    assert name in Grammar.load().productions


def test_no_production_is_overlooked() -> None:
    assert len(productions()) == BLOCKS[EBNF].text.count("::=") == 14


@pytest.mark.parametrize("place", BLOCKS, ids=cite)
def test_every_example_reads_the_same_in_chunks(place: tuple[str, int]) -> None:
    text = BLOCKS[place].text
    whole = parse(text, TOOLS)
    cuts = [[text[:cut], text[cut:]] for cut in range(len(text))]
    for chunks in [list(text), *cuts]:
        stream = StreamParser(TOOLS)
        for chunk in chunks:
            stream.feed(chunk)
        stream.close()
        assert stream.result == whole
