"""Filters: one list of them for commands and pages, and one meaning however they are applied."""

import itertools

import pytest
from small_projects import put

from brat_iaa.config import coarse_labels
from brat_iaa.layers.disagreement import KINDS, Filters, seen_from_second
from brat_iaa.places.filters import (
    FILTERS,
    MINE,
    NOTHING,
    THEIRS,
    FilterError,
    Vocabulary,
    filters_of,
    in_use,
    read,
    vocabulary,
)
from brat_iaa.study import Study

COARSE = "low = x, y"
WORDS = "a b c d / e f g"
MARKS = {
    "anna": "0>1:r 1>2:x 1>3:x 2>3:x 1>4:y / 0>1:r 1>2:x 1>3:z",
    "ben": "0>1:r 1>2:y 3>1:x 1>4:z / 0>1:r 1>2:x 2>3:y",
    "carla": "0>1:r 1>2:z 1>3:x 3>3:y -4 / 0>1:r 1>2:x 1>3:z",
}


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
        *({"kind": kind} for kind in KINDS[:7]),
        *({"label": label} for label in labels),
        *({"labels": both} for both in itertools.product(labels, repeat=2)),
        *({"annotator": name} for name in MARKS),
        *({"document": name} for name in ("one", "two", "none")),
        *({"sentence": number} for number in (1, 2, 3)),
        *({"pos": name} for name in ("W", "ROOT")),
        *({"distance": ends} for ends in ((None, 1), (2, None), (1, 2), (0, 0))),
        *({"layer": name} for name in ("dependencies", "none")),
        *({"distinction": one, "coarse": known.coarse} for one in known.distinctions),
        {},
    ]
    for pair in pairs:
        for fields in singles:
            yield Filters(pair=pair, **fields)
    for first, second in itertools.combinations(singles[::3], 2):
        yield Filters(**{**first, **second})


def test_a_filter_selects_the_same_from_columns_and_one_by_one(agreement):
    listed = agreement.disagreements
    numbers = set()
    for filters in combinations(vocabulary(agreement)):
        chosen = list(listed.select(filters))
        expected = []
        for found in listed:
            turned = filters.pair is not None and found.annotators != filters.pair
            seen = seen_from_second(found) if turned else found
            if filters.meets(seen, directed=filters.pair is not None):
                expected.append(found)
        assert chosen == expected, filters
        numbers.add(len(chosen))
    assert len(numbers) > 5


def test_every_filter_is_read_shown_and_removed(agreement):
    texts = {
        "layer": "dependencies", "kind": "head", "a": "anna", "b": "ben", "label": "x",
        "label_a": "x", "label_b": NOTHING, "document": "one", "sentence": "01", "pos": "W",
        "min_distance": "1", "max_distance": "2", "distinction": "fine",
    }  # fmt: skip
    assert set(texts) == set(FILTERS)
    given = read(texts, FILTERS.values(), vocabulary(agreement))
    assert given == {**texts, "sentence": "1"}
    assert filters_of(given, vocabulary(agreement)) == Filters(
        "dependencies", "head", "x", ("x", ""), None, ("anna", "ben"), "one", 1, "W", (1, 2),
        "fine", (("dependencies", COARSE),),
    )  # fmt: skip
    shown = in_use(given, FILTERS.values())
    assert [(filter.words, said) for filter, said, _ in shown][:4] == [
        ("layer", ["dependencies"]), ("kind", ["head"]), ("", ["anna", "ben"]), ("label", ["x"]),
    ]  # fmt: skip
    for _, _, rest in shown:
        assert rest.items() < given.items()
        assert ("a" in rest) == ("b" in rest) and ("label_a" in rest) == ("label_b" in rest)
    assert set(given) == {name for *_, rest in shown for name in given.keys() - rest.keys()}


def test_the_smallest_distance_may_be_the_largest():
    assert filters_of({"min_distance": "2", "max_distance": "2"}).distance == (2, 2)


@pytest.mark.parametrize(
    "texts, name, said",
    [
        ({"kind": "heads"}, "kind", "“heads”"),
        ({"a": "ana"}, "a", "no such annotator"),
        ({"a": "anna", "b": "anna"}, "b", "two different annotators"),
        ({"label_a": "x"}, "label_a", "needs both"),
        ({"min_distance": "3", "max_distance": "2"}, "min_distance", "above the largest"),
        ({"sentence": "0"}, "sentence", "from 1 up"),
    ],
)
def test_what_cannot_be_meant_names_its_filter(agreement, texts, name, said):
    with pytest.raises(FilterError) as caught:
        filters_of(read(texts, FILTERS.values(), vocabulary(agreement)))
    assert caught.value.name == name and said in str(caught.value)


def test_fine_distinctions_and_the_others_are_all(agreement):
    known, listed = vocabulary(agreement), agreement.disagreements
    fine, coarse = (
        list(listed.select(filters_of({"distinction": one}, known))) for one in ("fine", "coarse")
    )
    assert fine and coarse and len(fine) + len(coarse) == len(listed)
    label_of = coarse_labels(COARSE)
    for found in listed:
        same_head = found.kind == "label"
        same = label_of(found.labels[0]) == label_of(found.labels[1])
        assert (found in fine) == (same_head and same)


def test_no_distinction_without_coarse_labels():
    with pytest.raises(FilterError, match="no such distinction"):
        read({"distinction": "fine"}, FILTERS.values(), Vocabulary())


def test_own_and_other_labels_keep_their_order(agreement):
    given = read({"mine": "x"}, (MINE, THEIRS), Vocabulary())
    filters = filters_of(given)
    for found in agreement.disagreements:
        assert filters.meets(found, directed=True) == (found.labels[0] == "x")
        assert filters.meets(found, directed=False) == ("x" in found.labels)
