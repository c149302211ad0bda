"""From the options to the tasks of a run and to who checks them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pi_native.cli.output import fail
from pi_native.cli.scale_options import Scale
from pi_native.processes import WorkerError
from pi_native.transcripts import ReadOptions
from pi_native.validate import Validator
from pi_native.validate.engines import Checked, in_processes, in_this_process
from pi_native.validate.journal import Journal, JournalError, Resumed, identity
from pi_native.validate.parts import Part, Task
from pi_native.validate.plan import cut_files, whole_files
from pi_native.validate.sampling import sampled


def divided(scale: Scale, validator: Validator, files: list[str], options: ReadOptions) -> Checked:
    """Every task of the run with its parts, in order; a worker that dies ends the program with code 2."""
    try:
        yield from _checked(scale, validator, files, options)
    except WorkerError as error:
        fail(str(error))


def _checked(scale: Scale, validator: Validator, files: list[str], options: ReadOptions) -> Checked:
    if scale.is_whole:
        return in_this_process(validator, whole_files(files, options))
    tasks: Iterable[Task] = cut_files(files, options, scale.share())
    if scale.sample:
        tasks = sampled(tasks, scale.sample, scale.seed, scale.workers)
    if scale.resume:
        return _resumed(scale, validator, list(tasks))
    return _engine(scale, validator, tasks)


def _resumed(scale: Scale, validator: Validator, tasks: list[Task]) -> Iterator[tuple[Task, Iterable[Part]]]:
    try:
        resumed = Resumed(Journal(scale.resume, identity(tasks, validator.identity)), tasks)
    except JournalError as error:
        fail(f"--resume: {error}")
    except OSError as error:
        fail(f"--resume {scale.resume}: {error.strerror or error}")
    return resumed.checked(_engine(scale, validator, resumed.left))


def _engine(scale: Scale, validator: Validator, tasks: Iterable[Task]) -> Checked:
    if scale.engine == "ray":
        return _in_ray(validator, tasks, scale.workers)
    return in_processes(validator, tasks, scale.workers) if scale.workers > 1 else in_this_process(validator, tasks)


def _in_ray(validator: Validator, tasks: Iterable[Task], jobs: int) -> Checked:
    try:
        import ray  # noqa: F401 (whether it is there)
    except ImportError:
        fail("--engine ray needs: pip install 'pi-native[ray]'")
    from pi_native.validate.ray_engine import in_ray

    return in_ray(validator, tasks, jobs)
