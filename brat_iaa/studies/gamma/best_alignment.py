"""The best alignment of units that annotators drew on a text: the one with the least disorder.

Mathet, Widlöcher & Métivier 2015, "The Unified and Holistic Method Gamma (γ) for Inter-Annotator
Agreement Measure and Alignment", Computational Linguistics 41(3), section 4, with the combined
dissimilarity and α = β = Δ = 1. Of two units u and v, in characters:

    d(u, v) = ((|start u - start v| + |end u - end v|) / (length u + length v))^2
              + (1 if their labels differ, else 0)

A unitary alignment has at most one unit of each of the n annotators. Its disorder is the mean over
the C = n (n - 1) / 2 pairs of annotators; a pair without one of its units counts Δ. An alignment
puts each unit into exactly one unitary alignment.

A unit alone costs Δ. Compared to that, k units together save

    k - 1 + (k (k - 1) / 2 - sum of their d) / C

A group that saves more than any two parts of it has, for each unit, a sum of d to the others below
C + k - 1. That leaves groups of neighbours, which are fewer than those within the bound n Δ of
section 5.1.1; measures/packing.py chooses among them.
"""

import math

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.studies.gamma.packing import TOO_MANY, savings

# Pairs, triples, ... of neighbours that are looked at: some hundred megabytes.
_MOST_GROUPS = 1_000_000
# A sum below this is rounding: units of ten thousand characters that differ by one have more.
_ROUNDING = 1e-11


def dissimilarity(first: tuple, second: tuple):
    """d of pairs of units, 0 or above; each a tuple of numbers or arrays (start, end, label)."""
    (start, end, label), (other_start, other_end, other_label) = first, second
    apart = abs(start - other_start) + abs(end - other_end)
    return (apart / (end - start + other_end - other_start)) ** 2 + (label != other_label)


def least_disorders(start, end, label, annotator, text, texts: int, annotators: int):
    """Of each text the sum of the disorders of the unitary alignments in its best alignment.

    start, end  integers, of each unit, in characters of its text; start < end
    label       integers, of each unit
    annotator   integers, of each unit, below annotators
    text        integers, of each unit: number of its text, below texts
    annotators  2 or more

    Returns floats, one for each text, 0 where there is no unit. Raises Undefined where it would
    take too long.
    """
    alone = numpy.bincount(text, minlength=texts).astype(float)
    if not len(start):
        return alone
    C = annotators * (annotators - 1) // 2
    # |start - start| + |end - end| is at least twice the distance of the middles.
    reach = math.sqrt(C + annotators - 1) * (end - start)
    first, last = start + end - reach, start + end + reach
    row = text * (last.max() - first.min() + 1)
    order = numpy.argsort(first + row, kind="stable")
    units, bounds = (start[order], end[order], label[order]), (first + row, last + row)
    groups = _groups(units, annotator[order], [bound[order] for bound in bounds], annotators, C)
    least = alone - numpy.bincount(text[order], savings(groups, len(order)), minlength=texts)
    # Perfect agreement is 0, not nearly 0.
    return numpy.where(least > _ROUNDING, least, 0)


def _groups(units, annotator, bounds, annotators, C):
    """[(members, saving)] for 2, 3, ... units: integers, groups x size, ascending; floats.

    units       (start, end, label), in ascending order of the first of the bounds
    bounds      (first, last) of each unit: units whose bounds do not overlap are too far apart
    """
    number, most = len(annotator), C + annotators - 1
    behind = numpy.arange(number) + 1
    i, j = _spread(behind, numpy.maximum(numpy.searchsorted(*bounds) - behind, 0))
    d = dissimilarity(*([column[side] for column in units] for side in (i, j)))
    near = (annotator[i] != annotator[j]) & (d < most)
    i, j, d = i[near], j[near], d[near]
    keys = i * number + j

    def apart(first, second):
        """d of pairs of units; infinite of those that are too far from each other."""
        wanted = first * number + second
        at = numpy.minimum(numpy.searchsorted(keys, wanted), len(keys) - 1)
        return numpy.where(keys[at] == wanted, d[at], numpy.inf)

    begins = numpy.searchsorted(i, numpy.arange(number + 1))
    members, sums, groups = numpy.stack([i, j], axis=1), numpy.stack([d, d], axis=1), []
    for size in range(2, annotators + 1):
        saving = size - 1 + (size * (size - 1) - sums.sum(axis=1)) / 2 / C
        useful = (sums < C + size - 1).all(axis=1) & (saving > 0)
        groups.append((members[useful], saving[useful]))
        if size < annotators:
            final = members[:, -1]
            group, pair = _spread(begins[final], begins[final + 1] - begins[final])
            members, unit = members[group], j[pair]
            # Of each member the sum of d to the others.
            between = numpy.stack([apart(column, unit) for column in members.T], axis=1)
            members = numpy.column_stack([members, unit])
            sums = numpy.hstack([sums[group] + between, between.sum(axis=1, keepdims=True)])
            near = (sums < most).all(axis=1)
            members, sums = members[near], sums[near]
    return [(members, saving) for members, saving in groups if len(members)]


def _spread(begins, sizes):
    """(number of the range, element) of each element of some ranges of integers."""
    if sizes.sum() > _MOST_GROUPS:
        raise Undefined(TOO_MANY)
    which = numpy.repeat(numpy.arange(len(sizes)), sizes)
    before = numpy.cumsum(sizes) - sizes
    return which, numpy.arange(len(which)) + (begins - before)[which]
