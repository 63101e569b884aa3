"""Every figure that scores have is a record, with all that is said of it, and a paragraph in the guide."""

import pytest
from guide_figures import PROJECTS_SHOWN, keys_of

from brat_iaa.figures import DISTANCES, FIGURES, without_ending
from brat_iaa.guide import anchors, explained_in
from brat_iaa.kinds import KINDS
from brat_iaa.measures.similarities import SIMILARITIES


@pytest.mark.parametrize("number", range(len(PROJECTS_SHOWN)))
def test_every_score_of_the_shipped_projects_has_a_record_and_a_paragraph(number):
    found = keys_of(number)
    assert found
    lacking = {(kind, without_ending(name)[0], what) for kind, name, what in found} - set(FIGURES)
    assert lacking == set()
    for key in found:
        name, anchor = explained_in(*key)
        assert anchor in anchors(name), key


def test_paragraphs_that_records_name_are_there():
    guides = [figure.guide for figure in FIGURES.values()]
    guides += [guide for kind in KINDS.values() for guide in kind.guides.values()]
    for topic, _, anchor in (guide.partition("#") for guide in guides):
        assert anchor in anchors(topic), anchor


def test_a_figure_has_one_name_in_all_kinds_of_layers():
    names = {(*record.key, record.name, record.short) for record in FIGURES.values()}
    assert len(names) == len({record.key for record in FIGURES.values()})


def test_no_two_figures_of_a_kind_have_one_place_in_narrow_tables():
    places = [(record.kind, record.narrow) for record in FIGURES.values() if record.narrow]
    assert len(places) == len(set(places))


def test_distances_that_settings_offer_have_a_formula():
    assert set(DISTANCES) <= set(SIMILARITIES)
