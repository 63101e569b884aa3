"""The README promises nothing that is not so: its output is real, its words are complete."""

import argparse
import re
from pathlib import Path

import pytest

from brat_iaa.cli import _parser, main
from brat_iaa.disagreements import KINDS
from brat_iaa.scores import MEASURES
from brat_iaa.study import Study

CHECKOUT = Path(__file__).parent.parent
README = (CHECKOUT / "README.md").read_text("utf-8")
NDT1 = CHECKOUT / "tests" / "data" / "projects" / "ndt1"


def commands():
    (choice,) = [a for a in _parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return choice.choices


def own_options(command):
    """Options of a command that are not settings of iaa.conf, which `init` explains."""
    for action in command._actions:
        if not action.dest.startswith("setting_") and action.dest != "help":
            yield from (name for name in action.option_strings if name.startswith("--"))


def test_the_report_shown_is_the_one_printed(capsys):
    main(["report", str(NDT1)])
    printed = capsys.readouterr().out
    shown = next(block for block in README.split("```") if "MASI (RD13)" in block)
    for line in shown.strip("\n").split("\n"):
        assert line in printed


def test_the_signature_shown_is_the_one_made():
    shown = re.search(r"`(LAA\|masi[^`]*)`", README).group(1)
    scores = Study(NDT1).agreement().scores
    assert shown in {score.signature for score in scores}


@pytest.mark.parametrize("name", commands())
def test_every_command_is_explained(name):
    assert f"`brat-iaa {name}" in README


# Options whose help says all there is to say.
SELF_EXPLAINING = {"--host", "--port", "--force", "--limit"}


@pytest.mark.parametrize("name", commands())
def test_every_option_is_named(name):
    missing = {o for o in own_options(commands()[name]) if o not in README} - SELF_EXPLAINING
    assert missing == set()


def test_every_measure_statistic_and_kind_is_defined():
    statistics = {score.statistic for score in Study(NDT1).agreement().scores}
    for name in (*MEASURES, *statistics, *KINDS):
        assert f"`{name}`" in README, name


def test_the_commands_to_set_up_are_the_ones_ci_runs():
    run = (CHECKOUT / ".ci" / "run").read_text("utf-8")
    tests = next(line for line in README.split("\n") if "-m pytest" in line)
    for part in ("install -e '.[test]'", "python -m pytest"):
        assert part in tests.replace(".venv/bin/", "") and part in run.replace("-q ", "")
