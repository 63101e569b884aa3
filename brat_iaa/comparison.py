"""One document, one pair of annotators, one pass of the matcher: the counts and the disagreements.

Scores, the confusion table and the list of disagreements are all read off
what this pass returns, so they cannot contradict each other.
"""

from typing import NamedTuple

import numpy

from brat_iaa.disagreements import Disagreement
from brat_iaa.layers.columns import MISSING
from brat_iaa.measures.attachment import match

# How two elements are linked.
EXACT, HEAD, LABEL, NEITHER, LEFT, RIGHT = range(6)


class Comparison(NamedTuple):
    """What one pair of annotators did in one document.

    items          integers, compared items x 6: item's place in the table, a, b
                   (sizes of the two values), k of UAA, LAA, LOA
    links          integers, links x 4: row in items, label of the first, label of
                   the second (indexes into labels, -1 for no arc), how linked
                   (EXACT, HEAD: same head, LABEL: same label, NEITHER: paired
                   for the list only, LEFT, RIGHT: one side only)
    labels         tuple of the labels that links refers to
    missing        number of items that only one of the two annotated
    token_missing  how many of them because the first, the second has no token there
    disagreements  tuple of Disagreement
    """

    items: numpy.ndarray
    links: numpy.ndarray
    labels: tuple
    missing: int
    token_missing: tuple
    disagreements: tuple


def compare(table, pair, layer):
    """Compare two annotators of a DependencyTable.

    Raises KeyError if one of the pair is not an annotator of the document.
    """
    own = table.columns
    one, other = (own.codes[annotator] for annotator in pair)
    drawn = [own.present[annotator] for annotator in pair]
    nothing = numpy.append(own.sizes == 0, True)  # the last entry is for MISSING, which is -1
    lacking = [codes == MISSING for codes in (one, other)]
    # Nothing of theirs: annotated by neither, or a token that only others drew.
    skipped = nothing[one] & nothing[other] & ((lacking[0] & lacking[1]) | ~(drawn[0] | drawn[1]))
    missing = ~skipped & (lacking[0] | lacking[1])
    places = numpy.flatnonzero(~skipped & ~missing)
    one, other = one[places], other[places]
    a, b = own.sizes[one], own.sizes[other]
    rows = numpy.stack([places, a, b, a, a, a], axis=1)
    alike = numpy.flatnonzero(one == other)
    position, label = own.labels_of(one[alike])
    links, found = [], []
    for row in numpy.flatnonzero(one != other).tolist():
        matching = match(own.values[one[row]], own.values[other[row]])
        rows[row, 3:] = matching.uaa, matching.laa, matching.loa
        for x, y, how in _links(matching):
            links.append((row, _code(x, own.labels), _code(y, own.labels), how))
            if how != EXACT:
                item = table.items[places[row]]
                found.append(_disagreement(table, pair, layer, item, x, y, how))
    links = numpy.concatenate(
        [
            numpy.stack([alike[position], label, label, numpy.full(len(label), EXACT)], axis=1),
            numpy.array(links, dtype=numpy.int64).reshape(-1, 4),
        ]
    )
    names = list(own.labels)
    used, codes = numpy.unique(numpy.append(links[:, 1:3], -1), return_inverse=True)
    links[:, 1:3] = codes[:-1].reshape(-1, 2) - 1  # of the sorted codes, -1 is the first
    return Comparison(
        items=rows,
        links=links,
        labels=tuple(names[code] for code in used[1:].tolist()),
        missing=int(missing.sum()),
        token_missing=tuple(
            int((missing & lacks & ~there).sum()) for lacks, there in zip(lacking, drawn)
        ),
        disagreements=tuple(found),
    )


def _code(element, labels):
    return -1 if element is None else labels[element[1]]


def _links(matching):
    """(element of the first or None, element of the second or None, how) for each link.

    Elements without a link on both sides are paired, so that "OBJ from here
    against JCT from there" is one disagreement and not two; this changes no score.
    """
    for element in matching.exact:
        yield element, element, EXACT
    for x, y in matching.head:
        yield x, y, HEAD
    for x, y in matching.label:
        yield x, y, LABEL
    paired = min(len(matching.left), len(matching.right))
    for x, y in zip(matching.left, matching.right):
        yield x, y, NEITHER
    for x in matching.left[paired:]:
        yield x, None, LEFT
    for y in matching.right[paired:]:
        yield None, y, RIGHT


_KIND = {HEAD: "label", LABEL: "head", NEITHER: "head+label", LEFT: "extra-arc", RIGHT: "missing-arc"}


def _disagreement(table, pair, layer, item, x, y, how):
    token = table.tokens[item]
    arcs = tuple(
        None if element is None else _arc(table, annotator, item, element)
        for annotator, element in zip(pair, (x, y))
    )
    return Disagreement(
        layer=layer,
        document=table.document,
        sentence=token.sentence,
        token=token,
        annotators=pair,
        kind=_kind(table, pair, item, arcs, how),
        arcs=arcs,
        heads=tuple(None if arc is None else table.tokens[arc.head] for arc in arcs),
        files=tuple(table.files[annotator] for annotator in pair),
    )


def _arc(table, annotator, item, element):
    return next(
        arc for arc in table.arcs[annotator][item] if (arc.head, arc.label) == element
    )


def _kind(table, pair, item, arcs, how):
    """Spans before arcs: an arc cannot be shared where one annotator lacks one of its tokens."""
    for arc, other in zip(arcs, reversed(pair)):
        if not table.has(other, item) or (arc is not None and not table.has(other, arc.head)):
            return "token"
    if how != HEAD:
        for arc, (own, other) in zip(arcs, (pair, pair[::-1])):
            if (
                arc is not None
                and _drew(table, other, arc.head, item)
                and not _drew(table, own, arc.head, item)
            ):
                return "reversed"
    return _KIND[how]


def _drew(table, annotator, dependent, head):
    return any(arc.head == head for arc in table.arcs[annotator].get(dependent, ()))
