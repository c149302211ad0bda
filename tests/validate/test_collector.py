"""What becomes of findings: wanted, known, counted, shown."""

from pi_native.validate import Checked, Finding, Selection
from pi_native.validate.baseline import Baseline, Recorder
from pi_native.validate.collector import Collector
from pi_native.validate.report import Reporter, Summary

from .findings import finding


class Log(Reporter):
    """Notes what it is told."""

    def __init__(self) -> None:
        super().__init__(print)
        self.told: list[object] = []

    def begin(self) -> None:
        self.told.append("begin")

    def file(self, path: str) -> None:
        self.told.append(path)

    def finding(self, finding: Finding) -> None:
        self.told.append(finding.diagnostic.code)

    def end(self, summary: Summary) -> None:
        self.told.append(summary.findings)


A, B, C = finding("stray-text"), finding("unknown-tool"), finding("json-literal")


def test_the_reporter_is_told_everything_in_order() -> None:
    log = Log()
    collector = Collector(log)
    collector.file("a.txt")
    assert collector.take(Checked((A, B), 2, {"inline": 5})) == 2
    collector.file("b.txt")
    assert collector.take(Checked((C,), 1)) == 1
    summary = collector.end()
    assert log.told == ["begin", "a.txt", "stray-text", "unknown-tool", "b.txt", "json-literal", 3]
    assert (summary.calls, summary.severities) == (3, {"error": 1, "warning": 1, "info": 1})
    assert summary.statistics.characters == {"inline": 5}


def test_what_is_not_wanted_is_not_counted() -> None:
    log = Log()
    collector = Collector(log, Selection.of(["typing"]))
    collector.take(Checked((A, B, C), 1))
    assert log.told == ["begin", "unknown-tool", "json-literal"]
    assert collector.summary.findings == 2


def test_what_is_known_is_counted_apart() -> None:
    known = Baseline()
    known.add([A, B])
    log = Log()
    collector = Collector(log, Selection.of([], ["unknown-tool"]), Baseline(known.known))
    assert collector.take(Checked((A, A, B, C), 1)) == 2
    assert log.told == ["begin", "stray-text", "json-literal"]
    assert (collector.summary.known, collector.summary.findings) == (1, 2)


def test_beyond_the_limit_is_counted_but_not_shown() -> None:
    log = Log()
    collector = Collector(log, limit=2)
    collector.take(Checked((A,)))
    collector.take(Checked((B, C)))
    collector.take(Checked((A,)))
    assert log.told == ["begin", "stray-text", "unknown-tool"]
    assert (collector.summary.not_shown, collector.summary.findings) == (2, 4)
    assert Collector(Log(), limit=0).take(Checked((A,))) == 1


def test_a_recorder_knows_everything_afterwards() -> None:
    recorder = Recorder()
    Collector(recorder).take(Checked((A, A, B)))
    assert Baseline(recorder.baseline.known).new([A, B, A, A]) == [A]


def test_summaries_merge() -> None:
    first, second = Collector(Log(), limit=0), Collector(Log())
    first.take(Checked((A,), 1, {"inline": 2}))
    second.take(Checked((A, B), 2, {"inline": 3}))
    first.summary.files["text"] += 1
    second.summary.unreadable += 1
    first.summary.merge(second.summary)
    both = first.summary
    assert (both.calls, both.findings, both.not_shown, both.unreadable, both.files) == (3, 3, 1, 1, {"text": 1})
    assert both.statistics.characters == {"inline": 5}
    assert (both.at_least("error"), both.at_least("warning"), both.at_least("info")) == (2, 3, 3)
