"""``pi-native validate``: which calls of transcripts do not follow the grammar or the tools' schemas."""

from __future__ import annotations

from typing import Annotated

import typer

from pi_native import SchemaError
from pi_native.cli.configuration import configured
from pi_native.cli.fixing import fixed
from pi_native.cli.inputs import load_tools
from pi_native.cli.output import FINDINGS, UNUSABLE, fail, note
from pi_native.cli.progress import Progress
from pi_native.cli.reporting import destination, make_reporter, summary_line, write_statistics
from pi_native.cli.transcript_options import Reading, looked_for
from pi_native.cli.validate_options import Checks, Fixing, Known, Output
from pi_native.diagnostics import catalogue
from pi_native.transcripts import ReadOptions, UnreadableError, find, read
from pi_native.transcripts.formats import AUTO
from pi_native.validate import Selection, Validator
from pi_native.validate.baseline import Baseline, Recorder
from pi_native.validate.collector import Collector
from pi_native.validate.report import Summary

PathsArgument = Annotated[
    list[str],
    typer.Argument(metavar="PATHS", help="Files, or folders to search for transcripts."),
]


@configured
def validate(
    paths: PathsArgument, reading: Reading, checks: Checks, fixing: Fixing, output: Output, known: Known
) -> None:
    """Check transcripts: the grammar, the typing, the tools' JSON Schemas, results, declared calls.

    What a file holds is recognised by its first lines: chat records, sessions,
    tables or plain text. Checked is the text of the assistant's turns; a record's
    own tools go before --tools. Findings go to standard output, the summary to
    standard error.

    Exit codes: 0 fine, 1 findings as severe as --fail-on says, 2 wrong usage or a
    file that could not be read.

    \b
    Examples:
      pi-native validate answer.txt --tools tools.json
      pi-native validate chats.jsonl logs/ --tools tools.json --statistics
      pi-native validate logs/ --select schema,results --output sarif > out.sarif
      pi-native validate answer.txt --tools tools.json --style --fix
      pi-native validate logs/ --write-baseline known.json
      pi-native validate logs/ --baseline known.json --output github
    """
    if fixing.in_place and not fixing.fix:
        fail("--in-place is for --fix")
    options, validator = reading.options(), _validator(checks)
    selection, baseline = _selection(checks), _baseline(known.baseline)
    found = find(paths)
    if not found.files:
        fail(f"no transcript ({looked_for()}) in {', '.join(paths)}")
    if fixing.fix:
        found.files[:] = [fixed(path, fixing, options, validator) for path in found.files]
    if known.write_baseline:
        recorder = Recorder()
        summary = _check(found.files, options, validator, Collector(recorder, selection))
        _save(recorder.baseline, known.write_baseline)
    else:
        with destination(output.output_file) as to:
            limit = None if output.max_findings < 0 else output.max_findings
            collector = Collector(make_reporter(output, to), selection, baseline, limit)
            summary = _check(found.files, options, validator, collector)
            write_statistics(output, summary, to)
    note(summary_line(summary, found))
    if summary.unreadable:
        raise typer.Exit(UNUSABLE)
    if summary.at_least(known.fail_on) and not known.exit_zero and not known.write_baseline:
        raise typer.Exit(FINDINGS)


def _check(files: list[str], options: ReadOptions, validator: Validator, collector: Collector) -> Summary:
    """Check all files; that one cannot be read to its end is said, and counted."""
    with Progress(len(files)) as progress:
        for path in files:
            progress.at(path)
            collector.file(path)
            transcript = read(path, options)
            try:
                for item in transcript:
                    progress.step(collector.take(validator.check(item)))
                collector.summary.files[transcript.format or AUTO] += 1
            except UnreadableError as error:
                collector.summary.unreadable += 1
                note(f"pi-native: {error}")
    return collector.end()


def _validator(checks: Checks) -> Validator:
    validator = Validator(load_tools(checks.tools or None), style=checks.style)
    try:
        validator.check_schemas()
    except SchemaError as error:
        fail(f"{checks.tools}: {error}")
    return validator


def _selection(checks: Checks) -> Selection:
    try:
        selection = Selection.of(checks.select, checks.ignore)
    except ValueError as error:
        fail(str(error))
    named = {catalogue()[name].layer if name in catalogue() else name for name in selection.select}
    if "style" in named and not checks.style:
        fail("the style layer is checked only with --style")
    return selection


def _baseline(path: str) -> Baseline:
    if not path:
        return Baseline()
    try:
        return Baseline.load(path)
    except OSError as error:
        fail(f"{path}: {error.strerror or error}")
    except ValueError as error:  # not JSON, not UTF-8, or another kind of file
        fail(f"{path}: {error}")


def _save(baseline: Baseline, path: str) -> None:
    try:
        baseline.save(path)
    except OSError as error:
        fail(f"{path}: {error.strerror or error}")
