"""Results and calls, matched by order (section "Tool-result correlation").

Calls carry no id, but under an overlay that has some: the first result answers the first call, and so on. A transport
that wants ids gets made-up ones, which never enter the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from pi_native.diagnostics import quoted
from pi_native.model import Call, PiNativeError

C = TypeVar("C")
R = TypeVar("R")


class CorrelationError(PiNativeError, ValueError):
    """Results that cannot be matched to calls.

    ``index`` is the place, from 0, of the call without a result or of the result without a call, or None
    where the fault is an id that belongs to no call; ``call_id`` is the id in question, or None where no ids
    are in play.
    """

    def __init__(self, message: str, *, index: int | None = None, call_id: str | None = None) -> None:
        super().__init__(message)
        self.index, self.call_id = index, call_id


def correlate(calls: Sequence[C], results: Sequence[R]) -> tuple[tuple[C, R], ...]:
    """Pair every call with its result, by emission order (section "Tool-result correlation").

    ``calls`` are the complete calls of one turn (``ParseResult.calls``: an incomplete call is not executed,
    D18, so it has no result); ``results`` is whatever the host made of them. Raises `CorrelationError` when
    the counts differ, because going on would give some calls another call's result.

    >>> correlate(["read", "bash"], ["text of the file", "exit 0"])
    (('read', 'text of the file'), ('bash', 'exit 0'))
    """
    if len(results) < len(calls):
        index = len(results)
        raise CorrelationError(
            f"{_counts(calls, results)}: call {index}{_name(calls[index])} has no result", index=index
        )
    if len(results) > len(calls):
        index = len(calls)
        raise CorrelationError(f"{_counts(calls, results)}: result {index} answers no call", index=index)
    return tuple(zip(calls, results, strict=True))


def _counts(calls: Sequence[object], results: Sequence[object]) -> str:
    return f"{_plural(len(calls), 'call')} but {_plural(len(results), 'result')}"


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _name(call: object) -> str:
    return f" ({quoted(call.name)})" if isinstance(call, Call) else ""


def numbered(index: int) -> str:
    """The id that `CallIds` gives the call at ``index`` unless told otherwise.

    >>> numbered(3)
    'call_3'
    """
    return f"call_{index}"


class CallIds:
    """Ids for the calls of one turn, for a transport that needs them, and the way back.

    Spec: section "Tool-result correlation": the host synthesizes the ids and keeps the mapping; they never
    appear in the text. ``mint`` makes the id for the call at an index. The default is the same every time, so
    a conversation of several turns whose ids must differ gives one of its own, for example ``lambda index:
    f"call_{turn}_{index}"``. Raises `CorrelationError` if ``mint`` gives the same id twice.

    >>> ids = CallIds(2)
    >>> ids.id_of(1), ids.index_of("call_0")
    ('call_1', 0)
    >>> ids.in_order([("call_1", "exit 0"), ("call_0", "text of the file")])
    ['text of the file', 'exit 0']
    """

    def __init__(self, count: int, mint: Callable[[int], str] = numbered) -> None:
        self._mint = mint
        self._ids: list[str] = []
        self._indexes: dict[str, int] = {}
        for _ in range(count):
            self.add()

    @classmethod
    def of(cls, calls: Sequence[Call]) -> CallIds:
        """The ids that calls carry in their notes, as under an overlay that has some; made up for those without.

        >>> from pi_native import Call, Span
        >>> CallIds.of([Call("ls", {}, "attribute", Span(0, 9, 1, 1), notes={"id": "c1"})]).id_of(0)
        'c1'
        """
        return cls(len(calls), lambda index: str((calls[index].notes or {}).get("id", numbered(index))))

    def __len__(self) -> int:
        return len(self._ids)

    def add(self) -> str:
        """The id of one more call, as a stream begins it; raises `CorrelationError` for one that was made before.

        >>> ids = CallIds(1)
        >>> ids.add(), len(ids)
        ('call_1', 2)
        """
        call_id, index = self._mint(len(self._ids)), len(self._ids)
        if call_id in self._indexes:
            message = f"the id {quoted(call_id)} was made twice"
            raise CorrelationError(message, index=self._indexes[call_id], call_id=call_id)
        self._ids.append(call_id)
        self._indexes[call_id] = index
        return call_id

    def id_of(self, index: int) -> str:
        """The id of the call at ``index``, from 0; raises IndexError where there is no such call.

        >>> CallIds(1).id_of(0)
        'call_0'
        """
        if not 0 <= index < len(self._ids):
            raise IndexError(f"no call {index}: there are {len(self._ids)}")
        return self._ids[index]

    def index_of(self, call_id: str) -> int:
        """The place of the call with this id; raises `CorrelationError` for an id that was not given out.

        >>> CallIds(1).index_of("call_0")
        0
        """
        if call_id not in self._indexes:
            raise CorrelationError(f"no call has the id {quoted(call_id)}", call_id=call_id)
        return self._indexes[call_id]

    def in_order(self, results: Iterable[tuple[str, R]]) -> list[R]:
        """The results, given as (id, result) in any order, in the order of the calls.

        Raises `CorrelationError` for an unknown id, an id given twice, and a call without a result.

        >>> CallIds(2).in_order([("call_0", "a"), ("call_1", "b")])
        ['a', 'b']
        """
        found: dict[int, R] = {}
        for call_id, result in results:
            index = self.index_of(call_id)
            if index in found:
                raise CorrelationError(f"two results for the id {quoted(call_id)}", index=index, call_id=call_id)
            found[index] = result
        for index, call_id in enumerate(self._ids):
            if index not in found:
                message = f"{_counts(self._ids, list(found))}: call {index} ({quoted(call_id)}) has no result"
                raise CorrelationError(message, index=index, call_id=call_id)
        return [found[index] for index in range(len(self._ids))]
