"""Settings files, changed by processes that are killed or work at the same time."""

import os
import subprocess
import sys

import changed_files
import pytest
from changed_files import changed_file, write
from checkout import CHECKOUT
from waiting import PATIENCE

from brat_iaa.web.viewers.site import Site


@pytest.fixture
def file(tmp_path):
    (tmp_path / "data" / "p").mkdir(parents=True)
    return changed_file(tmp_path)


# Each line of our modules in turn is the last one that a process gets to.
KILLED = """
import os, pathlib, signal, sys
sys.path.insert(0, "tests/support")
from changed_files import WHAT, changed_file, write
from brat_iaa.store.changes import fingerprint

folder = pathlib.Path(sys.argv[1])
file = changed_file(folder)
write(file, b"old")
OURS = ("whole_files.py", "changes.py", "whole_file.py", "database.py")
line, was_old, was_new = 0, 0, 0
while True:
    line += 1
    child = os.fork()
    if child == 0:
        left = line

        def trace(frame, event, _):
            global left
            if not frame.f_code.co_filename.endswith(OURS):
                return trace if "brat_iaa" in frame.f_code.co_filename else None
            if event == "line":
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
            return trace

        own = changed_file(folder)
        sys.settrace(trace)
        own.write(fingerprint(b"old"), b"new" * 100, "lead", WHAT)
        sys.settrace(None)
        os._exit(0)
    killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
    data, last = file.read(), file.last()
    assert data in (b"old", b"new" * 100), (line, data)
    # The record says what the file shows.
    assert last.after == data, (line, last)
    was_old, was_new = was_old + (data == b"old"), was_new + (data != b"old")
    for part in (folder / "data" / "p").glob(".iaa.conf.*.part"):
        part.unlink()  # it stays for an hour
    if not killed:
        break
    if data != b"old":
        file.undo(last, "ben", fingerprint(data))
assert data != b"old"
print(line, was_old, was_new)
"""


def test_killed_at_each_line(tmp_path):
    (tmp_path / "data" / "p").mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, tmp_path],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=CHECKOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines, was_old, was_new = map(int, done.stdout.split())
    assert lines > 80 and was_old > 40 and was_new > 3


RACE = """
import pathlib, sys
sys.path.insert(0, "tests/support")
from changed_files import WHAT, changed_file
from brat_iaa.store.changes import Conflict, fingerprint

file, name, kept = changed_file(pathlib.Path(sys.argv[1])), sys.argv[2], 0
while kept < 15:
    before = file.read() or b""
    try:
        file.write(fingerprint(file.read()) and fingerprint(before), before + name.encode(), name, WHAT)
        kept += 1
    except Conflict:
        pass
"""


def test_nothing_is_lost_between_processes(tmp_path):
    (tmp_path / "data" / "p").mkdir(parents=True)
    file = changed_file(tmp_path)
    write(file, b"-")
    started = [
        subprocess.Popen([sys.executable, "-c", RACE, tmp_path, name], cwd=CHECKOUT)
        for name in "abc"
    ]
    assert [process.wait(PATIENCE) for process in started] == [0, 0, 0]
    text = file.read().decode()
    assert [text.count(name) for name in "-abc"] == [1, 15, 15, 15]
    history = file.history(99)
    assert [change.by for change in reversed(history)] == ["lead", *text[1:]]
    assert all(newer.before == older.after for newer, older in zip(history, history[1:]))


def test_what_a_killed_process_left_behind_goes_at_the_next_start(file, tmp_path):
    write(file, b"one")
    killing = "import os; os.replace = lambda *_: os.kill(os.getpid(), 9)\n"
    program = f"{killing}write(changed_file(Path({str(tmp_path)!r})), b'two')"
    head = "from pathlib import Path; from changed_files import *\n"
    support = {**os.environ, "PYTHONPATH": os.path.dirname(changed_files.__file__)}
    assert subprocess.run([sys.executable, "-c", head + program], env=support).returncode == -9
    data = tmp_path / "data" / "p"
    assert len(os.listdir(data)) == 3  # the file, a new one, and another name of the old one
    Site(tmp_path / "data", "/brat/").views("p")
    assert os.listdir(data) == ["iaa.conf"] and file.read() == b"one"
