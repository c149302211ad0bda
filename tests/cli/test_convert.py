"""``pi-native convert``: files in, files out, what has no equal kept aside."""

import gzip
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pi_native.cli.app import app
from pi_native.transcripts import BadRecord, Piece, read_records

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOD = {"messages": [{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "ls", "arguments": "{}"}}]}]}
BAD = {"messages": [{"role": "tool", "content": "?"}], "id": 3}
LINES = [json.dumps(GOOD), json.dumps(BAD), "{", json.dumps(GOOD | {"id": 2})]


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["convert", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def records(path: Path) -> list[object]:
    items = read_records(Piece(str(path)))
    return [None if isinstance(item, BadRecord) else item.value for item in items]


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    path = tmp_path / "chats.jsonl"
    path.write_text("\n".join(LINES), encoding="utf-8")
    return path


def test_what_has_no_equal_is_kept_aside(chats: Path, tmp_path: Path) -> None:
    code, printed, said = run(chats, "-o", tmp_path / "out.jsonl")
    assert (code, printed) == (1, "")
    assert f"{chats}:2: /messages/0: a result that belongs to no call" in said
    assert "2 records with 2 calls converted, 2 kept aside" in said
    converted = records(tmp_path / "out.jsonl")
    assert converted == [
        {"messages": [{"role": "assistant", "content": "<call:ls/>"}]},
        {"messages": [{"role": "assistant", "content": "<call:ls/>"}], "id": 2},
    ]
    first, second = map(json.loads, (tmp_path / "out.jsonl.aside.jsonl").read_text(encoding="utf-8").splitlines())
    assert (first["line"], first["pointer"], first["record"]) == (2, "/messages/0", BAD)
    assert (second["line"], second["record"]) == (3, "{")


def test_no_file_where_nothing_is_kept_aside(tmp_path: Path) -> None:
    code, _, said = run(EXAMPLES / "chat.jsonl", "-o", tmp_path / "out.jsonl", "--tools", EXAMPLES / "tools.json")
    assert code == 0, said
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_standard_output(chats: Path) -> None:
    code, printed, said = run(chats, "--from", "openai", "--to", "anthropic")
    assert code == 1
    assert [json.loads(line)["messages"][0]["content"][0]["name"] for line in printed.splitlines()] == ["ls", "ls"]
    assert "2 kept aside" in said


@pytest.mark.parametrize(
    ("name", "host"),
    [
        *[(name, "openai") for name in ("anthropic.jsonl", "sharegpt.json", "chat.json", "chat.jsonl", "chat.parquet")],
        *[(name, "anthropic") for name in ("anthropic.jsonl", "chat.json", "dataset")],  # which keeps texts in place
    ],
)
def test_examples_there_and_back(name: str, host: str, tmp_path: Path) -> None:
    tools = ["--tools", EXAMPLES / "tools.json"]
    first, middle, last = (tmp_path / f"{number}.jsonl" for number in range(3))
    for source, target, options in [
        (EXAMPLES / name, first, []),
        (first, middle, ["--to", host]),
        (middle, last, []),
    ]:
        code, _, said = run(source, "-o", target, *options, *tools)
        assert code == 0, said
        assert " 0 calls" not in said
    assert last.read_bytes() == first.read_bytes()


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet"])
def test_the_ending_says_how_it_is_written(ending: str, tmp_path: Path) -> None:
    path, tools = tmp_path / f"out{ending}", ["--tools", EXAMPLES / "tools.json"]
    assert run(EXAMPLES / "chat.jsonl", "-o", path, *tools)[0] == 0
    plain = tmp_path / "plain.jsonl"
    assert run(EXAMPLES / "chat.jsonl", "-o", plain, *tools)[0] == 0
    again = tmp_path / "again.jsonl"
    assert run(path, "-o", again, *tools)[0] == 0
    first, second = (
        [[(m["role"], m["content"]) for m in record["messages"]] for record in records(each)] for each in (plain, again)
    )
    assert first == second
    if ending == ".jsonl.gz":
        assert gzip.decompress(path.read_bytes()) == plain.read_bytes()


def test_other_keys_are_in_a_column_of_their_own(tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text(
        json.dumps({"messages": [{"role": "user", "content": "é", "weight": 0}], "id": 7}), encoding="utf-8"
    )
    assert run(source, "-o", tmp_path / "a.parquet")[0] == 0
    (row,) = records(tmp_path / "a.parquet")
    assert row == {"messages": [{"role": "user", "content": "é"}], "extra": '{"id": 7, "messages": [{"weight": 0}]}'}


def test_processes_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_native.cli.convert.PIECE", 2_000)
    source = tmp_path / "many.jsonl"
    source.write_text("\n".join(LINES[index % 4] for index in range(400)), encoding="utf-8")
    for jobs in ("1", "2"):
        assert run(source, "-o", tmp_path / f"{jobs}.jsonl", "--jobs", jobs)[0] == 1
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    assert (tmp_path / "1.jsonl.aside.jsonl").read_bytes() == (tmp_path / "2.jsonl.aside.jsonl").read_bytes()
    assert len(records(tmp_path / "2.jsonl")) == 200


def test_an_overlay_writes_its_own_syntax(chats: Path) -> None:
    _, printed, _ = run(chats, "--overlay", "sigil")
    assert json.loads(printed.splitlines()[0])["messages"][0]["content"] == "<tool:ls/>"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.jsonl"], "none.jsonl"),
        (["chats.jsonl", "--from", "word"], "--from word: there are auto"),
        (["chats.jsonl", "--to", "xlam"], "--to xlam: there are pi-native"),
        (["chats.jsonl", "--to", "openai", "-o", "a.parquet"], "for --to pi-native"),
        (["other.jsonl"], "name it with --from"),
        (["chats.jsonl", "-o", "no/such/folder/a.jsonl"], "No such file or directory"),
        (["chats.jsonl", "--tools", "none.json"], "none.json"),
    ],
)
def test_wrong_usage(
    arguments: list[str], said: str, chats: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("other.jsonl").write_text('{"other": 1}\n', encoding="utf-8")
    code, printed, error = run(*arguments)
    assert (code, printed) == (2, "")
    assert said in error
    assert not list(tmp_path.glob("a.*"))


def test_ctrl_c_leaves_no_file_and_no_traceback(tmp_path: Path) -> None:
    source = tmp_path / "many.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for _ in range(20_000):
            file.write(json.dumps(GOOD | {"filler": "x" * 1_000}) + "\n")
    command = [sys.executable, "-m", "pi_native", "convert", str(source), "-o", str(tmp_path / "out.jsonl")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not list(tmp_path.glob(".pi-native-*")):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in said
    assert [path.name for path in tmp_path.iterdir()] == ["many.jsonl"]


def test_a_folder_of_datasets(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "chat.jsonl", tmp_path / "a.jsonl")
    shutil.copy(EXAMPLES / "sharegpt.json", tmp_path / "b.json")
    code, printed, said = run(tmp_path, "--tools", EXAMPLES / "tools.json")
    assert code == 0, said
    assert len(printed.splitlines()) == 8
