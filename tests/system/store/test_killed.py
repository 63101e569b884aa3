"""kill -9 before each single statement that is sent to the database: what was kept before is whole,
nothing is half there.
"""

import subprocess
import sys

import pytest
from checkout import CHECKOUT
from waiting import PATIENCE

# Dies before statement 1, then 2 and so on, each time in a process of its own, until nothing is
# left to die before.
SCRIPT = """
import os, shutil, sys
from brat_iaa.phases.archive import Archive, Snapshot
from brat_iaa.store.database import Database
from tests.support.dying import die_before

folder, what = sys.argv[1:]
FILES = [{"anna/d.ann": b"one", "anna/d.txt": b"text", "old": b"old"}, {"anna/d.ann": b"two", "anna/d.txt": b"text", "new": b"new"}]


def kept(path):
    return Archive(Database(path))


def add(archive, files):
    archive.add(Snapshot(0, "1", "", "now", "lead", {}, None, None, None), files, {"project.json": files["anna/d.ann"]})


def begin(path):
    if what != "new":
        add(kept(path), FILES[0])


def act(path):
    if what == "delete":
        kept(path).delete(1, "why", "lead", "now")
    else:
        add(kept(path), FILES[1])


def state(path):
    archive, found = kept(path), []
    for one in archive.list():
        if one.deleted:
            found.append((one.number, one.reason))
        else:
            archive.check(one.number)
            found.append((one.number, archive.files(one.number)))
    with Database(path).transaction() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        blobs = connection.execute("SELECT count(*) FROM blob WHERE id NOT IN (SELECT blob FROM entry)").fetchone()[0]
        assert blobs == 0, f"{blobs} contents that belong to nothing"
    return found


first = os.path.join(folder, "first.sqlite3")
begin(first)
before, statement = (state(first) if what != "new" else []), 0
while True:
    statement += 1
    path = os.path.join(folder, f"{statement}.sqlite3")
    if what != "new":
        shutil.copy(first, path)
    child = os.fork()
    if child == 0:
        die_before(statement)
        act(path)
        os._exit(0)
    killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
    found = state(path)
    if not killed:
        break
    assert found == before, f"killed before statement {statement}: {found}"
    act(path)
    state(path)
assert found != before
print(statement - 1, "times")
"""


@pytest.mark.parametrize("what, fewest", [("new", 30), ("add", 10), ("delete", 5)])
def test_killed_before_each_statement(what, fewest, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, tmp_path, what],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=CHECKOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) >= fewest
