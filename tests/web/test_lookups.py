"""What pages look up in an agreement: pairs in the order of the settings, and what a link chooses."""

import pytest
from small_projects import agreement, put, put_raw

from brat_iaa.layers.disagreement import ANNOTATORS
from brat_iaa.web.figures import Figures

AGREED, OTHER = "0>1:root 1>2:obj", "0>1:root 1>2:obl"


def figures(root, settings="", **marks):
    for name, own in marks.items():
        put(root, name, "d", "a b", own)
    (root / "iaa.conf").write_text(settings)
    return Figures(agreement(root))


def test_pairs_are_in_the_order_of_the_annotators(tmp_path):
    settings = "[project]\nannotators = carla, anna, ben\n"
    found = figures(tmp_path, settings, anna=AGREED, ben=AGREED, carla=OTHER)
    assert found.pairs == (("carla", "anna"), ("carla", "ben"), ("anna", "ben"))


def test_without_arcs_pairs_have_a_document_in_common(tmp_path):
    for name, documents in {"anna": "x", "ben": "xy", "carla": "y"}.items():
        for document in documents:
            put_raw(tmp_path, name, document, "Ann\n", "T1\tPER 0 3\tAnn\n")
    (tmp_path / "iaa.conf").write_text("[layer spans]\nkind = labels\n")
    assert Figures(agreement(tmp_path)).pairs == (("anna", "ben"), ("ben", "carla"))


@pytest.mark.parametrize(
    "ben, gold, differ",
    [(OTHER, None, {}), (AGREED, OTHER, {}), (OTHER, OTHER, {"differ": ANNOTATORS})],
)
def test_places_between_annotators_are_chosen_where_there_are_others(tmp_path, ben, gold, differ):
    marks = {"anna": AGREED, "ben": ben} | ({"gold": gold} if gold else {})
    if gold and ben == OTHER:
        put(tmp_path, "gold", "e", "a b", OTHER)
        for name in ("anna", "ben"):
            put(tmp_path, name, "e", "a b", AGREED)
    settings = "[project]\ngold = gold\n" if gold else ""
    found = figures(tmp_path, f"{settings}[layer dependencies]\n", **marks)
    assert found.between_in("dependencies") == differ
