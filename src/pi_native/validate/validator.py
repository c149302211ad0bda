"""The validator: turns in, findings out. It does no input and no output."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from pi_native import Grammar, ToolSet, parse
from pi_native.diagnostics import catalogue, diagnose
from pi_native.model import Call, Diagnostic, Json, SchemaError
from pi_native.overlays import BASE, Syntax
from pi_native.transcripts import BadRecord, ReadOptions, Turn
from pi_native.transcripts.pieces import DEFAULT
from pi_native.transcripts.table import row_turns
from pi_native.validate.envelope import check_declared, check_role
from pi_native.validate.finding import Finding, worth_saying
from pi_native.validate.fix import Fixed, fix
from pi_native.validate.report.data import finding_data
from pi_native.validate.results import check_results, extra_result
from pi_native.validate.schemas import Schemas
from pi_native.validate.style import check_style

#: How many tool lists, out of those that records carry, are kept ready.
KEPT_TOOL_LISTS = 64

#: The layers whose findings stand behind what the parser noticed of a call.
BEHIND = {"schema": 1, "style": 2}


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking one turn gave: its findings, by place, and how many complete calls it holds.

    ``characters`` is how many characters the calls of each form have.

    >>> Checked().findings
    ()
    """

    findings: tuple[Finding, ...] = ()
    calls: int = 0
    characters: dict[str, int] = field(default_factory=dict)


class Validator:
    """Checks turns: the grammar, the typing, the tools' JSON Schemas, the results, and what the record declares.

    ``tools`` is used for the turns whose record carries no tools of its own; without any, values are typed by
    guessing and the schema layer is silent. ``style`` adds the style layer. ``fast=False`` leaves
    `jsonschema-rs` alone where the extra ``pi-native[fast]`` is installed; the findings are the same. The object can be
    pickled: it then holds the tool list alone, and what is compiled is compiled again where it is needed. Turns are
    checked one by one, in any order and in any process. ``syntax`` names the overlays of the grammar, if any.

    Raises `SchemaError` or ValueError for a tool list that cannot be used. A list that comes with a record,
    and a schema that turns out to be broken when a call needs it, give an ``unusable-schema`` finding.

    >>> from pi_native.transcripts import Location
    >>> validator = Validator([{"name": "read", "parameters": {"required": ["path"]}}])
    >>> validator.check(Turn("assistant", "no call here", Location("a.txt")))
    Checked(findings=(), calls=0, characters={})
    """

    def __init__(
        self,
        tools: ToolSet | Sequence[Mapping[str, Json]] | None = None,
        *,
        style: bool = False,
        fast: bool = True,
        syntax: Syntax = BASE,
    ) -> None:
        self._list, self._style, self._fast = None if tools is None else _plain(tools), style, fast
        self._own = Schemas(self._list, fast=fast)
        self._of_records: dict[str, Schemas | SchemaError] = {}
        self.syntax = syntax

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Validator, style=self._style, fast=self._fast, syntax=self.syntax), (self._list,)

    @cached_property
    def _grammar(self) -> Grammar:
        return self.syntax.grammar()

    def check_batch(
        self, rows: Iterable[Mapping[str, Json]] | Mapping[str, Sequence[Json]], options: ReadOptions = DEFAULT
    ) -> list[list[dict[str, Json]]]:
        """The findings of each row, as data; for what maps over batches: `datasets`, Spark, Dask, pandas, Ray.

        A row is a record as a table has it: a column of messages, of conversations or of text, and perhaps one of
        tools; a batch may be rows, or columns by name. ``options`` name the columns. A finding has the keys of a
        line of ``--output jsonl``; its ``line`` is the row's place in the batch, from 1, and ``path`` is empty.
        Raises ValueError if the rows have no such column.

        >>> Validator().check_batch({"text": ["fine", "<call:read path='a'"]})[1][0]["code"]
        'unterminated-call'
        """
        listed = _rows(rows)
        found: list[list[dict[str, Json]]] = [[] for _ in listed]
        for item in row_turns(listed, options):
            place = (item.location.line or 1) - 1
            found[place] += [finding_data(finding) for finding in self.check(item).findings]
        return found

    @property
    def identity(self) -> str:
        """What its findings depend on, beside the texts: two validators with the same give the same."""
        return repr((self._list, self._style, self.syntax))

    def check_schemas(self) -> None:
        """Compile the schema of every tool now; raises `SchemaError` for the first that cannot be used."""
        for tool in self._own.tools or ():
            self._own.checker(tool.name)

    def check(self, item: Turn | BadRecord) -> Checked:
        """What is to be said of one thing that a reader gave; only the assistant's turns hold calls."""
        if isinstance(item, BadRecord):
            return Checked((Finding.of_record(item),))
        if item.role != "assistant":
            results = (extra_result(result, "no turn of the assistant stands before it") for result in item.results)
            return Checked((*check_role(item, self._grammar), *results))
        return self._check_turn(item)

    def fixed(self, turn: Turn) -> Fixed:
        """The text of an assistant's turn with its calls in canonical form, as far as that is proved to be the same.

        Nothing is rewritten where the record's tool list is broken.

        >>> from pi_native.transcripts import Location
        >>> Validator().fixed(Turn("assistant", "<call:ls></call:ls>", Location("a.txt"))).text
        '<call:ls/>'
        """
        schemas = self._schemas(turn)
        return (
            Fixed(turn.text, 0, 0) if isinstance(schemas, SchemaError) else fix(turn.text, schemas.tools, self._grammar)
        )

    def _check_turn(self, turn: Turn) -> Checked:
        schemas = self._schemas(turn)
        usable = Schemas(None) if isinstance(schemas, SchemaError) else schemas
        result = parse(turn.text, usable.tools, grammar=self._grammar)
        calls = [segment for segment in result.segments if isinstance(segment, Call)]
        diagnostics = worth_saying(result.diagnostics, with_tools=usable.tools is not None)
        if isinstance(schemas, SchemaError):
            diagnostics += [
                diagnose("unusable-schema", call.span, str(schemas), call_index=index)
                for index, call in enumerate(result.calls[:1])
            ]
        for index, call in enumerate(result.calls):  # an incomplete call is still missing arguments (D18)
            diagnostics += usable.check(call, index)
        if self._style:
            diagnostics += check_style(result.calls, usable.tools, self._grammar)
        findings = _placed(diagnostics, turn, calls)
        findings += check_declared(turn, calls)
        if not calls:
            findings += [finding for call in turn.declared_calls for finding in usable.check_declared(call)]
        findings += check_results(turn, result.calls)
        return Checked(tuple(findings), len(result.calls) if calls else len(turn.declared_calls), _sizes(result.calls))

    def _schemas(self, turn: Turn) -> Schemas | SchemaError:
        return self._own if turn.tools is None else self._record_schemas(turn.tools)

    def _record_schemas(self, tools: list[Json]) -> Schemas | SchemaError:
        """The schemas of a record's own tools. Many carry the same list: some are kept."""
        key = json.dumps(tools)  # in order: it matters which property is the first
        if key not in self._of_records:
            if len(self._of_records) >= KEPT_TOOL_LISTS:
                del self._of_records[next(iter(self._of_records))]
            try:
                self._of_records[key] = Schemas(_plain(tools), fast=self._fast)
            except SchemaError as error:
                self._of_records[key] = error
        return self._of_records[key]


