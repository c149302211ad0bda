"""The validator: turns in, findings out. It does no input and no output."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pi_native import ToolSet, parse
from pi_native.diagnostics import catalogue, diagnose
from pi_native.model import Call, Diagnostic, Json, SchemaError
from pi_native.transcripts import BadRecord, Turn
from pi_native.validate.finding import Finding, worth_saying
from pi_native.validate.json_schema import ToolChecker

#: How many tool lists, out of those that records carry, are kept ready.
KEPT_TOOL_LISTS = 64


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking one turn gave: its findings, by place, and how many complete calls it holds.

    >>> Checked().findings
    ()
    """

    findings: tuple[Finding, ...] = ()
    calls: int = 0


class Validator:
    """Checks turns against the grammar, the typing and the tools' JSON Schemas.

    ``tools`` is used for the turns whose record carries no tools of its own; without any, values are typed by
    guessing and the schema layer is silent. The object can be pickled: it then holds the tool list alone, and
    what is compiled is compiled again where it is needed.

    Raises `SchemaError` or ValueError for a tool list that cannot be used. A list that comes with a record,
    and a schema that turns out to be broken when a call needs it, give an ``unusable-schema`` finding.

    >>> from pi_native.transcripts import Location
    >>> validator = Validator([{"name": "read", "parameters": {"required": ["path"]}}])
    >>> validator.check(Turn("assistant", "no call here", Location("a.txt")))
    Checked(findings=(), calls=0)
    """

    def __init__(self, tools: ToolSet | Sequence[Mapping[str, Json]] | None = None) -> None:
        self._list = None if tools is None else _plain(tools)
        self._own = _Schemas(self._list)
        self._of_records: dict[str, _Schemas | SchemaError] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Validator, (self._list,)

    def check_schemas(self) -> None:
        """Compile the schema of every tool now; raises `SchemaError` for the first that cannot be used."""
        for tool in self._own.tools or ():
            self._own.checker(tool.name)

    def check(self, item: Turn | BadRecord) -> Checked:
        """What is to be said of one thing that a reader gave; only the assistant's turns hold calls."""
        if isinstance(item, BadRecord):
            return Checked((Finding.of_record(item),))
        if item.role != "assistant":
            return Checked()
        schemas = self._own if item.tools is None else self._record_schemas(item.tools)
        usable = _Schemas(None) if isinstance(schemas, SchemaError) else schemas
        result = parse(item.text, usable.tools)
        diagnostics = worth_saying(result.diagnostics, with_tools=usable.tools is not None)
        if isinstance(schemas, SchemaError):
            diagnostics += [_unusable(schemas, call, index) for index, call in enumerate(result.calls[:1])]
        for index, call in enumerate(result.calls):  # an incomplete call is still missing arguments (D18)
            diagnostics += usable.check(call, index)
        starts = [segment.span.offset for segment in result.segments if isinstance(segment, Call)]
        diagnostics.sort(key=lambda diagnostic: _order(diagnostic, starts))
        findings = tuple(Finding.of(found, item.text, item.location) for found in diagnostics)
        return Checked(findings, len(result.calls))

    def _record_schemas(self, tools: list[Json]) -> _Schemas | SchemaError:
        """The schemas of a record's own tools. Many carry the same list: some are kept."""
        key = json.dumps(tools)  # in order: it matters which property is the first
        if key not in self._of_records:
            if len(self._of_records) >= KEPT_TOOL_LISTS:
                del self._of_records[next(iter(self._of_records))]
            try:
                self._of_records[key] = _Schemas(_plain(tools))
            except SchemaError as error:
                self._of_records[key] = error
        return self._of_records[key]


class _Schemas:
    """A tool list with the checkers of its tools, each made when a call first needs it."""

    def __init__(self, tools: list[dict[str, Json]] | None) -> None:
        self.tools = None if tools is None else ToolSet(tools)
        self._checkers: dict[str, ToolChecker | SchemaError] = {}

    def checker(self, name: str) -> ToolChecker | None:
        """The checker of a tool, or None if it is unknown; raises `SchemaError` for a broken schema."""
        tool = None if self.tools is None else self.tools.get(name)
        if tool is None:
            return None
        if name not in self._checkers:
            try:
                self._checkers[name] = ToolChecker(tool)
            except SchemaError as error:
                self._checkers[name] = error
        checker = self._checkers[name]
        if isinstance(checker, SchemaError):
            raise checker.with_traceback(None)  # else each call would lengthen it
        return checker

    def check(self, call: Call, index: int) -> Iterator[Diagnostic]:
        """What the tool's JSON Schema says against a call."""
        try:
            checker = self.checker(call.name)
            violations = checker.violations(call.arguments) if checker else []
        except SchemaError as error:
            yield _unusable(error, call, index)
            return
        for pointer, message in violations:
            detail = f"{message} (at {pointer})" if pointer else message
            yield diagnose("schema-violation", call.span, detail, call_index=index, pointer=pointer)


def _order(diagnostic: Diagnostic, starts: list[int]) -> tuple[int, bool, int]:
    """Call by call; of one call, what the parser noticed, by place, and then what its schema says."""
    offset, index = diagnostic.span.offset, diagnostic.call_index
    of_schema = catalogue()[diagnostic.code].layer == "schema"
    return offset if index is None else starts[index], of_schema, offset


def _unusable(error: SchemaError, call: Call, index: int) -> Diagnostic:
    return diagnose("unusable-schema", call.span, str(error), call_index=index)


def _plain(tools: ToolSet | Sequence[Mapping[str, Json]]) -> list[dict[str, Json]]:
    """The list in the bare shape, which pickles and is read again without loss."""
    known = tools if isinstance(tools, ToolSet) else ToolSet(list(tools))
    return [{"name": tool.name, "description": tool.description, "parameters": tool.parameters} for tool in known]
