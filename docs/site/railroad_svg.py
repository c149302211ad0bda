"""Railroad diagrams of the grammar's definitions, read by Lark's own grammar of grammars."""

import io
from functools import cache

import railroad
from lark import Lark, Token, Tree

from pi_native import Grammar

KINDS = {"?": railroad.Optional, "*": railroad.ZeroOrMore, "+": railroad.OneOrMore}


@cache
def _reader() -> Lark:
    return Lark.open_from_package("lark", "lark.lark", ["grammars"], parser="lalr", maybe_placeholders=False)


def diagram(grammar: Grammar, name: str) -> str:
    """The diagram of a production as SVG, in one line; each name in it leads to that production's page."""
    production = grammar.productions[name]
    (definition,) = _reader().parse(production.definition + "\n").children
    if definition.data == "declare":
        drawn = railroad.Comment("any text; the lexer finds its end")
    else:
        drawn = _drawn(definition.children[-1])
    out = io.StringIO()
    railroad.Diagram(railroad.Start("complex" if len(str(drawn)) > 400 else "simple"), drawn).writeSvg(out.write)
    return " ".join(out.getvalue().split("\n"))


def _drawn(node: Tree | Token):
    if isinstance(node, Token):
        return railroad.Terminal(str(node))
    parts = [child for child in node.children if isinstance(child, Tree)]
    match node.data:
        case "name":
            name = str(node.children[0])
            return railroad.NonTerminal(name, href=f"{name}.html")
        case "literal":
            return railroad.Terminal(_shown(str(node.children[0])))
        case "expr":
            return KINDS[str(node.children[1])](_drawn(parts[0]))
        case "expansion":
            return railroad.Sequence(*map(_drawn, parts))
        case "expansions":
            return railroad.Choice(0, *map(_drawn, parts))
    raise ValueError(f"no drawing for {node.data}")


def _shown(literal: str) -> str:
    """A string without its quotes; a regular expression as it is."""
    return literal[1:-1].replace('\\"', '"') if literal.startswith('"') else literal
