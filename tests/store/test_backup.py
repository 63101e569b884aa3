"""Backups hold all that was acknowledged, and come back all at once; nothing is lost by it."""

import os
import stat
from datetime import datetime, timezone

import pytest
from store_contents import decide, decided, notes, snap

from brat_iaa.errors import ConfigError
from brat_iaa.store.backup import backup, restore

NOW = datetime(2026, 3, 1, 12, 30, 5, tzinfo=timezone.utc)
KEPT = "2026-03-01-123005-store.sqlite3"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "state").mkdir()
    return tmp_path / "state"


@pytest.fixture
def path(folder):
    path = folder / "store.sqlite3"
    snap(path, "first")
    decide(path, "a", "b")
    return path


@pytest.fixture
def file(path, tmp_path):
    """A backup, since when something was added."""
    file = tmp_path / "backup"
    backup(path, file, "p")
    snap(path, "second")
    decide(path, "c")
    return file


def as_it_was(path):
    rows = notes(path) == ["first", "second"] and decided(path) == ["a", "b", "c"]
    return rows and os.listdir(path.parent) == [path.name]


def test_restored_and_back_again(path, file):
    done = restore(path, file, "p", now=NOW)
    assert done == ((1, 2), path.with_name(KEPT))
    assert notes(path) == ["first"] and decided(path) == ["a", "b"]
    assert notes(done.kept) == ["first", "second"] and decided(done.kept) == ["a", "b", "c"]
    assert stat.S_IMODE(done.kept.stat().st_mode) == 0o600
    again = restore(path, done.kept, "p", now=NOW)
    assert again.kept.name == "2026-03-01-123005-2-store.sqlite3"
    assert notes(path) == ["first", "second"] and decided(path) == ["a", "b", "c"]
    assert sorted(os.listdir(path.parent)) == sorted([KEPT, again.kept.name, path.name])
    # As usable as before.
    assert snap(path, "third").number == 3


def test_a_damaged_state_is_kept_as_it_is_and_mended(path, file):
    for number in range(50):
        snap(path, f"{number}", more=os.urandom(5000))
    with path.open("r+b") as damaged:
        damaged.seek(path.stat().st_size // 2)
        damaged.write(b"\xaa" * 20_000)
    data = path.read_bytes()
    with pytest.raises(ConfigError, match=r"store\.sqlite3: .*is damaged"):
        backup(path, file.with_name("new"), "p")
    assert not file.with_name("new").exists()
    done = restore(path, file, "p")
    assert notes(path) == ["first"]
    # But for the counters on the first page, and the line at the end.
    assert done.kept.read_bytes()[4096 : len(data)] == data[4096:]


def test_no_damaged_byte_is_restored(path, file):
    """Anywhere in the file, also where sqlite does not look."""
    data = file.read_bytes()
    for place in [*range(0, len(data), 1499), *range(len(data) - 80, len(data))]:
        changed = bytes([data[place] ^ 0x55])
        file.write_bytes(data[:place] + changed + data[place + 1 :])
        with pytest.raises(ConfigError, match="backup: .*present state stays"):
            restore(path, file, "p")
    for length in (0, 4096, len(data) // 2, len(data) - 1):
        file.write_bytes(data[:length])
        for force in (False, True):
            with pytest.raises(ConfigError, match="backup: "):
                restore(path, file, "p", force)
    assert as_it_was(path)


@pytest.mark.parametrize("snapshot", [False, True])
def test_a_backup_goes_back_into_its_own_project_only(folder, tmp_path, snapshot):
    demo, other = folder / "demo.sqlite3", folder / "other.sqlite3"
    decide(demo, "a")
    decide(other, "b")
    if snapshot:
        snap(demo, project="demo")
    backup(demo, tmp_path / "backup", "demo")
    with pytest.raises(ConfigError, match="is a backup of .*, not of other.*--force"):
        restore(other, tmp_path / "backup", "other")
    assert decided(other) == ["b"] and len(os.listdir(folder)) == 2
    kept = restore(demo, tmp_path / "backup", "demo").kept
    with pytest.raises(ConfigError, match="--force"):
        restore(other, kept, "other")
    restore(demo, kept, "demo")
    restore(other, kept, "other", other_project=True)
    assert decided(other) == ["a"]
    # What was forced into it is its own from now on.
    backup(other, tmp_path / "again", "other")
    restore(other, tmp_path / "again", "other")
