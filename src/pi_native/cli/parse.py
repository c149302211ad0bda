"""``pi-native parse``: the calls of a text, as JSON or as the parse tree."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Literal

import typer
from lark import Token, Tree

from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import FileArgument, ToolsOption, load_tools, read_chunks, shown
from pi_native.cli.output import FINDINGS, has_colour, write
from pi_native.data import call_data, result_data, to_json
from pi_native.diagnostics import quoted
from pi_native.parser import TextParser
from pi_native.transcripts import Location
from pi_native.tree import parse_tree
from pi_native.validate import Finding, worth_saying
from pi_native.validate.report.text import describe

Format = Literal["json", "jsonl", "tree"]
FormatOption = Annotated[
    Format,
    typer.Option("--format", help="json: one object; jsonl: one call a line; tree: the parse tree."),
]

#: How much of a token is shown on a terminal.
TOKEN_WIDTH = 60


def parse(
    file: FileArgument,
    tools: ToolsOption = None,
    format: FormatOption = "json",
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Parse a text and print its calls; what was noticed on the way goes to standard error.

    Without --tools, values are typed by guessing. Exit code 1 if there are errors or warnings.

    \b
    Examples:
      pi-native parse answer.txt --tools tools.json
      model | pi-native parse - --tools tools.json --format jsonl
      pi-native parse answer.txt --tools tools.json --format tree
      pi-native parse answer.txt --overlay reasoning
    """
    known, grammar = load_tools(tools), load_grammar(overlay, overlay_code)
    parser = TextParser(known, grammar=grammar)
    pieces = []
    for chunk in read_chunks(file):
        pieces.append(chunk)
        parser.take(chunk)
    parser.finish()
    result, text = parser.result, "".join(pieces)
    diagnostics = worth_saying(result.diagnostics, with_tools=known is not None)
    if format == "tree":
        lines = tree_lines(parse_tree(text, known, grammar=grammar), width=TOKEN_WIDTH if sys.stdout.isatty() else None)
    elif format == "jsonl":
        lines = (to_json(call_data(call)) for call in result.calls)
    else:
        lines = iter([to_json(result_data(result, diagnostics), indent=2)])
    for line in lines:
        write(line + "\n")
    _report([Finding.of(found, text, Location(shown(file))) for found in diagnostics])


def _report(findings: list[Finding]) -> None:
    colour = has_colour(sys.stderr)
    for finding in findings:
        write(describe(finding, colour=colour), sys.stderr)
    if any(finding.counts for finding in findings):
        raise typer.Exit(FINDINGS)


def tree_lines(tree: Tree[Token], width: int | None) -> Iterator[str]:
    """The tree, a node a line, indented; a token's text is cut to ``width`` characters if one is given.

    >>> list(tree_lines(Tree("attr", [Token("NAME", "path")]), width=2))
    ['attr', "  NAME 'pa…'"]
    """
    pending: list[tuple[int, Tree[Token] | Token]] = [(0, tree)]
    while pending:  # a loop, since a tree may be deeper than Python's stack
        depth, node = pending.pop()
        indent = "  " * depth
        if isinstance(node, Token):
            yield f"{indent}{node.type} {quoted(node, width or len(node))}"
        else:
            yield f"{indent}{node.data}"
            pending.extend((depth + 1, child) for child in reversed(node.children))
