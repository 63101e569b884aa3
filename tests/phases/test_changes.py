"""What changed between two states, on projects small enough to check by hand."""

import random

import pytest
from label_projects import standoff, text_of
from small_projects import agreement, like, put, put_raw, random_marks, random_words

from brat_iaa.phases.changes import count
from brat_iaa.phases.states import ComparedStates

WORDS = "the cat sleeps now / dogs bark"


def states(tmp_path, before, after, words=WORDS):
    """The Agreements of two states, each {annotator: marks}."""
    found = []
    for name, state in (("before", before), ("after", after)):
        for annotator, marks in state.items():
            put(tmp_path / name, annotator, "doc", words, marks)
        found.append(agreement(tmp_path / name))
    return found


def found_changes(tmp_path, before, after, words=WORDS):
    both = states(tmp_path, before, after, words)
    return ComparedStates(*both).changes


def facts(found):
    """What became of each place between each pair."""
    return [
        (change.place.token.text, one.annotators, one.status, one.moved)
        for change in found
        for one in change.pairs
    ]


BEFORE = {
    # the: same head, other label; cat: other head; sleeps, now: agreed; dogs: agreed; bark: agreed
    "anna": "2>1:det 3>2:subj 0>3:root 3>4:adv / 2>1:subj 0>2:root",
    "ben": "2>1:mod 4>2:subj 0>3:root 3>4:adv / 2>1:subj 0>2:root",
}


def test_each_status_and_who_moved(tmp_path):
    after = {
        # the: anna gave in; cat: both changed, now agree; now: ben changed what was agreed
        "anna": "2>1:mod 1>2:subj 0>3:root 3>4:adv / 2>1:subj 0>2:root",
        "ben": "2>1:mod 1>2:subj 0>3:root 3>4:obj / 2>1:subj 0>2:root",
    }
    pair = ("anna", "ben")
    assert facts(found_changes(tmp_path, BEFORE, after)) == [
        ("the", pair, "resolved", "first"), ("cat", pair, "resolved", "both"), ("now", pair, "regressed", "second"),
    ]  # fmt: skip


def test_who_is_in_one_state_only_has_no_part(tmp_path):
    """Nor who has begun what both have in one of them only."""
    alike = {"anna": BEFORE["anna"], "ben": BEFORE["anna"]}
    with_carla = {**alike, "carla": BEFORE["ben"]}
    for before, after in ((alike, with_carla), (with_carla, alike)):
        assert found_changes(tmp_path / str(len(before)), before, after) == []
    for number, text in enumerate(("one / two", "one / three")):
        put(tmp_path / str(number), "carla", "other", text, "0>1:root / 0>1:root")
        put(tmp_path / str(number), "anna", "other", text, "0>1:root / 0>1:root")
        for name, marks in alike.items():
            put(tmp_path / str(number), name, "doc", WORDS, marks)
    both = [agreement(tmp_path / name) for name in "01"]
    assert all(own.annotators == ("anna", "ben", "carla") for own in both)
    assert ComparedStates(*both).annotators == ("anna", "ben")
    put(tmp_path / "1", "carla", "doc", WORDS, BEFORE["ben"])
    assert ComparedStates(both[0], agreement(tmp_path / "1")).annotators == ("anna", "ben")


def test_what_is_left_out_says_why_and_other_settings_are_named(tmp_path):
    texts = {
        "1": {"doc": WORDS, "first": WORDS, "changed": "dogs bark / so"},
        "2": {"doc": WORDS, "last": WORDS, "changed": "cats bark / so"},
    }
    settings = {"1": ("yes", "in"), "2": ("no", "out")}
    for state, documents in texts.items():
        for document, words in documents.items():
            for annotator in ("anna", "ben"):
                marks = " / ".join("0>1:root" for _ in words.split(" / "))
                put(tmp_path / state, annotator, document, words, marks)
        conf = "[layer pos]\nkind = labels\nset = %s\n[layer dependencies]\npunctuation = %s\n"
        (tmp_path / state / "iaa.conf").write_text(conf % settings[state])
    compared = ComparedStates(*(agreement(tmp_path / state) for state in texts))
    assert compared.documents == ("doc",)
    assert {one.document: one.reason for one in compared.excluded} == {
        "changed": "its text was changed between the two snapshots", "first": "compared in the earlier snapshot only",
        "last": "compared in the later snapshot only",
    }  # fmt: skip
    assert compared.settings == ("punctuation", "those of the layer pos")


