"""An experiment as one HTML page that needs nothing else. Needs ``pi-native[report]``."""

from __future__ import annotations

from importlib.resources import files

from pi_native.diagnostics import printable
from pi_native.experiment.report import KINDS, Report, said


def page(report: Report) -> str:
    """The page; raises ImportError without the extra.

    >>> "<h1>mine" in page(Report("mine", error="no"))
    True
    """
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.filters |= {"harmless": printable, "repr": repr}
    source = files(__package__).joinpath("page.html.jinja").read_text(encoding="utf-8")
    return environment.from_string(source).render(report=report, kinds=KINDS, said=said)