def _rows(rows: Iterable[Mapping[str, Json]] | Mapping[str, Sequence[Json]]) -> list[dict[str, Json]]:
    """Rows, also of a batch that comes as columns."""
    if not isinstance(rows, Mapping):
        return [dict(row) for row in rows]
    return [dict(zip(rows, values, strict=True)) for values in zip(*rows.values(), strict=True)]


def _placed(diagnostics: list[Diagnostic], turn: Turn, calls: list[Call]) -> list[Finding]:
    """The findings in a text: call by call, of one call by layer and place."""
    starts = [call.span.offset for call in calls]
    diagnostics.sort(key=lambda found: _order(found, starts))
    return [Finding.of(found, turn.text, turn.location, *_call_of(found, calls)) for found in diagnostics]


def _order(diagnostic: Diagnostic, starts: list[int]) -> tuple[int, int, int]:
    """Call by call; of one call, what the parser noticed, by place, and then what its schema says, and the style."""
    offset, index = diagnostic.span.offset, diagnostic.call_index
    rank = BEHIND.get(catalogue()[diagnostic.code].layer, 0)
    return offset if index is None else starts[index], rank, offset


def _call_of(diagnostic: Diagnostic, calls: list[Call]) -> tuple[str, str]:
    """The tool and the form of the call that a diagnostic is about, both empty for prose."""
    if diagnostic.call_index is None:
        return "", ""
    call = calls[diagnostic.call_index]
    return call.name, call.form


def _sizes(calls: Sequence[Call]) -> dict[str, int]:
    sizes: Counter[str] = Counter()
    for call in calls:
        sizes[call.form] += call.span.end - call.span.offset
    return dict(sizes)


def _plain(tools: ToolSet | Sequence[Mapping[str, Json]]) -> list[dict[str, Json]]:
    """The list in the bare shape, which pickles and is read again without loss."""
    known = tools if isinstance(tools, ToolSet) else ToolSet(list(tools))
    return [{"name": tool.name, "description": tool.description, "parameters": tool.parameters} for tool in known]
