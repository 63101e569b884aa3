"""brat-agreement guide: the texts of the pages on a terminal."""

import pytest
from cases import each

from brat_iaa.cli import main


@pytest.mark.parametrize(
    "given, said",
    [
        ("trees#formul", "“trees” has no section “formul”. Did you mean “formula”?"),
        ("kapa", "There is no topic “kapa”. Did you mean “kappa”?"),
        ("", "There is no topic “”."),
    ],
)
def test_what_is_not_there(given, said, capsys):
    assert main(["guide", given]) == 2
    assert said in capsys.readouterr().err


# What people ask, and the section that answers it.
QUESTIONS = {
    "what does .67 mean": "choosing#what-a-value-means",
    "how do I hide others": "access#who-sees-what",
    "which measure for entities": "choosing#which-measure-for-my-annotation",
    "Apache": "install#under-a-web-server-cgi",
    "what do I cite": "paper#what-to-write",
    "model against annotators": "studies#candidates",
    "why is F1 undefined": "intervals#missing-empty-and-undefined",
    "one annotator has not finished": "access#begun-not-finished",
    "make a gold": "gold#make-it-on-the-pages",
    "compare two phases": "phases#has-agreement-risen",
}


@each("question", QUESTIONS)
def test_the_first_section_that_a_search_finds_answers(question, capsys):
    assert main(["guide", *question.split()]) == 0
    first = capsys.readouterr().out.split("\n")[0]
    assert first == f"brat-agreement guide {QUESTIONS[question]}"
