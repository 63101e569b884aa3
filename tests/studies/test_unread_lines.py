"""What studies say of lines that could not be read: a figure must not rise by them without a word."""

from random import Random

import pytest
from small_projects import like, put, random_marks, random_words

from brat_iaa.cli import main

NAMES = "anna", "anna.2", "ben", "carla", "gpt"


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """The first arc of anna, and of the candidate, lacks the tab after its id."""
    root, random = tmp_path_factory.mktemp("unread"), Random(4)
    words = random_words(random, 40)
    truth = random_marks(random, words, labels="ABC")
    for name in NAMES:
        put(root, name, "doc", words, like(random, truth, words, 0.2, labels="ABC"))
        if name in ("anna", "gpt"):
            file = root / name / "doc.ann"
            before, _, after = file.read_text("utf-8").partition("R1\t")
            file.write_text(f"{before}R1 {after}", "utf-8")
    (root / "iaa.conf").write_text("[project]\nexcluded = gpt\n", "utf-8")
    return root


@pytest.mark.parametrize(
    "command, said",
    [
        ("candidates --candidate gpt", "Lines that could not be read are in no figure"),
        ("candidates --candidate gpt", "1 line of gpt (doc) could not be read"),
        ("consistency", "Lines that could not be read are in no figure"),
        ("planning", "Lines that could not be read are in no figure"),
    ],
)
def test_lines_that_could_not_be_read_are_named(command, said, root, capsys):
    main(["study", *command.split(), str(root)])
    assert said in " ".join(capsys.readouterr().out.split())
