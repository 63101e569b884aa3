"""brat-agreement guide: the texts of the pages on a terminal."""

import pytest

from brat_iaa.cli import main
from brat_iaa.guide import NAMES


def test_without_a_topic_it_lists_them(capsys):
    assert main(["guide"]) == 0
    printed = capsys.readouterr().out
    assert "  trees         Trees\n" in printed
    assert printed.endswith("Read one with: brat-agreement guide TOPIC\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_topic(name, capsys):
    assert main(["guide", name]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("# ") and printed.err == ""


def test_a_section(capsys):
    assert main(["guide", "dependencies#distances"]) == 0
    printed = capsys.readouterr().out
    assert "Distances\n\n" in printed and "Heads as positions" not in printed


@pytest.mark.parametrize("name, title", [("kappa", "Cohen's kappa"), ("exact", "Exact match")])
def test_a_measure_opens_its_section(name, title, capsys):
    assert main(["guide", name]) == 0
    assert capsys.readouterr().out.lstrip("# ").startswith(title)


@pytest.mark.parametrize(
    "given, said",
    [
        ("tree", "There is no topic “tree”. Did you mean “trees”? Allowed: start, glossary"),
        ("trees#formul", "“trees” has no section “formul”. Did you mean “formula”?"),
        ("kapa", "There is no topic “kapa”. Did you mean “kappa”? Allowed: start, glossary"),
        ("", "There is no topic “”."),
    ],
)
def test_what_is_not_there(given, said, capsys):
    assert main(["guide", given]) == 2
    assert said in capsys.readouterr().err
