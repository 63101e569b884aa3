"""What settling a pattern of spans or relations brings to their F1."""

from fractions import Fraction

import pytest
from discourse_projects import CONFIG, put_relations
from element_projects import put_project, random_project
from relation_projects import LAYER as RELATIONS
from small_projects import agreement, scores_by_key

from brat_iaa.places.gains import gains
from brat_iaa.places.place import different_labels


def f1(matched, drawn):
    return pytest.approx(float(Fraction(2 * matched, drawn)))


def of_layer(found, kind):
    (layer,) = (one for one in found.layers if one.kind == kind)
    return {labels: dict(own) for labels, own in gains(found, layer).items()}


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


@pytest.mark.parametrize("seed", range(4))
def test_before_is_the_score_and_settling_makes_nothing_worse(seed, tmp_path):
    project = random_project(seed, "relations", ("Arg1", "Arg2"))
    found = agreement(put_project(tmp_path, project, RELATIONS))
    known = of_layer(found, "entity-relations")
    assert set(known) == {different_labels(one.labels) for one in found.differences}
    score = scores_by_key(found)["f1", "exact", found.annotators, None, None]
    for own in known.values():
        assert own["f1"].before == pytest.approx(score.value)
        assert own["f1"].before < own["f1"].after <= 1
