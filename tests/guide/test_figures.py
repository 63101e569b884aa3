"""From every figure to its paragraph: the guide explains all scores that there are."""

import pytest
from guide_figures import PROJECTS_SHOWN, keys_of

from brat_iaa.guide import anchors, explained_in


@pytest.mark.parametrize("number", range(len(PROJECTS_SHOWN)))
def test_every_score_of_the_shipped_projects_has_a_paragraph(number):
    found = keys_of(number)
    assert found
    for key in found:
        name, anchor = explained_in(*key)
        assert anchor in anchors(name), key


def test_a_measure_alone_has_a_paragraph_too():
    assert explained_in("dependencies", "LAA") == ("dependencies", "uaa-laa-and-loa")


def test_what_nobody_computes_has_none():
    assert explained_in("dependencies", "nothing", "such") is None
    assert explained_in("no such kind", "LAA", "masi") is None
