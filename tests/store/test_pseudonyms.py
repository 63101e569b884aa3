"""The database outside of brat, and the numbers by which annotators are called."""

import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from full_disks import full_disk

from brat_iaa.errors import ConfigError
from brat_iaa.store import tables
from brat_iaa.store.database import Database, opened
from brat_iaa.store.paths import database_path
from brat_iaa.store.pseudonyms import Pseudonyms
from brat_iaa.store.tables import MIGRATIONS

SEVEN = tuple("abcdefg")


def in_file(tmp_path):
    return Pseudonyms(Database(tmp_path / "names.sqlite3"))


def test_each_has_one_number_from_one():
    assert sorted(Pseudonyms().shown("/p/", "anna", SEVEN).values()) == [
        f"annotator {n}" for n in range(1, 8)
    ]


def test_numbers_stay_across_processes_and_when_others_join(tmp_path):
    before = in_file(tmp_path).shown("/p/", "anna", ("dan", "ben"))
    after = in_file(tmp_path).shown("/p/", "anna", ("abe", "ben", "carl", "dan"))
    assert {name: after[name] for name in before} == before
    assert sorted(after.values()) == [f"annotator {n}" for n in range(1, 5)]
    assert in_file(tmp_path).shown("/p/", "anna", ("ben",)) == {"ben": before["ben"]}


def test_numbers_dealt_on_a_full_disk_stay_and_are_kept_later(tmp_path):
    names = in_file(tmp_path)
    dan = names.shown("/p/", "anna", ("dan",))
    with full_disk():
        shown = names.shown("/p/", "anna", SEVEN)
        assert names.shown("/p/", "anna", SEVEN) == shown
        more = names.shown("/p/", "anna", ("h", *SEVEN))
        assert {**more, **shown} == more and len({*more.values(), *dan.values()}) == 9
    assert names.shown("/p/", "anna", ("i", *SEVEN, "dan")).items() > (shown | dan).items()
    assert in_file(tmp_path).shown("/p/", "anna", SEVEN) == shown


def test_numbers_that_another_process_gave_away_meanwhile_are_dealt_anew(tmp_path):
    names = in_file(tmp_path)
    with full_disk():
        names.shown("/p/", "anna", ("ben",))
    given = in_file(tmp_path).shown("/p/", "anna", ("carl",))
    shown = names.shown("/p/", "anna", ("ben", "carl"))
    assert shown == {"ben": "annotator 2", **given}
    with full_disk():
        names.shown("/p/", "anna", ("dan",))
    assert names.shown("/p/", "anna", ("dan",), ("annotator 3",)) == {"dan": "annotator 4"}


def test_tables_of_an_earlier_version_are_read_where_nothing_can_be_written(tmp_path):
    path = tmp_path / "names.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        tables.make(connection, 0, 1)
        connection.execute("INSERT INTO names VALUES ('/p/', 'anna', 'ben', 4)")
        connection.commit()
    with full_disk():
        assert in_file(tmp_path).shown("/p/", "anna", ("ben",)) == {"ben": "annotator 4"}
        with Database(path).reading() as connection:
            assert tables.version(connection) == len(MIGRATIONS)
    with closing(sqlite3.connect(path)) as connection:
        assert tables.version(connection) == 1


def test_the_order_is_not_that_of_the_names_nor_the_same_for_all_viewers():
    names = Pseudonyms()
    dealt = {tuple(names.shown("/p/", f"viewer {n}", SEVEN).values()) for n in range(20)}
    # 7! orders: that twenty viewers have fewer than three of them is as good as impossible.
    assert len(dealt) > 2


def test_projects_are_apart():
    names = Pseudonyms()
    dealt = {tuple(names.shown(f"/p{n}/", "anna", SEVEN).values()) for n in range(20)}
    assert len(dealt) > 2


def test_a_directory_that_is_called_annotator_2_is_nobodys_number():
    names = Pseudonyms()
    avoid = "Annotator 2", "annotator 3"
    shown = names.shown("/p/", "anna", ("x", "y"), avoid)
    assert {*shown.values()} == {"annotator 1", "annotator 4"}


