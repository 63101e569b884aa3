"""Which differences follow from others: what stands on a span that not both drew alike.

An attribute, a relation, a chain, an event or argument, or an arc cannot agree where a span that it
stands on is missing for one of the two, or has other boundaries. The two differ in one thing, the
span, so this is one place; what follows from it belongs to it. So does what differs in nothing but
the label of a span that is an end of it.
"""

from collections import defaultdict
from itertools import groupby
from operator import attrgetter

import numpy

from brat_iaa.kinds import DIFFERENCES, KINDS
from brat_iaa.layers.difference import PairDifference


def in_order(parts, documents) -> list:
    """The differences of several layers, or with several others, by document and in the order of
    the text; documents: names, in order
    """
    rank = {name: number for number, name in enumerate(documents)}
    listed = [each for part in parts for each in part]
    items = [each.item for each in listed]
    document = [rank.get(item.document, len(rank)) for item in items]
    start = [item.fragments[0][0] for item in items]
    return [listed[number] for number in numpy.lexsort((start, document)).tolist()]


def with_consequences(differences, layers) -> list:
    """The differences, each with the PlaceItem on which those differ from which it follows.

    differences  by document
    layers       all Layers that they may be of, those about the gold included
    """
    basic = _basic(layers)
    if len(basic) + len({each.item.layer for each in differences} - {*basic}) < 2:
        return differences
    listed: list = []
    for _, group in groupby(differences, attrgetter("item.document")):
        listed += _in_document([*group], basic)
    return listed


def _basic(layers):
    """{name of a layer with spans that others stand on: how basic it is}, from 0: types of spans
    first, attributes last.
    """
    drawing = [layer for layer in layers if KINDS[layer.kind].draws]
    drawing.sort(key=lambda layer: (layer.settings.carried, KINDS[layer.kind].draws))
    return {layer.name: rank for rank, layer in enumerate(drawing)}


def _in_document(differences, basic):
    last, no_span = len(basic), ()
    ranks = [basic.get(each.item.layer, last) for each in differences]
    spans = [
        each.drawn.about(each) if rank < last else no_span for each, rank in zip(differences, ranks)
    ]
    if not any(spans):
        return differences
    # On spans of the most basic layer stands what is about others than these.
    stood = [
        each.drawn.stands_on(each) if rank or each.kind not in _OF_SPAN else no_span
        for each, rank in zip(differences, ranks)
    ]
    roots = _roots(differences, ranks, spans, stood)
    # Both drew a span that has another label, though one label may be none of a layer.
    both = [
        number
        for number, root in roots.items()
        if spans[number]
        if differences[number].kind in _OF_EXTENT and differences[root].kind not in _OF_EXTENT
    ]
    if both:
        for number in both:
            spans[number] = no_span
        roots = _roots(differences, ranks, spans, stood)
    _cut_circles(roots)
    listed = [*differences]
    for number, root in roots.items():
        # What follows from a consequence belongs to the place of which that is one.
        while root in roots:
            root = roots[root]
        *each, _ = differences[number]
        listed[number] = PairDifference(*each, differences[root].item)
    return listed


def _roots(differences, ranks, spans, stood) -> dict:
    """{number of a difference: of the one that it follows from}: the first of those that are about
    the most basic span.
    """
    causes: dict = defaultdict(dict)
    for number, (each, rank, about) in enumerate(zip(differences, ranks, spans)):
        for span in about:
            of_pair, cause = causes[each.annotators], (rank, number)
            if of_pair.setdefault(span, cause) > cause:
                of_pair[span] = cause
    roots = {}
    for number, (each, rank, there) in enumerate(zip(differences, ranks, stood)):
        if not there or each.annotators not in causes:
            continue
        of_pair = causes[each.annotators]
        found = [of_pair[span] for span in there if span in of_pair]
        if found and each.kind in _OF_SPAN:
            # What is about a span itself follows from the same span in a more basic layer alone.
            found = [cause for cause in found if cause[0] < rank]
        if found and (root := min(found)[1]) != number:
            roots[number] = root
    return roots


def _cut_circles(roots):
    """Of events that refer to each other in a circle the first follows from none."""
    for number in sorted(roots):
        path = [number]
        while (root := roots.get(path[-1])) is not None and root not in path:
            path.append(root)
        if root is not None:
            del roots[min(path[path.index(root) :])]


# The kinds that are about the extent of a span, and those that are about a span itself.
_OF_EXTENT = frozenset(kind for kind, words in DIFFERENCES.items() if words.of_extent)
_OF_SPAN = _OF_EXTENT | {"label"}
