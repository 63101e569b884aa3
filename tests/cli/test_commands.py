"""The command line itself: help, wrong input, streams and exit codes."""

import argparse
import re
import socket

import pytest
from small_projects import put

from brat_iaa.cli import _parser, main
from brat_iaa.config import SETTINGS

COMMANDS = ("report", "disagreements", "check", "init", "pages", "study", "demo")


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


def test_the_parser_of_one_command_is_that_of_all():
    def choices(parser):
        (choose,) = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
        return choose.choices

    for name, parser in choices(_parser()).items():
        (alone,) = choices(_parser(name)).values()
        assert alone.format_help() == parser.format_help()


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
    "unknown command": (["raport", "DIR"], ["no command raport. Did you mean report?", "brat-agreement --help"]),
    "a directory for a command": (["DIR"], ["is no command. Run: brat-agreement report"]),
    "no directory": (["init"], ["DIR", "brat-agreement init --help"]),
    "unknown option": (["report", "DIR", "--formt", "json"], ["no option --formt. Did you mean --format?"]),
    "unknown option and value": (["report", "DIR", "--annotator=x"], ["no option --annotator. Did you mean --annotators?"]),
    "one directory too many": (["init", "DIR", "DIR"], ["there is no argument"]),
    "unknown option without a command": (["--versoin"], ["no option --versoin. Did you mean --version?"]),
    "one directory twice": (["report", "DIR", "DIR"], ["named twice"]),
    "abbreviated option": (["report", "DIR", "--form", "json"], ["--form"]),
    "unknown form": (["report", "DIR", "--format", "xml"], ["xml", "json", "latex"]),
    "sentences in text": (["report", "DIR", "--by-sentence"], ["--by-sentence", "--format json"]),
    "unknown annotator": (["report", "DIR", "--annotators", "anna,bne"], ["bne", "anna, ben"]),
    "setting": (["report", "DIR", "--no-arcs", "mising"], ["--no-arcs mising", "“missing”", "count"]),
    "layout": (["report", "DIR", "--layout", "x"], ["--layout x", "{annotator}/{document}"]),
    "unit": (["report", "DIR", "--unit", "tokens"], ["--unit tokens", "sentences, documents"]),
    "floor": (["check", "DIR", "--min", "LAA=90"], ["Floor LAA=90", "from -1 to 1"]),
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


@pytest.mark.starts("a socket")
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
WITHOUT_DEFAULT = {"help", "kind", "label", "label_pair", "annotator", "pair", "text", "document", "sentence", "distinction", "pos",
                   "differ", "min_distance", "max_distance"}  # fmt: skip


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
            and setting.key not in ("kind", "tokens", "units")
        ):
            assert f"Default: iaa.conf, else {setting.default}." in text


def test_version(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert re.fullmatch(r"brat-agreement \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    "option, reason",
    [
        ("--resamples", "intervals are computed without resampling now."),
        ("--seed", "intervals are computed without resampling now."),
        ("--label-distances", "figures with labels graded by distance are gone: coarse takes"),
    ],
)
def test_options_that_have_gone_say_what_to_do(option, reason, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["report", "somewhere", option, "100"])
    assert ended.value.code == 2
    said = " ".join(capsys.readouterr().err.split())
    assert f"{option}: {reason}" in said and " Leave the option out. All options: " in said


def test_a_command_of_earlier_versions_names_the_one_that_does_its_work(capsys):
    with pytest.raises(SystemExit):
        main(["status", "/brat"])
    assert "Run: brat-agreement doctor BRAT_DIR" in capsys.readouterr().err
