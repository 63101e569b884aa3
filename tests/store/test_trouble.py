"""What happens to the disk or the file is said in words, with what to do; nothing is half there."""

import sqlite3

import pytest

from brat_iaa.errors import ConfigError
from brat_iaa.phases.archive import Archive, Snapshot
from brat_iaa.store import database
from brat_iaa.store.database import Database

BLANK = Snapshot(0, "1", "", "now", "lead", {}, None, None, None)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "store.sqlite3"
    Archive(Database(path)).add(BLANK, {f"{n}.ann": b"%d" % n for n in range(200)}, {})
    return path


def first_is_whole(path):
    archive = Archive(Database(path))
    archive.check(1)
    return [one.number for one in archive.list()] == [1]


def test_a_full_disk(path, monkeypatch):
    connect = sqlite3.connect

    def on_a_full_disk(*args, **options):
        connection = connect(*args, **options)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(database.sqlite3, "connect", on_a_full_disk)
        with pytest.raises(
            ConfigError, match=r"store\.sqlite3: the disk is full. Nothing was kept. Make room"
        ):
            Archive(Database(path)).add(BLANK, {f"{n}.ann": b"new %d" % n for n in range(2000)}, {})
    assert first_is_whole(path)


def test_another_who_does_not_end(path, monkeypatch):
    monkeypatch.setattr(database, "_PATIENCE", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    for begin, acts in (
        ("BEGIN IMMEDIATE", [lambda own: own.add(BLANK, {}, {})]),
        ("BEGIN EXCLUSIVE", [lambda own: own.add(BLANK, {}, {}), Archive.list]),
    ):
        other.execute(begin)
        for act in acts:
            with pytest.raises(ConfigError, match="another process .*Try again") as found:
                act(Archive(Database(path)))
            assert "Move it away" not in str(found.value)
        other.execute("ROLLBACK")
    other.close()
    assert first_is_whole(path)


def test_a_damaged_file(path):
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xaa" * (len(data) - 4096))
    with pytest.raises(ConfigError, match="is damaged.*malformed.*Move it away, but keep it"):
        Archive(Database(path)).list()


def test_mistakes_of_others_go_through(path):
    with pytest.raises(ZeroDivisionError), Database(path).transaction() as connection:
        connection.execute("DELETE FROM snapshot")
        1 / 0
    assert first_is_whole(path)


def test_where_no_store_can_be_made_readers_find_nothing_kept(tmp_path, monkeypatch):
    def fails(path):
        raise ConfigError("no room")

    monkeypatch.setattr(database, "_make_private", fails)
    absent = Database(tmp_path / "state.sqlite3")
    with absent.reading() as connection:
        assert connection.execute("SELECT count(*) FROM review").fetchone() == (0,)
    with pytest.raises(ConfigError, match="no room"), absent.transaction():
        pass
    (tmp_path / "state.sqlite3").touch()
    with pytest.raises(ConfigError, match="no room"), absent.reading():
        pass
