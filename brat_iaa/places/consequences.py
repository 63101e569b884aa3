"""Which differences follow from others: what stands on a span that not both drew alike.

An attribute, a relation, a chain, an event or argument, or an arc cannot agree where a span that it
stands on is missing for one of the two, or has other boundaries. The two differ in one thing, the
span, so this is one place; what follows from it belongs to it. So does what differs in nothing but
the label of a span that is an end of it.
"""

from collections import defaultdict
from itertools import groupby
from operator import attrgetter

from brat_iaa.kinds import DIFFERENCES, KINDS


def in_order(parts, documents) -> list:
    """The differences of several layers, or with several others, by document and in the order of
    the text; documents: names, in order
    """
    rank = {name: number for number, name in enumerate(documents)}
    listed = [each for part in parts for each in part]

    def position(each):
        document, ((start, _), *_) = each.item[1:3]
        return rank.get(document, len(rank)) << 32 | start

    return sorted(listed, key=position)


def with_consequences(differences, layers) -> list:
    """The differences, each with the PlaceItem on which those differ from which it follows.

    differences  by document
    layers       all Layers that they may be of, those about the gold included
    """
    basic = _basic(layers)
    if len(basic) + len({each.layer for each in differences} - {*basic}) < 2:
        return differences
    listed: list = []
    for _, group in groupby(differences, attrgetter("document")):
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
    ranks = [basic.get(each.layer, len(basic)) for each in differences]
    spans = {
        number: each.drawn.about(each)
        for number, (each, rank) in enumerate(zip(differences, ranks))
        if rank < len(basic)
    }
    if not spans:
        return differences
    # On spans of the most basic layer stands what is about others than these.
    stood = [
        each.drawn.stands_on(each) if rank or not _of_span(each) else ()
        for each, rank in zip(differences, ranks)
    ]
    roots = _roots(differences, ranks, spans, stood)
    # Both drew a span that has another label, though one label may be none of a layer.
    both = [
        number
        for number, root in enumerate(roots)
        if root != number and _of_extent(differences[number]) and not _of_extent(differences[root])
    ]
    if any(spans.pop(number, None) for number in both):
        roots = _roots(differences, ranks, spans, stood)
    listed = []
    for number, (each, root) in enumerate(zip(differences, roots)):
        # What follows from a consequence belongs to the place of which that is one.
        while root != roots[root]:
            root = roots[root]
        listed.append(each if root == number else each._replace(follows=differences[root].item))
    return listed


def _roots(differences, ranks, spans, stood):
    """Of each difference the number of the one that it follows from: the first of those that are
    about the most basic span; its own if it follows from none.
    """
    causes: dict = defaultdict(dict)
    for number, about in spans.items():
        of_pair, cause = causes[differences[number].annotators], (ranks[number], number)
        for span in about:
            if of_pair.setdefault(span, cause) > cause:
                of_pair[span] = cause
    roots = [*range(len(differences))]
    for number, there in enumerate(stood):
        if not there:
            continue
        of_pair = causes[differences[number].annotators]
        found = [of_pair[span] for span in there if span in of_pair]
        if found and _of_span(differences[number]):
            # What is about a span itself follows from the same span in a more basic layer alone.
            found = [cause for cause in found if cause[0] < ranks[number]]
        if found:
            roots[number] = min(found)[1]
    return roots


def _of_span(difference):
    """Whether it is about a span itself."""
    return difference.kind == "label" or difference.kind in _OF_EXTENT


def _of_extent(difference):
    return difference.kind in _OF_EXTENT


_OF_EXTENT = frozenset(kind for kind, words in DIFFERENCES.items() if words.of_extent)
