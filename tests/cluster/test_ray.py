"""On a real Ray cluster that the test starts: the same findings as one process gives."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pi_native.cli.app import app
from pi_native.validate import Validator

ray = pytest.importorskip("ray", reason="ray is not installed: make test-ray")

pytestmark = pytest.mark.filterwarnings("default")  # Ray's own


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    for name in "ab":
        with (folder / f"{name}.jsonl").open("w", encoding="utf-8") as file:
            for number in range(20_000):
                text = '<call:read path="é"offset=1/>' if number % 1000 == 0 else "fine " * 50
                file.write(json.dumps({"messages": [{"role": "assistant", "content": text}]}) + "\n")
    (folder / "c.jsonl").write_text("{\n", encoding="utf-8")
    return folder


def findings(corpus: Path, *options: str) -> str:
    result = CliRunner().invoke(app, ["validate", str(corpus), "--output", "jsonl", "--isolated", *options])
    assert result.exit_code == 1, result.output
    return result.stdout


def test_the_command_gives_the_same_bytes(corpus: Path) -> None:
    assert findings(corpus, "--engine", "ray", "--jobs", "2") == findings(corpus)


def test_a_validator_maps_over_ray_data() -> None:
    rows = [{"text": "fine"}, {"text": "<call:read"}, {"text": "<call:read>"}]
    validator = Validator([{"name": "read"}])

    def check(batch: dict[str, object]) -> dict[str, object]:
        found = validator.check_batch({"text": list(batch["text"])})  # type: ignore[call-overload]
        return {"codes": [json.dumps([finding["code"] for finding in each]) for each in found]}

    codes = [row["codes"] for row in ray.data.from_items(rows).map_batches(check).take_all()]
    expected = [[finding["code"] for finding in found] for found in validator.check_batch(rows)]
    assert sorted(codes) == sorted(map(json.dumps, expected))
