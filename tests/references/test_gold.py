"""Gold as reference: through brat files and iaa.conf."""

import pytest
from small_projects import agreement, put

WORDS = "the dog barks / a , cat"
GOLD = "2>1:det 3>2:subj 0>3:root / 3>1:det 3>2:punct 0>3:root"
ANNA = GOLD
BEN = "3>1:det 3>2:obj 0>3:root / 3>1:det 1>2:punct 0>3:root 1>3:x"


@pytest.fixture
def project(tmp_path):
    for name, marks in (("anna", ANNA), ("ben", BEN), ("gold", GOLD)):
        put(tmp_path, name, "doc", WORDS, marks)
    (tmp_path / "iaa.conf").write_text("[project]\ngold = gold\n")
    return tmp_path


def gold_scores(found, document=None):
    return {
        (s.measure, s.statistic, s.annotators[1]): s
        for s in found.scores
        if s.layer == "gold" and s.document == document
    }


@pytest.mark.parametrize("document", [None, "doc"])
def test_gold_is_no_annotator_and_each_is_measured_against_it(project, document):
    found = agreement(project)
    assert found.annotators == ("anna", "ben")
    scores = gold_scores(found, document)
    for measure, statistic, name in scores:
        if name == "anna":
            assert scores[measure, statistic, name].value == 1
    expected = {
        ("UAS", "accuracy"): 3 / 6, ("LA", "accuracy"): 4 / 6, ("LAS", "accuracy"): 2 / 6, ("POS", "accuracy"): 1,
        ("UAS", "accuracy-nopunct"): 3 / 5, ("LA", "accuracy-nopunct"): 3 / 5, ("LAS", "accuracy-nopunct"): 2 / 5,
        ("LAA", "precision"): 3 / 7, ("LAA", "recall"): 3 / 6, ("LAA", "f1"): 6 / 13,
    }  # fmt: skip
    for key, value in expected.items():
        assert scores[(*key, "ben")].value == pytest.approx(value, rel=1e-12), key


def test_a_gold_that_is_not_there(project):
    """Costs what is compared with it, and nothing else."""
    (project / "iaa.conf").write_text("[project]\nannotators = anna, ben\n")
    without = agreement(project)
    (project / "iaa.conf").write_text("[project]\nannotators = anna, ben\ngold = nowhere\n")
    found = agreement(project)
    assert list(found.scores) == list(without.scores) and without.problems == ()
    assert [(problem.file, problem.code) for problem in found.problems] == [
        ("nowhere", "no-directory")
    ]


def test_another_text_is_excluded_with_the_reason(project):
    put(project, "gold", "doc", WORDS + " / more", GOLD)
    found = agreement(project)
    assert not gold_scores(found)
    assert [one.annotators for one in found.excluded] == [("gold",)]
