"""Any schema has an example call that parses back to its arguments, or a reason why not."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pi_native import ToolSet, UnrenderableError, parse
from pi_native.prompt import example_call, prompt
from pi_native.values import same
from schemas import TOOLS

NAMES = st.sampled_from(["a", "b-c", "content", "_d", "x y", ""])
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just("</a>")),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=3,
)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
NUMBERS = st.one_of(st.integers(-5, 50), st.floats(), st.booleans(), st.text(max_size=2))

KEYWORDS: dict[str, st.SearchStrategy[Any]] = {
    "type": TYPES | st.lists(TYPES, max_size=3),
    "enum": st.lists(VALUES, max_size=3),
    "examples": st.lists(VALUES, max_size=2) | VALUES,
    "const": VALUES,
    "default": VALUES,
    "format": st.sampled_from(["date", "uuid", "nonsense"]),
    "pattern": st.sampled_from(["^a", "[0-9]+$", "(", "^$", "nothing"]),
    "description": st.text(max_size=10),
} | dict.fromkeys(
    ["minimum", "maximum", "exclusiveMinimum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems"], NUMBERS
)


def keywords(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    nested = {
        "items": inner,
        "prefixItems": st.lists(inner, max_size=2),
        "anyOf": st.lists(inner, max_size=2),
        "allOf": st.lists(inner, max_size=2),
        "properties": st.dictionaries(NAMES, inner, max_size=3),
        "required": st.lists(NAMES, max_size=2),
    }
    return st.fixed_dictionaries({}, optional=KEYWORDS | nested)


SCHEMAS = st.recursive(st.booleans() | st.fixed_dictionaries({}, optional=KEYWORDS), keywords, max_leaves=6)
PARAMETERS = st.fixed_dictionaries(
    {"properties": st.dictionaries(NAMES, SCHEMAS, max_size=3)}, optional={"required": st.lists(NAMES, max_size=3)}
)


@given(PARAMETERS | SCHEMAS)
def test_an_example_parses_back_or_has_a_reason(schema: Any) -> None:
    tools = ToolSet([{"name": "t", "parameters": schema}])
    (tool,) = tools
    made = prompt(tools)
    assert len(made.examples) + len(made.omitted) == 1
    try:
        example = example_call(tool)
    except UnrenderableError:
        return
    (call,) = parse(example.text, tools).calls
    assert same(call.arguments, example.arguments)


def test_the_tools_of_the_other_properties_have_examples() -> None:
    tools = ToolSet(TOOLS)
    made = prompt(tools)
    calls = parse(made.text, tools, unknown_tools="text").calls
    assert [(call.name, call.arguments) for call in calls] == [(e.name, e.arguments) for e in made.examples]
    assert len(made.examples) == len(TOOLS)
