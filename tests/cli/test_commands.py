"""The command line itself: help, wrong input, streams and exit codes."""

import argparse
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from checkout import CHECKOUT
from servers import heed_ctrl_c
from small_projects import put

from brat_iaa.cli import _parser, main
from brat_iaa.config import SETTINGS

SCRIPT = Path(sys.executable).parent / "brat-agreement"
COMMANDS = ("report", "disagreements", "check", "init", "pages", "simulate", "demo")


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    for annotator, label in (("anna", "obj"), ("ben", "obl")):
        put(root, annotator, "d1", "en to", f"0>1:root 1>2:{label}")
    return root


@pytest.fixture
def refused(capsys):
    """Run a command that must fail with exit code 2; its message."""

    def command(*arguments):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as exit:  # argparse
            code = exit.code
        out, err = capsys.readouterr()
        assert (code, out) == (2, "")
        assert err.startswith("brat-agreement") and err.endswith("\n")
        return err

    return command


def test_no_such_directory(refused, tmp_path):
    err = refused("report", tmp_path / "nowhere")
    assert "nowhere is no directory" in err and "doc1.ann" in err


@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_a_folder_that_is_no_brat(refused, tmp_path, command):
    assert str(tmp_path) in refused(command, tmp_path)


def test_a_file(refused, project):
    err = refused("report", project / "anna" / "d1.ann")
    assert "d1.ann is no directory" in err


def test_an_empty_directory(refused, tmp_path):
    err = refused("report", tmp_path)
    assert "No .ann files were found" in err and "anna/" in err


def test_one_annotator(refused, tmp_path):
    put(tmp_path, "anna", "d1", "one", "0>1:root")
    err = refused("report", tmp_path)
    assert "Only one annotator" in err and "anna" in err and "needs two" in err


@pytest.mark.parametrize(
    "command",
    [["report"], ["disagreements"], ["check", "--min", "LAA=0"], ["pages", "--port", "0"]],
)
def test_a_wrong_setting_stops_every_command(refused, project, command):
    (project / "iaa.conf").write_text("[project]\nanotators = anna, ben\n")
    err = refused(command[0], project, *command[1:])
    assert "iaa.conf, line 2" in err and "Did you mean “annotators”" in err


WRONG = {
    "no command": ([], ["COMMAND", "brat-agreement --help"]),
    "unknown command": (["reprot", "DIR"], ["reprot", "report", "brat-agreement --help"]),
    "no directory": (["report"], ["DIR", "brat-agreement report --help"]),
    "unknown option": (["report", "DIR", "--fromat", "json"], ["--fromat"]),
    "abbreviated option": (["report", "DIR", "--form", "json"], ["--form"]),
    "unknown form": (["report", "DIR", "--format", "xml"], ["xml", "json", "latex"]),
    "sentences in text": (["report", "DIR", "--by-sentence"], ["--by-sentence", "--format json"]),
    "unknown annotator": (["report", "DIR", "--annotators", "anna,bne"], ["bne", "anna, ben"]),
    "setting": (["report", "DIR", "--tokens", "shard"], ["--tokens shard", "“shared”", "drawn"]),
    "layout": (["report", "DIR", "--layout", "x"], ["--layout x", "{annotator}/{document}"]),
    "unit": (["report", "DIR", "--unit", "tokens"], ["--unit tokens", "sentences, documents"]),
    "floor": (["check", "DIR", "--min", "LAA=90"], ["--min LAA=90", "from -1 to 1"]),
    "no floor": (["check", "DIR"], ["--min"]),
    "kind": (["disagreements", "DIR", "--kind", "hed"], ["“hed”", "Did you mean “head”", "reversed"]),
    "annotator": (["disagreements", "DIR", "--annotator", "bne"], ["--annotator bne", "“ben”", "anna"]),
    "label": (["disagreements", "DIR", "--label", "rot"], ["--label rot", "“root”", "obl"]),
    "label of a pair": (["disagreements", "DIR", "--label-pair", "obj,x"], ["--label-pair x", "obl"]),
    "one label": (["disagreements", "DIR", "--label-pair", "obj"], ["--label-pair", "“obj”", "comma"]),
    "document": (["disagreements", "DIR", "--document", "d2"], ["--document d2", "“d1”"]),
    "part of speech": (["disagreements", "DIR", "--pos", "X"], ["--pos X", "ROOT, W"]),
    "three annotators": (["disagreements", "DIR", "--pair", "a,b,c"], ["--pair", "“a,b,c”", "comma"]),
    "the same annotator": (["disagreements", "DIR", "--pair", "ben,ben"], ["--pair ben,ben", "two different"]),
    "distances": (["disagreements", "DIR", "--min-distance", "3", "--max-distance", "2"], ["3", "2", "Swap"]),
    "distance": (["disagreements", "DIR", "--min-distance", "x"], ["--min-distance", "“x”", "whole number"]),
    "sentence 0": (["disagreements", "DIR", "--sentence", "0"], ["--sentence 0", "from 1 up"]),
    "limit": (["disagreements", "DIR", "--limit", "-1"], ["--limit", "whole number"]),
    "brat": (["disagreements", "DIR", "--brat-url", "localhost:1"], ["localhost:1", "http://"]),
    "broken address": (["disagreements", "DIR", "--brat-url", "http://[x"], ["http://[x", "http://"]),
    "brat of pages": (["pages", "DIR", "--brat-url", "brat"], ["'brat'", "http://"]),
    "port": (["pages", "DIR", "--port", "99999"], ["--port", "99999", "65535"]),
    "port of demo": (["demo", "--port", "99999"], ["--port", "99999", "65535"]),
    "no port": (["pages", "DIR", "--port", "http"], ["--port", "http", "whole number"]),
    "open address": (["pages", "DIR", "--host", "0.0.0.0"], ["0.0.0.0", "no login", "--open"]),
    "every address": (["pages", "DIR", "--host", ""], ["no login", "--open"]),
}  # fmt: skip


