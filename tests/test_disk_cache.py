"""The cache on disk: it only ever saves time, whatever is in its folder."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi_native import disk_cache
from pi_native.disk_cache import MAX_FILES, MAX_SIZE, cache_folder, cached, key_of

FIRST_PARSE = "import sys, pi_native; print(pi_native.parse('<call:a/>').calls[0].name, 'lark' in sys.modules)"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv(disk_cache.VARIABLE, str(place))
    return place


def numbers(data: Any) -> list[int]:
    if not isinstance(data, list) or not all(isinstance(item, int) for item in data):
        raise ValueError("not numbers")
    return data


class Builds:
    """Makes data, and counts how often."""

    def __init__(self, data: Any = None) -> None:
        self.data, self.count = [1, 2] if data is None else data, 0

    def __call__(self) -> Any:
        self.count += 1
        return self.data


def get(builds: Builds, text: str = "text", modules: tuple[str, ...] = ("json",)) -> list[int]:
    return cached(text, modules, builds, numbers)


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_data_are_built_once(folder: Path) -> None:
    builds = Builds()
    assert [get(builds), get(builds)] == [[1, 2], [1, 2]]
    assert builds.count == 1
    assert [path.suffix for path in files(folder)] == [disk_cache.SUFFIX]


def test_files_are_the_users_alone(folder: Path) -> None:
    if os.name == "nt":
        pytest.skip("no modes")
    get(Builds())
    assert [path.stat().st_mode & 0o077 for path in (folder, *files(folder))] == [0, 0]


def signed(key: str, payload: bytes) -> bytes:
    return disk_cache._digest(key, payload) + b"\n" + payload


BROKEN: dict[str, Callable[[str, bytes], bytes]] = {
    "empty": lambda key, content: b"",
    "cut off": lambda key, content: content[:-1],
    "only the digest": lambda key, content: content[:64],
    "altered": lambda key, content: content.replace(b"2", b"3"),
    "longer": lambda key, content: content + b" ",
    "no text": lambda key, content: bytes(range(256)),
    "of another key": lambda key, content: signed("another", b"[3]"),
    "another type": lambda key, content: signed(key, b'{"a": 1}'),
    "another type inside": lambda key, content: signed(key, b'["1"]'),
    "no JSON": lambda key, content: signed(key, b"[1, 2"),
    "deep JSON": lambda key, content: signed(key, b"[" * 100_000),
    "too large": lambda key, content: signed(key, b" " * MAX_SIZE + b"[3]"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_is_none_is_written_again(folder: Path, kind: str) -> None:
    get(Builds())
    (path,) = files(folder)
    whole = path.read_bytes()
    path.write_bytes(BROKEN[kind](path.stem, whole))
    builds = Builds()
    assert get(builds) == [1, 2]
    assert builds.count == 1
    assert path.read_bytes() == whole
    assert files(folder) == [path]


def test_what_is_no_file_is_left_alone(folder: Path) -> None:
    (folder / (key_of("text", ["json"]) + disk_cache.SUFFIX)).mkdir(parents=True)
    builds = Builds()
    assert [get(builds), get(builds)] == [[1, 2], [1, 2]]
    assert builds.count == 2
    assert len(files(folder)) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    folder.mkdir()
    path = folder / (key_of("text", ["json"]) + disk_cache.SUFFIX)
    os.mkfifo(path)
    assert get(Builds()) == [1, 2]
    assert path.is_file()


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(disk_cache.VARIABLE, str(tmp_path / "file" / "cache"))
    assert get(Builds()) == [1, 2]
    assert (tmp_path / "file").read_text() == ""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(folder: Path) -> None:
    folder.mkdir(mode=0o500)
    assert get(Builds()) == [1, 2]
    assert files(folder) == []


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOSPC])
@pytest.mark.parametrize("step", ["tempfile.mkstemp", "os.fdopen", "os.replace", "os.makedirs", "os.scandir"])
def test_a_step_of_writing_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch, step: str, code: int) -> None:
    def fail(*args: Any, **options: Any) -> Any:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patched:
        patched.setattr(step, fail)
        assert get(Builds()) == [1, 2]
    assert [path for path in folder.glob("*") if path.suffix != disk_cache.SUFFIX] == []


def test_another_text_another_module_or_another_source_has_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {key_of("a", ["json"]), key_of("b", ["json"]), key_of("a", ["lark"]), key_of("a", ["json", "lark"])}
    source = disk_cache._source
    monkeypatch.setattr(disk_cache, "_source", lambda name: source(name) + b"#")
    keys.add(key_of("a", ["json"]))
    monkeypatch.undo()
    monkeypatch.setattr(sys, "version", "another")
    keys.add(key_of("a", ["json"]))
    assert len(keys) == 6


def test_pieces_of_a_key_do_not_run_into_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {"x": b"ab", "y": b"", disk_cache.__name__: b""}
    monkeypatch.setattr(disk_cache, "_source", sources.__getitem__)
    first = key_of("", ["x", "y"])
    sources.update(x=b"a", y=b"b")
    assert key_of("", ["x", "y"]) != first


@pytest.mark.parametrize("module", ["no_such_module", "sys"])
def test_without_a_source_nothing_is_kept(folder: Path, module: str) -> None:
    assert key_of("text", [module]) == ""
    builds = Builds()
    assert [get(builds, modules=(module,)) for _ in range(2)] == [[1, 2]] * 2
    assert builds.count == 2
    assert not folder.exists()


@pytest.mark.parametrize("value", ["", "off"])
def test_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(disk_cache.VARIABLE, value)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    builds = Builds()
    assert [get(builds), get(builds)] == [[1, 2], [1, 2]]
    assert builds.count == 2
    assert files(tmp_path) == []


@pytest.mark.skipif(os.name == "nt", reason="paths of other platforms")
@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"HOME": "/home/a"}, "/home/a/.cache/pi-native"),
        ("linux", {"HOME": "/home/a", "XDG_CACHE_HOME": "/c"}, "/c/pi-native"),
        ("linux", {"HOME": "/home/a", "XDG_CACHE_HOME": "c"}, "/home/a/.cache/pi-native"),
        ("linux", {"HOME": "relative"}, None),
        ("darwin", {"HOME": "/Users/a", "XDG_CACHE_HOME": "/c"}, "/Users/a/Library/Caches/pi-native"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/pi-native"),
        ("win32", {}, None),
        ("linux", {"HOME": "/home/a", "PI_NATIVE_CACHE": "/d"}, "/d"),
    ],
)
def test_the_folder(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str | None
) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", disk_cache.VARIABLE):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder() == expected


def test_what_building_raises_is_raised_and_not_kept(folder: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        cached("text", ["json"], lambda: 1 // 0, numbers)
    assert not folder.exists()


def test_data_that_cannot_be_read_are_an_error_and_not_kept(folder: Path) -> None:
    with pytest.raises(ValueError, match="not numbers"):
        get(Builds("text"))
    assert not folder.exists()


def test_the_oldest_go(folder: Path) -> None:
    for number in range(MAX_FILES + 3):
        get(Builds(), text=str(number))
        (newest,) = (path for path in files(folder) if path.stem == key_of(str(number), ["json"]))
        os.utime(newest, (number, number))
    kept = {path.stem for path in files(folder)}
    get(Builds(), text="one more")
    assert len(kept) == len(files(folder)) == MAX_FILES
    assert key_of("2", ["json"]) not in kept
    assert key_of("3", ["json"]) in kept
    assert key_of("3", ["json"]) not in {path.stem for path in files(folder)}


def test_starts_at_the_same_time(folder: Path) -> None:
    environment = {**os.environ, disk_cache.VARIABLE: str(folder)}
    command = [sys.executable, "-c", FIRST_PARSE]
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    outputs = [process.communicate()[0].split() for process in running]
    assert [(process.returncode, output[0]) for process, output in zip(running, outputs, strict=True)] == [(0, "a")] * 4
    assert [path.suffix for path in files(folder)] == [disk_cache.SUFFIX] * 2  # the tables, the catalogue
    for path in files(folder):
        digest, _, payload = path.read_bytes().partition(b"\n")
        assert digest == disk_cache._digest(path.stem, payload)
        assert json.loads(payload)
    again = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.split()
    assert again == ["a", "False"]
