"""``pi-native cost``: what calls cost in each spelling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import typer

from pi_native import ToolSet, parse
from pi_native.cli.grammar_options import OverlayCodeOption, OverlayOption, load_grammar
from pi_native.cli.inputs import ToolsOption, load_tools, read_calls
from pi_native.cli.output import fail, note, plural, write
from pi_native.cli.render import call_of
from pi_native.cost import Costs, Tokenizer, load_tokenizer, measure
from pi_native.cost.tokenizers import DEFAULT
from pi_native.data import to_json
from pi_native.diagnostics import printable
from pi_native.transcripts import BadRecord, UnreadableError, find, read

PathsArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[PATHS]...", help="Transcripts whose calls are counted.")
]
CallsOption = Annotated[
    str, typer.Option("--calls", metavar="FILE", help="Calls as JSON, as render takes them; or - for standard input.")
]
TokenizerOption = Annotated[
    str,
    typer.Option(
        "--tokenizer",
        metavar="NAME",
        help="mistral, tiktoken:NAME, a tokenizer.json of Hugging Face, or none: characters only.",
    ),
]
ByOption = Annotated[Literal["all", "form", "tool"], typer.Option("--by", help="A table for each form or tool, too.")]
OutputOption = Annotated[
    Literal["text", "json", "markdown"], typer.Option("--output", help="How the table is written.")
]


def cost(
    paths: PathsArgument = None,
    calls: CallsOption = "",
    tools: ToolsOption = None,
    tokenizer: TokenizerOption = DEFAULT,
    by: ByOption = "all",
    output: OutputOption = "text",
    overlay: OverlayOption = None,
    overlay_code: OverlayCodeOption = None,
) -> None:
    """Count the characters and tokens of calls, here and in other formats.

    Each call is written in the three styles of the format, and as OpenAI JSON,
    plain JSON, Hermes, Anthropic XML, GLM, Qwen and Harmony. Shares are of the
    canonical form.
    Tokens need the extra "tokens" of the package.

    \b
    Examples:
      pi-native cost logs/ --tools tools.json
      pi-native cost --calls calls.json --tools tools.json --by form
      pi-native cost logs/ --tokenizer tiktoken:o200k_base --output json
    """
    if bool(paths) == bool(calls):
        fail("give transcripts, or --calls")
    grammar, known = load_grammar(overlay, overlay_code), load_tools(tools) or ToolSet([])
    given = _of_file(calls) if calls else calls_of(paths or [], known)
    costs = measure(given, known, _tokenizer(tokenizer), grammar)
    if output == "json":
        write(to_json(costs.to_json(), indent=2) + "\n")
    else:
        _tables(costs, by, is_markdown=output == "markdown")
    if costs.unrenderable:
        note(f"{plural(costs.unrenderable, 'call')} with no spelling left out")


def _of_file(path: str) -> Iterator[dict[str, Any]]:
    for index, item in enumerate(read_calls(path)):
        yield call_of(item, f"{path}: call {index}")


def calls_of(paths: list[str], tools: ToolSet) -> Iterator[dict[str, Any]]:
    """The calls of the assistant's turns; if a text has none, those that the record declares."""
    for path in find(paths).files:
        try:
            for item in read(path):
                if isinstance(item, BadRecord) or item.role != "assistant":
                    continue
                found = [{"name": call.name, "arguments": call.arguments} for call in parse(item.text, tools).calls]
                declared = [each for each in item.declared_calls if isinstance(each.arguments, dict)]
                yield from found or ({"name": each.name, "arguments": each.arguments} for each in declared)
        except UnreadableError as error:
            fail(str(error))


def _tokenizer(name: str) -> Tokenizer | None:
    if name == "none":
        return None
    try:
        return load_tokenizer(name)
    except ImportError:
        if name == DEFAULT:
            note("characters only: tokens need pip install 'pi-native[tokens]'")
            return None
        fail(f"--tokenizer {name} needs: pip install {'tiktoken' if name.startswith('tiktoken') else 'tokenizers'}")
    except OSError as error:
        fail(f"--tokenizer {name}: {error.strerror or error}")
    except ValueError as error:
        fail(f"--tokenizer {name}: {error}")


def _tables(costs: Costs, by: str, *, is_markdown: bool) -> None:
    parts = {"form": costs.forms, "tool": costs.tools}.get(by, {})
    for title, part in [("all", costs), *sorted(parts.items())]:
        counts = plural(part.calls, "call") + (f", tokens of {costs.tokenizer}" if costs.tokenizer else "")
        write(f"{printable(title)}: {counts}\n" + ("\n" if is_markdown else ""))
        for line in table(part, is_markdown=is_markdown):
            write(line + "\n")
        write("\n")


def table(costs: Costs, *, is_markdown: bool) -> Iterator[str]:
    """The table's lines.

    >>> [*table(Costs(), is_markdown=True)][0]
    '| spelling | characters | share |'
    """
    has_tokens = bool(costs.tokenizer)
    heads = ["spelling", "characters", *(["tokens"] if has_tokens else []), "share"]
    rows = [
        [row.spelling, f"{row.characters:,}", *([f"{row.tokens:,}"] if has_tokens else []), f"{row.share:.0%}"]
        for row in costs.rows()
    ]
    if is_markdown:
        yield f"| {' | '.join(heads)} |"
        yield f"|---|{'--:|' * (len(heads) - 1)}"
        yield from (f"| {' | '.join(row)} |" for row in rows)
        return
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for first, *others in [heads, *rows]:
        numbers = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join(["", first.ljust(widths[0]), *numbers])
