"""The program itself: what it loads, streams, signals and exit codes."""

import argparse
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from checkout import CHECKOUT
from servers import heed_ctrl_c
from small_projects import put
from waiting import PATIENCE

from brat_iaa.cli import _parser

SCRIPT = Path(sys.executable).parent / "brat-agreement"


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    for annotator, label in (("anna", "obj"), ("ben", "obl")):
        put(root, annotator, "d1", "en to", f"0>1:root 1>2:{label}")
    return root


def parsers():
    (choice,) = [a for a in _parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return choice.choices


# All in one process, which has loaded nothing else.
HELP_OF_ALL = """
import contextlib, sys
from brat_iaa.cli import _parser, main
(names,) = [action.choices for action in _parser()._actions if action.choices]
for words in (["--help"], ["--version"], *([name, "--help"] for name in names)):
    with contextlib.suppress(SystemExit):
        main(words)
print("Loaded:", *sorted({"flask", "numpy", "requests"} & set(sys.modules)), file=sys.stderr)
"""


def test_help_and_version_load_no_packages_that_compute_or_serve():
    done = subprocess.run(
        [sys.executable, "-c", HELP_OF_ALL], env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stderr == "Loaded:\n"
    assert done.stdout.count("usage: brat-agreement ") == 1 + len(parsers())


def program(*arguments, cwd, **keywords):
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), **keywords.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "brat_iaa", *map(str, arguments)],
        cwd=cwd, env=environment, capture_output=True, timeout=PATIENCE, **keywords,
    )  # fmt: skip


def test_the_installed_script_and_the_module_do_the_same(project):
    assert SCRIPT.is_file(), "install the checkout first: pip install -e ."
    installed = subprocess.run(
        [SCRIPT, "report", "project"], cwd=project.parent, capture_output=True, timeout=PATIENCE
    )
    module = program("report", "project", cwd=project.parent)
    assert installed.returncode == module.returncode == 0
    assert installed.stdout == module.stdout != b""
    assert installed.stderr == module.stderr == b""


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["ascii", "C"],
)
def test_a_narrow_terminal_gets_look_alikes_and_programs_get_utf8(tmp_path, environment):
    for annotator, label in (("anna", "ø"), ("ben", "obl")):
        put(tmp_path, annotator, "d1", "en to", f"0>1:root 1>2:{label}")
    text = program("disagreements", tmp_path, cwd=tmp_path, env=environment)
    assert text.returncode == 0
    assert b'anna: \\xf8 <- "en"' in text.stdout
    for form in ("json", "csv"):
        data = program("disagreements", tmp_path, "--format", form, cwd=tmp_path, env=environment)
        assert data.returncode == 0 and "ø".encode() in data.stdout
    wrong = program("report", tmp_path / "ingen", cwd=tmp_path, env=environment)
    assert wrong.returncode == 2 and b"Traceback" not in wrong.stderr


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_a_reader_who_has_seen_enough(project, form):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "brat_iaa", "report", project, "--format", form],
            stdout=writing, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(CHECKOUT)}, timeout=PATIENCE,
        )  # fmt: skip
    finally:
        os.close(writing)
    assert done.returncode == 0
    assert b"rror" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full is a device of Linux")
def test_a_full_disk(project):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "brat_iaa", "report", project],
            stdout=full, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(CHECKOUT)}, timeout=PATIENCE,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(b"brat-agreement: the output: ") and done.stderr.count(b"\n") == 1


def on_a_terminal(arguments, when=None):
    """Run the program with standard error on a terminal; (exit code, standard output, what the
    terminal got).

    when  stop with Ctrl-C when the terminal got this
    """
    outer, inner = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "brat_iaa", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=inner, env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        preexec_fn=heed_ctrl_c,
    )  # fmt: skip
    os.close(inner)
    seen, stopped, until = b"", False, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            got = os.read(outer, 4096)
        except OSError:  # Linux says so when the other end is closed
            break
        if not got:
            break
        seen += got
        if when is not None and when in seen and not stopped:
            process.send_signal(signal.SIGINT)
            stopped = True
    out = process.stdout.read()
    process.stdout.close()
    os.close(outer)
    return process.wait(PATIENCE), out, seen


def test_ctrl_c_ends_with_130_and_a_word(tmp_path):
    sentences = " / ".join(["one two three four five six"] * 400)
    marks = " / ".join(["0>1:root 1>2:a 2>3:b 3>4:c 4>5:d 5>6:e"] * 400)
    for annotator in ("anna", "ben"):
        for number in range(8):
            put(tmp_path, annotator, f"d{number}", sentences, marks)
    code, out, seen = on_a_terminal(["report", tmp_path], when=b"Comparing documents: 1 of 8")
    assert (code, out) == (130, b"")
    assert seen.endswith(b"\r\033[KStopped.\r\n")
    assert b"Traceback" not in seen
