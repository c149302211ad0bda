"""``pi-native validate`` divided: the same findings, whoever checks them, and however often it was killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import Run

LINES = 30_000


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More than one piece: files that are cut and one that is not."""
    folder = tmp_path_factory.mktemp("corpus")
    texts = ["fine", '<call:read path="a"offset=1/>', "<call:read>x</call:read>", "<call:none/>", "<call:edit>"]
    with (folder / "big.jsonl").open("w", encoding="utf-8") as file:
        for number in range(LINES):
            text = f"{texts[number % 5] if number % 100 < 5 else 'fine'} {'x' * 250}"
            file.write(json.dumps({"messages": [{"role": "assistant", "content": text}]}) + "\n")
    (folder / "bad.jsonl").write_text("{\n", encoding="utf-8")
    (folder / "one.txt").write_text("a <call:read path='b'c=1/>\n", encoding="utf-8")
    return folder


def findings(run: Run, corpus: Path, *options: str) -> str:
    result = run("validate", str(corpus), "--output", "jsonl", "--isolated", *options)
    assert result.exit_code == 1, result.stderr
    return result.stdout


def test_processes_give_the_same_bytes(run: Run, corpus: Path) -> None:
    alone = findings(run, corpus)
    assert alone.count("\n") > LINES // 100
    assert findings(run, corpus, "--jobs", "2") == alone
    assert findings(run, corpus, "--jobs", "3", "--shard", "1/1") == alone


def test_shares_together_are_the_whole(run: Run, corpus: Path) -> None:
    whole = [line for line in findings(run, corpus).splitlines() if '"finding"' in line]
    shares = [findings(run, corpus, "--shard", f"{number}/2").splitlines() for number in (1, 2)]
    assert all(len(share) > 1 for share in shares)
    assert sorted(line for share in shares for line in share if '"finding"' in line) == sorted(whole)


def test_a_sample_is_drawn_from_everything(run: Run, corpus: Path) -> None:
    one = findings(run, corpus, "--sample", "2000", "--seed", "1")
    assert 0 < one.count("\n") < LINES // 100
    assert findings(run, corpus, "--sample", "2000", "--seed", "1", "--jobs", "2") == one
    assert findings(run, corpus, "--sample", "2000", "--seed", "2") != one


def test_a_killed_run_goes_on(run: Run, corpus: Path, tmp_path: Path) -> None:
    out, state = tmp_path / "out.jsonl", tmp_path / "state"
    command = [sys.executable, "-m", "pi_native", "validate", str(corpus), "--output", "jsonl", "--isolated"]
    command += ["--output-file", str(out), "--resume", str(state)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while len(list(state.glob("0*.json"))) < 1 and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = {path.name: path.stat().st_mtime_ns for path in state.glob("0*.json")}
    assert done
    assert not out.exists()
    result = run(*command[3:])
    assert result.exit_code == 1
    assert out.read_text(encoding="utf-8") == findings(run, corpus)
    assert {name: (state / name).stat().st_mtime_ns for name in done} == done  # not checked again


def test_resume_refuses_another_run_and_a_terminal(run: Run, corpus: Path, tmp_path: Path) -> None:
    state, out = str(tmp_path / "state"), str(tmp_path / "out.txt")
    one = str(corpus / "one.txt")
    assert run("validate", one, "--isolated", "--resume", state).exit_code == 2
    assert run("validate", one, "--isolated", "--resume", state, "--output-file", out).exit_code == 1
    other = run("validate", str(corpus / "bad.jsonl"), "--isolated", "--resume", state, "--output-file", out)
    assert other.exit_code == 2
    assert "another run" in other.stderr


@pytest.mark.parametrize("shard", ["0/2", "x", "3/2"])
def test_no_such_share(run: Run, corpus: Path, shard: str) -> None:
    result = run("validate", str(corpus), "--isolated", "--shard", shard)
    assert result.exit_code == 2
    assert "--shard" in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("wait", [0.8, 1.2, 1.7, 3])
def test_ctrl_c_ends_all_processes_without_a_traceback(corpus: Path, wait: float) -> None:
    command = [sys.executable, "-m", "pi_native", "validate", str(corpus), "--jobs", "2", "--isolated"]
    command += [str(corpus / "big.jsonl")] * 5  # so that it is not done too soon
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    time.sleep(wait)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode in (130, -signal.SIGINT)  # the latter before the program itself begins
    assert b"Traceback" not in errors
