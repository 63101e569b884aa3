"""Distances of single pairs against the definition, and against those of all pairs."""

from random_trees import by_definition, flat, many

from brat_iaa.measures.trees import distances, pair_distances


def test_small_forests_by_definition():
    made = many(5, 30, 9, "ABC")
    pairs = [(one, other) for one in made for other in made]
    found = pair_distances([(flat(one), flat(other)) for one, other in pairs])
    assert found == [by_definition(*pair) for pair in pairs]


def test_larger_forests_as_all_pairs():
    forests = [flat(nested) for nested in many(6, 15, 40, "ABCD")]
    found = pair_distances([(one, other) for one in forests for other in forests])
    assert found == distances(forests).ravel().tolist()


def test_nothing():
    assert pair_distances([]) == []
