"""Gwet's AC1: groups, influences, and what must hold for all values."""

from random import Random

import numpy
import pytest
from cases import each
from reliability_tables import KRIPPENDORFF, LETTERS, coded
from slow_intervals import check_influences

from brat_iaa.errors import Undefined
from brat_iaa.measures.alphas import MISSING
from brat_iaa.measures.estimate import Groups, one_group
from brat_iaa.measures.kappas import gwet_ac


def tables(values, sentence=None, sentences=1):
    """GwetTables of one group."""
    sentence = numpy.array([0] * len(values) if sentence is None else sentence, dtype=int)
    columns = len(values[0]) if len(values) else 2
    values = numpy.array(values, dtype=int).reshape(-1, columns)
    return gwet_ac(values, sentence, one_group(sentences, 10))


def some_values(random, items=30, annotators=3):
    return [
        [random.choice([MISSING, 0, 0, 1, 2, 3]) for _ in range(annotators)] for _ in range(items)
    ]


def weighted(values, sentence):
    """AC1 as a function of the weights of sentences."""

    def ac1(weights):
        A_o = pairs = n = 0
        p = dict.fromkeys({value for row in values for value in row} - {MISSING}, 0)
        for row, s in zip(values, sentence):
            own = [value for value in row if value != MISSING]
            n += weights[s] * bool(own)
            for value in own:
                p[value] += weights[s] / len(own)
            if len(own) > 1:
                pairs += weights[s]
                equal = sum(own.count(v) * (own.count(v) - 1) for v in set(own))
                A_o += weights[s] * equal / (len(own) * (len(own) - 1))
        A_e = sum(share / n * (1 - share / n) for share in p.values()) / (len(p) - 1)
        return (A_o / pairs - A_e) / (1 - A_e)

    return ac1


@each("seed", range(6))
def test_influences(seed):
    random = Random(seed)
    values = some_values(random)
    sentence = [random.randrange(6) for _ in values]
    found = tables(values, sentence, 7).estimate()
    check_influences(found, weighted(values, sentence))


@pytest.mark.parametrize("seed", range(3))
def test_groups_have_figures_of_their_own(seed):
    random = Random(seed)
    first, second = some_values(random), some_values(random, 20)
    shifted = [[value if value == MISSING else value + 10 for value in row] for row in second]
    both = gwet_ac(
        numpy.array(first + shifted), numpy.repeat([0, 1], [30, 20]),
        Groups(numpy.array([0, 1]), numpy.repeat([0, 1], 10), 2),
    )  # fmt: skip
    alone = [tables(own) for own in (first, second)]
    for found, own in zip(both.scores(), alone):
        assert found == pytest.approx(own.scores()[0])
    assert both.labels == [number for own in alone for number in own.labels]


@pytest.mark.parametrize("seed", range(3))
def test_order_and_names_change_nothing(seed):
    random = Random(seed)
    values = some_values(random)
    found = tables(values).scores()[0]
    names = {MISSING: MISSING, 0: 7, 1: 3, 2: 9, 3: 1}
    others = [[names[value] for value in row[::-1]] for row in values]
    random.shuffle(others)
    assert tables(others).scores()[0] == pytest.approx(found)


def test_agreement_with_oneself_is_1():
    assert tables([[0, 0], [1, 1], [2, 2], [0, 0]]).scores()[0].value == 1


@pytest.mark.parametrize(
    "values, reason",
    [
        ([[4, 4], [4, 4], [4, MISSING]], "every value is the same"),
        ([[4, MISSING], [MISSING, 5]], "no item with at least two values"),
        ([], "no item with at least two values"),
    ],
)
def test_undefined(values, reason):
    found = tables(values)
    (score,) = found.scores()
    assert isinstance(score, Undefined) and str(score) == reason
    assert numpy.isnan(found.estimate().value[0])


# A_o, A_e and AC1, computed by irrCAC 0.4.4 (numpy 1.26) with digits=12. Both tables have units with
# a single value; it counts in the frequencies of labels.
@pytest.mark.parametrize(
    ("rows", "value"),
    [
        (KRIPPENDORFF, (0.818181818182, 0.190321180556, 0.775444068127)),
        (LETTERS, (0.606060606061, 0.239068930041, 0.482292931)),
    ],
)
def test_missing_values_as_in_irrcac(rows, value):
    values, _ = coded(rows)
    assert ((values != MISSING).sum(axis=1) == 1).any()
    (found,) = tables(values.tolist()).scores()
    assert (found.observed, found.expected, found.value) == pytest.approx(value, abs=1e-9)
