"""What a streaming parser announces, and in which order (D20).

The order is a state machine, `TRANSITIONS`; the picture of it in the docs is drawn from this table. Beside it holds:

* Each ``ArgumentStart`` has one ``ArgumentEnd`` with the same pointer, before the call's ``CallEnd``. Only a
  ``CallIncomplete`` may come before it.
* A list or an object is open while what is in it is announced: ``/edit`` starts before ``/edit/path`` and ends behind
  it. A list ends with what encloses it, since items may come again.
* Deltas of a string follow its start without other arguments between; joined they are the value, unless its end says
  ``shortened``. Any other value comes whole, in its end.
* An argument given again (D15) is announced again at the same pointer; the last one counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pi_native.model import Call, Diagnostic, Json, Section, quick


@quick
@dataclass(frozen=True, slots=True)
class TextDelta:
    """Prose, as it arrives (D5)."""

    text: str


@quick
@dataclass(frozen=True, slots=True)
class CallStart:
    """A call's open tag is whole: ``index`` counts calls from 0."""

    index: int
    name: str


@quick
@dataclass(frozen=True, slots=True)
class ArgumentStart:
    """An argument, a field or an item begins; ``pointer`` is its JSON Pointer in the call's arguments."""

    index: int
    pointer: str


@quick
@dataclass(frozen=True, slots=True)
class ArgumentDelta:
    """More of a string that is being written."""

    index: int
    pointer: str
    text: str


@quick
@dataclass(frozen=True, slots=True)
class ArgumentEnd:
    """An argument is complete. ``shortened`` says that recovery took back some of its deltas (D17)."""

    index: int
    pointer: str
    value: Json
    shortened: bool = False


@quick
@dataclass(frozen=True, slots=True)
class CallEnd:
    """A call is complete and can be run. ``call`` is None if the parser keeps no values (``collect=False``)."""

    index: int
    call: Call | None


@quick
@dataclass(frozen=True, slots=True)
class CallIncomplete:
    """The input ended inside a call, which must not be run (D18). ``call`` is None as in `CallEnd`."""

    index: int
    call: Call | None


@quick
@dataclass(frozen=True, slots=True)
class SectionStart:
    """A section of an overlay begins, such as reasoning; ``name`` is its production."""

    name: str


@quick
@dataclass(frozen=True, slots=True)
class SectionDelta:
    """More of a section's text."""

    name: str
    text: str


@quick
@dataclass(frozen=True, slots=True)
class SectionEnd:
    """A section is over. ``section`` is None if the parser keeps no values (``collect=False``)."""

    name: str
    section: Section | None


@quick
@dataclass(frozen=True, slots=True)
class DiagnosticEvent:
    """Something was noticed; may come anywhere."""

    diagnostic: Diagnostic


Event = (
    TextDelta
    | CallStart
    | ArgumentStart
    | ArgumentDelta
    | ArgumentEnd
    | CallEnd
    | CallIncomplete
    | SectionStart
    | SectionDelta
    | SectionEnd
    | DiagnosticEvent
)

State = Literal["prose", "call", "string", "section"]

#: Which event may come in which state, and the state behind it.
TRANSITIONS: dict[State, dict[type[Event], State]] = {
    "prose": {TextDelta: "prose", DiagnosticEvent: "prose", CallStart: "call", SectionStart: "section"},
    "call": {
        ArgumentStart: "call",
        ArgumentDelta: "string",
        ArgumentEnd: "call",
        DiagnosticEvent: "call",
        CallEnd: "prose",
        CallIncomplete: "prose",
    },
    "string": {ArgumentDelta: "string", ArgumentEnd: "call", DiagnosticEvent: "string", CallIncomplete: "prose"},
    "section": {SectionDelta: "section", DiagnosticEvent: "section", SectionEnd: "prose"},
}
