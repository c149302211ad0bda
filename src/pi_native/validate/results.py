"""The results layer: one result a call, in the order of the calls (section "Tool-result correlation")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pi_native.diagnostics import diagnose, quoted
from pi_native.model import Call, Span
from pi_native.transcripts import DeclaredCall, Result, Turn
from pi_native.validate.envelope import shown
from pi_native.validate.finding import Finding


def check_results(turn: Turn, calls: Sequence[Call]) -> Iterator[Finding]:
    """What is wrong with the results of a turn; ``calls`` are the complete calls of its text.

    What is answered are the calls that the record declares, if it declares any, since those were executed; else the
    calls of the text. A turn that nothing follows may be waiting for its results, and one that has no result and
    declares no call may have them in a form that the reader does not know: both are no finding.
    """
    asked: Sequence[Call | DeclaredCall] = turn.declared_calls or calls
    results = turn.results
    answered = _answered(results, asked)
    for result, index in zip(results, answered, strict=True):
        if index is None:
            yield extra_result(result, _counts(asked, results))
    yield from _disorder(results, answered, asked)
    if turn.followed and (results or turn.declared_calls):
        has_text = len(calls) == len(asked)
        for index in sorted(set(range(len(asked))) - set(answered)):
            yield _missing(turn, calls[index] if has_text else asked[index], _counts(asked, results))


def extra_result(result: Result, detail: str) -> Finding:
    """The finding for a result that answers no call."""
    return _at_result("extra-result", result, detail)


def _answered(results: Sequence[Result], calls: Sequence[Call | DeclaredCall]) -> list[int | None]:
    """The place of the call that each result answers: by the ids where all have one, else by order."""
    ids = [call.id if isinstance(call, DeclaredCall) else None for call in calls]
    places = {call_id: index for index, call_id in enumerate(ids) if call_id is not None}
    if len(places) < len(calls) or any(result.id is None for result in results):
        return [index if index < len(calls) else None for index in range(len(results))]
    return [places.pop(result.id or "", None) for result in results]


def _disorder(
    results: Sequence[Result], answered: Sequence[int | None], calls: Sequence[Call | DeclaredCall]
) -> Iterator[Finding]:
    last = -1
    for result, index in zip(results, answered, strict=True):
        if index is None:
            continue
        name = calls[index].name
        if index < last:
            yield _at_result("results-out-of-order", result, f"the result of call {index} stands behind that of {last}")
            return
        if result.name is not None and result.name != name:
            detail = f"a result of {quoted(result.name)} where call {index} is of {quoted(name)}"
            yield _at_result("results-out-of-order", result, detail)
            return
        last = index


def _at_result(code: str, result: Result, detail: str) -> Finding:
    span = Span(0, len(result.text), 1, 1)
    return Finding.of(diagnose(code, span, detail), result.text, result.location, result.name or "")


def _missing(turn: Turn, call: Call | DeclaredCall, detail: str) -> Finding:
    if isinstance(call, Call):
        return Finding.of(diagnose("missing-result", call.span, detail), turn.text, turn.location, call.name, call.form)
    text = shown(call)
    return Finding.of(diagnose("missing-result", Span(0, len(text), 1, 1), detail), text, call.location, call.name)


def _counts(calls: Sequence[object], results: Sequence[object]) -> str:
    return f"{_plural(len(calls), 'call')}, {_plural(len(results), 'result')}"


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
