"""What a model suggests at each place, and when it says nothing."""

from random import Random

import pytest
from small_projects import agreement, like, put, random_marks, random_words

from brat_iaa.studies.competence.suggestions import Suggestions


def make_project(root, seed, names=("anna", "ben", "carla")):
    random = Random(seed)
    for document in ("one", "two"):
        words = random_words(random, 12)
        truth = random_marks(random, words, heads=(1,))
        for name, share in zip(names, (0.05, 0.2, 0.4)):
            put(root, name, document, words, like(random, truth, words, share, heads=(1,)))
    return root


@pytest.mark.parametrize("seed", range(2))
def test_every_place_has_one(tmp_path, seed):
    found = agreement(make_project(tmp_path, seed))
    suggestions, seen = Suggestions(found), 0
    for place in found.places:
        suggestion = suggestions.at(place.document, place.token)
        assert set(suggestion.probabilities) == set(place.values)
        assert (suggestion.record, 0 <= suggestion.nobody <= 1) == (3, True)
        likely = {}
        for group in place.groups:
            (likely[group],) = {suggestion.probabilities[name] for name in group}
        assert sum(likely.values()) + suggestion.nobody == pytest.approx(1)
        seen += 1
    assert seen > 10


def test_where_two_annotate_nobody_is_suggested(tmp_path):
    found = agreement(make_project(tmp_path, 1, ("anna", "ben")))
    suggestions = Suggestions(found)
    assert list(found.places)
    later = Suggestions(agreement(tmp_path), suggestions)
    for one in suggestions, later:
        assert all(one.at(place.document, place.token) is None for place in found.places)


def test_what_nobody_changed_is_not_computed_again(tmp_path):
    root = make_project(tmp_path, 2)
    first = Suggestions(agreement(root))
    again = Suggestions(agreement(root), first)
    assert again._fit.result is first._fit.result
    put(root, "carla", "three", "a b", "0>1:A 1>2:B")
    put(root, "ben", "three", "a b", "0>1:A 1>2:C")
    changed = Suggestions(agreement(root), first)
    assert changed._fit.result is not first._fit.result
