"""``pi-native prompt``: the text that teaches a model the format."""

from __future__ import annotations

from typing import Annotated

import typer

from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import load_tools
from pi_native.cli.output import FINDINGS, note, write
from pi_native.data import to_json

RequiredToolsOption = Annotated[
    str,
    typer.Option(
        "--tools",
        metavar="TOOLS",
        help="JSON file with the tool list: OpenAI, Anthropic, MCP or bare name and parameters.",
    ),
]
ShortOption = Annotated[bool, typer.Option("--short", help="Only the main rules, signatures and examples.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON: the text, and each example with its arguments.")]


def prompt(
    tools: RequiredToolsOption,
    short: ShortOption = False,
    json: JsonOption = False,
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Print a system prompt that teaches a model to call these tools in the format.

    Each tool has one example call, in the form it should be written in. Exit code 1 if a tool cannot be called.

    \b
    Examples:
      pi-native prompt --tools tools.json > system-prompt.md
      pi-native prompt --tools tools.json --short
    """
    from pi_native import prompt as prompts  # not at the top: other commands need not wait for it

    made = prompts.prompt(load_tools(tools), short=short, grammar=load_grammar(overlay, overlay_code))
    write(to_json(prompts.prompt_data(made), indent=2) + "\n" if json else made.text)
    for name, reason in made.omitted:
        note(f"left out: {name}: {reason}")
    if made.omitted:
        raise typer.Exit(FINDINGS)
