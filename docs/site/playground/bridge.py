"""What the playground asks of the package, in the browser: a request and an answer, both JSON.

It needs nothing but the core and Lark; JSON Schema checks come with an archive of their own (checks.py).
Offsets are UTF-16 code units, as JavaScript counts.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from lark import Token, Tree

from pi_native import Grammar, StreamParser, ToolSet, parse, parse_tree
from pi_native.data import event_data, to_json
from pi_native.diagnostics import catalogue
from pi_native.grammar_errors import check_meaning
from pi_native.model import Call, Diagnostic, GrammarError, ParseResult
from pi_native.overlays import Overlay, grammar_folder
from pi_native.productions import read_productions

MAX_SHOWN = 80  # characters of a token in the tree
MAX_NODES = 5_000  # in the tree; the rest is counted
MAX_EVENTS = 200

_CHANGED = re.compile(r"^[ \t]*(?:%(?:override|extend)\s+)?[?!]?(\w+)(?:\.-?\d+)?\s*:", re.MULTILINE)


class BadInput(Exception):
    """A pane that cannot be used: what is wrong, and the line of it, from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def answer(request: str) -> str:
    """Everything that the page shows of a text."""
    asked = json.loads(request)
    errors: dict[str, dict[str, Any]] = {}
    tools = _or_error(errors, "tools", read_tools, asked["tools"]) if asked["schema"] else None
    grammar = _or_error(errors, "overlay", load_grammar, asked["overlay"]) or load_grammar("")
    try:
        shown = _shown(asked, tools, grammar)
    except Exception as error:  # a grammar may be sound for Lark and still not be one that the parser can run
        if grammar is load_grammar(""):
            raise
        errors["overlay"] = {
            "message": f"the parser cannot run this grammar: {type(error).__name__}: {error}",
            "line": 1,
        }
        grammar = load_grammar("")
        shown = _shown(asked, tools, grammar)
    overlay = asked["overlay"] if "overlay" not in errors else ""
    return json.dumps(shown | {"errors": errors, "rules": rules(overlay)})


def _or_error(errors: dict[str, dict[str, Any]], pane: str, read: Any, text: str) -> Any:
    try:
        return read(text)
    except BadInput as error:
        errors[pane] = {"message": str(error), "line": error.line}
        return None


def read_tools(text: str) -> ToolSet:
    """The tool list of the pane. Raises `BadInput`."""
    try:
        return ToolSet(json.loads(text))
    except json.JSONDecodeError as error:
        raise BadInput(error.msg, error.lineno) from None
    except (ValueError, TypeError, RecursionError) as error:
        raise BadInput(str(error), 1) from None


#: What an overlay's pane is called where a file's path would be.
PANE = "overlay"


def base_text() -> str:
    """The text of the base grammar."""
    return grammar_folder().joinpath("pi_native.lark").read_text(encoding="utf-8")


@lru_cache(maxsize=2)
def load_grammar(overlay: str) -> Grammar:
    """The base grammar with an overlay behind it. Raises `BadInput` with a line of the overlay."""
    if not overlay.strip():
        return Grammar.load()
    try:
        grammar = Grammar(base_text(), [Overlay(PANE, PANE, "1", "", overlay)])
        check_meaning(grammar)
    except GrammarError as error:
        raise BadInput(error.reason, error.line if error.path == PANE else 1) from None
    return grammar


def rules(overlay: str) -> dict[str, list[Any]]:
    """Where each production stands: the pane, and from where to where in it; what an overlay changes stands there."""
    base = base_text()
    lines = base.split("\n")
    found: dict[str, list[Any]] = {}
    for name, production in read_productions(base).items():
        first = last = production.line - 1
        while first and lines[first - 1].startswith("//"):
            first -= 1
        start = sum(len(line) + 1 for line in lines[:first])
        found[name] = ["grammar", start, start + sum(len(line) + 1 for line in lines[first : last + 1]) - 1]
    for match in _CHANGED.finditer(overlay):
        end = overlay.find("\n", match.start())
        found[match[1]] = ["overlay", match.start(), len(overlay) if end < 0 else end]
    return found


