"""The list for the meeting as text."""

from datetime import datetime, timezone

import pytest
from discourse_projects import CONFIG, put_relations
from small_projects import put

from brat_iaa.review.discussion import about, disputes, to_text
from brat_iaa.review.items import find_items
from brat_iaa.review.store import Reviews
from brat_iaa.store.database import Database
from brat_iaa.study import Study

WORDS = "she went home / no way"


@pytest.fixture
def listed(tmp_path):
    """Disputes of two annotators, one of whom has a comment."""
    put(tmp_path, "anna", "doc", WORDS, "2>1:SUBJ 0>2:ROOT 2>3:OBJ / 0>1:ROOT 1>2:OBJ")
    put(tmp_path, "ben", "doc", WORDS, "2>1:SUBJ 0>2:ROOT 2>3:JCT / 0>1:ROOT")
    agreement = Study(tmp_path).agreement()
    reviews = Reviews(Database())
    for name, comment in (("anna", "=it is\nthe goal\x1b[31m"), ("ben", "")):
        reviews.decide("2", name, find_items([agreement], name).items[0], "keep", comment)
    return disputes(agreement, reviews.all("2"))


def test_text(listed):
    assert (
        to_text(listed)
        == """\
Two who differ both keep theirs: 1
==================================

JCT / OBJ (dependencies): 1

(1) doc, sentence 1
    she went [home]
    anna: OBJ ← “went”  keeps it
          “=it is the goal\\x1b[31m”
    ben:  JCT ← “went”  keeps it

Nobody has decided: 1
=====================

OBJ / no arc (dependencies): 1

(2) doc, sentence 2
    no [way]
    anna: OBJ ← “no”  not decided
    ben:  no arc      not decided
"""
    )


def test_the_text_says_at_its_top_of_what_and_when_it_is(listed):
    at = datetime(2026, 3, 1, 9, 30, tzinfo=timezone.utc)
    assert about("pilot", "2 revised", at) == "pilot, phase 2 revised, 2026-03-01"
    assert about("pilot", "", at) == "pilot, 2026-03-01"
    assert to_text(
        listed, heading="pilot\x1b, 2026-03-01"
    ) == "Discussion: pilot\\x1b, 2026-03-01\n\n" + to_text(listed)
    assert to_text((), heading="pilot") == "Discussion: pilot\n\nNothing is left to discuss.\n"


def test_names_are_those_that_are_given(listed):
    names = {"anna": "annotator 2", "ben": "annotator 1"}
    text = to_text(listed, names)
    assert "anna" not in text and "ben" not in text
    # Their order tells nothing either.
    assert text.index("annotator 1") < text.index("annotator 2")


def test_relations_are_shown_with_their_ends(tmp_path):
    for annotator, relation in (("anna", "a2 b3 conjunction k4"), ("ben", "a4 b3 conjunction k4")):
        put_relations(tmp_path, annotator, relation)
    (tmp_path / "iaa.conf").write_text(CONFIG.format("shared"))
    found = disputes(Study(tmp_path).agreement(), {})
    text = to_text(found)
    # The pattern is that of the labels.
    assert "conjunction (discourse): 1" in text
    assert (
        "anna: conjunction a2 → b3  not decided" in text
        and "ben:  conjunction a4 → b3  not decided" in text
    )


def test_nothing_left():
    assert to_text(()) == "Nothing is left to discuss.\n"
