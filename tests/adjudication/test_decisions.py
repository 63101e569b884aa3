"""What adjudicators decided: which decision counts, and of which draft it is."""

import pytest

from brat_iaa.adjudication.decisions import (
    ANNOUNCED,
    DONE,
    LOST,
    TAKEN,
    UNDOING,
    UNDONE,
    Decisions,
)
from brat_iaa.store.database import Database


def decided(decisions, reason, state=DONE, item="k", document="doc"):
    made = decisions.announce(
        document=document, item=item, choice=TAKEN, value=[["x", [[0, 1]]]], before=[],
        names=("anna",), reason=reason, by="lead", place={"token": "a"},
    )  # fmt: skip
    decisions.mark(made, state)
    return made


@pytest.fixture
def database():
    return Database()


@pytest.fixture
def decisions(database):
    return Decisions("gold", database)


@pytest.mark.parametrize(
    "states, in_force, waiting, reason",
    [
        ([DONE], 0, [], "0"),
        ([DONE, DONE], 1, [], "1"),
        ([DONE, LOST], 0, [], "0"),
        ([DONE, UNDONE], 0, [], "1"),
        ([UNDONE], None, [], "0"),
        ([LOST], None, [], ""),
        ([DONE, ANNOUNCED], 1, [1], "1"),
        ([UNDOING, LOST], 0, [0], "0"),
    ],
)
def test_the_newest_that_was_not_taken_back_counts(states, in_force, waiting, reason, decisions):
    made = [decided(decisions, str(number), state) for number, state in enumerate(states)]
    decided(decisions, "of another place", item="other", document="other")
    found = decisions.in_force("doc").get("k")
    assert (found and found.id) == (None if in_force is None else made[in_force].id)
    assert [one.id for one in decisions.unconfirmed("doc")] == [made[n].id for n in waiting]
    assert decisions.last_reason("k") == reason
    assert len(decisions.history("doc")) == len(states) == len(decisions.history()) - 1


def test_values_come_back_as_they_were(decisions):
    decided(decisions, "why")
    (found,) = decisions.history()
    assert (found.value, found.before, found.names) == ([("x", ((0, 1),))], [], ("anna",))
    assert (found.reason, found.by, found.place) == ("why", "lead", {"token": "a"})


def test_each_draft_has_its_own_and_an_earlier_one_of_its_name_is_forgotten(decisions, database):
    other = Decisions("other", database)
    decided(decisions, "gold’s")
    decided(other, "other’s")
    decisions.forget()
    assert decisions.in_force() == {} and other.in_force()["k"].reason == "other’s"


@pytest.mark.parametrize("there, moved", [(DONE, False), (UNDONE, False), (LOST, True)])
def test_a_renamed_draft_takes_its_decisions_along_where_there_are_none(
    there, moved, decisions, database
):
    new = Decisions("new", database)
    decided(new, "new’s", there)
    decided(decisions, "gold’s")
    decisions.rename("new")
    assert [one.reason for one in decisions.history()] == ([] if moved else ["gold’s"])
    assert [one.reason for one in new.history()] == ["new’s", "gold’s"][: 1 + moved]
