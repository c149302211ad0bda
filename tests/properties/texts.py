"""Texts to parse: anything at all, pieces of the format in any order, and rendered calls with something changed."""

import random

from hypothesis import strategies as st

from pi_native import ToolSet, UnrenderableError, render
from schemas import TOOLS

KNOWN = ToolSet(TOOLS)
NAMES = [tool["name"] for tool in TOOLS]

PIECES = [
    *(
        "<call:",
        "</call:",
        "<",
        ">",
        "/>",
        "</",
        "=",
        '"',
        "'",
        "/",
        " ",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "\0",
        "\ud800",
        "é",
        "𝄞",
    ),
    *(
        "one_string",
        "two_strings",
        "scalars",
        "objects",
        "unknown",
        "input",
        "path",
        "content",
        "points",
        "list",
        "n",
        "s",
    ),
    *(
        "<input>",
        "</input>",
        "<path>",
        "</path>",
        "<points>",
        "</points>",
        "<x>",
        "</x>",
        "<list>",
        "</list>",
        "<n>",
        "</n>",
    ),
    *(
        "<call:one_string>",
        "</call:one_string>",
        "<call:scalars>",
        "</call:scalars>",
        "<call:objects>",
        "</call:objects>",
    ),
    *(
        "<call:unknown>",
        "</call:unknown>",
        "<call:string_or_objects>",
        "<call:nullable_list>",
        "<call:matrix/>",
        "<call:u ",
    ),
    *(' path="a"', " n=1", " x=2", " s", "null", "true", "True", "5", "5.0", "[1,2]", '{"x":1}', "text", "[", "{", "a"),
]

anything = st.text(st.characters(exclude_categories=()), max_size=200)
pieces = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@st.composite
def mutated_calls(draw: st.DrawFn) -> str:
    """A few rendered calls with a piece left out, put in or doubled, or cut off at the end."""
    values = st.dictionaries(
        st.sampled_from(["input", "path", "content", "s", "n", "x"]), st.integers() | pieces, max_size=3
    )
    text = ""
    for name in draw(st.lists(st.sampled_from([*NAMES, "unknown"]), max_size=3)):
        try:
            text += render(
                {"name": name, "arguments": draw(values)}, KNOWN, style=draw(st.sampled_from(["canonical", "element"]))
            )
        except UnrenderableError:
            text += draw(st.sampled_from(PIECES))
    start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    change = draw(st.sampled_from(["cut", "drop", "insert", "double"]))
    if change == "cut":
        return text[:start]
    middle = {"drop": "", "insert": draw(st.sampled_from(PIECES)), "double": text[start:end] * 2}[change]
    return text[:start] + middle + text[end if change != "insert" else start :]


texts = st.one_of(
    anything,
    pieces,
    mutated_calls(),
    st.sampled_from(["<call:u>", "<call:scalars>"]).flatmap(lambda opener: pieces.map(lambda rest: opener + rest)),
)


def chunked(text: str, cuts: random.Random | int) -> list[str]:
    """The text in chunks of one size, or of random sizes."""
    if isinstance(cuts, int):
        return [text[i : i + cuts] for i in range(0, len(text), cuts)]
    places = sorted(cuts.sample(range(len(text) + 1), min(4, len(text))))
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]
