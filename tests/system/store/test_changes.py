"""Settings files, changed by processes that work at the same time."""

import subprocess
import sys

from changed_files import changed_file, write
from checkout import CHECKOUT
from waiting import PATIENCE

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
