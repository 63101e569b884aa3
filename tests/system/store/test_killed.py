"""kill -9 before each step of all that is kept and written: afterwards the old state or the new one
is there, whole, and the same can be done again.
"""

import os
import subprocess
import sys

from checkout import CHECKOUT
from waiting import PATIENCE

SCRIPT = """
import faults
for row in faults.killed():
    print(row.what, row.faults, row.lost, row.stopped, *row.said, sep="\\t")
"""


def test_killed_before_each_step():
    paths = (CHECKOUT / "tests" / "reliability", CHECKOUT / "tests" / "support", CHECKOUT)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert len(rows) == 10
    for what, faults, lost, stopped, *said in rows:
        assert int(faults) > 5 and (lost, stopped, said) == ("0", "0", []), what
