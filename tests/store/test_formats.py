"""A store of each earlier format: brought up to date with a copy beside it, and back again."""

import contextlib
import sqlite3

import pytest
from store_contents import decide, decided

from brat_iaa.errors import ConfigError
from brat_iaa.store import tables
from brat_iaa.store.database import Database

FORMATS = range(1, len(tables.MIGRATIONS))


def filled(path, version):
    """A store as a version of brat-agreement with this format left it; what is in it."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        tables.make(connection, 0, version)
        for table in tables_of(connection):
            columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
            for number in (1, 2):
                values = [
                    number if kind in ("INTEGER", "REAL") else f"{name}{number}".encode()
                    if kind == "BLOB" else f"{name}{number}"
                    for _, name, kind, *_ in columns
                ]  # fmt: skip
                marks = ", ".join("?" * len(values))
                connection.execute(f"INSERT INTO {table} VALUES ({marks})", values)
        connection.commit()
    return rows(path)


def tables_of(connection):
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return sorted(name for (name,) in found)


def rows(path):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table}").fetchall()
            for table in tables_of(connection)
        }


def version_of(path):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return tables.version(connection)


@pytest.mark.parametrize("version", FORMATS)
def test_up_and_down_again(version, tmp_path, monkeypatch, caplog):
    path = tmp_path / "project.db"
    before = filled(path, version)
    with Database(path).reading() as connection:
        assert tables.version(connection) == len(tables.MIGRATIONS)
    now = rows(path)
    assert {table: now[table] for table in before} == before
    assert all(not now[table] for table in set(now) - set(before))
    kept = tmp_path / f"format-{version}-project.db"
    assert (rows(kept), version_of(kept), kept.stat().st_mode & 0o777) == (before, version, 0o600)
    (said,) = caplog.messages
    assert f"from format {version} to {len(tables.MIGRATIONS)}" in said and str(kept) in said
    # The version before: it refuses the new one, names the copy, and works with that.
    monkeypatch.setattr(tables, "MIGRATIONS", tables.MIGRATIONS[:version])
    with pytest.raises(ConfigError, match=f"later version.*is kept in .*{kept.name}"):
        with Database(path).reading():
            pass
    path.unlink()
    kept.rename(path)
    with Database(path).transaction():
        pass
    assert rows(path) == before


def test_nothing_is_copied_over(tmp_path, caplog):
    path = tmp_path / "project.db"
    for _ in range(2):
        path.unlink(missing_ok=True)
        filled(path, 3)
        with Database(path).transaction():
            pass
    assert len(list(tmp_path.glob("*format-3-project.db"))) == 2 and len(caplog.messages) == 2


def test_without_room_for_the_copy_nothing_changes(tmp_path, monkeypatch):
    path = tmp_path / "project.db"
    before = filled(path, 3)
    monkeypatch.setattr(
        "brat_iaa.store.database.whole_file",
        lambda _: (_ for _ in ()).throw(ConfigError("the disk is full")),
    )
    with pytest.raises(ConfigError, match="full"), Database(path).transaction():
        pass
    assert (rows(path), version_of(path)) == (before, 3)


def test_a_new_store_is_not_copied(tmp_path):
    decide(tmp_path / "project.db", "a")
    assert decided(tmp_path / "project.db") == ["a"] and len(list(tmp_path.iterdir())) == 1
