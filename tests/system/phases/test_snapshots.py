"""Snapshots that are taken by a process that is killed."""

import os
import signal
import subprocess
import sys
import threading

import pytest
from checkout import CHECKOUT
from small_projects import put

from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database

WORDS = " / ".join(["a b"] * 12)


@pytest.fixture
def root(tmp_path):
    for annotator, label in (("anna", "x"), ("ben", "y")):
        put(
            tmp_path / "project",
            annotator,
            "doc",
            WORDS,
            " / ".join(["0>1:root 1>2:x"] * 6 + [f"0>1:root 1>2:{label}"] * 6),
        )
    (tmp_path / "project/iaa.conf").write_text("")
    return tmp_path / "project"


TAKER = """
import sys
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
kept = Snapshots(sys.argv[1], Database(sys.argv[2]))
while True:
    kept.take("killed")
    print("taken", flush=True)
"""


def test_killed_at_any_moment_loses_at_most_the_snapshot_being_taken(root, tmp_path):
    path, acknowledged = tmp_path / "store.sqlite3", 0
    for delay in (0.0, 0.003, 0.01, 0.02, 0.05):
        taker = subprocess.Popen(
            [sys.executable, "-c", TAKER, str(root), str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=CHECKOUT,
        )
        assert taker.stdout.readline() == "taken\n"
        threading.Event().wait(delay)
        os.kill(taker.pid, signal.SIGKILL)
        acknowledged += 1 + taker.stdout.read().count("taken\n")
        taker.wait()
        taker.stdout.close()
        found = Snapshots(root, Database(path))
        numbers = [one.number for one in found.list()]
        assert numbers == list(range(1, len(numbers) + 1))
        assert acknowledged <= len(numbers)
        found.verify(numbers[-1])
        acknowledged = len(numbers)
