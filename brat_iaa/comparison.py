"""One document, one pair of annotators, one pass of the matcher: the counts and the disagreements.

Scores, the confusion table and the list of disagreements are all read off
what this pass returns, so they cannot contradict each other.
"""

from typing import NamedTuple

import numpy

from brat_iaa.disagreements import Disagreement
from brat_iaa.measures.attachment import Matching, match

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
    first, second = pair
    rows, links, labels, found = [], [], {}, []
    missing, lacks = 0, [0, 0]
    for place, (item, a, b) in enumerate(
        zip(table.items, table.values[first], table.values[second])
    ):
        if not a and not b and (a is b is None or not any(table.has(name, item) for name in pair)):
            continue  # nothing of theirs: annotated by neither, or a token that only others drew
        if a is None or b is None:
            missing += 1
            for side, value in enumerate((a, b)):
                lacks[side] += value is None and not table.has(pair[side], item)
            continue
        matching = Matching(tuple(sorted(a)), (), (), (), ()) if a == b else match(a, b)
        for x, y, how in _links(matching):
            links.append((len(rows), _code(x, labels), _code(y, labels), how))
            if how != EXACT:
                found.append(_disagreement(table, pair, layer, item, x, y, how))
        rows.append((place, len(a), len(b), matching.uaa, matching.laa, matching.loa))
    return Comparison(
        items=numpy.array(rows, dtype=numpy.int64).reshape(-1, 6),
        links=numpy.array(links, dtype=numpy.int64).reshape(-1, 4),
        labels=tuple(labels),
        missing=missing,
        token_missing=tuple(lacks),
        disagreements=tuple(found),
    )


def _code(element, labels):
    return -1 if element is None else labels.setdefault(element[1], len(labels))


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
