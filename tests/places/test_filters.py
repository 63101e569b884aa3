"""Filters: one list of them for commands and pages, and one meaning however they are applied."""

import itertools
from random import Random

import layered_projects
import pytest
from differences import distances_of
from small_projects import put

from brat_iaa.config import coarse_labels
from brat_iaa.layers.difference import DIFFERENCE_NAMES, seen_from, unordered
from brat_iaa.places.filters import COARSE as COARSELY
from brat_iaa.places.filters import (
    FILTERS,
    FINE,
    NOTHING,
    FilterError,
    Filters,
    filters_of,
    read,
    vocabulary,
)
from brat_iaa.study import Study

COARSE = "low = x, y"
WORDS = "a b c d / e f g"
MARKS = {
    "anna": "0>1:r 1>2:x 1>3:x 2>3:x 1>4:y / 0>1:r 1>2:x 1>3:z", "ben": "0>1:r 1>2:y 3>1:x 1>4:z / 0>1:r 1>2:x 2>3:y",
    "carla": "0>1:r 1>2:z 1>3:x 3>3:y -4 / 0>1:r 1>2:x 1>3:z",
}  # fmt: skip


@pytest.fixture(scope="module")
def agreement(tmp_path_factory):
    root = tmp_path_factory.mktemp("p")
    for name, marks in MARKS.items():
        put(root, name, "one", WORDS, marks)
        put(root, name, "two", "a b", f"0>1:r 1>2:{name[0]}")
    (root / "iaa.conf").write_text(f"[layer dependencies]\ncoarse = {COARSE}\n", "utf-8")
    return Study(root).agreement()


def combinations(known):
    """Filters of each kind, and of each with a pair."""
    pairs = [None, *itertools.permutations(sorted(MARKS), 2)]
    labels = sorted({"" if label == NOTHING else label for label in known.labels})
    singles = [
        *({"kind": kind} for kind in DIFFERENCE_NAMES[:7]), *({"label": label} for label in labels),
        *({"labels": both} for both in itertools.product(labels, repeat=2)), *({"annotator": name} for name in MARKS),
        *({"document": name} for name in ("one", "two", "none", ("one", "two"))),
        *({"between": sides} for sides in ((("anna",),), (("anna", "ben"), ("ben", "carla")))),
        *({"sentences": frozenset(those)} for those in ({("one", 2)}, {("one", 1), ("two", 1)}, set())),
        *({"sentence": number} for number in (1, 2, 3)), *({"pos": name} for name in ("W", "ROOT")),
        *({"distance": ends} for ends in ((None, 1), (2, None), (1, 2), (0, 0))),
        *({"layer": name} for name in ("dependencies", "none")),
        *({"distinction": one, "coarse": known.coarse} for one in known.distinctions), {},
    ]  # fmt: skip
    for pair in pairs:
        for fields in singles:
            yield Filters(pair=pair, **fields)
    for first, second in itertools.combinations(singles[::3], 2):
        yield Filters(**{**first, **second})


def meets(filters, disagreement, directed):
    """Whether a PairDifference meets Filters, one condition after the other.

    directed  kind and labels are said of its pair in this order, not of the pair in either
    """
    labels, wanted = disagreement.labels, filters.labels or (None, None)
    orders = (labels,) if directed else (labels, labels[::-1])
    low, high = filters.distance or (None, None)
    kind_of = str if directed else unordered
    types = disagreement.drawn.types(disagreement)
    return (
        filters.layer in (None, disagreement.layer)
        and (filters.document is None or disagreement.document in named(filters.document))
        and (
            filters.sentences is None
            or (disagreement.document, disagreement.sentence) in filters.sentences
        )
        and (filters.between is None or any(
            all(name in side for name, side in zip(pair, filters.between))
            for pair in itertools.permutations(disagreement.annotators)
        ))
        and filters.sentence in (None, disagreement.sentence)
        and (filters.annotator is None or filters.annotator in disagreement.annotators)
        and (filters.pair is None or set(filters.pair) == set(disagreement.annotators))
        and (filters.kind is None or kind_of(disagreement.kind) == kind_of(filters.kind))
        and (filters.label is None or filters.label in labels)
        and any(all(a in (None, b) for a, b in zip(wanted, order)) for order in orders)
        and (filters.pos is None or any(filters.pos in type.split("+") for type in types))
        and filters.distinction in (None, distinction(filters, disagreement))
        and (filters.distance is None or any(
            distance is not None
            and (low or 0) <= abs(distance)
            and (high is None or abs(distance) <= high)
            for distance in distances_of(disagreement)
        ))
    )  # fmt: skip


def named(names):
    return (names,) if isinstance(names, str) else names


def distinction(filters, disagreement):
    setting = dict(filters.coarse).get(disagreement.layer)
    if setting is None:
        return None
    first, second = map(coarse_labels(setting), disagreement.labels)
    return FINE if disagreement.kind == "label" and first == second else COARSELY


def test_a_filter_selects_what_meets_it(agreement):
    listed = agreement.differences
    numbers = set()
    for filters in combinations(vocabulary(agreement)):
        chosen = agreement.places.select(filters).differences
        expected = []
        for found in listed:
            turned = filters.pair is not None and found.annotators != filters.pair
            (seen,) = seen_from(found.annotators[turned], [found])
            if meets(filters, seen, directed=filters.pair is not None):
                expected.append(found)
        assert chosen == expected, filters
        numbers.add(len(chosen))
    assert len(numbers) > 5


@pytest.mark.parametrize(
    "texts, name, said",
    [
        ({"kind": "heads"}, "kind", "“heads”"), ({"a": "ana"}, "a", "no such annotator"),
        ({"a": "anna", "b": "anna"}, "b", "two different annotators"), ({"label_a": "x"}, "label_a", "needs both"),
        ({"min_distance": "3", "max_distance": "2"}, "min_distance", "above the largest"),
        ({"sentence": "0"}, "sentence", "from 1 up"), ({"sentence": "1234567890"}, "sentence", "from 1 up"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_names_its_filter(agreement, texts, name, said):
    with pytest.raises(FilterError) as caught:
        filters_of(read(texts, FILTERS.values(), vocabulary(agreement)), vocabulary(agreement))
    assert caught.value.name == name and said in str(caught.value)


@pytest.mark.parametrize("seed", range(4))
def test_beside_a_label_stands_how_many_places_its_filter_lists(tmp_path, seed):
    """Also where labels are sets, which differ in what one of the two gave."""
    found = Study(layered_projects.write(Random(seed), tmp_path)).agreement()
    known, of_sets = vocabulary(found), 0
    for layer in found.score_indexes:
        for label, scores, number in layer.labels_most_disagreements_first():
            given = read({"layer": layer.name, "label": label}, FILTERS.values(), known)
            assert len(found.annotator_places.select(filters_of(given, known))) == number
            value = next(iter(scores.values())).value
            assert value is None or (value < 1) == (number > 0), (layer.name, label)
        of_sets += any(", " in label for label in layer.agreement.places.labels)
    assert of_sets
