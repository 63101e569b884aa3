"""How sqlite writes, what reads and writes may do at once, and how the file is made."""

import os
import sqlite3
import stat
import threading
from contextlib import closing

import pytest

from brat_iaa.store import database
from brat_iaa.store.database import Database

INSERT = "INSERT INTO figures VALUES (?, 1, '')"
COUNT = "SELECT count(*) FROM figures"


def settings(connection):
    return pragma(connection, "journal_mode"), pragma(connection, "synchronous")


def pragma(connection, name):
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "store.sqlite3"
    with Database(path).transaction() as connection:
        connection.execute(INSERT, ("first",))
    return path


def test_what_is_acknowledged_is_on_the_disk(path):
    for begun in (Database(path).reading, Database(path).transaction):
        with begun() as connection:
            assert settings(connection) == ("delete", 3)
    assert os.listdir(path.parent) == ["store.sqlite3"]


def test_a_file_in_another_mode_is_brought_back_once_nobody_uses_it(path):
    with closing(sqlite3.connect(path)) as other:
        assert pragma(other, "journal_mode = WAL") == "wal"
        other.execute(COUNT)
        with Database(path).transaction() as connection:
            assert settings(connection) == ("wal", 3)
            connection.execute(INSERT, ("second",))
        assert other.execute(COUNT).fetchone() == (2,)
    with Database(path).reading() as connection:
        assert pragma(connection, "journal_mode") == "delete"
        assert connection.execute(COUNT).fetchone() == (2,)


def test_reading_goes_on_while_another_writes_and_sees_one_state(path, monkeypatch):
    monkeypatch.setattr(database, "_PATIENCE", 0.05)
    with Database(path).transaction() as writing:
        writing.execute(INSERT, ("second",))
        with Database(path).reading() as reading:
            assert reading.execute(COUNT).fetchone() == (1,)
    with Database(path).reading() as reading:
        assert reading.execute(COUNT).fetchone() == (2,)


@pytest.mark.parametrize("in_file", [True, False])
def test_who_reads_writes_nothing(path, in_file):
    kept = Database(path) if in_file else Database()
    errors = sqlite3.Error, database.ConfigError
    refused = pytest.raises(errors, match="readonly|cannot be written")
    with refused, kept.reading() as connection:
        connection.execute(INSERT, ("second",))
    with kept.transaction() as connection:
        connection.execute(INSERT, ("second",))


def test_a_file_that_is_there_is_never_opened_but_by_sqlite(path, monkeypatch):
    """To close any descriptor of it would take the locks of all threads of this process from it."""

    def refuse(*args, **options):
        raise AssertionError("opened")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        patch.setattr("builtins.open", refuse)
        with Database(path).transaction() as connection:
            connection.execute(INSERT, ("second",))


def test_no_thread_uses_a_new_file_before_its_descriptor_is_closed(tmp_path, monkeypatch):
    path, close, used, others = tmp_path / "new.sqlite3", os.close, [], []

    def use():
        with Database(path).reading():
            used.append(True)

    def slow_close(descriptor):
        others.append(threading.Thread(target=use))
        others[0].start()
        others[0].join(0.3)
        assert not used and path.stat().st_size == 0
        close(descriptor)

    monkeypatch.setattr(os, "close", slow_close)
    use()
    others[0].join()
    assert len(used) == 2


@pytest.mark.parametrize("umask", [0, 0o077, 0o377])
def test_only_its_owner_reads_it_and_a_link_may_lead_to_it(tmp_path, umask):
    (tmp_path / "link").symlink_to(tmp_path / "real.sqlite3")
    before = os.umask(umask)
    try:
        if umask == 0o377 and os.getuid():
            with pytest.raises(database.ConfigError), Database(tmp_path / "link").reading():
                pass
        else:
            with Database(tmp_path / "link").reading():
                pass
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "real.sqlite3").stat().st_mode) == 0o600 & ~umask
