"""The numbers by which annotators are called, given by two processes."""

import subprocess
import sys

from waiting import PATIENCE


def test_two_processes_at_once_agree(tmp_path):
    code = (
        "import sys; from brat_iaa.store.pseudonyms import Pseudonyms; from "
        "brat_iaa.store.database import Database;"
        "sys.stdin.readline(); n = Pseudonyms(Database(sys.argv[1]));"
        "print([sorted(n.shown('/p/', f'v{i}', 'abcdef').items()) for i in range(10)])"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "names.sqlite3")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for one in started:
        one.stdin.write("\n")
        one.stdin.flush()
    first, second = [one.communicate(timeout=PATIENCE)[0] for one in started]
    assert first == second and "annotator 6" in first
