"""brat-agreement guide: the texts of the pages on a terminal."""

import pytest

from brat_iaa.cli import main
from brat_iaa.guide import NAMES


def test_without_a_topic_it_lists_them(capsys):
    assert main(["guide"]) == 0
    printed = capsys.readouterr().out
    assert "  masi          MASI\n" in printed
    assert printed.endswith("Read one with: brat-agreement guide TOPIC\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_topic(name, capsys):
    assert main(["guide", name]) == 0
    printed = capsys.readouterr()
    assert printed.out.split("\n")[1].startswith("===") and printed.err == ""


def test_a_section(capsys):
    assert main(["guide", "alpha#distances"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Distances\n---------\n") and "Heads as positions" not in printed


@pytest.mark.parametrize(
    "given, said",
    [
        ("mas", "There is no topic “mas”. Did you mean “masi”? Allowed: start, example"),
        ("masi#formul", "“masi” has no section “formul”. Did you mean “formula”?"),
        ("", "There is no topic “”."),
    ],
)
def test_what_is_not_there(given, said, capsys):
    assert main(["guide", given]) == 2
    assert said in capsys.readouterr().err
