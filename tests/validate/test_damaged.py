"""Two hundred damaged files: no traceback, no hang, the exit codes of the documentation."""

import gzip
import json
import os
import random
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from pi_native.transcripts import FORMATS, ReadOptions
from pi_native.transcripts.head import Head
from pi_native.transcripts.source import Source
from pi_native.validate.parts import check_piece
from pi_native.validate.plan import whole_files
from pi_native.validate.validator import Validator

CHAT = json.dumps({"messages": [{"role": "user", "content": "é"}, {"role": "assistant", "content": "<call:ls/>"}]})
ENDINGS = (".jsonl", ".json", ".txt", ".jsonl.gz", ".jsonl.zst", ".parquet", ".arrow", "")


def damaged(chance: random.Random) -> bytes:
    """Bytes that are nearly a transcript, or none at all."""
    whole = (CHAT + "\n").encode() * chance.randrange(1, 20)
    kinds = [
        lambda: whole[: chance.randrange(len(whole))],
        lambda: chance.randbytes(chance.randrange(2_000)),
        lambda: whole.decode().encode("utf-16"),
        lambda: whole.decode().encode("latin-1"),
        lambda: b"[" * chance.randrange(1, 200_000) + whole,
        lambda: b'{"messages": ' + b'[{"a":' * 50_000,
        lambda: gzip.compress(whole)[: chance.randrange(1, 60)],
        lambda: whole.replace(b'"', bytes([chance.randrange(256)]), chance.randrange(9)),
        lambda: b"PAR1" + whole + b"PAR1",
        lambda: b"ARROW1" + chance.randbytes(200),
        lambda: b"\0" * chance.randrange(5_000),
        lambda: b"",
        lambda: b'{"type": "session", "version": 3}\n' + whole[: chance.randrange(len(whole))],
    ]
    return chance.choice(kinds)()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damaged")
    chance = random.Random(7)
    for number in range(196):
        (folder / f"{number:03}{ENDINGS[number % len(ENDINGS)]}").write_bytes(damaged(chance))
    (folder / "196.jsonl").mkdir()
    (folder / "197.jsonl").symlink_to(folder / "nothing")
    (folder / "198.jsonl").symlink_to(folder / "198.jsonl")
    os.mkfifo(folder / "199.jsonl")
    return folder


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
@pytest.mark.parametrize("options", [[], ["--jobs", "2"], ["--sample", "30"]])
def test_a_folder_of_damaged_files(folder: Path, options: list[str]) -> None:
    paths = [path.name for path in sorted(folder.iterdir()) if not path.is_fifo()]  # a sample depends on the names
    command = [sys.executable, "-m", "pi_native", "validate", *paths, ".", "--isolated", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    assert done.returncode == 2, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"invalid-record" in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_each_file_alone(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        if path.is_fifo():
            continue
        (task,) = whole_files([str(path)], ReadOptions())
        parts = list(check_piece(Validator(), task))
        assert [part.is_last for part in parts][-1]


class Endless:
    """A file of one line of two gigabytes, made as it is read."""

    def __init__(self) -> None:
        self.left = 2 << 30

    def read(self, size: int = -1) -> bytes:
        count = min(self.left, size if size > 0 else 1 << 20)
        self.left -= count
        return b"x" * count

    read1 = read

    def readline(self, size: int = -1) -> bytes:
        return self.read(size)


def test_one_line_of_two_gigabytes_is_not_held() -> None:
    options = ReadOptions(format="openai", max_record=1 << 22)
    source = Source("big.jsonl", Endless(), Head(b"{", ".jsonl"))  # type: ignore[arg-type]
    tracemalloc.start()
    items = list(FORMATS["openai"].read(source, options))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(items) == 1
    assert peak < 64 << 20