def _shown(asked: dict[str, Any], tools: ToolSet | None, grammar: Grammar) -> dict[str, Any]:
    text = asked["text"]
    units = _units(text)
    arrived = text if asked["arrived"] is None else text[: _points(text, asked["arrived"])]
    result = parse(arrived, tools, grammar=grammar)
    found = [*result.diagnostics, *(_checked(result, asked["tools"]) if tools is not None and asked["checks"] else ())]
    hidden = set() if tools is not None else {"unknown-tool", "unnamed-inline-body"}
    shown = {
        "calls": [list(pieces(each, number)) for number, each in enumerate(_calls(result))],
        "prose": result.text,
        "diagnostics": [
            {
                "code": each.code,
                "severity": each.severity,
                "message": each.message,
                "hint": catalogue()[each.code].hint,
                "place": f"{each.span.line}:{each.span.column}",
                "start": units[each.span.offset],
                "end": units[each.span.end],
            }
            for each in sorted(found, key=lambda each: each.span.offset)
            if each.code not in hidden
        ],
        "nodes": nodes(arrived, tools, grammar, result, units),
    }
    if asked["arrived"] is not None:
        shown["stream"] = stream(arrived, asked["chunk"], tools, grammar, units)
    return shown


def can_check() -> str:
    """Why JSON Schema checks are not to be had, or nothing."""
    try:
        import checks  # noqa: F401
    except ImportError as error:
        return str(error)
    return ""


def _checked(result: ParseResult, tools: str) -> Iterator[Diagnostic]:
    from checks import check

    return check(result, tools)


def _units(text: str) -> Any:
    """For each offset in code points, the one in UTF-16 code units."""
    if text.isascii() or max(text) < "\U00010000":
        return range(len(text) + 1)
    units = [0]
    for char in text:
        units.append(units[-1] + (2 if char >= "\U00010000" else 1))
    return units


def _points(text: str, unit: int) -> int:
    """The offset in code points of one in UTF-16 code units."""
    units = _units(text)
    return unit if isinstance(units, range) else sum(1 for each in units[1:] if each <= unit)


def _calls(result: ParseResult) -> list[Call]:
    return [each for each in result.segments if isinstance(each, Call)]


# -- values ------------------------------------------------------------------------------------------------------------


def pieces(call: Call, number: int) -> Iterator[str | list[str]]:
    """A call as JSON in pieces: a text; ``[link]`` where a linked value begins; ``[]`` where it ends."""
    yield [f"{number}:"]
    yield f'{{"name": {to_json(call.name)}, "arguments": '
    yield from _value(call.arguments, f"{number}:", 1)
    yield "}" if call.complete else "}  incomplete: not to be run"
    yield []


def _value(value: Any, link: str, depth: int) -> Iterator[str | list[str]]:
    if isinstance(value, (dict, list)) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        yield "{" if isinstance(value, dict) else "["
        for place, (key, each) in enumerate(pairs):
            yield ("," if place else "") + "\n" + "  " * depth
            inner = f"{link}/{_escaped(str(key))}"
            yield [inner]
            yield f"{to_json(key)}: " if isinstance(value, dict) else ""
            yield from _value(each, inner, depth + 1)
            yield []
        yield "\n" + "  " * (depth - 1) + ("}" if isinstance(value, dict) else "]")
    else:
        yield to_json(value)


