"""The schema layer: the tools of a list, each with the checker of its arguments."""

from __future__ import annotations

from collections.abc import Iterator

from pi_native.diagnostics import diagnose, quoted
from pi_native.model import Call, Diagnostic, Json, SchemaError
from pi_native.tools import ToolSet
from pi_native.transcripts import DeclaredCall
from pi_native.validate.envelope import at_declared
from pi_native.validate.finding import Finding
from pi_native.validate.json_schema import ToolChecker


class Schemas:
    """A tool list with the checkers of its tools, each made when a call first needs it; ``fast`` is theirs."""

    def __init__(self, tools: list[dict[str, Json]] | None, *, fast: bool = True) -> None:
        self._fast = fast
        self.tools = None if tools is None else ToolSet(tools)
        self._checkers: dict[str, ToolChecker | SchemaError] = {}

    def checker(self, name: str) -> ToolChecker | None:
        """The checker of a tool, or None if it is unknown; raises `SchemaError` for a broken schema."""
        tool = None if self.tools is None else self.tools.get(name)
        if tool is None:
            return None
        if name not in self._checkers:
            try:
                self._checkers[name] = ToolChecker(tool, fast=self._fast)
            except SchemaError as error:
                self._checkers[name] = error
        checker = self._checkers[name]
        if isinstance(checker, SchemaError):
            raise checker.with_traceback(None)  # else each call would lengthen it
        return checker

    def check(self, call: Call, index: int) -> Iterator[Diagnostic]:
        """What the tool's JSON Schema says against a call."""
        for code, detail, pointer in self._judged(call.name, call.arguments):
            yield diagnose(code, call.span, detail, call_index=index, pointer=pointer)

    def check_declared(self, call: DeclaredCall) -> Iterator[Finding]:
        """The same of a call that a record declares and that has no text, and whether its tool is known."""
        if not isinstance(call.arguments, dict):
            return
        if self.tools is not None and call.name not in self.tools:
            yield at_declared("unknown-tool", call, quoted(call.name))
        for code, detail, pointer in self._judged(call.name, call.arguments):
            yield at_declared(code, call, detail, pointer)

    def _judged(self, name: str, arguments: dict[str, Json]) -> Iterator[tuple[str, str, str | None]]:
        """Code, detail and pointer of each finding."""
        try:
            checker = self.checker(name)
            violations = checker.violations(arguments) if checker else []
        except SchemaError as error:
            yield "unusable-schema", str(error), None
            return
        for pointer, message in violations:
            yield "schema-violation", f"{message} (at {pointer})" if pointer else message, pointer
