"""Validation: which calls of a transcript do not follow the grammar or the tool's schema, where, and why.

Three layers: what the grammar had to repair, what the typing had to guess, and what the tool's JSON Schema
forbids.
"""

from pi_native.validate.finding import Finding, worth_saying
from pi_native.validate.validator import Checked, Validator

__all__ = ["Checked", "Finding", "Validator", "worth_saying"]
