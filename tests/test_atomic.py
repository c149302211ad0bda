"""Files that are written whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from pi_native.atomic import written


def put(path: Path, data: bytes) -> None:
    with written(str(path)) as file:
        file.write(data)


def test_a_new_file_has_the_mode_that_any_new_file_has(tmp_path: Path) -> None:
    put(tmp_path / "a.txt", b"hello")
    (tmp_path / "b.txt").write_bytes(b"")
    assert (tmp_path / "a.txt").read_bytes() == b"hello"
    assert os.stat(tmp_path / "a.txt").st_mode == os.stat(tmp_path / "b.txt").st_mode


def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    path.chmod(0o640)
    put(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)


def break_off(path: Path, error: type[BaseException]) -> None:
    with written(str(path)) as file:
        file.write(b"half")
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_nothing_has_changed_if_writing_is_broken_off(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    with pytest.raises(error):
        break_off(path, error)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("a.txt")
    (tmp_path / "a.txt").write_bytes(b"old")
    put(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a.txt").read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    put(tmp_path / "pipe", b"hello")
    assert os.read(reader, 10) == b"hello"
    os.close(reader)
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        put(tmp_path / "none" / "a.txt", b"")
