"""Sets with graded elements: against the definition, the special cases, and other programs."""

from itertools import combinations, permutations
from random import Random

import numpy
import pytest
from reliability_tables import DISTANCES, LETTERS, coded
from slow_intervals import check_influences

from brat_iaa.measures.alpha import MISSING, AlphaTable
from brat_iaa.measures.distances import SIMILARITIES, UNIT, interpolated
from brat_iaa.measures.graded import GradedSets, near_elements
from brat_iaa.measures.groups import one_group
from brat_iaa.measures.gwet import GwetTables
from brat_iaa.measures.kappa import CohenTables
from brat_iaa.measures.similar import Sets, similar_sets

HEADS, LABELS = 3, 4


def credits_of(random):
    """{(label, label): credit} in both directions."""
    found = {}
    for pair in combinations(range(LABELS), 2):
        if random.random() < 0.7:
            found[pair] = found[pair[::-1]] = random.choice([0.2, 0.25, 0.5, 0.9, 1.0])
    return found


def random_sets(random, number=25, most=4):
    """Distinct sets of (head, label), the empty one among them."""
    elements = [(head, label) for head in range(HEADS) for label in range(LABELS)]
    values = {frozenset(random.sample(elements, random.randint(0, most))) for _ in range(number)}
    return sorted(values, key=sorted)


