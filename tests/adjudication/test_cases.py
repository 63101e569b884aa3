"""What is to be done with a place, and what counts as a change of it."""

from types import SimpleNamespace

import pytest

from brat_iaa.adjudication import cases
from brat_iaa.adjudication.decisions import NEITHER

DECISION = SimpleNamespace(id=7, choice="taken:anna", value="drawn", state="done")


@pytest.fixture
def case_of(monkeypatch):
    """Function that returns the Case of a place which the draft has, by the note on it there, the
    notes that decisions cleared, and the decision in force.
    """
    monkeypatch.setattr(cases, "in_sentence", lambda table, token: None)
    monkeypatch.setattr(cases, "key_in_store", lambda place: "key")

    def made(note="", cleared="", decision=None):
        settler = SimpleNamespace(
            value=lambda file, scope: "drawn",
            state=lambda file, place, scope, cleared: note or cleared.get("host", ""),
            is_there=lambda file, scope: True,
            ids=lambda file, scope: (),
        )
        index = SimpleNamespace(
            settler=lambda place: settler, scope=lambda place: (), order=lambda place: ()
        )
        place = SimpleNamespace(values={}, token=None)
        decided = {"key": decision} if decision else {}
        return cases.case_of(place, index, None, None, decided, {"host": cleared})

    return made


def test_who_saw_another_note_has_seen_another_place(case_of):
    assert len({case_of(note).seen for note in ("", "disputed", "majority")}) == 3


def test_a_note_that_a_decision_cleared_counts_where_nothing_is_decided(case_of):
    assert (case_of().status, case_of(cleared="disputed").status) == ("brat", "open")
    assert case_of(cleared="disputed", decision=DECISION) == case_of(decision=DECISION)


@pytest.mark.parametrize(
    "note, value, status",
    [("disputed", "drawn", "neither"), ("", "drawn", "brat"), ("disputed", "other", "brat")],
)
def test_what_is_left_to_brat_is_done_when_the_note_goes_or_the_value_changes(
    case_of, note, value, status
):
    decision = SimpleNamespace(id=8, choice=NEITHER, value=value, state="done")
    assert case_of(note, decision=decision).status == status
