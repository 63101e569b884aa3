"""An annotator's own disagreements as items: by place, whatever the ids; and what is hidden is
nowhere in them.
"""

import itertools
import random

import pytest
from differences import told
from small_projects import like, put, put_raw, random_marks, random_words

from brat_iaa.access.permissions import NotAllowed
from brat_iaa.places.place import Place
from brat_iaa.review.items import find_items
from brat_iaa.review.progress import progress
from brat_iaa.review.store import Reviews
from brat_iaa.store.database import Database
from brat_iaa.study import Study
from brat_iaa.web.viewers.viewed_project import ViewedProject
from brat_iaa.web.viewers.viewer import Viewer

WORDS = "a b c d / e f g"
MARKS = {
    "anna": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 1>3:OBJ",
    "ben": "0>1:SUBJ 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ",
    "carla": "0>1:SUBJ 1>2:Secretlabel 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 1>3:OBJ",
}


@pytest.fixture
def root(tmp_path):
    """The project p in a data directory."""
    project = tmp_path / "data" / "p"
    for name, marks in MARKS.items():
        put(project, name, "doc", WORDS, marks)
    return project


def settings(root, lines):
    (root / "iaa.conf").write_text(f"[access]\nmanagers = boss\n{lines}\n")


def viewer(root, login="anna"):
    return Viewer.of(ViewedProject(root, data_dir=root.parent), login)


def found_by(root, login="anna", lines="reveal = own\nothers = named"):
    settings(root, lines)
    return viewer(root, login).items()


def between_all(root, me="anna"):
    return find_items([Study(root).agreement()], me)


def differences(item):
    """[(other annotator, kind, own label, the other's)]"""
    return [(one.annotators[1], one.kind, *one.labels) for one in item.place.seen_from(item.me)]


def others(found):
    """Everybody else in the items, by any way."""
    return {name for item in found.items for name in item.place.values} - {"anna"}


@pytest.mark.parametrize("seed", range(2))
def test_ids_and_order_of_lines_change_no_key_and_no_state(tmp_path, seed):
    chance = random.Random(seed)
    words = random_words(chance, sentences=5)
    marks = {"anna": random_marks(chance, words)}
    marks.update((name, like(chance, marks["anna"], words)) for name in ("ben", "carla"))
    for name, own in marks.items():
        put(tmp_path, name, "doc", words, own)
    before = between_all(tmp_path)
    for number, (name, own) in enumerate(marks.items()):
        put(tmp_path, name, "doc", words, own, first_id=100 * number + 7, order=chance.shuffle)
    after = between_all(tmp_path)
    assert [(i.key, i.mine_state, i.state) for i in before.items] == [
        (i.key, i.mine_state, i.state) for i in after.items
    ]
    assert before.items and len({item.key for item in before.items}) == len(before.items)


def test_a_change_of_mine_and_a_change_of_theirs(root):
    before = {item.token: item for item in found_by(root).items}
    put(root, "ben", "doc", WORDS, MARKS["ben"].replace("1>2:JCT", "1>2:MOD"))
    theirs = {item.token: item for item in found_by(root).items}
    put(root, "anna", "doc", WORDS, MARKS["anna"].replace("1>2:OBJ 2>3", "1>2:NEW 2>3"))
    mine = {item.token: item for item in found_by(root).items}
    assert (before["b"].key, before["b"].mine_state) == (theirs["b"].key, theirs["b"].mine_state)
    assert before["b"].state != theirs["b"].state
    assert (mine["b"].key, mine["c"].state) == (before["b"].key, before["c"].state)
    assert mine["b"].mine_state != before["b"].mine_state


# What is hidden


def texts(value):
    """All texts and numbers in a value, at any depth."""
    if isinstance(value, Place):
        value = value.key, [*map(told, value.differences)], value.values, value.groups
    if isinstance(value, (str, int)) or value is None:
        return [str(value)]
    if isinstance(value, dict):
        value = itertools.chain(value.keys(), value.values())
    return [text for part in value for text in texts(part)]


def test_hidden_items_are_places_and_nothing_else(root):
    open_ones, hidden = found_by(root), found_by(root, lines="reveal = own\nothers = hidden")
    assert [item.key for item in hidden.items] == [item.key for item in open_ones.items]
    said = texts(hidden.items)
    assert not any(
        word in text
        for text in said
        for word in ("ben", "carla", "Secret", "OBJ", "JCT", "annotator 1", "label", "head")
    )
    for item in hidden.items:
        assert (item.place, item.file, item.state) == (None, "anna/doc.ann", item.mine_state)


def test_hidden_items_do_not_tell_what_others_change_nor_how_many_differ(root):
    lines = "reveal = own\nothers = hidden"
    before = found_by(root, lines=lines).items
    put(
        root,
        "ben",
        "doc",
        WORDS,
        MARKS["ben"].replace("1>2:JCT", "2>2:Elsewhere 1>2:MOD").replace("1>3:JCT", "4>3:X"),
    )
    put(root, "carla", "doc", WORDS, MARKS["carla"].replace("1>2:Secretlabel", "1>2:OBJ"))
    assert found_by(root, lines=lines).items == before


