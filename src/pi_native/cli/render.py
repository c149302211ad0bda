"""``pi-native render``: calls given as JSON, written in the format."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import typer

from pi_native import Grammar, ToolSet, UnrenderableError
from pi_native import render as render_calls
from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import FileArgument, ToolsOption, load_tools, read_calls, shown
from pi_native.cli.output import FINDINGS, fail, note, write
from pi_native.model import Json

Style = Literal["canonical", "element", "minimal"]
StyleOption = Annotated[
    Style,
    typer.Option(
        "--style",
        help="canonical: the most compact legal form; element: always elements; minimal: fewest characters.",
    ),
]


def render(
    file: FileArgument,
    tools: ToolsOption = None,
    style: StyleOption = "canonical",
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Render calls, given as JSON, as text that reads back as the same calls.

    FILE holds a list of {"name", "arguments"}, one such object a line, OpenAI tool_calls, or what parse
    prints. Nothing is printed if a call has no spelling: each such call is named on standard error, with exit
    code 1.

    \b
    Examples:
      pi-native render calls.json --tools tools.json
      pi-native parse answer.txt --tools tools.json | pi-native render - --tools tools.json --style element
    """
    known, grammar = load_tools(tools), load_grammar(overlay, overlay_code)
    calls = [call_of(item, f"{shown(file)}: call {index}") for index, item in enumerate(read_calls(file))]
    rendered = [
        _rendered(call, known, style, grammar, f"{shown(file)}: call {index}") for index, call in enumerate(calls)
    ]
    texts = [text for text in rendered if text is not None]
    if len(texts) < len(calls):
        raise typer.Exit(FINDINGS)
    write("".join(text + "\n" for text in texts))


def call_of(item: Json, place: str) -> dict[str, Any]:
    """A call as ``name`` and ``arguments``, from that or from an item of OpenAI's ``tool_calls``."""
    function = item.get("function") if isinstance(item, dict) else None
    data = function if isinstance(function, dict) else item
    name = data.get("name") if isinstance(data, dict) else None
    if not isinstance(name, str):
        fail(f"{place} has no name")
    arguments = data.get("arguments", {})
    if isinstance(arguments, str):  # OpenAI carries them as JSON text
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            fail(f"{place}: the arguments are text but not JSON")
    if not isinstance(arguments, dict):
        fail(f"{place}: the arguments are not an object")
    notes = {"notes": data["notes"]} if isinstance(data.get("notes"), dict) else {}  # what an overlay's call said
    return {"name": name, "arguments": arguments, **notes}


def _rendered(call: dict[str, Any], tools: ToolSet | None, style: Style, grammar: Grammar, place: str) -> str | None:
    """The call's text, or None, having said why, if it has none."""
    try:
        text = render_calls([call], tools, style=style, grammar=grammar)
        text.encode("utf-8")
    except UnrenderableError as error:
        note(f"{place}: error: {error}")
        return None
    except UnicodeEncodeError:
        note(f"{place}: error: cannot write {call['name']!r}: a lone surrogate has no UTF-8")
        return None
    return text
