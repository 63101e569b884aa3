"""Snapshots in the database: what goes in comes out, once kept, twice not."""

import sqlite3
import zlib
from contextlib import closing

import pytest

from brat_iaa.phases.archive import Archive, Snapshot, SnapshotError
from brat_iaa.store import database
from brat_iaa.store.database import Database

BLANK = Snapshot(0, "1 apart", "note", "2026-01-01T00:00:00+00:00", "lead", {"files": 1})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.sqlite3"


@pytest.fixture
def archive(path):
    return Archive(Database(path))


def test_what_is_deleted_is_not_left_in_the_file(archive, path, monkeypatch):
    connect = sqlite3.connect

    def as_most_are_built(*args, **options):
        connection = connect(*args, **options)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(database.sqlite3, "connect", as_most_are_built)
    rare, common = (
        "".join(f"{start * number:x}" for number in range(1, 400)).encode()
        for start in (7919, 104729)
    )
    archive.add(BLANK, {"a": rare, "b": common}, {})
    archive.add(BLANK, {"b": common}, {})
    assert zlib.compress(rare)[:200] in path.read_bytes()
    archive.delete(1, "a name in it", "lead")
    assert zlib.compress(rare)[:200] not in path.read_bytes()
    assert archive.files(2) == {"b": common}


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE blob SET data = x'00' WHERE id = 1",
        "UPDATE blob SET data = (SELECT data FROM blob WHERE id = 2) WHERE id = 1",
        "DELETE FROM entry WHERE path = 'a'", "UPDATE entry SET path = 'c' WHERE path = 'a'",
    ],
)  # fmt: skip
def test_damage_is_found(archive, path, damage):
    archive.add(BLANK, {"a": b"1", "b": b"2"}, {})
    archive.check(1)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(damage)
    with pytest.raises(SnapshotError, match="damaged"):
        archive.check(1)
