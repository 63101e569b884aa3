"""A child that was forked while the database was in use does not touch it, and says so."""

import subprocess
import sys

import pytest
from checkout import CHECKOUT
from waiting import PATIENCE

BEGIN = """
import os, sqlite3, sys, threading
from brat_iaa.errors import ConfigError
from brat_iaa.store.database import Database

path = sys.argv[1]
INSERT = "INSERT INTO figures VALUES (?, 1, '')"


def rows(database):
    with database.reading() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = connection.execute("SELECT project FROM figures ORDER BY project")
        return [name for name, in found]


def write(database, name):
    with database.transaction() as connection:
        connection.execute(INSERT, (name,))


def refused(act, words):
    try:
        act()
    except ConfigError as error:
        assert words in str(error), error
    else:
        raise AssertionError("not refused")


def in_child(act):
    child = os.fork()
    if child == 0:
        try:
            act()
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


database = Database(path)
write(database, "a")
"""

CASES = {
    "while nothing is open": """
in_child(lambda: write(database, "b"))
assert rows(database) == ["a", "b"]
""",
    "while another thread writes": """
begun, go_on = threading.Event(), threading.Event()


def slowly():
    with database.transaction() as connection:
        connection.execute(INSERT, ("b",))
        begun.set()
        go_on.wait()


writer = threading.Thread(target=slowly)
writer.start()
begun.wait()
in_child(lambda: refused(lambda: rows(database), "forked"))
in_child(lambda: refused(lambda: write(Database(path), "c"), "forked"))
assert os.path.exists(path + "-journal")
go_on.set()
writer.join()
in_child(lambda: write(database, "c"))
assert rows(database) == ["a", "b", "c"]
""",
    "in the middle of a transaction": """
with database.transaction() as connection:
    connection.execute(INSERT, ("b",))
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0
        assert os.path.exists(path + "-journal")
if child:
    assert rows(database) == ["a", "b"]
""",
    "while another thread has its turn and none has it open": """
from brat_iaa.store.sharing import turn
with turn(path, 1):
    in_child(lambda: write(database, "b"))
assert rows(database) == ["a", "b"]
""",
    "with a database in memory": """
memory = Database()
write(memory, "m")
in_child(lambda: refused(lambda: rows(memory), "process that made it"))
assert rows(memory) == ["m"]
""",
    "while another thread makes a file": """
from brat_iaa.store import sharing
with sharing.making:
    in_child(lambda: write(Database(path + "2"), "c"))
assert rows(Database(path + "2")) == ["c"]
""",
}
END_OF_CHILD = {
    "in the middle of a transaction": """
import atexit


def check(kind, error, trace):
    os._exit(0 if kind is ConfigError and "forked in the middle" in str(error) else 1)


sys.excepthook = check
"""
}


@pytest.mark.parametrize("case", CASES)
def test_a_child_leaves_alone_what_its_parent_has_open(case, tmp_path):
    script = BEGIN + END_OF_CHILD.get(case, "") + CASES[case]
    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "store.sqlite3"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=CHECKOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
