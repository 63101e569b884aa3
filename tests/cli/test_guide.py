"""brat-agreement guide: the texts of the pages on a terminal."""

import pytest

from brat_iaa.cli import main


@pytest.mark.parametrize(
    "given, said",
    [
        ("tree", "There is no topic “tree”. Did you mean “trees”?"),
        ("trees#formul", "“trees” has no section “formul”. Did you mean “formula”?"),
        ("kapa", "There is no topic “kapa”. Did you mean “kappa”?"),
        ("", "There is no topic “”."),
    ],
)
def test_what_is_not_there(given, said, capsys):
    assert main(["guide", given]) == 2
    assert said in capsys.readouterr().err
