"""Findings as JUnit XML, which most continuous integration servers show: a file is a suite, a finding a failure."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from pi_native.diagnostics import printable
from pi_native.validate.finding import Finding
from pi_native.validate.report.base import Reporter, Summary, Write
from pi_native.validate.report.text import describe


class JUnit(Reporter):
    """One suite a file. Errors and warnings fail; an info is a case that passes and says it; a clean file passes.

    Everything is held until the end, since a suite begins with its counts.

    >>> junit = JUnit(lambda text: print(text, end=""))
    >>> junit.file("a.txt")
    >>> junit.end(Summary())
    <?xml version='1.0' encoding='utf-8'?>
    <testsuites name="pi-native validate" tests="1" failures="0">
      <testsuite name="a.txt" tests="1" failures="0">
        <testcase name="no findings" classname="a.txt" />
      </testsuite>
    </testsuites>
    """

    def __init__(self, write: Write, *, excerpts: bool = True) -> None:
        super().__init__(write, excerpts=excerpts)
        self._files: dict[str, list[Finding]] = {}

    def file(self, path: str) -> None:
        """A suite begins."""
        self._files.setdefault(path, [])

    def finding(self, finding: Finding) -> None:
        """Keep a finding for its suite."""
        self._files.setdefault(finding.location.path, []).append(finding)

    def end(self, summary: Summary) -> None:
        """Write everything."""
        root = ET.Element("testsuites", name="pi-native validate")
        for path, findings in self._files.items():
            self._suite(root, printable(path), findings)
        _count(root)
        ET.indent(root)
        text = ET.tostring(root, encoding="unicode")
        self.write(f"<?xml version='1.0' encoding='utf-8'?>\n{text}\n")

    def _suite(self, root: ET.Element, path: str, findings: list[Finding]) -> None:
        suite = ET.SubElement(root, "testsuite", name=path)
        if not findings:
            ET.SubElement(suite, "testcase", name="no findings", classname=path)
        for finding in findings:
            found = finding.diagnostic
            name = f"{found.code} at {printable(finding.place)}"
            case = ET.SubElement(suite, "testcase", name=name, classname=path, file=path, line=str(finding.line))
            told = describe(finding, colour=False, excerpts=self.excerpts)
            if finding.counts:
                failure = ET.SubElement(case, "failure", type=found.code, message=printable(found.message))
                failure.text = told
            else:
                ET.SubElement(case, "system-out").text = told
        _count(suite)


def _count(element: ET.Element) -> None:
    element.set("tests", str(sum(1 for _ in element.iter("testcase"))))
    element.set("failures", str(sum(1 for _ in element.iter("failure"))))
