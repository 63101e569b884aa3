"""What is left to discuss: everybody's values and decisions at each place, in groups."""

import pytest
from small_projects import put

from brat_iaa.review.discussion import GROUPS, disputes
from brat_iaa.review.items import find_items
from brat_iaa.review.store import Reviews
from brat_iaa.store.database import Database
from brat_iaa.study import Study

WORDS = "a b c d / e f g"
MARKS = {
    "anna": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 1>3:OBJ",
    "ben": "0>1:SUBJ 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ",
    "carla": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:MOD 1>3:OBJ",
}


@pytest.fixture
def root(tmp_path):
    for name, marks in MARKS.items():
        put(tmp_path, name, "doc", WORDS, marks)
    return tmp_path


@pytest.fixture
def reviews():
    return Reviews(Database())


def agreement(root):
    return Study(root).agreement()


def decide(reviews, root, name, **decisions):
    """Decisions by token, made on what the annotator sees."""
    for item in find_items([agreement(root)], name).items:
        if item.token in decisions:
            reviews.decide("2", name, item, decisions[item.token], f"{name} on {item.token}")


def groups(root, reviews):
    found = {}
    for dispute in disputes(agreement(root), reviews.all("2")):
        found.setdefault(dispute.group, []).append(dispute.place.token.text)
    return {name: sorted(tokens) for name, tokens in found.items()}


def test_groups(root, reviews):
    decide(reviews, root, "anna", b="keep", c="keep", f="keep", g="wrong")
    decide(reviews, root, "ben", b="keep", c="unclear")
    decide(reviews, root, "carla", b="keep")
    assert groups(root, reviews) == {
        "dispute": ["b"], "unclear": ["c"], "uncorrected": ["g"], "waiting": ["f"],
    }  # fmt: skip
    assert set(groups(root, reviews)) == {name for name in GROUPS if name != "undecided"}


def test_who_was_wrong_and_corrected_it_is_not_on_the_list(root, reviews):
    decide(reviews, root, "ben", b="wrong")
    assert groups(root, reviews)["uncorrected"] == ["b"]
    put(root, "ben", "doc", WORDS, MARKS["ben"].replace("1>2:JCT", "1>2:OBJ"))
    assert groups(root, reviews) == {"undecided": ["c", "f", "g"]}


def test_a_decision_counts_as_long_as_the_own_value_stays(root, reviews):
    decide(reviews, root, "anna", b="keep")
    decide(reviews, root, "ben", b="keep")
    put(root, "ben", "doc", WORDS, MARKS["ben"].replace("1>2:JCT", "1>2:MOD"))
    (b,) = [
        dispute
        for dispute in disputes(agreement(root), reviews.all("2"))
        if dispute.place.token.text == "b"
    ]
    assert b.group == "waiting"
    assert [(said.decision, said.comment, said.changed) for said in b.sides] == [
        ("keep", "anna on b", False), ("", "", True), ("", "", False),
    ]  # fmt: skip
