"""Findings as text for people and as data for programs: one module a format."""

from __future__ import annotations

from collections.abc import Callable

from pi_native.validate.report.base import Reporter, Summary, Write
from pi_native.validate.report.data import Json, JsonLines
from pi_native.validate.report.github import GitHub
from pi_native.validate.report.junit import JUnit
from pi_native.validate.report.sarif import Sarif
from pi_native.validate.report.text import Text, describe, statistics_table

__all__ = ["REPORTERS", "Reporter", "Summary", "Text", "Write", "describe", "statistics_table"]

#: The formats of ``--output``, each with its reporter, which is made with the function that writes.
REPORTERS: dict[str, Callable[..., Reporter]] = {
    "text": Text,
    "json": Json,
    "jsonl": JsonLines,
    "sarif": Sarif,
    "github": GitHub,
    "junit": JUnit,
}
