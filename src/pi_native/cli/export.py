"""``pi-native export``: a grammar that holds a model to the format while it decodes."""

from __future__ import annotations

from typing import Annotated

import typer

from pi_native import SchemaError
from pi_native.atomic import written
from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import load_tools
from pi_native.cli.output import fail, note, plural, write
from pi_native.decode import ENGINES, Engine, Forms
from pi_native.decode import export as export_grammar

EngineArgument = Annotated[Engine, typer.Argument(metavar="ENGINE", help=f"One of {', '.join(ENGINES)}.")]
ToolsOption = Annotated[
    str,
    typer.Option(
        "--tools",
        metavar="TOOLS",
        help="JSON file with the tool list: OpenAI, Anthropic, MCP or bare name and parameters.",
    ),
]
FormsOption = Annotated[
    Forms,
    typer.Option("--forms", help="all: whatever parses without a finding; canonical: only what render writes."),
]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Hold values to the JSON Schemas, not only to their types.")
]
OutputOption = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Write there instead of to standard output.")
]


def export(
    engine: EngineArgument,
    tools: ToolsOption,
    forms: FormsOption = "all",
    strict: StrictOption = False,
    output: OutputOption = None,
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Write a decoding grammar: prose passes, and calls are of known tools with parameters of the possible types.

    What the grammar cannot say is listed on standard error, a line each: parameters without a spelling and, with
    --strict, keywords of the schemas.

    \b
    Examples:
      pi-native export llguidance --tools tools.json > grammar.lark
      pi-native export llguidance --tools tools.json --forms canonical --strict -o grammar.lark
    """
    known, grammar = load_tools(tools), load_grammar(overlay, overlay_code)
    try:
        found = export_grammar(engine, known, forms=forms, strict=strict, grammar=grammar)
    except (SchemaError, ValueError) as error:
        fail(f"{tools}: {error}")
    if output is None:
        write(found.text)
    else:
        try:
            with written(output) as file:
                file.write(found.text.encode())
        except OSError as error:
            fail(f"{output}: {error.strerror or error}")
    for line in found.left_out:
        note(f"not in the grammar: {line}")
    note(f"{plural(len(found.tools), 'tool')}, {plural(len(found.left_out), 'omission')}")
