"""A sample has its size, is drawn from all turns, and is the same whatever the number of processes."""

import json
from pathlib import Path

import pytest

from pi_native.transcripts import ReadOptions
from pi_native.validate.parts import Task
from pi_native.validate.plan import Shard, cut_files
from pi_native.validate.sampling import sampled


@pytest.fixture
def tasks(tmp_path: Path) -> list[Task]:
    path = tmp_path / "a.jsonl"
    messages = [{"role": "user", "content": "do"}, {"role": "assistant", "content": "done"}]
    path.write_text((json.dumps({"messages": messages}) + "\n") * 200, encoding="utf-8")
    return list(cut_files([str(path)], ReadOptions(), Shard(), size=1_000))


def chosen(tasks: list[Task]) -> list[tuple[int, int]]:
    return sorted((task.number, place) for task in tasks for place in task.chosen or ())


def test_size_and_seed(tasks: list[Task]) -> None:
    first = chosen(sampled(tasks, 20, seed=1, jobs=1))
    assert len(first) == 20
    assert all(place % 2 for _, place in first)  # the assistant's turns, not the user's
    assert len({number for number, _ in first}) > 5
    assert chosen(sampled(tasks, 20, seed=1, jobs=1)) == first
    assert chosen(sampled(tasks, 20, seed=2, jobs=1)) != first


def test_processes_draw_the_same(tasks: list[Task]) -> None:
    assert sampled(tasks, 20, seed=1, jobs=2) == sampled(tasks, 20, seed=1, jobs=1)


def test_a_sample_of_more_than_there_is_holds_everything(tasks: list[Task]) -> None:
    assert len(chosen(sampled(tasks, 1_000, seed=1, jobs=1))) == 200
