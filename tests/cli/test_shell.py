"""Completion and the man page are made of the parsers: each command and option is in them."""

import pytest

from brat_iaa.cli import main
from brat_iaa.cli.descriptions import _roff, parsers


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "man"])
def test_every_command_and_option_is_there(shell, capsys):
    assert main(["shell", shell]) == 0
    out = capsys.readouterr().out.replace(r"\-", "-")
    for name, parser in parsers().items():
        assert (name.upper() if shell == "man" else f" {name}") in out
        for option in ("--strict", "--format") if name == "check" else ():
            assert (f"-l {option[2:]}" if shell == "fish" else option) in out
        assert parser.description


def test_a_line_of_the_manual_that_begins_with_a_dot_is_text():
    assert _roff(".TH x-y") == r"\&.TH x\-y"
