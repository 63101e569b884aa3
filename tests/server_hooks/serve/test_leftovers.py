"""Directories of servers that were killed."""

import os
import socket
import tempfile

import pytest
from brat_iaa.server_hooks.serve.mount import SOCKET, remove_leftovers

pytestmark = pytest.mark.starts("a socket")

LONG_AGO = 10**9


@pytest.fixture
def temporary():
    # Not tmp_path: a socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="t") as directory:
        yield directory


def place(parent, name="brat-iaa-mount-1", answers=False, mode=0o700, changed=LONG_AGO):
    """A directory with a socket; the open socket, too, if it answers."""
    path = os.path.join(parent, name)
    os.mkdir(path)
    server = socket.socket(socket.AF_UNIX)
    server.bind(os.path.join(path, SOCKET))
    if answers:
        server.listen()
    else:
        server.close()
    os.chmod(path, mode)
    if changed is not None:
        os.utime(path, (changed, changed))
    return server


def test_what_a_killed_server_left_is_removed(temporary):
    place(temporary)
    place(temporary, "brat-iaa-mount-2")
    remove_leftovers(temporary)
    assert os.listdir(temporary) == []


@pytest.mark.parametrize("how", [{"name": "mount-1"}, {"mode": 0o755}, {"changed": None}])
def test_what_may_be_of_others_or_just_starting_stays(how, temporary):
    place(temporary, **how)
    remove_leftovers(temporary)
    assert len(os.listdir(temporary)) == 1


def test_what_answers_stays_and_so_does_what_has_no_socket(temporary):
    os.mkdir(os.path.join(temporary, "brat-iaa-mount-2"), 0o700)
    os.utime(os.path.join(temporary, "brat-iaa-mount-2"), (LONG_AGO, LONG_AGO))
    os.symlink("brat-iaa-mount-2", os.path.join(temporary, "brat-iaa-mount-3"))
    with place(temporary, answers=True):
        remove_leftovers(temporary)
    assert sorted(os.listdir(temporary)) == [
        "brat-iaa-mount-1",
        "brat-iaa-mount-2",
        "brat-iaa-mount-3",
    ]
