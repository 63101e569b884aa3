"""What annotators say is kept by phase and never written over."""

from datetime import datetime, timedelta, timezone

import pytest

from brat_iaa.places.sentence import InSentence
from brat_iaa.review.items import Item
from brat_iaa.review.store import LONGEST_COMMENT, ReviewError, Reviews
from brat_iaa.store.database import Database


def item(key="k", mine_state="m", state="s", document="d"):
    return Item(
        key,
        "dependencies",
        document,
        1,
        "word",
        "T1",
        ((5, 9),),
        InSentence("a word", ((2, 6),), 3),
        "anna",
        "anna/d",
        frozenset(),
        mine_state,
        state,
    )


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)

    def __call__(self):
        return self.now

    def later(self, minutes):
        self.now += timedelta(minutes=minutes)
        return self.now.isoformat(timespec="milliseconds")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def reviews(tmp_path, clock):
    return Reviews(Database(tmp_path / "store.sqlite3"), clock)


def test_the_newest_counts_and_all_are_kept(reviews, clock):
    first = reviews.decide("1", "anna", item(), "keep", "  sure \n")
    clock.later(1)
    second = reviews.decide("1", "anna", item(state="t"), "unclear")
    assert (first.comment, second.state, second.place["token"]) == ("sure", "t", "word")
    assert reviews.of("1", "anna") == {"k": second}
    assert reviews.history() == [first, second] == reviews.history("1")


def test_a_decision_can_be_taken_back(reviews):
    reviews.decide("1", "anna", item(), "keep")
    reviews.decide("1", "anna", item(), "")
    assert reviews.of("1", "anna") == {} and len(reviews.history()) == 2
    reviews.decide("1", "anna", item(), "wrong")
    assert reviews.of("1", "anna")["k"].decision == "wrong"


@pytest.mark.parametrize(
    "decision, comment, words",
    [("yes", "", "keep, wrong, unclear"), ("keep", "x" * (LONGEST_COMMENT + 1), "2001 characters")],
)
def test_what_cannot_be_kept_is_refused(reviews, decision, comment, words):
    with pytest.raises(ReviewError, match=words):
        reviews.decide("1", "anna", item(), decision, comment)
    assert reviews.history() == []


def test_done_until_it_is_taken_back(reviews, clock):
    at = clock.later(0)
    reviews.say_done("1", "anna")
    reviews.say_done("1", "ben")
    assert reviews.done_annotators("1") == {"anna": at, "ben": at}
    again = clock.later(1)
    reviews.say_done("1", "anna")
    assert reviews.done_annotators("1")["anna"] == again
    reviews.undo_done("1", "anna")
    assert reviews.done_annotators("1").keys() == {"ben"} and reviews.done_annotators("2") == {}
