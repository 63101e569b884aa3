"""kill -9 during backup and restore: the state is the old or the new one; the old is never lost."""

import subprocess
import sys

import pytest
from checkout import CHECKOUT

SCRIPT = """
import contextlib, os, random, shutil, signal, sys, time
from pathlib import Path
from brat_iaa.phases.archive import Archive, Snapshot
from brat_iaa.store.backup import backup, restore
from brat_iaa.store.database import Database
from tests.support.dying import die_before

folder, what, how = Path(sys.argv[1]), *sys.argv[2:]
chance = random.Random(1)
LARGE = 20_000 if how == "statement" else 2_000_000


def add(path, note, size):
    files = {f"{number}.ann": chance.randbytes(size // 10) for number in range(10)}
    snapshot = Snapshot(0, "1", note, "now", "lead", {"project": "p"}, None, None, None)
    Archive(Database(path)).add(snapshot, files, {})


def state(path):
    if not path.exists():
        return []
    archive = Archive(Database(path))
    for one in archive.list():
        archive.check(one.number)
    with Database(path).reading() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return [one.note for one in archive.list()]


def act(path):
    if what == "backup":
        backup(first, path.with_name("backup"), "p")
    else:
        restore(path, copy, "p")


first, copy = folder / "first.sqlite3", folder / "copy"
add(first, "old", LARGE)
backup(first, copy, "p")
add(first, "newer", LARGE)
OLD, NEW = ["old", "newer"], ["old"]


def run(number):
    own = folder / str(number)
    own.mkdir()
    path = own / "store.sqlite3"
    if what == "restore":
        shutil.copy(first, path)
    started, ready = os.pipe()
    child = os.fork()
    if child == 0:
        if how == "statement":
            die_before(number)
        os.write(ready, b".")
        act(path)
        os._exit(0)
    os.read(started, 1)
    begun = time.monotonic()
    if how == "time" and number:
        time.sleep(number / 40 * longest)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
    took = time.monotonic() - begun
    for descriptor in (started, ready):
        os.close(descriptor)
    if what == "backup":
        found = state(own / "backup")
        assert found in ([], OLD) and (killed or found == OLD), found
        assert state(first) == OLD
        if found:
            (own / "backup").unlink()
    elif what == "new":
        found = state(path)
        assert found in ([], NEW), found
    else:
        kept = list(own.glob("2*"))
        found = state(path)
        assert found in (OLD, NEW), found
        assert all(state(one) == OLD for one in kept)
        assert found == OLD or len(kept) == 1
    if killed:
        act(path)
        assert what == "backup" or state(path) == NEW
    shutil.rmtree(own)
    return killed, took


if how == "statement":
    number = 1
    while run(number)[0]:
        number += 1
    print(number - 1)
else:
    # The shortest of some: on a busy machine one can take long, and most would be killed too late.
    longest = min(run(0)[1] for _ in range(4))
    print(sum(run(number)[0] for number in range(1, 41)))
"""


@pytest.mark.parametrize("how, fewest", [("statement", 8), ("time", 8)])
@pytest.mark.parametrize("what", ["backup", "restore", "new"])
def test_killed(what, how, fewest, tmp_path):
    """Before each statement that is sent to sqlite; and at forty times, since copying is none."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, tmp_path, what, how],
        capture_output=True,
        text=True,
        timeout=240,
        cwd=CHECKOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= fewest
