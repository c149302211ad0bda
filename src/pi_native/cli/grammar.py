"""``pi-native grammar``: the grammar to look at, to compare and to check."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pi_native import Grammar
from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import ToolsOption, load_tools
from pi_native.cli.output import FINDINGS, fail, has_colour, note, plural, write
from pi_native.data import to_json
from pi_native.diagnostics import printable
from pi_native.ebnf import differences, ebnf

HELP = """Look at the grammar, compare it, check it.

\b
Examples:
  pi-native grammar rules
  pi-native grammar diff --overlay sigil
  pi-native grammar check --overlay my-idea.lark
"""

grammar = typer.Typer(no_args_is_help=True, help=HELP, rich_markup_mode="rich")

NamesArgument = Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Only these productions.")]
CountOption = Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="How many.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Another seed gives others.")]
StartOption = Annotated[str, typer.Option("--start", metavar="NAME", help="Sentences of this production.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Each as a JSON string on a line of its own.")]


@grammar.command()
def show(overlay: OverlayOption = None, overlay_code: OverlayCodeOption = None) -> None:
    """Print the grammar with its comments, overlays behind the base.

    \b
    Examples:
      pi-native grammar show
      pi-native grammar show --overlay sigil
    """
    write(load_grammar(overlay, overlay_code).text)


@grammar.command()
def rules(names: NamesArgument = None, overlay: OverlayOption = None, overlay_code: OverlayCodeOption = None) -> None:
    """List the productions, each with what it is.

    \b
    Examples:
      pi-native grammar rules
      pi-native grammar rules attr attr_val
    """
    known = load_grammar(overlay, overlay_code)
    for name in _wanted(known, names):
        production = known.productions[name]
        write(f"{_bold(name)}\n  {production.definition}\n  {production.desc}\n  {production.spec}\n\n")


@grammar.command("ebnf")
def show_ebnf(overlay: OverlayOption = None, overlay_code: OverlayCodeOption = None) -> None:
    """Print the grammar in the notation of W3C specifications, which the specification of the format uses.

    \b
    Examples:
      pi-native grammar ebnf
    """
    for line in ebnf(load_grammar(overlay, overlay_code)):
        write(printable(line) + "\n")


@grammar.command()
def diff(overlay: OverlayOption = None, overlay_code: OverlayCodeOption = None) -> None:
    """Say in which productions the base and the base with overlays differ: rules, not lines.

    \b
    Examples:
      pi-native grammar diff --overlay call-ids --overlay-code call-ids
    """
    if not overlay:
        fail("nothing to compare: give --overlay")
    for name, before, after in differences(Grammar.load(), load_grammar(overlay, overlay_code)):
        write(f"{_bold(name)}\n")
        write(f"  - {before}\n" if before else "")
        write(f"  + {after}\n" if after else "")


@grammar.command()
def check(overlay: OverlayOption = None, overlay_code: OverlayCodeOption = None) -> None:
    """Check the grammar: its examples, conflicts, and what no text is read by.

    Exit code 1 if something is wrong with it.

    \b
    Examples:
      pi-native grammar check --overlay my-idea.lark
    """
    from pi_native.conflicts import find_conflicts
    from pi_native.examples import accepts, examples, own_examples
    from pi_native.experiment.reach import unreachable

    known = load_grammar(overlay, overlay_code)
    base = {str(conflict) for conflict in find_conflicts(Grammar.load().text, Grammar.load().starts)}
    own = list(own_examples(known) if overlay else examples(known))
    faults = [str(each) for each in find_conflicts(known.text, known.starts) if str(each) not in base]
    faults += unreachable(known)
    for example in own:
        if accepts(known, example.production, example.text) is not example.is_accepted:
            path, line = known.source.place(example.line)
            wanted = "accepted" if example.is_accepted else "rejected"
            faults.append(f"{path}:{line}: {example.production}: {example.text!r} should be {wanted}")
    for fault in faults:
        write(printable(fault) + "\n")
    note(
        f"{plural(len(known.productions), 'production')}, {plural(len(own), 'example')}: {plural(len(faults), 'fault')}"
    )
    if faults:
        raise typer.Exit(FINDINGS)


@grammar.command("sentences")
def show_sentences(
    count: CountOption = 10,
    seed: SeedOption = 0,
    start: StartOption = "stream",
    tools: ToolsOption = None,
    json: JsonOption = False,
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Print random sentences of the grammar; with --tools, calls of these with arguments that fit their schemas.

    \b
    Examples:
      pi-native grammar sentences -n 5 --start attr
      pi-native grammar sentences -n 20 --tools tools.json
      pi-native grammar sentences -n 1000 --json > sentences.jsonl
    """

    from pi_native.experiment.samples import calls
    from pi_native.experiment.trial import spelled
    from pi_native.sentences import sentences

    known, toolset = load_grammar(overlay, overlay_code), load_tools(tools)
    if start not in known.productions:
        fail(f"--start {start}: there is no such production; see: pi-native grammar rules")
    if toolset is None:
        made = sentences(known, count, seed, start)
    else:
        made = (spelled([call], toolset, known) for call in calls(toolset, count, seed))
    for text in made:
        write((to_json(text) if json else text) + "\n")


def _wanted(known: Grammar, names: list[str] | None) -> list[str]:
    for name in names or ():
        if name not in known.productions:
            fail(f"there is no production {name}; see: pi-native grammar rules")
    return names or list(known.productions)


def _bold(text: str) -> str:
    return typer.style(text, bold=True) if has_colour(sys.stdout) else text
