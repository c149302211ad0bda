"""Findings as SARIF 2.1.0, which code hosts show as alerts. Needs ``pi-native[sarif]``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import quote

from pi_native import __version__
from pi_native.diagnostics import Entry, catalogue, printable
from pi_native.validate.finding import Finding
from pi_native.validate.report.base import Reporter, Summary, Write

if TYPE_CHECKING:
    from sarif_pydantic import sarif

LEVELS = {"error": "error", "warning": "warning", "info": "note"}
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

#: The name and version of the fingerprint, as SARIF wants one.
FINGERPRINT = "piNative/v1"


class Sarif(Reporter):
    """One run with all results; the rules are the catalogue's entries that were found.

    Everything is held until the end. Raises ImportError, when it is made, where ``sarif-pydantic`` is missing.

    >>> parts = []
    >>> Sarif(parts.append).end(Summary())
    >>> '"version": "2.1.0"' in parts[0]
    True
    """

    def __init__(self, write: Write, *, excerpts: bool = True) -> None:
        from sarif_pydantic import sarif

        super().__init__(write, excerpts=excerpts)
        self._sarif = sarif
        self._results: list[sarif.Result] = []
        self._rules: dict[str, int] = {}

    def finding(self, finding: Finding) -> None:
        """Keep a finding as a result."""
        s, found = self._sarif, finding.diagnostic
        index = self._rules.setdefault(found.code, len(self._rules))
        result = s.Result(
            rule_id=found.code,
            rule_index=index,
            level=s.Level(LEVELS[found.severity]),
            message=s.Message(text=printable(found.message)),
            locations=[self._location(finding)],
            partial_fingerprints={FINGERPRINT: finding.fingerprint},
        )
        self._results.append(result)

    def _location(self, finding: Finding) -> sarif.Location:
        s, pointer = self._sarif, finding.location.pointer
        snippet = s.ArtifactContent(text=finding.excerpt.split("\n")[0]) if self.excerpts else None
        region = s.Region(start_line=finding.line, start_column=finding.column, snippet=snippet)
        artifact = s.ArtifactLocation(uri=_uri(finding.location.path))
        logical = [s.LogicalLocation(fully_qualified_name=printable(pointer), kind="value")] if pointer else None
        place = s.PhysicalLocation(artifact_location=artifact, region=region)
        return s.Location(physical_location=place, logical_locations=logical)

    def end(self, summary: Summary) -> None:
        """Write everything."""
        s = self._sarif
        rules = [self._rule(catalogue()[code]) for code in self._rules]
        driver = s.ToolDriver(name="pi-native", semantic_version=__version__, rules=rules)
        run = s.Run(tool=s.Tool(driver=driver), results=self._results, columnKind="unicodeCodePoints")
        log = s.Sarif(schema_uri=SCHEMA, version="2.1.0", runs=[run])
        self.write(log.model_dump_json(by_alias=True, exclude_none=True, indent=1) + "\n")

    def _rule(self, entry: Entry) -> sarif.ReportingDescriptor:
        s = self._sarif
        return s.ReportingDescriptor(
            id=entry.code,
            short_description=s.Message(text=entry.summary),
            full_description=s.Message(text=entry.meaning),
            help=s.Message(text=f"{entry.hint} ({entry.spec})"),
            default_configuration=s.ReportingConfiguration(level=s.Level(LEVELS[entry.severity])),
            properties={"tags": [entry.layer]},
        )


def _uri(path: str) -> str:
    """A path as a reference in which a colon begins no scheme; what is not UTF-8 in a name is shown, not kept."""
    return quote(path.replace(os.sep, "/"), errors="backslashreplace")
