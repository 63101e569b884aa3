"""What is acknowledged is on the disk; what happens to the disk or the file is said in words."""

import os
import sqlite3
import stat
from contextlib import closing

import pytest
from store_contents import decide, decided, notes, snap

from brat_iaa.errors import ConfigError
from brat_iaa.phases.archive import Archive, Snapshot
from brat_iaa.store import database, tables
from brat_iaa.store.database import Database

INSERT = "INSERT INTO secret VALUES (?)"
COUNT = "SELECT count(*) FROM secret"
BLANK = Snapshot(0, "1", "", "now", "lead", {})


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "store.sqlite3"
    Archive(Database(path)).add(BLANK, {f"{n}.ann": b"%d" % n for n in range(200)}, {})
    return path


def first_is_whole(path):
    archive = Archive(Database(path))
    archive.check(1)
    return [one.number for one in archive.list()] == [1]


def pragma(connection, name):
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def test_what_is_acknowledged_is_on_the_disk(path):
    for begun in (Database(path).reading, Database(path).transaction):
        with begun() as connection:
            assert pragma(connection, "journal_mode") == "delete"
            assert pragma(connection, "synchronous") == 3
    assert os.listdir(path.parent) == ["store.sqlite3"]


@pytest.mark.parametrize("in_file", [True, False])
def test_an_error_undoes_everything(path, in_file):
    kept = Database(path) if in_file else Database()
    with pytest.raises(ZeroDivisionError), kept.transaction() as connection:
        connection.execute(INSERT, (1,))
        1 / 0
    with kept.reading() as connection:
        assert connection.execute(COUNT).fetchone() == (0,)


def test_only_its_owner_reads_it_and_a_link_may_lead_to_it(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real.sqlite3")
    before = os.umask(0)
    try:
        decide(tmp_path / "link", "a")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "real.sqlite3").stat().st_mode) == 0o600


def test_a_later_version_is_refused(path):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {tables.VERSION + 1}")
    with pytest.raises(ConfigError, match="made by a later version of brat-agreement"):
        decided(path)


def test_a_full_disk(path, monkeypatch):
    connect = sqlite3.connect

    def on_a_full_disk(*args, **options):
        connection = connect(*args, **options)
        connection.execute(f"PRAGMA max_page_count = {pragma(connection, 'page_count')}")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(database.sqlite3, "connect", on_a_full_disk)
        with pytest.raises(
            ConfigError, match=r"store\.sqlite3: the disk is full. Nothing was kept. Make room"
        ):
            Archive(Database(path)).add(BLANK, {f"{n}.ann": b"new %d" % n for n in range(2000)}, {})
    assert first_is_whole(path)


def test_a_damaged_file(path):
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xaa" * (len(data) - 4096))
    with pytest.raises(ConfigError, match="is damaged.*malformed.*Move it away, but keep it"):
        Archive(Database(path)).list()
    path.write_bytes(b"not a database, whatever its name says " * 100)
    with pytest.raises(ConfigError, match="no file of .*but keep it"):
        Archive(Database(path)).list()


@pytest.mark.parametrize("read_first", [True, False])
def test_a_store_of_version_0_3_is_brought_up_to_date(tmp_path, read_first):
    path = tmp_path / "store.sqlite3"
    snap(path, "first")
    decide(path, "a")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TABLE secret")
        connection.execute("CREATE TABLE restoration (id INTEGER PRIMARY KEY)")
        connection.execute("PRAGMA user_version = 6")
    if not read_first:
        decide(path, "b")
    assert decided(path) == ["a", "b"][: 2 - read_first] and notes(path) == ["first"]
    with Database(path).reading() as connection:
        assert tables.version(connection) == tables.VERSION


@pytest.mark.parametrize("in_file", [True, False])
def test_who_reads_writes_nothing(path, in_file):
    kept = Database(path) if in_file else Database()
    with pytest.raises((sqlite3.Error, ConfigError), match="readonly|cannot be written"):
        with kept.reading() as connection:
            connection.execute(INSERT, (1,))
    with kept.transaction() as connection:
        connection.execute(INSERT, (1,))
