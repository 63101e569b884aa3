"""What hangs together is one question, decided and undone in one go; how a sentence is drawn."""

from pathlib import Path
from shutil import copytree

import pytest
from drafts import MadeDraft, project, two

import brat_iaa
from brat_iaa.adjudication.draft import TAKEN
from brat_iaa.adjudication.questions import questions
from brat_iaa.adjudication.readings import reading_of


def words(question):
    return [case.place.token.text for case in question.cases]


def questions_of(made, source):
    return questions(made.draft.work(source).cases)


def take(made, source, key, annotator):
    """Decide the Question of a key as it is now."""
    (now,) = [each for each in questions_of(made, source) if each.key == key]
    seen = {case.key: case.seen for case in now.cases}
    return made.draft.decide(source, seen, TAKEN, annotator, "lead")


@pytest.fixture
def clinic(tmp_path):
    """(draft of a project with spans, attributes, relations, events and chains, its Source)"""
    root = copytree(Path(brat_iaa.__file__).parent / "demo" / "clinic", tmp_path / "p")
    for path in [*root.glob("*/note_[1345]*")]:
        path.unlink()
    made = MadeDraft.make(root, root / "draft")
    return made, made.source


def test_every_question_decided_for_an_annotator_leaves_nothing_against_that_one(clinic, tmp_path):
    made, source = clinic
    for question in questions_of(made, source):
        assert "anna" in sum(question.readings, [])
        take(made, source, question.key, "anna")
    assert made.draft.work(source).left == 0
    assert [*made.beside("anna", tmp_path / "with anna").places] == []


def test_one_question_is_undone_in_one_go(clinic):
    made, source = clinic
    before = made.data("note_2_knee")
    question = max(questions_of(made, source), key=lambda each: len(each.cases))
    decisions = take(made, source, question.key, question.readings[-1][0])
    assert len(decisions) == len(question.cases) > 1 and made.data("note_2_knee") != before
    made.draft.undo(source, question.cases[-1].key, "lead")
    assert made.data("note_2_knee") == before and made.decisions.in_force() == {}


def test_letters_are_shuffled_for_each_question_and_stay(clinic):
    made, source = clinic
    every = [each.letters for each in questions_of(made, source)]
    assert every == [each.letters for each in questions_of(made, source)]
    assert len({tuple(sorted(each.items())) for each in every}) > 1
    assert all({*each.values()} == {"A", "B", "C"} for each in every)


def test_arcs_that_hang_on_one_choice_are_one_question(tmp_path):
    """Whether “is” is the head of “closed”, or the other way round; beside it a label."""
    root = project(
        tmp_path, "we go but it is closed",
        anna="2>1:SUBJ 0>2:ROOT 5>3:CONJ 5>4:SUBJ 2>5:COORD 5>6:PRED",
        ben="2>1:OBJ 0>2:ROOT 6>3:CONJ 6>4:SUBJ 6>5:AUX 2>6:COORD",
    )  # fmt: skip
    made = MadeDraft.make(root)
    found = questions(made.work.cases)
    assert [words(each) for each in found] == [["we"], ["but", "it", "is", "closed"]]
    assert sorted(found[1].readings) == [["anna"], ["ben"]]


SPANS = "T1\tPER 0 3\tAnn\nT2\tPER 8 11\tBob\n"


@pytest.mark.parametrize("anna, ben, expected", [
    # A span that only one has, and its relation to what both have.
    (SPANS + "R1\tknows Arg1:T1 Arg2:T2\t\n", SPANS.partition("\n")[0] + "\n", [["Bob"]]),
    # The type of a span, its attribute, and a relation from it.
    (SPANS + "A1\tSure T1\nR1\tknows Arg1:T1 Arg2:T2\t\n",
     SPANS.replace("PER 0", "LOC 0"), [["Ann"] * 3]),
    # Two spans in one sentence that have nothing to do with each other.
    (SPANS, SPANS.replace("PER", "LOC"), [["Ann"], ["Bob"]]),
    # Boundaries that overlap.
    ("T1\tPER 0 3\tAnn\n", "T1\tPER 0 7\tAnn met\n", [["Ann"]]),
])  # fmt: skip
def test_what_shares_a_word_or_follows_is_one_question(tmp_path, anna, ben, expected):
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "iaa.conf").write_text(
        "[layer spans]\nkind = labels\n[layer sure]\nkind = labels\nvalue = attribute:Sure\n"
        "[layer relations]\nkind = entity-relations\n"
    )
    made = two(tmp_path, "Ann met Bob.", anna, ben)
    assert [words(each) for each in questions(made.work.cases)] == expected


def test_a_sentence_is_drawn_whatever_the_kind(tmp_path):
    text = "Ann met Bob. She smiled."
    anna = (
        "T1\tPER 0 3\tAnn\nT2\tMeet 4 7\tmet\nT3\tPER 8 11\tBob\nT4\tPRO 13 16\tShe\n"
        "E1\tMeet:T2 Who:T1 Whom:T3\nR1\tknows Arg1:T1 Arg2:T3\t\nA1\tMood T1 happy\n"
        "*\tEquiv T1 T4\n"
    )
    made = two(tmp_path, text, anna, anna.replace(" Whom:T3", "").replace("PER 8", "LOC 8"))
    state = made.work.states["doc"]
    reading = reading_of(state, "anna", state.scopes, 0, 12)
    assert reading.words == ["Ann", "met", "Bob", "."]
    spans = [(each.first, each.last, each.label, each.differs) for each in reading.spans]
    assert spans == [
        (0, 0, "PER · Mood = happy", False), (2, 2, "PER", True), (1, 1, "Meet", True),
    ]  # fmt: skip
    edges = [(each.head, each.dependent, each.label, each.differs) for each in reading.edges]
    assert (1, 0, "Who", True) in edges and (1, 2, "Whom", True) in edges
    assert (0, 2, "knows", False) in edges and (None, 0, "Equiv ← She", False) in edges
    assert reading.disputed == {1, 2}
    (other,) = [
        each for each in reading_of(state, "ben", state.scopes, 0, 12).spans if each[0] == 2
    ]
    assert (other.label, other.differs) == ("LOC", True)
