"""Influences of sentences on the alphas for unitizing, against weighted sums by character."""

from random import Random

import numpy
import pytest
from unitized_texts import changed, random_units

from brat_iaa.measures.estimate import one_group
from brat_iaa.measures.units import Pieces, UnitizedText, cut

LENGTH, STARTS = 120, (0, 15, 31, 40, 62, 77, 90, 101)
SENTENCE = numpy.repeat(numpy.arange(len(STARTS)), numpy.diff([*STARTS, LENGTH]))
VALUES = "ABC"


def unitized(seed, annotators=3):
    random = Random(seed)
    base = random_units(random, LENGTH, step=14)
    return [changed(random, base, LENGTH) for _ in range(annotators)]


def text_of(annotators):
    spans = sorted({(start, end) for units in annotators for start, end, _ in units})
    row = {span: number for number, span in enumerate(spans)}
    values = numpy.full((len(spans), len(annotators)), -1)
    for column, units in enumerate(annotators):
        for start, end, value in units:
            values[row[start, end], column] = VALUES.index(value)
    start, end = numpy.array(spans).reshape(-1, 2).T
    document = numpy.zeros(len(STARTS), dtype=int)
    pieces = Pieces(numpy.arange(len(spans)), start, end, numpy.array(STARTS), document, LENGTH)
    begun = numpy.ones((1, len(annotators)), dtype=bool)
    stretches = cut(pieces, values >= 0, values, begun)
    columns = list(range(len(annotators)))
    return UnitizedText(stretches, columns, len(VALUES), one_group(len(STARTS), 0))


def weighted(annotators, weights):
    """{name, or value: alpha} by character; characters of sentence s count weights[s] times.

    A unit in several sentences is split: each part counts by the length of the whole.
    """
    m, given, unit = len(annotators), [], []
    for units in annotators:
        given.append(["g"] * LENGTH)
        unit.append([None] * LENGTH)
        for number, (start, end, value) in enumerate(units):
            given[-1][start:end] = value * (end - start)
            unit[-1][start:end] = [number] * (end - start)
    full, same, shared, pairable = {}, 0, {}, {}
    for x in range(LENGTH):
        w = weights[SENTENCE[x]]
        for i in range(m):
            start, end = 0, 1
            if unit[i][x] is not None:
                start, end, _ = annotators[i][unit[i][x]]
            same += w * (end - start)
            for j in set(range(m)) - {i}:
                key = given[i][x], given[j][x]
                full[key] = full.get(key, 0) + w / (m - 1)
                if "g" not in key:
                    shared[key] = shared.get(key, 0) + w / (m - 1)
                    own = pairable.setdefault((i, unit[i][x], key[0]), [0, 0])
                    own[0] += 1 / (m - 1)
                    own[1] += w / (m - 1)
    squares = {k: sum(p * q for (_, _, c), (p, q) in pairable.items() if c == k) for k in VALUES}
    binary = {}
    for key, number in full.items():
        key = key[0] == "g", key[1] == "g"
        binary[key] = binary.get(key, 0) + number
    figures = {
        ("u-alpha", "nominal"): alpha(full, same),
        ("u-alpha", "binary"): alpha(binary, same),
        ("cu-alpha", "nominal"): alpha(shared, sum(squares.values())),
    }
    N = sum(shared.values())
    for k in VALUES:
        a = sum(number for key, number in shared.items() if key[0] == k)
        expected = a * (N - a) / (a * N - squares[k])
        figures[k] = 1 - (1 - shared.get((k, k), 0) / a) / expected
    return figures


def alpha(observed, same):
    N = sum(observed.values())
    row = {}
    for (c, _), number in observed.items():
        row[c] = row.get(c, 0) + number
    D_o = 1 - sum(number for (c, k), number in observed.items() if c == k) / N
    return 1 - D_o / (1 - (sum(n**2 for n in row.values()) - same) / (N**2 - same))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("annotators", [2, 3])
def test_influences_are_derivatives(seed, annotators):
    units = unitized(seed, annotators)
    text, step = text_of(units), 1e-6
    ones = numpy.ones(len(STARTS))
    value = weighted(units, ones)
    derivatives = []
    for sentence in range(len(STARTS)):
        weights = ones.copy()
        weights[sentence] += step
        above = weighted(units, weights)
        weights[sentence] -= 2 * step
        below = weighted(units, weights)
        derivatives.append({key: (above[key] - below[key]) / (2 * step) for key in value})
    for key, coefficient in text.figures.items():
        estimate = coefficient.estimate()
        assert estimate.value == pytest.approx(value[key])
        expected = [own[key] for own in derivatives]
        assert estimate.influence == pytest.approx(expected, abs=1e-6)
    estimate = text.each_value.estimate
    ((weight, factor),) = estimate.everywhere
    for number, k in enumerate(VALUES):
        assert estimate.value[number] == pytest.approx(value[k])
        influence = weight * factor[number]
        cells = estimate.cells.figure == number
        influence[estimate.cells.sentence[cells]] += estimate.influence[cells]
        assert influence == pytest.approx([own[k] for own in derivatives], abs=1e-6)
