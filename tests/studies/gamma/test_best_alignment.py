"""Disorder of the best alignment, against all alignments of small texts."""

from random import Random

import numpy
import pytest
from alignments import apart, least_sum, random_annotators
from cases import each

from brat_iaa.errors import Undefined
from brat_iaa.studies.gamma import best_alignment
from brat_iaa.studies.gamma.best_alignment import dissimilarity, least_disorders


def columns(texts):
    rows = [
        (start, end, ord(label), annotator, text)
        for text, annotators in enumerate(texts)
        for annotator, own in enumerate(annotators)
        for start, end, label in own
    ]
    return numpy.array(rows, dtype=numpy.int64).reshape(-1, 5).T


def least(texts):
    return least_disorders(*columns(texts), len(texts), len(texts[0])).tolist()


@pytest.mark.parametrize("annotators, most", [(2, 4), (3, 3), (4, 2), (5, 1)])
@pytest.mark.parametrize("longest", [3, 12])
def test_against_all_alignments(annotators, most, longest):
    """All texts in one call: none has a part in another's alignment."""
    random = Random(annotators + longest)
    texts = [
        random_annotators(random, annotators, most, random.choice([4, 15, 40]), longest)
        for _ in range(60)
    ]
    assert least(texts) == pytest.approx([float(least_sum(text)) for text in texts], abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_dissimilarity(seed):
    random = Random(seed)
    for _ in range(20):
        (own,), (other,) = (
            [(start, start + random.randint(1, 9), random.choice("AB"))]
            for start in (random.randrange(30), random.randrange(30))
        )
        d = dissimilarity(own, other)
        assert d == pytest.approx(float(apart(own, other)))
        assert d == dissimilarity(other, own) and dissimilarity(own, own) == 0


@pytest.mark.parametrize("annotators", [2, 3, 4])
def test_all_alike_have_none(annotators):
    units = [(place, place + 7, "AB"[place % 2]) for place in range(0, 300, 5)]
    assert least([[units] * annotators]) == [0]


def test_nothing_drawn_and_spans_alone():
    assert least([[[], []], [[(0, 3, "A")], []]]) == [0, 1]


@each("seed", range(4))
def test_order_places_and_labels_do_not_matter(seed):
    random = Random(seed)
    annotators = random_annotators(random, 3, 12, 60, 9)
    mirrored = [
        [(1000 - end, 1000 - start, "zy"["AB".index(label)]) for start, end, label in reversed(own)]
        for own in reversed(annotators)
    ]
    assert least([annotators]) == pytest.approx(least([mirrored]), abs=1e-9)


@each("seed", range(4))
def test_no_worse_than_alignments_without_a_unit(seed):
    """A further unit adds 1 at most, as it may stay alone."""
    random = Random(seed)
    annotators = random_annotators(random, 3, 20, 100, 15)
    annotators[0].append((40, 47, "A"))
    fewer = [annotators[0][:-1], *annotators[1:]]
    assert least([annotators])[0] <= least([fewer])[0] + 1 + 1e-9


def test_too_many_groups_are_said(monkeypatch):
    monkeypatch.setattr(best_alignment, "_MOST_GROUPS", 3)
    with pytest.raises(Undefined, match="too many spans overlap"):
        least([[[(0, 9, "A"), (1, 9, "A")], [(0, 8, "A"), (1, 8, "A")]]])
