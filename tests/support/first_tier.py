"""Tests of the first tier start no process and listen at no address, but for those with the mark
"starts".
"""

import sys

import pytest
import requests  # noqa: F401  # As it is imported, it tries whether there is IPv6: with a socket.

# Events of Python's own audit (PEP 578): whoever calls it, and however.
_STARTS = {
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.system",
    "socket.bind",
    "subprocess.Popen",
}
_running = None


def watch():
    """Refuse such things in the test that runs, see runs(), until this process ends."""
    sys.addaudithook(_refuse)


def runs(item):
    """A test begins; None: it has ended."""
    global _running
    free = item is None or item.get_closest_marker("system") or item.get_closest_marker("starts")
    _running = None if free else item


def _refuse(event, arguments):
    if event in _STARTS and _running is not None:
        pytest.fail(
            f"{event}: tests of the first tier start nothing. Call main() or Flask's client, or "
            'move the test to tests/system, or say @pytest.mark.starts("what").'
        )
