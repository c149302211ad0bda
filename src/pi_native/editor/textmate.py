"""A TextMate grammar, for VS Code and other editors, made of the grammar's terminals.

An editor's engine knows no schema and reads line by line, so bodies are told apart by what they begin with, as without
a schema (D8). ``make textmate`` writes it.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from pi_native.atomic import written
from pi_native.editor.roles import Role, roles
from pi_native.grammar import Grammar
from pi_native.tags import Tag
from pi_native.terminals import Terminal

NAME = "pi-native"
SCOPE = f"text.{NAME}"
SCOPES = {
    Role.CALL: "entity.name.function",
    Role.ELEMENT: "entity.name.tag",
    Role.NAME: "entity.other.attribute-name",
    Role.OPERATOR: "keyword.operator",
    Role.QUOTED: "string.quoted",
    Role.VALUE: "string.unquoted",
    Role.VERBATIM: "string.unquoted.verbatim",
    Role.PUNCTUATION: "punctuation.definition.tag",
}


def textmate(grammar: Grammar) -> dict[str, Any]:
    """The TextMate grammar as JSON data.

    >>> sorted(textmate(Grammar.load())["repository"])
    ['attribute', 'call', 'element']
    """
    calls, element = grammar.segment_tags, grammar.element_tag
    repository = {_key(tag): _tag(grammar, tag) for tag in (*calls, element)}
    return {
        "name": NAME,
        "scopeName": SCOPE,
        "fileTypes": [NAME],
        "patterns": [{"include": f"#{_key(tag)}"} for tag in calls],
        "repository": repository | {"attribute": {"patterns": _attribute(grammar)}},
    }


def _key(tag: Tag) -> str:
    return tag.start or "element"


def _scope(role: Role) -> str:
    return f"{SCOPES[role]}.{NAME}"


def _tag(grammar: Grammar, tag: Tag) -> dict[str, Any]:
    """An open tag, its body and its closer.

    The closer has the open name put in by a back reference. It cannot be used inside the body's own patterns, so the
    body ends wherever any closer begins, and goes on as text if it was not this one.
    """
    opener, closer = tag.opener, tag.closer
    name = grammar.terminals[opener.inner or ""].source
    mark, named = _scope(Role.PUNCTUATION), _scope(Role.CALL if tag.start else Role.ELEMENT)
    end = [rf"({_quote(closer.prefix)})(\2)({_quote(closer.suffix)})"]
    end.append(rf"(?<={_quote(_literal(grammar, tag.self_end))})(?!{_quote(closer.prefix)})")
    end += [f"(?={outer.closer.source})" for outer in grammar.segment_tags if tag.start is None]
    return {
        "begin": f"({_quote(opener.prefix)})({name})",
        "beginCaptures": {"1": {"name": mark}, "2": {"name": named}},
        "end": "|".join(end),
        "endCaptures": {"1": {"name": mark}, "2": {"name": named}, "3": {"name": mark}},
        "patterns": [_rest_of_tag(grammar, tag), *_body(grammar, tag)],
    }


def _rest_of_tag(grammar: Grammar, tag: Tag) -> dict[str, Any]:
    ends = "|".join(_quote(_literal(grammar, end)) for end in (tag.self_end, tag.body_end))
    return {
        "begin": r"\G",
        "end": f"({ends})",
        "endCaptures": {"1": {"name": _scope(Role.PUNCTUATION)}},
        "patterns": [{"include": "#attribute"}],
    }


def _body(grammar: Grammar, tag: Tag) -> list[dict[str, Any]]:
    opener = _quote(tag.closer.prefix)
    stop = f"(?={opener})"
    text = {"name": _scope(Role.VERBATIM), "end": stop}
    space = _of_role(grammar, Role.SPACE)[0].source
    after = "(?=" + "|".join([f"{space}", *(_quote(_literal(grammar, e)) for e in (tag.self_end, tag.body_end))]) + ")"
    members = {
        "begin": f"(?={grammar.element_tag.opener.source}{after})",
        "end": stop,
        "patterns": [{"include": "#element"}],
    }
    body = {
        "begin": f"(?<={_quote(_literal(grammar, tag.body_end))})",
        "end": stop,
        "patterns": [members, {"begin": r"(?=\S)", **text}],
    }
    return [body, {"begin": opener, **text}]


def _attribute(grammar: Grammar) -> list[dict[str, Any]]:
    operator = "|".join(f"{terminal.source}" for terminal in _of_role(grammar, Role.OPERATOR))
    captures = {"1": {"name": _scope(Role.OPERATOR)}, "2": {"name": _scope(Role.QUOTED)}}
    quoted = [
        {
            "begin": f"({operator})?({_quote(terminal.prefix)})",
            "end": _quote(terminal.suffix),
            "beginCaptures": captures,
            "endCaptures": {"0": captures["2"]},
            "contentName": _scope(Role.QUOTED),
        }
        for terminal in _of_role(grammar, Role.QUOTED)
    ]
    bare = [
        {"match": f"({operator})({t.source})", "captures": captures | {"2": {"name": _scope(Role.VALUE)}}}
        for t in _of_role(grammar, Role.VALUE)
    ]
    names = [{"match": t.source, "name": _scope(Role.NAME)} for t in _of_role(grammar, Role.NAME)]
    return [*quoted, *bare, {"match": operator, "name": _scope(Role.OPERATOR)}, *names]


def _of_role(grammar: Grammar, role: Role) -> list[Terminal]:
    return [grammar.terminals[name] for name, each in roles(grammar).items() if each is role]


def _literal(grammar: Grammar, terminal: str) -> str:
    return grammar.terminals[terminal].literal or ""


def _quote(text: str) -> str:
    return re.escape(text)


def main(path: str) -> None:
    """Write the base grammar's to a file, whole or not at all."""
    with written(path) as file:
        file.write(json.dumps(textmate(Grammar.load()), indent=2).encode() + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