def graded(values, near, name="masi"):
    """GradedSets of sets of (head, label)."""
    element = [head * LABELS + label for value in values for head, label in sorted(value)]
    number = numpy.arange(HEADS * LABELS)
    sets = Sets(numpy.cumsum([0, *map(len, values)]), numpy.array(element, dtype=int))
    return GradedSets(sets, near_elements(number // LABELS, number % LABELS, near), name)


def slow_k(x, y, near):
    """Largest sum of credits over all one-to-one pairings."""
    x, y = sorted((x, y), key=len)

    def credit(one, other):
        if one == other:
            return 1
        return near.get((one[1], other[1]), 0) if one[0] == other[0] else 0

    return max(sum(map(credit, x, chosen)) for chosen in permutations(y, len(x)))


@pytest.mark.parametrize("name", SIMILARITIES)
@pytest.mark.parametrize("seed", range(4))
def test_definition(seed, name):
    random = Random(seed)
    values, near = random_sets(random), credits_of(random)
    found = graded(values, near, name)
    pairs = numpy.array(list(permutations(range(len(values)), 2)))
    k = numpy.array([slow_k(values[i], values[j], near) for i, j in pairs])
    assert found.common(*pairs.T) == pytest.approx(k, abs=1e-9)
    sizes = numpy.array([len(value) for value in values])
    a, b = sizes[pairs].T
    similarity = interpolated(SIMILARITIES[name], k, a, b)
    assert found.of(*pairs.T) == pytest.approx(similarity, abs=1e-9)
    n = numpy.array([random.randint(0, 5) for _ in values])
    totals = numpy.bincount(pairs[:, 0], similarity * n[pairs[:, 1]], minlength=len(values))
    assert found.to_others(n) / UNIT == pytest.approx(totals, abs=1e-9)


@pytest.mark.parametrize("name", SIMILARITIES)
@pytest.mark.parametrize("seed", range(3))
def test_without_distances_nothing_changes(seed, name):
    random = Random(seed)
    values = random_sets(random)
    found = graded(values, {}, name)
    plain = similar_sets(found._values, name)
    pairs = numpy.array(list(combinations(range(len(values)), 2))).T
    assert found.of(*pairs) == pytest.approx(plain.of(*pairs))
    n = numpy.ones(len(values))
    assert found.to_others(n) == pytest.approx(plain.to_others(n))


@pytest.mark.parametrize("seed", range(3))
def test_more_distance_is_less_similarity(seed):
    random = Random(seed)
    values, near = random_sets(random), credits_of(random)
    less = {pair: credit / 2 for pair, credit in near.items()}
    pairs = numpy.array(list(combinations(range(len(values)), 2))).T
    for name in SIMILARITIES:
        found = [graded(values, own, name).of(*pairs) for own in ({}, less, near)]
        for lower, higher in zip(found, found[1:]):
            assert (lower <= higher + 1e-9).all()
        assert (found[-1] <= 1).all() and (found[0] >= 0).all()


def test_two_labels_of_one_head():
    """Equal elements first would give 1: {A, B} and {A, C}, A near C and B near A."""
    near = {(0, 2): 0.9, (2, 0): 0.9, (0, 1): 0.8, (1, 0): 0.8}
    values = [frozenset({(0, 0), (0, 1)}), frozenset({(0, 0), (0, 2)})]
    assert graded(values, near).common([0], [1]) == pytest.approx([1.7])


def test_a_fractional_k_lies_between_whole_ones():
    masi = SIMILARITIES["masi"]
    assert interpolated(masi, numpy.array([0.5, 1, 1.5, 2]), 2, 2) == pytest.approx(
        [1 / 6, 1 / 3, 2 / 3, 1]
    )
    assert interpolated(masi, numpy.array([0.25]), 1, 1) == pytest.approx([0.25])
    assert interpolated(masi, numpy.array([0.0, 0.5]), 0, 1)[0] == 0
    assert interpolated(masi, numpy.array([0.0]), 0, 0) == 1


# Single labels.


def letters():
    values, labels = coded(LETTERS)
    number = {label: place for place, label in enumerate(labels)}
    near = {}
    for (one, other), distance in DISTANCES.items():
        pair = number[one], number[other]
        near[pair] = near[pair[::-1]] = 1 - distance
    return values, GradedSets(
        Sets(numpy.arange(5), numpy.arange(4)),
        near_elements(numpy.zeros(4), numpy.arange(4), near),
        "nominal",
    )


def test_weighted_alpha_as_krippendorff():
    values, similar = letters()
    found = AlphaTable(values, similar, numpy.zeros(len(values), dtype=int), 1).score()
    # krippendorff 0.9.0 (numpy 1.26) with this distance as its metric.
    assert found.alpha == pytest.approx(0.5828965517241379, abs=1e-12)
    # D_o: of ten units with several values, of 28 values in all.
    D_o, N = slow_observed(values, similar)
    assert found.observed == pytest.approx(D_o)
    assert found.values == N


def slow_observed(values, similar):
    total = N = 0
    for row in values.tolist():
        own = [value for value in row if value != MISSING]
        if len(own) > 1:
            N += len(own)
            apart = [pair for pair in permutations(own, 2) if pair[0] != pair[1]]
            total += sum(1 - float(similar.of([x], [y])[0]) for x, y in apart) / (len(own) - 1)
    return total / N, N


def test_ac2_and_weighted_kappa_as_irrcac():
    """A_o, A_e and the coefficient; irrCAC 0.4.4 (numpy 1.26) with 1 - distance as weights."""
    values, similar = letters()
    sentence, groups = numpy.zeros(len(values), dtype=int), one_group(1, 4)
    (found,) = GwetTables(values, sentence, groups, similar).scores()
    expected = (0.828787878788, 0.513998199588, 0.647712989814)
    assert (found.observed, found.expected, found.kappa) == pytest.approx(expected, abs=1e-11)
    both = values[(values[:, :2] != MISSING).all(axis=1)]
    (found,) = CohenTables(*both[:, :2].T, sentence[: len(both)], groups, similar).scores()
    expected = (0.861111111111, 0.537654320988, 0.699599465955)
    assert (found.observed, found.expected, found.kappa) == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("seed", range(4))
def test_influences_of_weighted_kappa_and_ac2(seed):
    random = Random(seed)
    _, similar = letters()
    values = numpy.array([[random.randrange(4) for _ in range(2)] for _ in range(24)])
    sentence = numpy.array([random.randrange(5) for _ in values])
    weight = numpy.eye(4)
    for x, y in permutations(range(4), 2):
        weight[x, y] = similar.of([x], [y])[0]
    for Tables in (CohenTables, GwetTables):
        groups = one_group(5, 4)
        given = (values[:, 0], values[:, 1]) if Tables is CohenTables else (values,)
        found = Tables(*given, sentence, groups, similar).estimate()

        def figure(weights, Tables=Tables):
            own = numpy.array(weights)[sentence]
            n, m = (numpy.bincount(values[:, side], own, minlength=4) for side in (0, 1))
            A_o = (own * weight[values[:, 0], values[:, 1]]).sum() / own.sum()
            if Tables is CohenTables:
                A_e = n @ weight @ m / own.sum() ** 2
            else:
                p = (n + m) / (2 * own.sum())
                A_e = weight.sum() * (p * (1 - p)).sum() / 12
            return (A_o - A_e) / (1 - A_e)

        check_influences(found._replace(influence=found.influence[:, None]), figure)
