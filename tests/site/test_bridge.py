"""What the playground asks of the package, outside of a browser."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from texts import texts

ROOT = Path(__file__).parents[2]
PLAYGROUND = ROOT / "docs" / "site" / "playground"
sys.path.insert(0, str(PLAYGROUND))

bridge = importlib.import_module("bridge")

TOOLS = json.dumps([{"name": "a", "parameters": {"properties": {"s": {"type": "string"}, "l": {"type": "array"}}}}])


def ask(text: str, **other: Any) -> dict[str, Any]:
    asked = {"text": text, "tools": TOOLS, "overlay": "", "schema": True, "checks": False} | {
        "chunk": 4,
        "arrived": None,
    }
    found: dict[str, Any] = json.loads(bridge.answer(json.dumps(asked | other)))
    return found


def values(answer: dict[str, Any]) -> list[str]:
    return ["".join(piece for piece in call if isinstance(piece, str)) for call in answer["calls"]]


@given(texts, st.integers(0, 60), st.booleans())
def test_any_text_is_answered(text: str, arrived: int, schema: bool) -> None:
    answer = ask(text, arrived=arrived, schema=schema)
    length = len(text.encode("utf-16-le", "surrogatepass")) // 2
    links = {piece[0] for call in answer["calls"] for piece in call if isinstance(piece, list) and piece}
    for node in answer["nodes"]:
        assert 0 <= node["start"] <= node["end"] <= length
        assert not node["link"] or node["link"] in links
    assert 0 <= answer["stream"]["held"] <= answer["stream"]["arrived"] <= length
    for call in answer["calls"]:
        assert sum(0 if isinstance(piece, str) else 1 if piece else -1 for piece in call) == 0


def test_values_lead_to_their_nodes() -> None:
    text = '<call:a s="x"><l>1</l><l>2</l><o p=3><q>4</q></o></call:a>'
    linked = {node["link"]: text[node["start"] : node["end"]] for node in reversed(ask(text)["nodes"]) if node["link"]}
    assert linked == {
        "0:": text,
        "0:/s": ' s="x"',
        "0:/l/0": "<l>1</l>",
        "0:/l/1": "<l>2</l>",
        "0:/o": "<o p=3><q>4</q></o>",
        "0:/o/p": " p=3",
        "0:/o/q": "<q>4</q>",
    }


def test_a_list_written_as_json_is_one_value() -> None:
    types = {"l": {"type": "array", "items": {"type": "integer"}}}
    tools = json.dumps([{"name": "a", "parameters": {"properties": types}}])
    nodes = ask("<call:a><l>[1, 2]</l></call:a>", tools=tools)["nodes"]
    assert {node["link"] for node in nodes} == {"", "0:", "0:/l"}


def test_an_inline_body_leads_to_its_argument() -> None:
    tools = json.dumps([{"name": "w", "parameters": {"properties": {k: {"type": "string"} for k in ("p", "c~/")}}}])
    (node,) = [n for n in ask("<call:w p=1>body</call:w>", tools=tools)["nodes"] if n["name"] == "INLINE_TEXT"]
    assert node["link"] == "0:/c~0~1"


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("prose", ""),
        ("prose <ca", "<ca"),
        ("<call:a s=", "<call:a s="),
        ("<call:a>\n<s>abc", ""),
        ("<call:a>\n<s>abc\n</", "\n</"),
        ("<call:a/> b", ""),
    ],
)
def test_what_is_held_back(text: str, held: str) -> None:
    stream = ask(text, arrived=len(text))["stream"]
    assert text[stream["held"] : stream["arrived"]] == held


def test_errors_of_an_overlay_have_its_own_lines() -> None:
    assert ask("", overlay="\n\nx: (((\n")["errors"]["overlay"]["line"] == 3
    assert ask("", overlay="// attr\n\nattr: WS\n")["errors"]["overlay"]["line"] == 3
    assert ask("", overlay="%override element: NOPE")["errors"]["overlay"]["line"] == 1
    broken = ask("<call:a/>", overlay='%override element: "z"')
    assert broken["errors"]["overlay"]["message"]
    assert values(broken) == ['{"name": "a", "arguments": {}}']


def test_rules_of_an_overlay_stand_in_it() -> None:
    overlay = '// other\n%override CALL_SIGIL: "<run:"\n%override CALL_CLOSE: "</run:" NAME ">"\n'
    answer = ask("<run:a/>", overlay=overlay)
    pane, start, end = answer["rules"]["CALL_SIGIL"]
    assert (pane, overlay[start:end]) == ("overlay", '%override CALL_SIGIL: "<run:"')
    assert values(answer) == ['{"name": "a", "arguments": {}}']
    pane, start, end = answer["rules"]["attr"]
    assert (pane, bridge.base_text()[start:end].splitlines()[-1]) == ("grammar", "attr: WS NAME (EQ attr_val)?")


def test_tools_that_cannot_be_read_are_said() -> None:
    assert ask("", tools="[\n{")["errors"]["tools"]["line"] == 2
    assert "message" in ask("", tools='{"a": 1}')["errors"]["tools"]
    assert ask("", tools="[", schema=False)["errors"] == {}


def test_large_integers_are_shown_exactly() -> None:
    assert "123456789012345678901234567890" in values(ask("<call:a l=123456789012345678901234567890/>"))[0]


def test_it_needs_no_library_with_compiled_parts() -> None:
    """Nor anything that is for the command line: a browser has Lark and the standard library."""
    blocked = ("jsonschema", "referencing", "rpds", "typer", "click", "rich", "pygments")
    code = (
        f"import sys\nfor name in {blocked}: sys.modules[name] = None\nimport bridge\nprint(bridge.answer(sys.argv[1]))"
    )
    asked = {"text": "<call:a s=1/>", "tools": TOOLS, "overlay": "", "schema": True, "checks": False}
    asked |= {"chunk": 4, "arrived": 9}
    run = subprocess.run(
        [sys.executable, "-c", code, json.dumps(asked)], cwd=PLAYGROUND, capture_output=True, text=True, check=True
    )
    assert '"calls"' in run.stdout


#: A schema with what the parser does not judge, and a text that breaks it; each format has a library of its own.
PROPERTIES = {
    "n": {"type": "integer", "minimum": 3},
    "e": {"$ref": "#/$defs/e"},
    "t": {"type": "string", "format": "date-time"},
    "d": {"type": "string", "format": "duration"},
    "i": {"type": "string", "format": "iri"},
}
STRICT = {"properties": PROPERTIES, "required": ["n"], "$defs": {"e": {"enum": ["p", "q"]}}}
BROKEN = '<call:b/>\n<call:b n=1 e=z t=now d=long i="a b"bad/>\n<call:b n=3 e=p d=P1D/> <call:b'


def checked(**other: Any) -> list[tuple[str, str, str]]:
    tools = json.dumps([{"name": "b", "parameters": STRICT}])
    found = ask(BROKEN, **({"tools": tools, "checks": True} | other))["diagnostics"]
    return [(each["place"], each["code"], each["message"].partition(": ")[2]) for each in found]


def test_json_schemas_are_checked_when_asked() -> None:
    assert bridge.can_check() == ""
    found = checked()
    assert [place for place, code, _ in found if code == "schema-violation"] == ["1:1", *["2:1"] * 5]
    assert ("1:1", "schema-violation", "'n' is a required property") in found
    assert [each for each in found if each[1] != "schema-violation"] == checked(checks=False)
    assert checked(schema=False) == checked(schema=False, checks=False)


def test_a_schema_that_cannot_be_used_is_a_finding() -> None:
    tools = json.dumps([{"name": "b", "parameters": {"properties": {}, "minimum": "x"}}])
    assert "unusable-schema" in [code for _, code, _ in checked(tools=tools)]


def test_checks_need_no_compiled_parts() -> None:
    """They say the same by the library that is in place of `rpds` in a browser."""
    pytest.importorskip("pyrsistent_as_rpds", reason="the tools of the docs are not installed: make docs")
    tools = json.dumps([{"name": "b", "parameters": STRICT}])
    asked = {"text": BROKEN, "tools": tools, "overlay": "", "schema": True, "checks": True, "chunk": 4, "arrived": None}
    blocked = ("rpds", "jsonschema_rs", "regex", "typer", "rich", "pyarrow")
    code = f"import sys\nfor name in {blocked}: sys.modules[name] = None\nimport bridge\n"
    code += "assert not bridge.can_check()\nprint(bridge.answer(sys.argv[1]))"
    run = subprocess.run(
        [sys.executable, "-c", code, json.dumps(asked)], cwd=PLAYGROUND, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == json.loads(bridge.answer(json.dumps(asked)))
