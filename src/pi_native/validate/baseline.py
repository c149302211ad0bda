"""A baseline: the findings that are known, so that only new ones are reported."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pi_native.atomic import written
from pi_native.validate.finding import Finding
from pi_native.validate.report.base import Reporter

#: The version of the file's format.
VERSION = 1


@dataclass(slots=True)
class Baseline:
    """How many findings of each fingerprint are known.

    A finding that is known is passed over as often as it was counted; one more of the same is new. The path is part of
    the fingerprint, so the files may be checked in any order, or each by a process of its own.

    >>> baseline = Baseline()
    >>> baseline.new([])
    []
    """

    known: Counter[str] = field(default_factory=Counter)
    _left: Counter[str] = field(init=False)

    def __post_init__(self) -> None:
        self._left = self.known.copy()

    @classmethod
    def load(cls, path: str) -> Baseline:
        """The baseline of a file; raises OSError, or ValueError for a file that is none."""
        with open(path, encoding="utf-8") as file:
            try:
                data = json.load(file)
            except RecursionError:
                raise ValueError("JSON nested too deeply") from None
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise ValueError(f"not a baseline of version {VERSION}")
        known = data.get("findings")
        if not isinstance(known, dict) or not all(_is_count(count) for count in known.values()):
            raise ValueError("findings is not an object of counts")
        return cls(Counter(known))

    def add(self, findings: Iterable[Finding]) -> None:
        """Make these findings known."""
        self.known.update(finding.fingerprint for finding in findings)

    def merge(self, other: Baseline) -> None:
        """Make known what another knows."""
        self.known.update(other.known)

    def save(self, path: str) -> None:
        """Write the file, whole or not at all; raises OSError."""
        data = {"version": VERSION, "findings": dict(sorted(self.known.items()))}
        with written(path) as file:
            file.write((json.dumps(data, indent=1) + "\n").encode("ascii"))

    def new(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that are not known; those that are have been used up for the next time."""
        return [finding for finding in findings if not self._use(finding.fingerprint)]

    def _use(self, fingerprint: str) -> bool:
        known = self._left[fingerprint] > 0
        self._left[fingerprint] -= known
        return known


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


class Recorder(Reporter):
    """A reporter that writes nothing and makes every finding known.

    >>> Recorder().baseline.known
    Counter()
    """

    def __init__(self) -> None:
        super().__init__(lambda text: None)
        self.baseline = Baseline()

    def finding(self, finding: Finding) -> None:
        """Make one finding known."""
        self.baseline.add([finding])