@pytest.mark.parametrize("arguments, words", WRONG.values(), ids=WRONG)
def test_wrong_options_say_what_was_found_and_what_is_expected(refused, project, arguments, words):
    err = refused(*(project if argument == "DIR" else argument for argument in arguments))
    assert err.count("\n") == 1
    for word in words:
        assert word in err


def test_a_port_in_use(refused, project):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        err = refused("pages", project, "--port", str(port))
    assert f"port {port}" in err and "--port, 0 for any" in err


def test_an_open_address_is_warned_of(capsys, project):
    assert main(["pages", str(project), "--host", "nowhere.invalid", "--open"]) == 2
    warning, error, _ = capsys.readouterr().err.split("\n")
    assert warning.startswith("Warning: everybody who reaches nowhere.invalid")
    assert error.startswith("brat-agreement: --host nowhere.invalid")


def test_names_in_messages_do_not_command_the_terminal(refused):
    assert "\x1b" not in refused("report", "no\x1b[31mwhere")
    assert "\x1b" not in refused("report", "x", "--format", "\x1b[31m")


# Help


def parsers():
    (choice,) = [a for a in _parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return choice.choices


def help_of(capsys, *arguments):
    with pytest.raises(SystemExit) as caught:
        main([*arguments, "--help"])
    assert caught.value.code == 0
    return " ".join(capsys.readouterr().out.split())


def test_the_help_names_every_command_and_exit_code(capsys):
    text = help_of(capsys)
    for name in COMMANDS:
        assert f" {name} " in text
    for code in ("0 done", "1 check: a figure is below", "2 a wrong option", "130 stopped"):
        assert code in text


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command(capsys, name):
    text = help_of(capsys, name)
    assert text.startswith(f"usage: brat-agreement {name} ")
    assert "exit codes: 0 done" in text


# Filters are off unless given; the group says so. --min has no default.
WITHOUT_DEFAULT = {"help", "kind", "label", "label_pair", "annotator", "pair", "document", "sentence", "distinction", "pos",
                   "min_distance", "max_distance"}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_tells_its_default(capsys, name):
    parser = parsers()[name]
    text = help_of(capsys, name)
    for action in parser._actions:
        if (
            action.option_strings
            and action.dest not in WITHOUT_DEFAULT
            and action.help is not argparse.SUPPRESS
        ):
            own = text[text.rindex(f" {action.option_strings[0]}") :]
            words = re.split(r" --[a-z]", own[3:])[0]
            assert "default: " in words.lower(), action.option_strings[0]


def test_settings_show_the_defaults_of_iaa_conf(capsys):
    text = help_of(capsys, "report")
    for setting in SETTINGS:
        if (
            setting.default
            and setting.section in ("project", "layer dependencies", "intervals")
            and setting.key != "kind"
        ):
            assert f"Default: iaa.conf, else {setting.default}." in text


def test_version(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert re.fullmatch(r"brat-agreement \d+\.\d+\.\d+\n", capsys.readouterr().out)


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
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stderr == "Loaded:\n"
    assert done.stdout.count("usage: brat-agreement ") == 1 + len(parsers())


# The real program


def program(*arguments, cwd, **keywords):
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), **keywords.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "brat_iaa", *map(str, arguments)],
        cwd=cwd, env=environment, capture_output=True, timeout=60, **keywords,
    )  # fmt: skip


def test_the_installed_script_and_the_module_do_the_same(project):
    assert SCRIPT.is_file(), "install the checkout first: pip install -e ."
    installed = subprocess.run(
        [SCRIPT, "report", "project"], cwd=project.parent, capture_output=True, timeout=60
    )
    module = program("report", "project", cwd=project.parent)
    assert installed.returncode == module.returncode == 0
    assert installed.stdout == module.stdout != b""
    assert installed.stderr == module.stderr == b""


def test_the_current_directory_has_a_name(project):
    assert program("report", ".", cwd=project).stdout.startswith(b"project: anna and ben")


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
            stdout=writing, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(CHECKOUT)}, timeout=60,
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
            stdout=full, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(CHECKOUT)}, timeout=60,
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
    seen, stopped, until = b"", False, time.monotonic() + 60
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
    return process.wait(60), out, seen


def test_progress_on_a_terminal_is_wiped_and_stays_out_of_the_results(project):
    code, out, seen = on_a_terminal(["report", project])
    assert code == 0
    assert b"Comparing documents: 0 of 1" in seen
    assert seen.endswith(b"\r\033[K")
    assert b"Comparing" not in out and b"\033" not in out


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


@pytest.mark.parametrize("option", ["--resamples", "--seed"])
def test_options_that_have_gone_say_what_to_do(option, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["report", "somewhere", option, "100"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert f"{option}: intervals are computed without resampling now. Leave the option out." in said


def test_a_command_of_earlier_versions_names_the_one_that_does_its_work(capsys):
    with pytest.raises(SystemExit):
        main(["status", "/brat"])
    assert "Run: brat-agreement doctor BRAT_DIR" in capsys.readouterr().err
