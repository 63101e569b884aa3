"""The command line itself: help, wrong input, streams and exit codes."""

import re
import shlex

import pytest
from small_projects import put

from brat_iaa.cli import _parser, main
from brat_iaa.cli.descriptions import parsers
from brat_iaa.cli.study import joined

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


@pytest.mark.parametrize(
    "command",
    [["report"], ["disagreements"], ["check", "--min", "LAA=0"], ["pages", "--port", "0"]],
)
def test_a_wrong_setting_stops_every_command(refused, project, command):
    (project / "iaa.conf").write_text("[project]\nanotators = anna, ben\n")
    err = refused(command[0], project, *command[1:])
    assert "iaa.conf, line 2" in err and "Did you mean “annotators”" in err


def test_projects_are_not_served_as_annotators(refused, tmp_path):
    projects = [tmp_path / "one", tmp_path / "two"]
    for root in projects:
        for name in ("anna", "ben"):
            put(root, name, "doc", "a b", "0>1:SUBJ")
    err = refused("pages", *projects, "--port", "0")
    assert "are projects" in err and f"pages {projects[0]};" in err and "serve" in err


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
    "kind": (["disagreements", "DIR", "--kind", "hed"], ["--kind hed: there is no such kind. Did you mean “head”?"]),
    "annotator": (["disagreements", "DIR", "--annotator", "bne"], ["--annotator bne", "“ben”", "anna"]),
    "label": (["disagreements", "DIR", "--label", "rot"], ["--label rot", "“root”", "obl"]),
    "label of a pair": (["disagreements", "DIR", "--label-pair", "obj", "x"], ["--label-pair x", "obl"]),
    "one label": (["disagreements", "DIR", "--label-pair", "obj"], ["--label-pair", "expected 2"]),
    "document": (["disagreements", "DIR", "--document", "d2"], ["--document d2", "There are: d1"]),
    "part of speech": (["disagreements", "DIR", "--pos", "X"], ["--pos X", "ROOT, W"]),
    "the same annotator": (["disagreements", "DIR", "--pair", "ben", "ben"], ["--pair ben ben", "two different"]),
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


def test_names_in_messages_do_not_command_the_terminal(refused):
    assert "\x1b" not in refused("report", "no\x1b[31mwhere")
    assert "\x1b" not in refused("report", "x", "--format", "\x1b[31m")


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


def test_examples_in_the_help_are_commands():
    for name, parser in parsers().items():
        shown = re.findall(r"^  brat-agreement (.+)$", parser.epilog, re.M)
        assert shown, name
        for example in shown:
            words = joined(shlex.split(example))
            assert words[0].startswith(name)
            _parser(studies=True).parse_args(words)
