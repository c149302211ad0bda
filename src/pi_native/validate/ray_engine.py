"""Checking on a Ray cluster, for corpora that are too large for one machine. Needs the extra ``pi-native[ray]``."""

from __future__ import annotations

import json
import logging
import pickle
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any

from pi_native.validate.engines import Checked
from pi_native.validate.parts import Part, Task, check_piece
from pi_native.validate.validator import Validator


@lru_cache(maxsize=1)
def _loaded(pickled: bytes) -> Validator:
    """In a worker: one validator, so that schemas are compiled once."""
    validator: Validator = pickle.loads(pickled)  # of our own making, a moment ago
    return validator


def check(row: dict[str, Any], validator: bytes) -> dict[str, Any]:
    """A row with a task becomes one with its parts, as JSON."""
    task: Task = pickle.loads(row["task"])
    parts = [part.to_json() for part in check_piece(_loaded(validator), task)]
    return {"number": row["number"], "parts": json.dumps(parts)}


def in_ray(validator: Validator, tasks: Iterable[Task], jobs: int) -> Checked:
    """Check with ``jobs`` workers of the cluster that Ray is connected to, or of one that it starts here.

    The files must be where the workers can read them. Raises ImportError without Ray, and what Ray raises.
    """
    import ray
    from ray.data import DataContext, from_items

    ray.init(ignore_reinit_error=True, log_to_driver=False, logging_level=logging.ERROR)
    context = DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    listed = list(tasks)
    if not listed:
        return
    rows = from_items(
        [{"number": place, "task": pickle.dumps(task)} for place, task in enumerate(listed)],
        override_num_blocks=len(listed),
    )
    checked = rows.map(partial(check, validator=pickle.dumps(validator)), concurrency=jobs)
    for place, row in enumerate(checked.iter_rows()):
        assert row["number"] == place
        yield listed[place], [Part.from_json(part) for part in json.loads(row["parts"])]
