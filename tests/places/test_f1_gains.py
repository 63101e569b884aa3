"""What settling a pattern of spans, relations or events brings to their F1."""

from fractions import Fraction

import pytest
from discourse_projects import CONFIG, put_relations
from element_projects import put_project, random_project
from event_projects import ANA, FOR, FRANCE, GRENOBLE, LEFT, ROME, UN, ann, compared
from event_projects import LAYER as EVENTS
from relation_projects import LAYER as RELATIONS
from small_projects import agreement, scores_by_key

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
        ("Who", ""): {"event-f1": (before, before)}, ("Who", "Whom"): {"event-f1": (before, before)},
        ("Be", "Stay"): {"event-f1": (before, f1(2, 7))}, ("Go", ""): {"event-f1": (before, f1(2, 8))},
    }  # fmt: skip
    first, second, *_ = place_patterns(found.places, found)
    assert (first.labels, second.labels) == (("Be", "Stay"), ("Go", ""))


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
        ("reason",): {"f1": (before, f1(3, 7))}, ("cause", ""): {"f1": (before, f1(3, 8))},
    }  # fmt: skip


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
