"""Alignments of units from their definition, slowly: over all partitions into unitary alignments.

Annotators are lists of units; a unit is (start, end, label).
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product


def apart(first, second):
    """The combined dissimilarity of two units, α = β = Δ = 1: a Fraction."""
    (start, end, label), (other_start, other_end, other_label) = first, second
    ends = abs(start - other_start) + abs(end - other_end)
    return Fraction(ends, end - start + other_end - other_start) ** 2 + (label != other_label)


def unitary_disorder(chosen, annotators):
    """Of a unitary alignment; chosen: its units. A pair without a unit counts 1."""
    pairs = Fraction(annotators * (annotators - 1), 2)
    alone = pairs - Fraction(len(chosen) * (len(chosen) - 1), 2)
    return (sum(apart(*pair) for pair in combinations(chosen, 2)) + alone) / pairs


def least_sum(annotators):
    """The least sum of unitary disorders over all alignments of all units: a Fraction."""
    units = [(number, unit) for number, own in enumerate(annotators) for unit in own]

    @cache
    def least(rest):
        if not rest:
            return Fraction(0)
        first, others = rest[0], rest[1:]
        of_annotator = {}
        for index in others:
            if units[index][0] != units[first][0]:
                of_annotator.setdefault(units[index][0], []).append(index)
        found = []
        for chosen in product(*([None, *own] for own in of_annotator.values())):
            chosen = [first, *(index for index in chosen if index is not None)]
            left = tuple(index for index in others if index not in chosen)
            own = unitary_disorder([units[index][1] for index in chosen], len(annotators))
            found.append(own + least(left))
        return min(found)

    return least(tuple(range(len(units))))


def random_annotators(random, number, most, length, longest):
    """Units at random; they may overlap."""
    made = []
    for _ in range(number):
        starts = [random.randrange(length) for _ in range(random.randint(0, most))]
        made.append([(at, at + random.randint(1, longest), random.choice("AB")) for at in starts])
    return made
