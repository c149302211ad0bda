"""Validation: which calls of a transcript do not follow the grammar or the tool's schema, where, and why.

The `Validator` checks turn by turn: what the grammar had to repair, what the typing had to guess, what the tool's
JSON Schema forbids, whether the results answer the calls, and what the record says beside the text. What becomes of
the findings is apart from it: `Selection`, `Baseline`, `Collector`, and the formats in `pi_native.validate.report`.
"""

from pi_native.validate.finding import Finding, worth_saying
from pi_native.validate.selection import Selection
from pi_native.validate.validator import Checked, Validator

__all__ = ["Checked", "Finding", "Selection", "Validator", "worth_saying"]
