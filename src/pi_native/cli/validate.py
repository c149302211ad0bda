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
from pi_native.cli.scale_options import Scale
from pi_native.cli.scaling import divided
from pi_native.cli.transcript_options import Reading, looked_for
from pi_native.cli.validate_options import Checks, Experiment, Fixing, Known, Output
from pi_native.diagnostics import catalogue
from pi_native.transcripts import find
from pi_native.transcripts.formats import AUTO
from pi_native.validate import Selection, Validator
from pi_native.validate.baseline import Baseline, Recorder
from pi_native.validate.collector import Collector
from pi_native.validate.engines import Checked
from pi_native.validate.report import Summary

PathsArgument = Annotated[
    list[str],
    typer.Argument(metavar="PATHS", help="Files, or folders to search for transcripts."),
]


@configured
def validate(
    paths: PathsArgument,
    reading: Reading,
    checks: Checks,
    experiment: Experiment,
    fixing: Fixing,
    output: Output,
    known: Known,
    scale: Scale,
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
      pi-native validate corpus/ --jobs 0 --output jsonl --output-file out.jsonl --resume state
      pi-native validate corpus/ --sample 1000
    """
    if fixing.in_place and not fixing.fix:
        fail("--in-place is for --fix")
    options, validator = reading.options(), _validator(checks, experiment)
    selection, baseline = _selection(checks), _baseline(known.baseline)
    found = find(paths)
    if not found.files:
        fail(f"no transcript ({looked_for()}) in {', '.join(paths)}")
    if fixing.fix:
        found.files[:] = [fixed(path, fixing, options, validator) for path in found.files]
    if scale.resume and not (output.output_file or known.write_baseline):
        fail("--resume needs --output-file: what went to a terminal cannot be taken back")
    checked = divided(scale, validator, found.files, options)
    if known.write_baseline:
        recorder = Recorder()
        summary = _collect(checked, len(found.files), Collector(recorder, selection))
        _save(recorder.baseline, known.write_baseline)
    else:
        with destination(output.output_file) as to:
            limit = None if output.max_findings < 0 else output.max_findings
            collector = Collector(make_reporter(output, to), selection, baseline, limit)
            summary = _collect(checked, len(found.files), collector)
            write_statistics(output, summary, to)
    note(summary_line(summary, found))
    if summary.unreadable:
        raise typer.Exit(UNUSABLE)
    if summary.at_least(known.fail_on) and not known.exit_zero and not known.write_baseline:
        raise typer.Exit(FINDINGS)


def _collect(checked: Checked, files: int, collector: Collector) -> Summary:
    """Report and count what was checked, in order; that a file cannot be read to its end is said, and counted."""
    path = None
    with Progress(files) as progress:
        for task, parts in checked:
            if task.piece.path != path:
                path = task.piece.path
                progress.at(path)
                collector.file(path)
                is_counted = False
            for part in parts:
                progress.step(collector.take(part.checked), part.turns)
                if part.error:
                    collector.summary.unreadable += 1
                    note(f"pi-native: {part.error}")
                elif part.is_last and not is_counted:
                    collector.summary.files[part.format or AUTO] += 1
                    is_counted = True
    return collector.end()


def _validator(checks: Checks, experiment: Experiment) -> Validator:
    validator = Validator(load_tools(checks.tools or None), style=checks.style, syntax=experiment.syntax())
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
