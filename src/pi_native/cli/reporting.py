"""From the options of ``validate`` to a reporter that writes to the right place, and the summary for people."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from pi_native.atomic import written
from pi_native.cli.output import fail, has_colour, plural, write
from pi_native.cli.validate_options import Output
from pi_native.transcripts import Found
from pi_native.validate.report import REPORTERS, Reporter, Summary, Text, Write, statistics_table
from pi_native.validate.report.base import SEVERITIES


@contextmanager
def destination(path: str) -> Iterator[Write]:
    """What writes to a file, which is there whole or not at all, or to standard output if ``path`` is empty."""
    if not path:
        yield write
        return
    try:
        with written(path) as file:
            yield lambda text: file.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        fail(f"{path}: {error.strerror or error}")


def make_reporter(options: Output, write: Write) -> Reporter:
    """The reporter for the options; ends the program where its library is missing."""
    try:
        if options.output == "text":
            return Text(write, excerpts=options.excerpts, colour=not options.output_file and has_colour(sys.stdout))
        return REPORTERS[options.output](write, excerpts=options.excerpts)
    except ImportError:
        fail(f"--output {options.output} needs: pip install 'pi-native[{options.output}]'")


def write_statistics(options: Output, summary: Summary, to: Write) -> None:
    """The tables, behind the findings where these are text, else on standard error: the data has its own."""
    if options.statistics:
        table = statistics_table(summary.statistics)
        to(table) if options.output == "text" else write(table, sys.stderr)


def summary_line(summary: Summary, found: Found) -> str:
    """The last line: what was checked, what was found, what was passed over.

    >>> summary_line(Summary(Counter(text=1), calls=3), Found(["a.txt"]))
    '1 file (text), 3 calls: no findings'
    """
    counts = [plural(summary.severities[severity], severity) for severity in SEVERITIES]
    findings = ", ".join(text for text in counts if not text.startswith("0 ")) or "no findings"
    known = f"; {plural(summary.known, 'known finding')} of the baseline" if summary.known else ""
    hidden = f"; {plural(summary.not_shown, 'finding')} not shown (--max-findings)" if summary.not_shown else ""
    unreadable = f"; {plural(summary.unreadable, 'file')} not readable" if summary.unreadable else ""
    endings = ", ".join(f"{count} {suffix}" for suffix, count in sorted(found.skipped.items()))
    skipped = f"; passed over: {endings}" if endings else ""
    files = plural(summary.files.total(), "file") + _formats(summary.files)
    calls = plural(summary.calls, "call")
    return f"{files}, {calls}: {findings}{known}{hidden}{unreadable}{skipped}"


def _formats(files: Counter[str]) -> str:
    """As what the files were read, with numbers where there are several formats."""
    if len(files) < 2:
        return "".join(f" ({name})" for name in files)
    return f" ({', '.join(f'{count} {name}' for name, count in files.items())})"