SPANS = (
    "[layer spans]\nkind = labels\n[layer moods]\nkind = labels\nvalue = attribute:Mood\n"
    "[layer links]\nkind = entity-relations\n[access]\nreveal = own\nothers = hidden\n"
)
T1, OTHER_T1 = "T1\tA 0 1\ta\n", "T1\tB 0 1\ta\n"
T3, T4 = "T3\tA 4 5\tc\n", "T4\tA 6 7\td\n"
GLAD, SAD = "A1\tMood T1 Glad\n", "A2\tMood T2 Sad\n"
LINKS = "R1\tOf Arg1:T2 Arg2:T1\nR2\tOf Arg1:T3 Arg2:T1\n"
# What everybody drew.
ALIKE = "T2\tA 2 3\tb\nT5\tA 8 9\te\nR3\tOf Arg1:T2 Arg2:T5\n"


@pytest.mark.parametrize(
    "anna, ben, carla, told",
    [
        # Whether ben lacks the span or gave it another type: what anna put on it is looked at with
        # it.
        (T1 + GLAD, "", None, [("spans", 0, {"moods": 1})]),
        (T1 + GLAD, OTHER_T1, None, [("spans", 0, {"moods": 1})]),
        (T1 + T3 + LINKS, OTHER_T1 + T3, None, [("spans", 0, {"links": 2})]),
        # Who differs in what stands on it differs from her there.
        (T1 + GLAD, OTHER_T1 + GLAD, T1, [("spans", 0, {"moods": 1})]),
        # What others drew alone is one place in the sentence, whoever drew it.
        ("", T1, T4, [("spans", 0, {})]),
        ("", T1 + GLAD, T4, [("spans", 0, {})]),
        (SAD, SAD + T1 + GLAD, SAD + T4, [("spans", 0, {"moods": 1})]),
        # Nor, at her own span, of a layer in which only they drew something.
        (T1, OTHER_T1 + GLAD, T1, [("spans", 0, {})]),
    ],
)
def test_what_is_told_of_spans_with_others_hidden(anna, ben, carla, told, tmp_path):
    root = tmp_path / "p"
    for name, own in (("anna", anna), ("ben", ben), ("carla", carla)):
        if own is not None:
            put_raw(root, name, "doc", "a b c d e", own + ALIKE)
    (root / "iaa.conf").write_text(SPANS)
    found = viewer(root).items()
    assert [(item.layer, item.fragments[0][0], item.with_it) for item in found.items] == told


@pytest.mark.parametrize(
    "login, lines",
    [
        ("anna", "reveal = none"), ("anna", "reveal = own\nreview = no"),
        ("anna", "reveal = own\nothers = hidden\nreview = no"), ("visitor", "reveal = own\nguests = all"),
        ("", "reveal = own"), ("boss", "reveal = own"),
    ],
)  # fmt: skip
def test_who_may_not_review_gets_nothing_and_nothing_is_computed(root, monkeypatch, login, lines):
    monkeypatch.setattr(Study, "agreement", lambda self: pytest.fail("computed"))
    with pytest.raises(NotAllowed):
        found_by(root, login, lines)


# Progress


@pytest.fixture
def reviews():
    return Reviews(Database())


def standing(now):
    return {one.item.token: one.status for one in now.standings}


def test_from_open_to_decided_to_resolved(root, reviews):
    found = found_by(root)
    now = progress(found, reviews.of("2", "anna"))
    assert standing(now) == {"b": "open", "c": "open", "g": "open"}
    assert (now.total, now.left) == (3, 3)
    for item, decision in zip(found.items, ("keep", "wrong", "unclear")):
        reviews.decide("2", "anna", item, decision)
    now = progress(found_by(root), reviews.of("2", "anna"))
    assert standing(now) == {"b": "keep", "c": "wrong", "g": "unclear"}
    assert (now.counts["wrong"], now.left) == (1, 1)
    # She corrects "c": it is resolved without a click.
    put(root, "anna", "doc", WORDS, MARKS["anna"].replace("2>3:JCT", "1>3:JCT"))
    put(root, "carla", "doc", WORDS, MARKS["carla"].replace("2>3:JCT", "1>3:JCT"))
    now = progress(found_by(root), reviews.of("2", "anna"))
    assert standing(now) == {"b": "keep", "g": "unclear"}
    assert [(review.place["token"], review.decision) for review in now.resolved] == [("c", "wrong")]
    assert (now.counts["resolved"], now.total, now.left) == (1, 3, 0)


@pytest.mark.parametrize(
    "decision, after", [("keep", "changed"), ("unclear", "changed"), ("wrong", "wrong")]
)
def test_when_the_others_change(root, reviews, decision, after):
    reviews.decide("2", "anna", found_by(root).items[0], decision)
    put(root, "ben", "doc", WORDS, MARKS["ben"].replace("1>2:JCT", "1>2:MOD"))
    assert standing(progress(found_by(root), reviews.of("2", "anna")))["b"] == after


@pytest.mark.parametrize("decision", ["keep", "unclear", "wrong"])
def test_when_the_own_value_changes_and_still_differs(root, reviews, decision):
    reviews.decide("2", "anna", found_by(root).items[0], decision)
    put(root, "anna", "doc", WORDS, MARKS["anna"].replace("1>2:OBJ 2>3", "1>2:NEW 2>3"))
    assert standing(progress(found_by(root), reviews.of("2", "anna")))["b"] == "changed"
