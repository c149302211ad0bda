"""A page a production: its comment, its diagram, its examples as they were run, its place in the specification."""

from railroad_svg import diagram
from wording import code, fenced, spec_link

from pi_native import Grammar, parse
from pi_native.data import to_json
from pi_native.examples import accepts, context, examples
from pi_native.productions import Production


def pages() -> dict[str, str]:
    """The pages by path."""
    grammar = Grammar.load()
    made = {f"grammar/{name}.md": _page(grammar, each) for name, each in grammar.productions.items()}
    return {"grammar/index.md": _index(grammar)} | made


def _index(grammar: Grammar) -> str:
    lines = ["# Grammar", "", grammar_heading(grammar), "", "| production | what it is |", "|---|---|"]
    lines += [f"| [`{name}`]({name}.md) | {_brief(each)} |" for name, each in grammar.productions.items()]
    lines += ["", "## The file", "", fenced(grammar.text, "text")]
    return "\n".join(lines)


def grammar_heading(grammar: Grammar) -> str:
    """What the file says of itself: the prose of its first comment."""
    lines = grammar.text.split("\n\n")[0].split("\n") + grammar.text.split("\n\n")[1].split("\n")
    prose = [line.removeprefix("//").strip() for line in lines[2:]]
    return " ".join(prose[: prose.index("")] if "" in prose else prose)


def _brief(production: Production) -> str:
    return (production.desc.split(". ")[0].removesuffix(".") or "a part of the terminal that names it") + "."


def _page(grammar: Grammar, each: Production) -> str:
    users = [name for name, other in grammar.productions.items() if each.name in _words(other) and name != each.name]
    lines = [f"# {each.name}", "", each.desc or _brief(each), ""]
    lines += [f'<div class="railroad">{diagram(grammar, each.name)}</div>', "", fenced(each.definition, "text")]
    if users:
        lines += ["Used by " + ", ".join(f"[`{name}`]({name}.md)" for name in users) + ".", ""]
    if each.absent:
        lines += [
            "Where it is needed and missing, the parser goes on as if it stood there with an empty text, and reports "
            f"[`{each.absent}`](../diagnostics/{each.absent}.md).",
            "",
        ]
    lines += _examples(grammar, each.name)
    if each.spec:
        lines += [spec_link(each.spec), ""]
    return "\n".join(lines)


def _words(production: Production) -> list[str]:
    text = production.definition.partition(":")[2]
    return "".join(char if char.isalnum() or char == "_" else " " for char in text).split()


def _examples(grammar: Grammar, name: str) -> list[str]:
    """The examples as a table; each is run here, and the build fails if one does not do what the grammar says."""
    found = [each for each in examples(grammar) if each.production == name]
    if not found:
        return []
    rows = ["## Examples", "", "| text | | parsed, in the shortest text around it |", "|---|---|---|"]
    for each in found:
        assert accepts(grammar, name, each.text) == each.is_accepted, each
        verdict = "accepted" if each.is_accepted else "**rejected**"
        rows.append(f"| {code(each.text)} | {verdict} | {_result(grammar, name, each.text)} |")
    return [*rows, ""]


def _result(grammar: Grammar, name: str, text: str) -> str:
    if name not in grammar.rules and name in grammar.terminals:
        return ""
    result = parse(text.join(context(grammar, name)), grammar=grammar)
    calls = [code(f"{call.name} {to_json(call.arguments)}") for call in result.calls]
    codes = dict.fromkeys(found.code for found in result.diagnostics if found.code != "unknown-tool")
    links = [f"[`{each}`](../diagnostics/{each}.md)" for each in codes]
    return ", ".join(calls + links) or "prose"
