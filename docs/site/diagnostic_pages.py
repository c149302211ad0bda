"""A page a diagnostic, from the catalogue; the examples of the parser's layers are run."""

import json
from functools import partial

from wording import code, decisions, fenced, spec_link

from pi_native import Grammar, Limits, ToolSet, parse
from pi_native.diagnostics import Entry, catalogue, example_tools, excerpt

PARSED = ("grammar", "typing")


def pages() -> dict[str, str]:
    """The pages by path."""
    return {"diagnostics/index.md": _index()} | {f"diagnostics/{e.code}.md": _page(e) for e in catalogue().values()}


def _index() -> str:
    lines = [
        "# Diagnostics",
        "",
        "A text never fails to parse. What was repaired, guessed or skipped is reported, with its place.",
    ]
    for layer in dict.fromkeys(each.layer for each in catalogue().values()):
        lines += ["", f"## {layer}", "", "| code | severity | what is said |", "|---|---|---|"]
        entries = [each for each in catalogue().values() if each.layer == layer]
        lines += [f"| [`{each.code}`]({each.code}.md) | {each.severity} | {each.summary} |" for each in entries]
    lines += ["", "The examples are read with this tool list:", "", fenced(example_tools(), "json")]
    return "\n".join(lines)


def _page(entry: Entry) -> str:
    lines = [f"# {entry.code}", "", f"**{entry.severity}** of the layer *{entry.layer}*: {entry.summary}.", ""]
    lines += [
        decisions(entry.meaning),
        "",
        f"To mend it: {entry.hint}.",
        "",
        "## Fails",
        "",
        fenced(entry.fail, _language(entry)),
    ]
    lines += [*_said(entry), "## Passes", "", fenced(entry.pass_, _language(entry))]
    if entry.limits:
        lines += [f"With the limits {code(json.dumps(entry.limits))}.", ""]
    return "\n".join([*lines, spec_link(entry.spec), ""])


def _said(entry: Entry) -> list[str]:
    """What the parser says of the failing text; the build fails if it does not say it, or says it of the other."""
    if entry.layer not in PARSED:
        return []
    tools = ToolSet(json.loads(example_tools()))
    limits = Limits(**entry.limits)
    read = partial(parse, tools=tools, limits=limits, grammar=Grammar.load([entry.overlay] if entry.overlay else []))
    found = [each for each in read(entry.fail).diagnostics if each.code == entry.code]
    assert found, entry.code
    assert not read(entry.pass_).diagnostics, entry.code
    place = found[0].span
    message = f"{place.line}:{place.column}: {found[0].severity}: {entry.code} {found[0].message}"
    return ["What is said of it:", "", fenced(f"{message}\n{excerpt(entry.fail, place)}", "text")]


def _language(entry: Entry) -> str:
    return "pi-native" if entry.layer in PARSED else "json"