def _escaped(key: str) -> str:
    """A key as a part of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1")


# -- the tree ----------------------------------------------------------------------------------------------------------


def nodes(text: str, tools: ToolSet | None, grammar: Grammar, result: ParseResult, units: Any) -> list[dict[str, Any]]:
    """The nodes of the parse tree in order: name, depth, where, and the value each stands for, as a link."""
    tree = parse_tree(text, tools, grammar=grammar)
    made = [{"name": str(tree.data), "depth": 0, "start": 0, "end": units[len(text)], "link": "", "text": ""}]
    numbers = iter(range(len(text) + 1))
    for child, segment in zip(tree.children, result.segments, strict=True):
        if isinstance(segment, Call):
            linker = _Linker(grammar, segment, f"{next(numbers)}:")
            walk: Iterator[tuple[Tree[Token] | Token, int, str]] = linker.walk(child)
        else:
            walk = iter([(child, 1, "")])
        for node, depth, link in walk:
            start, end = _extent(node, segment.span.offset)
            made.append(
                {
                    "name": str(node.type if isinstance(node, Token) else node.data),
                    "depth": depth,
                    "start": units[start],
                    "end": units[end],
                    "link": link,
                    "text": to_json(str(node[:MAX_SHOWN])) if isinstance(node, Token) else "",
                }
            )
            if len(made) == MAX_NODES:
                return made
    return made


def _extent(node: Tree[Token] | Token, default: int) -> tuple[int, int]:
    """From where to where: from the first token to the last. A loop, since a tree may be deeper than the stack."""
    first, last = node, node
    while isinstance(first, Tree):
        full = [each for each in first.children if not isinstance(each, Tree) or each.children]
        if not full:
            return default, default
        first = full[0]
    while isinstance(last, Tree):
        last = [each for each in last.children if not isinstance(each, Tree) or each.children][-1]
    return first.start_pos or 0, last.end_pos or 0


class _Linker:
    """Says for each node of a call's tree which value it stands for, from the names on the tags."""

    def __init__(self, grammar: Grammar, call: Call, link: str) -> None:
        self._opener = grammar.element_tag.opener
        self._name = self._opener.inner
        self._verbatim = grammar.verbatim
        self._call, self._link = call, link

    def walk(self, tree: Tree[Token]) -> Iterator[tuple[Tree[Token] | Token, int, str]]:
        """The nodes in order with depth and link."""
        waiting: list[tuple[Any, int, str, Any, Counter[str], Counter[str]]] = []
        counts = self._counts(tree)
        waiting.append((tree, 1, self._link, self._call.arguments, counts, Counter()))
        while waiting:
            node, depth, link, value, counts, seen = waiting.pop()
            name = self._name_of(node)
            if name is not None:
                link, value = self._member(name, link, value, counts, seen)
                counts, seen = self._counts(node), Counter()
            elif isinstance(node, Token) and node.type in self._verbatim and value is self._call.arguments:
                link = self._inline(tree, link)
            yield node, depth, link
            if isinstance(node, Tree):
                waiting += [(each, depth + 1, link, value, counts, seen) for each in reversed(node.children)]

    def _name_of(self, node: Any) -> str | None:
        """The name, if the node is an attribute or an element."""
        if isinstance(node, Tree):
            for child in node.children:
                if isinstance(child, Token) and child.type == self._opener.name:
                    return self._opener.unwrap(str(child))
                if isinstance(child, Token) and child.type == self._name:
                    return str(child)
        return None

    def _counts(self, tree: Tree[Token]) -> Counter[str]:
        """How often each name stands directly in a tag or its body."""
        found: Counter[str] = Counter()
        waiting = list(tree.children)
        while waiting:
            node = waiting.pop()
            name = self._name_of(node)
            if name is not None:
                found[name] += 1
            elif isinstance(node, Tree):
                waiting += node.children
        return found

    def _member(self, name: str, link: str, value: Any, counts: Counter[str], seen: Counter[str]) -> tuple[str, Any]:
        if not isinstance(value, dict) or name not in value:
            return link, None
        link, inner = f"{link}/{_escaped(name)}", value[name]
        if isinstance(inner, list) and counts[name] == len(inner):
            place = seen[name]
            seen[name] += 1
            return f"{link}/{place}", inner[place]
        return link, inner

    def _inline(self, tree: Tree[Token], link: str) -> str:
        """The argument that the inline body fills: the one that no attribute gives."""
        given = self._counts(tree)
        name = next((key for key in self._call.arguments if key not in given), None)
        return link if name is None else f"{link}/{_escaped(name)}"


# -- streaming ---------------------------------------------------------------------------------------------------------


def stream(arrived: str, chunk: int, tools: ToolSet | None, grammar: Grammar, units: Any) -> dict[str, Any]:
    """What the last chunk led to, and from where on text is held back."""
    parser = StreamParser(tools, grammar=grammar)
    cut = max(0, (len(arrived) - 1) // chunk * chunk)
    parser.feed(arrived[:cut])
    events = [event_data(each) for each in parser.feed(arrived[cut:])]
    held = held_from(arrived, tools, grammar)
    return {
        "events": [to_json(each) for each in events[:MAX_EVENTS]],
        "held": units[held],
        "arrived": units[len(arrived)],
    }


def held_from(text: str, tools: ToolSet | None, grammar: Grammar) -> int:
    """From which offset on a text is held back: the shortest beginning of it that leads to the same events.

    What was announced only grows with the text, so the place is found by halving.
    """
    whole = _announced(text, tools, grammar)
    low, high = 0, len(text)
    while low < high:
        middle = (low + high) // 2
        if _announced(text[:middle], tools, grammar) == whole:
            high = middle
        else:
            low = middle + 1
    return low


def _announced(text: str, tools: ToolSet | None, grammar: Grammar) -> Counter[str]:
    """The events, and how many characters of prose and of strings came with them."""
    found: Counter[str] = Counter()
    for event in StreamParser(tools, grammar=grammar).feed(text):
        delta = getattr(event, "text", None)
        found[type(event).__name__] += 1 if delta is None else len(delta)
    return found
