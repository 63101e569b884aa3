"""A save that is killed leaves the file as it was."""

import os
import shutil
import subprocess
import sys

import pytest
from brat_iaa.server_hooks import saving
from checkout import CHECKOUT

# Saves, and is killed in the middle: the file to copy from is a pipe in which the rest never comes.
KILLED = """
import os, shutil, signal, sys
from brat_iaa.server_hooks import saving

saving.replace_in_one_step(sys.argv[1])
os.mkfifo(sys.argv[2])
if os.fork() == 0:
    os.write(os.open(sys.argv[2], os.O_WRONLY), b"x" * (1 << 20))
    signal.pause()
shutil.copyfile(sys.argv[2], sys.argv[3])
"""


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A data directory, for whose files shutil.copyfile() saves."""
    monkeypatch.setattr(shutil, "copyfile", shutil.copyfile)
    directory = tmp_path / "data"
    directory.mkdir()
    saving.replace_in_one_step(directory)
    (directory / "d1.ann").write_text("old", "utf-8")
    (tmp_path / "new").write_text("new and longer", "utf-8")
    return directory


def save(target):
    shutil.copyfile(str(target.parent.parent / "new"), str(target))


def test_a_killed_save_leaves_the_file_as_it_was_and_nothing_that_looks_like_one(data):
    target = data / "d1.ann"
    arguments = [sys.executable, "-c", KILLED, str(data), str(data.parent / "pipe"), str(target)]
    with subprocess.Popen(arguments, cwd=CHECKOUT, start_new_session=True) as process:
        try:
            while not any(path.stat().st_size for path in data.glob(".*")):
                assert process.poll() is None
        finally:
            os.killpg(process.pid, 9)
    assert target.read_text("utf-8") == "old"
    (left,) = set(os.listdir(data)) - {"d1.ann"}
    assert left == ".d1.ann.saving"
    save(target)
    assert os.listdir(data) == ["d1.ann"]
