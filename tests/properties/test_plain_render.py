"""Plain calls are written as the general way writes them, character for character."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis_jsonschema import from_schema

from pi_native import Grammar, UnrenderableError
from pi_native.plans import Declined
from pi_native.renderer import _spell, _writer
from pi_native.rendering.plain import plain_calls
from schemas import TOOLS
from test_round_trip import KNOWN, arguments, drawn_schema

SCALARS = [None, True, False, 0, -1, 10**15, 0.5, 5.0, 1e23, -1e-7, float("nan"), "", "null", " n", "\ud800", ()]
ODD: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(SCALARS),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["x", "input", "a b"]), inner),
    max_leaves=4,
)


def check(name: str, values: dict[str, Any], style: Any) -> None:
    tool, writer = KNOWN.get(name), _writer(Grammar.load(), style)
    assert tool is not None
    plain = plain_calls(writer, tool)
    assert plain is not None
    try:
        written = plain.write(values)
    except Declined:
        return
    try:
        general = _spell(name, values, tool, writer, json_attributes=False)
    except UnrenderableError as error:
        general = f"refused: {error}"
    assert written == general


@pytest.mark.parametrize("name", [tool["name"] for tool in TOOLS])
@pytest.mark.parametrize("style", ["canonical", "element"])
def test_the_same_text_either_way(name: str, style: str) -> None:
    @given(arguments(from_schema(drawn_schema(name))), st.data())
    def run(values: dict[str, Any], data: st.DataObject) -> None:
        check(name, values, style)
        odd = {key: data.draw(ODD) if data.draw(st.booleans()) else value for key, value in values.items()}
        check(name, odd, style)

    run()
