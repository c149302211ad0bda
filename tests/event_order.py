"""What holds for every sequence of events, whatever the text: used by the tests of streaming."""

from typing import Any

from pi_native.events import (
    TRANSITIONS,
    ArgumentDelta,
    ArgumentEnd,
    ArgumentStart,
    CallEnd,
    CallIncomplete,
    CallStart,
    Event,
    State,
    TextDelta,
)
from pi_native.values import same


class Follower:
    """Follows events as a host does; every rule of `pi_native.events` is an assertion."""

    def __init__(self) -> None:
        self.state: State = "prose"
        self.text = ""
        self.calls: list[CallEnd | CallIncomplete] = []
        self.arguments: dict[str, Any] = {}
        self.open: dict[str, str] = {}

    def follow(self, event: Event) -> None:
        assert type(event) in TRANSITIONS[self.state], (self.state, event)
        self.state = TRANSITIONS[self.state][type(event)]
        match event:
            case TextDelta(text):
                assert text
                self.text += text
            case CallStart(index, _):
                assert index == len(self.calls)
                self.arguments, self.open = {}, {}
            case ArgumentStart(_, pointer):
                parent = pointer.rpartition("/")[0]
                assert not parent or parent in self.open, pointer
                assert pointer not in self.open, pointer
                self.open[pointer] = ""
            case ArgumentDelta(_, pointer, text):
                assert text
                self.open[pointer] += text
            case ArgumentEnd(_, pointer, value, shortened):
                self.end(pointer, value, shortened)
            case CallEnd(_, call):
                assert not self.open
                assert same(self.arguments, call.arguments), (self.arguments, call.arguments)
                self.calls.append(event)
            case CallIncomplete(_, call):
                self.check_incomplete(call.arguments)
                self.calls.append(event)

    def end(self, pointer: str, value: Any, shortened: bool) -> None:
        written = self.open.pop(pointer)
        assert not any(other.startswith(f"{pointer}/") for other in self.open)
        if shortened:
            assert isinstance(value, str)
            assert len(value) < len(written)
        elif written:
            assert value == written
        if pointer.count("/") == 1:
            self.arguments[pointer[1:]] = value

    def check_incomplete(self, arguments: dict[str, Any]) -> None:
        """A string cut off by the end of input is what its deltas said."""
        for pointer, written in self.open.items():
            if written:
                value: Any = arguments
                for key in pointer.split("/")[1:]:
                    value = value[int(key) if isinstance(value, list) else key]
                assert value == written
