"""What the store has acknowledged stays, with many threads in many processes at it."""

import os
import subprocess
import sys

from checkout import CHECKOUT


def test_nothing_that_was_acknowledged_is_lost():
    done = subprocess.run(
        [sys.executable, "tests/reliability/store.py", "--seconds", "6", "--threads", "8"],
        capture_output=True,
        text=True,
        timeout=240,
        cwd=CHECKOUT,
        check=False,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    columns, row = (line.split(" | ") for line in done.stdout.split("\n")[:2])
    row = dict(zip(columns, row))
    assert int(row["decisions"]) > 20 and int(row["snapshots"]) > 5 and int(row["readings"]) > 5
