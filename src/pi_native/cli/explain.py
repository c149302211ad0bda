"""``pi-native explain``: a text, a production of the grammar, or a finding, explained."""

from __future__ import annotations

import os
import re
import shutil
import sys
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pi_native import Grammar, ToolSet
from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import STDIN, ToolsOption, load_tools, read_chunks
from pi_native.cli.output import fail, has_colour, write
from pi_native.data import to_json
from pi_native.diagnostics import catalogue, quoted

if TYPE_CHECKING:  # what explains is imported where it does: other commands need not wait for it
    from pi_native.explain.layout import Page

TargetArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE|RULE|CODE",
        show_default=False,
        help="A file (- for standard input), a production of the grammar, or a finding's code. Nothing: list them.",
    ),
]
AtOption = Annotated[
    str | None,
    typer.Option("--at", metavar="LINE:COL", help="Say what the parser expects at this place of the file, and why."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a page.")]

#: The widest page; a wider terminal is harder to read.
WIDEST = 100


def explain(
    target: TargetArgument = None,
    tools: ToolsOption = None,
    at: AtOption = None,
    json: JsonOption = False,
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Explain the calls of a text and how each argument was read; or a rule of the grammar; or a finding.

    A file that is called like a rule or a code is meant by ./NAME.

    \b
    Examples:
      pi-native explain answer.txt --tools tools.json
      pi-native explain answer.txt --tools tools.json --at 3:12
      pi-native explain block_element
      pi-native explain stray-text
    """
    from pi_native.explain.code import code_data, code_page, explain_code
    from pi_native.explain.layout import Page
    from pi_native.explain.rule import explain_rule, rule_data, rule_page

    grammar = load_grammar(overlay, overlay_code)
    is_name = target is None or target in grammar.productions or target in catalogue()
    if is_name and (at is not None or tools is not None):
        fail("--tools and --at need a file")
    page = Page(width(), has_colour(sys.stdout))
    if target is None:
        data = _list(page, grammar)
    elif target in grammar.productions:
        rule = explain_rule(target, grammar)
        rule_page(rule, page)
        data = rule_data(rule)
    elif target in catalogue():
        code = explain_code(target)
        code_page(code, page)
        data = code_data(code)
    else:
        data = _file(target, load_tools(tools), at, page, grammar)
    write(to_json(data, indent=2) + "\n" if json else page.text)


def width() -> int:
    """How wide a page is: as the terminal, or as ``COLUMNS`` says, but not too wide."""
    return min(shutil.get_terminal_size().columns, WIDEST)


def _list(page: Page, grammar: Grammar) -> dict[str, Any]:
    """What there is to explain."""
    rules = {name: production.desc for name, production in grammar.productions.items()}
    codes = {code: entry.summary for code, entry in catalogue().items()}
    for title, texts in (("Rules of the grammar", rules), ("Findings", codes)):
        page.heading(title)
        for name, text in texts.items():
            page.paragraph(text.partition(". ")[0].removesuffix("."), " " * 6, f"  {name}  ")
    return {"rules": rules, "codes": codes}


def _file(target: str, tools: ToolSet | None, at: str | None, page: Page, grammar: Grammar) -> Any:
    from pi_native.explain.calls import explain_text
    from pi_native.explain.calls_page import text_data, text_page
    from pi_native.explain.place import explain_place, place_data, place_page

    _check_name(target, grammar)
    text = "".join(read_chunks(target))
    if at is not None:
        place = explain_place(text, _offset(text, at), tools, grammar=grammar)
        place_page(place, page)
        return place_data(place)
    explained = explain_text(text, tools, grammar=grammar)
    text_page(explained, page)
    return text_data(explained)


def _check_name(target: str, grammar: Grammar) -> None:
    """End the program for what is neither a file nor a name that can be explained."""
    if target == STDIN or os.path.exists(target) or not re.fullmatch(r"[\w-]+", target):
        return
    near = get_close_matches(target[:100], [*grammar.productions, *catalogue()], n=1)
    meant = f"did you mean {near[0]}?" if near else "pi-native explain lists the rules and codes"
    fail(f"{quoted(target)} is no file, no rule of the grammar and no code; {meant}")


def _offset(text: str, at: str) -> int:
    """The offset of a place given as line and column, both from 1; ends the program for a place outside the text."""
    match = re.fullmatch(r"([0-9]{1,18}):([0-9]{1,18})", at)
    if match is None or "0" in (match[1].lstrip("0") or "0", match[2].lstrip("0") or "0"):
        fail(f"--at {quoted(at)}: expected LINE:COL, both counted from 1")
    line, column = int(match[1]), int(match[2])
    start = 0
    for _ in range(min(line, len(text) + 2) - 1):
        start = text.find("\n", start) + 1
        if start == 0:
            fail(f"--at {at}: the text has {text.count(chr(10)) + 1} lines")
    end = text.find("\n", start)
    last = (len(text) if end < 0 else end) - start + 1
    if column > last:
        fail(f"--at {at}: line {line} has {last - 1} characters, so the last column is {last}")
    return start + column - 1
