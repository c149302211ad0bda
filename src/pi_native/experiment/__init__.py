"""Experiments with the syntax: what an overlay changes, breaks and costs (docs/extending.md)."""

from pi_native.experiment.report import Report
from pi_native.experiment.trial import Corpus, experiment

__all__ = ["Corpus", "Report", "experiment"]
