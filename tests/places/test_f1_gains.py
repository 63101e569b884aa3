"""What settling a pattern of spans, relations or events brings to their F1."""

from fractions import Fraction

import pytest
from discourse_projects import CONFIG, put_relations
from element_projects import put_project, random_project
from event_projects import ANA, FOR, FRANCE, GRENOBLE, LEFT, ROME, UN, ann, compared
from event_projects import LAYER as EVENTS
from label_projects import settings
from relation_projects import LAYER as RELATIONS
from small_projects import agreement, put_raw, scores_by_key

from brat_iaa.places.gains import gains
from brat_iaa.places.patterns import place_patterns
from brat_iaa.places.place import different_labels


def f1(matched, drawn):
    return pytest.approx(float(Fraction(2 * matched, drawn)))


def of_layer(found, kind):
    (layer,) = (one for one in found.layers if one.kind == kind)
    return {labels: dict(own) for labels, own in gains(found, layer).items()}


def test_events_by_hand(tmp_path):
    """Of 3 and 4 events 1 is the same. Two roles stand between the second ones: both have to go."""
    found = compared(
        tmp_path,
        anna=ann(
            ("Leave", LEFT, {"Who": ANA, "From": GRENOBLE}),
            ("Work", FOR, {"Who": ANA, "Whom": UN}),
            ("Be", ROME, {"Who": UN}),
        ),
        ben=ann(
            ("Leave", LEFT, {"Who": ANA, "From": GRENOBLE}),
            ("Work", FOR, {"Who": UN}),
            ("Stay", ROME, {"Who": UN}),
            ("Go", FRANCE, {}),
        ),
    )
    before = f1(1, 7)
    assert of_layer(found, "events") == {
        ("Who", ""): {"event-f1": (before, before)},
        ("Who", "Whom"): {"event-f1": (before, before)},
        ("Be", "Stay"): {"event-f1": (before, f1(2, 7))},
        ("Go", ""): {"event-f1": (before, f1(2, 8))},
    }
    first, second, *_ = place_patterns(found.places, found)
    assert (first.labels, second.labels) == (("Be", "Stay"), ("Go", ""))


def test_an_argument_and_events_apart_by_hand(tmp_path):
    found = compared(
        tmp_path,
        anna=ann(("Leave", LEFT, {"Who": ANA}), ("Work", FOR, {"Who": ANA, "Whom": UN})),
        ben=ann(
            ("Leave", LEFT, {"Who": ANA, "From": GRENOBLE}),
            ("Work", FOR, {"Who": ANA}),
            ("Work", FOR, {"Whom": UN}),
        ),
    )
    before = f1(0, 5)
    assert of_layer(found, "events") == {
        ("From", ""): {"event-f1": (before, f1(1, 5))},
        ("Work",): {"event-f1": (before, f1(1, 5))},
    }


def test_discourse_relations_by_hand(tmp_path):
    """One has other ends, one another type and one another connective, which the strict F1 does not
    count, one is ben's only.
    """
    put_relations(tmp_path, "anna", "a1 b1 reason k1; a2 b2 reason k2; b1 d1 time k1")
    put_relations(
        tmp_path, "ben", "a1 b1 result k1; a4 b2 reason k2; c1 d1 cause k3; b1 d1 time k2"
    )
    (tmp_path / "iaa.conf").write_text(CONFIG.format("shared"))
    before = f1(2, 7)
    assert of_layer(agreement(tmp_path), "relations") == {
        ("reason",): {"f1": (before, f1(3, 7))},
        ("cause", ""): {"f1": (before, f1(3, 8))},
    }


def test_labels_that_are_shared_in_part_by_hand(tmp_path):
    """Both have A. Of 2 and 3 labels 1 is the same, and both would have 3; E is anna's alone."""
    for name, labels, alone in (("anna", "AB", "T9\tE 2 3\tb\n"), ("ben", "ACD", "")):
        lines = [f"T{n}\t{label} 0 1\ta\n" for n, label in enumerate(labels, 1)]
        put_raw(tmp_path, name, "doc", "a b\n", "".join(lines) + alone)
    # With whom nobody is compared.
    put_raw(tmp_path, "carla", "other", "a\n", "T1\tA 0 1\ta\n")
    (tmp_path / "iaa.conf").write_text(settings(many=True))
    assert of_layer(agreement(tmp_path), "labels") == {
        ("A, B", "A, C, D"): {"f1": (f1(1, 6), f1(3, 7))},
        ("E", ""): {"f1": (f1(1, 6), f1(2, 7))},
    }


def test_labels_of_a_span_that_one_drew_alone_bring_nothing(tmp_path):
    label, other = "T1\tX 0 1\ta\nA1\tMood T1 {}\n", "T2\tX 2 3\tb\nA2\tMood T2 glad\n"
    put_raw(tmp_path, "anna", "doc", "a b\n", label.format("glad") + other)
    put_raw(tmp_path, "ben", "doc", "a b\n", label.format("sad"))
    (tmp_path / "iaa.conf").write_text("[layer mood]\nkind = labels\nvalue = attribute:Mood\n")
    found = agreement(tmp_path)
    assert [one.labels for one in found.differences] == [("glad", "sad"), ("glad", "")]
    assert of_layer(found, "labels") == {("glad", "sad"): {"f1": (f1(0, 2), f1(1, 2))}}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "kind, of, layer, measure",
    [("entity-relations", "relations", RELATIONS, "f1"), ("events", "events", EVENTS, "event-f1")],
)
def test_before_is_the_score_and_settling_makes_nothing_worse(
    kind, of, layer, measure, seed, tmp_path
):
    roles = ("Arg1", "Arg2") if of == "relations" else ("Who", "Whom")
    found = agreement(put_project(tmp_path, random_project(seed, of, roles), layer))
    known = of_layer(found, kind)
    assert set(known) == {different_labels(one.labels) for one in found.differences}
    score = scores_by_key(found)[measure, "exact", found.annotators, None, None]
    for own in known.values():
        assert own[measure].before == pytest.approx(score.value)
        assert own[measure].before <= own[measure].after <= 1
        assert of == "events" or own[measure].before < own[measure].after
