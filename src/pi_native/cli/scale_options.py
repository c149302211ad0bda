"""The options for much: processes, shares, samples, runs that go on where they were."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Annotated, Literal

import typer

from pi_native.cli.configuration import ONCE
from pi_native.cli.output import fail
from pi_native.validate.plan import Shard

SCALE = "Scale"

Engine = Literal["local", "ray"]


@dataclass(frozen=True, slots=True)
class Scale:
    """How a large run is divided."""

    jobs: Annotated[
        int,
        typer.Option("--jobs", "-j", min=0, metavar="N", rich_help_panel=SCALE, help="Processes; 0: one a core."),
    ] = 1
    shard: Annotated[
        str,
        typer.Option(metavar="I/N", rich_help_panel=SCALE, help="Check the I-th of N shares, for N machines."),
    ] = field(default="", metadata=ONCE)
    sample: Annotated[
        int,
        typer.Option(metavar="N", min=0, rich_help_panel=SCALE, help="Check N turns drawn at random; 0: all."),
    ] = field(default=0, metadata=ONCE)
    seed: Annotated[
        int, typer.Option(metavar="N", rich_help_panel=SCALE, help="Another seed draws another sample.")
    ] = 0
    resume: Annotated[
        str,
        typer.Option(
            metavar="FOLDER",
            rich_help_panel=SCALE,
            help="Keep there what is done; the same command goes on where it was killed. Needs --output-file.",
        ),
    ] = field(default="", metadata=ONCE)
    engine: Annotated[Engine, typer.Option(rich_help_panel=SCALE, help="ray: on a Ray cluster (pi-native[ray]).")] = (
        "local"
    )

    @property
    def workers(self) -> int:
        """How many processes."""
        if self.jobs:
            return self.jobs
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    @property
    def is_whole(self) -> bool:
        """Whether files need not be cut: one process checks everything from beginning to end."""
        return self.workers == 1 and not self.shard and not self.resume and not self.sample and self.engine == "local"

    def share(self) -> Shard:
        """The share of ``--shard``; ends the program where there is no such."""
        try:
            return Shard.of(self.shard) if self.shard else Shard()
        except ValueError:
            fail(f"--shard {self.shard}: expected I/N, as 1/4 for the first of four shares")