def test_in_layers_without_arcs_those_who_have_begun_agree_where_they_do_not_differ(tmp_path):
    """carla has the document in one state only; ben gives in on b and differs on c."""
    people = {
        "1": {"anna": "N N N", "ben": "N V N", "carla": "V N N"}, "2": {"anna": "N N N", "ben": "N N V"},
    }  # fmt: skip
    for name, state in people.items():
        for annotator, labels in state.items():
            put_raw(tmp_path / name, annotator, "doc", text_of("a b c"), standoff("a b c", labels))
        put_raw(tmp_path / name, "carla", "other", text_of("a"), standoff("a", "N"))
        put_raw(tmp_path / name, "anna", "other", text_of("a"), standoff("a", "N"))
        put_raw(tmp_path / name, "ben", "other", text_of("a"), standoff("a", "N"))
        (tmp_path / name / "iaa.conf").write_text("[layer pos]\nkind = labels\n")
    one, two = (agreement(tmp_path / name) for name in people)
    there, back = (ComparedStates(*both).changes for both in ((one, two), (two, one)))
    assert facts(there) == [
        ("a", ("anna", "carla"), "removed", "neither"), ("a", ("ben", "carla"), "removed", "neither"),
        ("b", ("anna", "ben"), "resolved", "second"), ("b", ("ben", "carla"), "removed", "first"),
        ("c", ("anna", "ben"), "regressed", "second"),
    ]  # fmt: skip
    # A place is removed if none of the pairs that differed can be compared any more.
    assert [(one.place.token.text, one.status) for one in there] == [
        ("a", "removed"), ("b", "resolved"), ("c", "regressed"),
    ]  # fmt: skip
    assert [status for _, _, status, _ in facts(back)] == [
        "new", "new", "regressed", "new", "resolved",
    ]  # fmt: skip
    # What carla has in one state only is in neither figure; of all, each of the four words counts
    # once.
    figures = [
        figure
        for figure in ComparedStates(one, two).differences
        if (figure.measure, figure.statistic) == ("f1", "exact")
    ]
    assert {figure.annotators: (figure.before, figure.after) for figure in figures} == {
        ("anna", "ben", "carla"): (0.75, 0.75), ("anna", "ben"): (0.75, 0.75), ("anna", "carla"): (1, 1),
        ("ben", "carla"): (1, 1),
    }  # fmt: skip


def test_each_span_that_is_redrawn_is_followed_to_its_place_and_no_relation_is(tmp_path):
    """anna redraws both of hers; ben's relation begins at a longer span that both had drawn."""
    text, common = "one two three four five six\n", ((19, 23), (19, 27))
    conf = "[layer spans]\nkind = labels\n[layer works]\nkind = entity-relations\n"
    for name, spans in (("1", ((0, 3), (14, 18))), ("2", ((0, 7), (8, 18)))):
        for annotator, own in (("anna", spans), ("ben", ((0, 13), (14, 17)))):
            drawn = enumerate((*common, *own), 1)
            lines = [f"T{n}\tP {start} {end}\t{text[start:end]}\n" for n, (start, end) in drawn]
            works = f"R1\tworks Arg1:T{name} Arg2:T1\t\n" * (annotator == "ben")
            put_raw(tmp_path / name, annotator, "doc", text, "".join(lines) + works)
        (tmp_path / name / "iaa.conf").write_text(conf)
    both = [agreement(tmp_path / name) for name in "12"]
    found = ComparedStates(*both).changes
    assert [(one.place.layer, one.place.key[2], one.status) for one in found] == [
        ("spans", ((0, 7),), "remaining"), ("spans", ((8, 18),), "remaining"), ("works", ((19, 23),), "resolved"),
        ("works", ((19, 27),), "regressed"),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
def test_balance(tmp_path, seed):
    """Before = resolved + remaining + removed, after = remaining + regressed + new, for random
    projects.
    """
    dice = random.Random(seed)
    words = random_words(dice)
    start = random_marks(dice, words)
    before = {name: like(dice, start, words) for name in ("anna", "ben", "carla")}
    after = {name: like(dice, marks, words, share=0.2) for name, marks in before.items()}
    both = states(tmp_path, before, after, words)
    found = ComparedStates(*both).changes
    number = count(found)[()]
    tokens = [{place.key for place in state.places} for state in both]
    for (pair,), own in count(found, "annotators").items():
        earlier, later = (
            {place.key for place in state.places if place.differ(*pair)} for state in both
        )
        assert own["resolved"] == len(earlier - later) and own["regressed"] == len(later - earlier)
    # Whoever has more, somebody has less.
    assert not [kind for (kind,) in count(found, "kind") if kind.startswith("extra-")]
    assert number["resolved"] + number["remaining"] + number["removed"] == len(tokens[0])
    assert number["remaining"] + number["regressed"] + number["new"] == len(tokens[1])
    assert number["resolved"] == len(tokens[0] - tokens[1])
    assert number["regressed"] == len(tokens[1] - tokens[0])
    assert not number["removed"] and not number["new"]
    back = ComparedStates(*both[::-1]).changes
    assert count(back)[()]["resolved"] == number["regressed"]
    assert all(change.status == "remaining" for change in ComparedStates(both[0], both[0]).changes)
