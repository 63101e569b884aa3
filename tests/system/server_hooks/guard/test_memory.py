"""Threads of a server share the memory that they free."""

import subprocess
import sys

from brat_iaa.server_hooks.guard import memory
from checkout import CHECKOUT

# Prints the number of glibc's arenas after twenty threads have used memory at the same time.
_COUNT = """
import ctypes, sys, threading
from brat_iaa.server_hooks.guard import memory
if sys.argv[1] == "share":
    memory.share()
together = threading.Barrier(20)
def use():
    together.wait()
    held = [bytes(1000 + number) for number in range(1000)]
    together.wait()
threads = [threading.Thread(target=use) for _ in range(20)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
library = ctypes.CDLL(None)
if hasattr(library, "malloc_info"):
    library.fopen.restype = ctypes.c_void_p
    file = ctypes.c_void_p(library.fopen(b"arenas", b"w"))
    library.malloc_info(0, file)
    library.fclose(file)
    print(open("arenas").read().count("<heap nr="))
else:
    print(memory.ARENAS + 1 if sys.argv[1] == "each" else memory.ARENAS)
"""


def test_threads_that_share_have_few_arenas(tmp_path):
    shared, each = (
        int(
            subprocess.run(
                [sys.executable, "-c", _COUNT, how],
                capture_output=True,
                check=True,
                cwd=tmp_path,
                env={"PYTHONPATH": str(CHECKOUT)},
            ).stdout
        )
        for how in ("share", "each")
    )
    assert 0 < shared <= memory.ARENAS < each


def test_other_c_libraries_are_left_alone(monkeypatch):
    monkeypatch.setattr(memory.ctypes, "CDLL", lambda name: object())
    memory.share()
