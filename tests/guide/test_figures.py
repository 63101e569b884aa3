"""From every figure to its paragraph: the guide explains all scores that there are."""

import pytest
from guide_figures import PROJECTS_SHOWN, keys_of

from brat_iaa.figures import FIGURES
from brat_iaa.guide import anchors, explained_in
from brat_iaa.kinds import KINDS

# With a gold, the kinds with the most figures take longest.
SLOWEST = pytest.param(9, marks=pytest.mark.system)


@pytest.mark.parametrize("number", [*range(9), SLOWEST, *range(10, len(PROJECTS_SHOWN))])
def test_every_score_of_the_shipped_projects_has_a_paragraph(number):
    found = keys_of(number)
    assert found
    for key in found:
        name, anchor = explained_in(*key)
        assert anchor in anchors(name), key


def test_paragraphs_that_records_name_are_there():
    guides = [figure.guide for figure in FIGURES.values()]
    guides += [guide for kind in KINDS.values() for guide in kind.guides.values()]
    for topic, _, anchor in (guide.partition("#") for guide in guides):
        assert anchor in anchors(topic), anchor
