"""Backups are made and come back while other processes decide; nothing is lost."""

import contextlib
import subprocess
import sys
import threading

import pytest
from checkout import CHECKOUT
from store_contents import decide, decided, notes, snap
from waiting import wait_until

from brat_iaa.store.backup import backup, restore


@pytest.fixture
def path(tmp_path):
    (tmp_path / "state").mkdir()
    path = tmp_path / "state" / "store.sqlite3"
    snap(path, "first")
    decide(path, "a", "b")
    return path


WRITER = """
import os, sys
from brat_iaa.store.database import Database
from brat_iaa.review.store import Reviews
from tests.support.review_items import item

path, name = sys.argv[1:]
reviews, number = Reviews(Database(path)), 0
while os.path.exists(path):
    number += 1
    reviews.decide("1", "anna", item(f"{name}-{number}"), "keep")
    print(f"{name}-{number}", flush=True)
    if os.path.exists(os.path.join(os.path.dirname(path), "stop")):
        break
"""


@contextlib.contextmanager
def others_deciding(path, acknowledged):
    """Three processes decide until the block ends; what was acknowledged is added to the list."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, path, name],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=CHECKOUT,
        )
        for name in ("x", "y", "z")
    ]

    def listen(one):
        for line in one.stdout:
            acknowledged.append(line.strip())

    listening = [threading.Thread(target=listen, args=(one,)) for one in running]
    for thread in listening:
        thread.start()
    try:
        wait_until(lambda: len(acknowledged) >= 10)
        yield
    finally:
        (path.parent / "stop").touch()
        for thread in listening:
            thread.join()
        ended = [(one.communicate()[1], one.returncode) for one in running]
        (path.parent / "stop").unlink()
    assert ended == [("", 0)] * 3


def test_backups_while_others_decide_hold_all_that_was_acknowledged_before(path, tmp_path):
    acknowledged = []
    with others_deciding(path, acknowledged):
        for number in range(10):
            before, file = set(acknowledged), tmp_path / f"backup{number}"
            content = backup(path, file, "p")
            found = decided(file)
            assert before <= set(found) and content.decisions == len(found)
            for name in "xyz":
                own = [int(key[2:]) for key in found if key.startswith(name)]
                assert own == list(range(1, len(own) + 1))


def test_restoring_while_others_decide_loses_nothing(path, tmp_path):
    """Every decision is in the new state, or in one of those that were kept aside."""
    backup(path, tmp_path / "backup", "p")
    acknowledged, kept = [], []
    with others_deciding(path, acknowledged):
        for _ in range(8):
            before = len(acknowledged)
            kept.append(restore(path, tmp_path / "backup", "p").kept)
            wait_until(lambda: len(acknowledged) >= before + 20)
    found = [set(decided(one)) for one in [*kept, path]]
    assert set(acknowledged) <= set.union(*found) and len(acknowledged) > 160
    assert all({"a", "b"} <= own for own in found) and len(set(kept)) == 8
    assert notes(path) == ["first"]