def test_a_number_gives_way_to_a_directory_that_comes_to_be_called_so():
    names = Pseudonyms()
    before = names.shown("/p/", "anna", ("x", "y"))
    after = names.shown("/p/", "anna", ("x", "y"), ("annotator 1",))
    assert "annotator 1" not in after.values()
    assert len(set(after.values())) == 2
    assert {n: s for n, s in before.items() if s != "annotator 1"}.items() <= after.items()


def test_many_threads_agree(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: in_file(tmp_path).shown("/p/", "anna", SEVEN), range(16)))
    assert all(own == found[0] for own in found)


def test_what_fails_is_not_kept():
    kept = Database()
    with pytest.raises(ZeroDivisionError), kept.transaction() as connection:
        connection.execute("INSERT INTO names VALUES ('p', 'v', 'a', 1)")
        raise ZeroDivisionError
    with kept.transaction() as connection:
        assert connection.execute("SELECT count(*) FROM names").fetchone() == (0,)


def test_a_database_is_for_its_owner_only(tmp_path):
    with opened(tmp_path / "new.sqlite3"):
        pass
    assert stat.S_IMODE((tmp_path / "new.sqlite3").stat().st_mode) == 0o600


def test_a_later_version_is_refused_in_words(tmp_path):
    path = tmp_path / "later.sqlite3"
    with opened(path):
        pass
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with (
        pytest.raises(ConfigError, match="made by a later version of brat-agreement"),
        opened(path),
    ):
        pass


def test_an_older_version_is_brought_up_to_date(tmp_path, monkeypatch):
    path = tmp_path / "older.sqlite3"
    Pseudonyms(Database(path)).shown("/p/", "anna", ("ben",))
    more = "CREATE TABLE more (x); INSERT INTO more VALUES (7);"
    monkeypatch.setattr(tables, "MIGRATIONS", (*MIGRATIONS, more))
    with opened(path) as connection:
        assert connection.execute("SELECT x FROM more").fetchall() == [(7,)]
        assert connection.execute("SELECT annotator FROM names").fetchall() == [("ben",)]


def test_what_is_no_database_is_said(tmp_path):
    (tmp_path / "x").write_bytes(b"not a database, whatever its name says " * 100)
    with pytest.raises(ConfigError, match="no file of .*but keep it"), opened(tmp_path / "x"):
        pass
    with pytest.raises(ConfigError, match="cannot be written: it is not a file"), opened(tmp_path):
        pass


def test_the_place_is_the_users_own_and_closed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    one, other = database_path(tmp_path / "data"), database_path(tmp_path / "data2")
    assert (
        one.parent.parent == other.parent.parent == tmp_path / "state" / "brat-iaa" and one != other
    )
    assert stat.S_IMODE(one.parent.stat().st_mode) == 0o700
    one.parent.chmod(0o755)
    assert (
        database_path(tmp_path / "data") == one and stat.S_IMODE(one.parent.stat().st_mode) == 0o700
    )


def test_data_directories_may_share_a_folder_that_is_named(tmp_path):
    one, other = (database_path(tmp_path / name, tmp_path / "state") for name in ("data", "data2"))
    assert one.parent == other.parent == tmp_path / "state" and one != other


def test_without_the_variable_it_is_in_the_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert database_path(tmp_path / "data").is_relative_to(
        tmp_path / ".local" / "state" / "brat-iaa"
    )


@pytest.mark.parametrize(
    "where", ["brat/data/p/state", "brat/data", "brat/work/iaa", "brat", "link/x"]
)
def test_what_brat_hands_out_is_no_place(tmp_path, where):
    (tmp_path / "brat" / "data").mkdir(parents=True)
    (tmp_path / "brat" / "standalone.py").write_text("")
    os.symlink(tmp_path / "brat" / "data", tmp_path / "link")
    with pytest.raises(ConfigError, match="brat hands out what lies there"):
        database_path(tmp_path / "brat" / "data", tmp_path / where)
    assert not (tmp_path / "brat" / "work").exists()
    assert (
        database_path(tmp_path / "brat" / "data", tmp_path / "brat-agreement").parent
        == tmp_path / "brat-agreement"
    )
