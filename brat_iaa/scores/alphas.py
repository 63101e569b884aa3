"""Scores that are corrected for chance: alpha over the sets of heads and labels."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures import alpha
from brat_iaa.scores import MEASURES
from brat_iaa.scores.builder import NOTHING_DRAWN

# How a head is written so that it means the same on every token. LOA has no heads.
_FORMS = (("UAA", "offset"), ("UAA", "index"), ("LAA", "offset"), ("LAA", "index"), ("LOA", None))


class AlphaValues(NamedTuple):
    """The values of one document in one form.

    codes     integers, items x annotators of the table: index into distinct, or MISSING
    distinct  list of different values, each a frozenset
    """

    codes: numpy.ndarray
    distinct: list


def alpha_values(table):
    """{(measure, form of the head): AlphaValues} of a DependencyTable."""
    return {form: _document_values(table, *form) for form in _FORMS}


def _document_values(table, measure, head):
    """Values in a form that means the same on every token.

    A head is its distance in tokens ("offset"), or its place in its sentence
    with the number of sentences to it ("index"); the root is a symbol of its
    own. Almost all values hold one arc or none: these are written by arithmetic.
    """
    own = table.columns
    writer = _Writer(table, own, measure, head)
    codes = numpy.stack([own.codes[name] for name in table.annotators], axis=1) if table.annotators else None
    if codes is None or not codes.size:
        return AlphaValues(numpy.zeros((len(table.items), len(table.annotators)), dtype=numpy.int64), [])
    item, annotator = numpy.nonzero(codes != alpha.MISSING)
    value = codes[item, annotator]
    index, found = {}, numpy.full(codes.shape, alpha.MISSING)
    single = own.sizes[value] == 1
    keys, inverse = numpy.unique(writer.keys(item[single], value[single]), return_inverse=True)
    known = [index.setdefault(writer.written(key), len(index)) for key in keys.tolist()]
    found[item[single], annotator[single]] = numpy.array(known, dtype=numpy.int64)[inverse.reshape(-1)]
    for row, column, code in zip(item[~single].tolist(), annotator[~single].tolist(), value[~single].tolist()):
        elements = [writer.element(table.items[row], *element) for element in own.values[code]]
        found[row, column] = index.setdefault(_multiset(elements), len(index))
    return AlphaValues(found, list(index))


def _multiset(elements):
    """Equal elements numbered, so that sets can be compared."""
    counts = Counter(elements)
    return frozenset([(part, number) for part, times in counts.items() for number in range(times)])


class _Writer:
    """Writes heads and labels so that they mean the same on every token, one by one or many at once."""

    def __init__(self, table, own, measure, head):
        self._measure, self._head = measure, head
        self._tokens, self._items = table.tokens, numpy.array(table.items, dtype=numpy.int64)
        self._labels, self._own = list(own.labels), own
        self._root = numpy.array([token.is_root for token in table.tokens], dtype=bool)
        self._sentence, self._position = (
            numpy.array([getattr(token, name) for token in table.tokens], dtype=numpy.int64)
            for name in ("sentence", "position")
        )

    def element(self, item, target, label):
        if self._measure == "LOA":
            return label
        return self._place(item, target) if self._measure == "UAA" else (self._place(item, target), label)

    def _place(self, item, target):
        token = self._tokens[target]
        if token.is_root:
            return "ROOT"
        if self._head == "offset":
            return target - item
        return token.sentence - self._tokens[item].sentence, token.position

    def keys(self, rows, values):
        """A whole number for each value of one element: the same number for the same written value."""
        item, head = self._items[rows], self._own.head[values]
        label = self._own.label[self._own.start[values]] if self._measure != "UAA" else 0
        if self._measure == "LOA":
            return label
        if self._head == "offset":
            place = head - item + len(self._tokens)
        else:
            between = self._sentence[head] - self._sentence[item] + self._size
            place = between * self._width + self._position[head]
        place = numpy.where(self._root[head], -1, place) + 1
        return place * (len(self._labels) + 1) + label

    @property
    def _size(self):
        return int(self._sentence.max(initial=0)) + 1

    @property
    def _width(self):
        return int(self._position.max(initial=0)) + 1

    def written(self, key):
        """The value of a key."""
        if self._measure == "LOA":
            return frozenset([(self._labels[key], 0)])
        place, label = divmod(key, len(self._labels) + 1)
        if place == 0:
            place = "ROOT"
        elif self._head == "offset":
            place = place - 1 - len(self._tokens)
        else:
            between, position = divmod(place - 1, self._width)
            place = between - self._size, position
        return frozenset([(place if self._measure == "UAA" else (place, self._labels[label]), 0)])


def alpha_scores(parts, builder):
    """List of Score: over all annotators, and for the whole project also for each pair."""
    distance = builder.config.dependencies.distance
    groups = [parts.annotators]
    if len(parts.annotators) > 2 and builder.document is None:
        groups += list(parts.pairs)
    drawn_by = has_token(parts)
    found = []
    for measure in MEASURES:
        forms = [head for name, head in _FORMS if name == measure]
        for head in forms:
            codes, distinct = gathered(parts, (measure, head))
            name = "alpha-index" if head == "index" else "alpha"
            variants = [(name, distance)] + ([("alpha-nominal", "nominal")] if name == "alpha" else [])
            for statistic, by in variants:
                similar = alpha.similar_values(distinct, by)
                for group in groups:
                    columns = [parts.annotators.index(annotator) for annotator in group]
                    # A token that only others drew is missing for these, not empty.
                    drawn = drawn_by[:, columns].any(axis=1)[:, None]
                    arcs = any(parts.pairs[pair].drawn for pair in combinations(group, 2))
                    found.append(
                        _score(
                            builder,
                            measure,
                            statistic,
                            head,
                            by,
                            group,
                            numpy.where(drawn, codes[:, columns], alpha.MISSING),
                            similar,
                            parts,
                            arcs,
                        )
                    )
    return found


def has_token(parts):
    """Which annotator has a token on which item: booleans, items x annotators."""
    found = numpy.zeros((parts.items, len(parts.annotators)), dtype=bool)
    for first, part in zip(parts.first_item, parts.parts):
        for annotator, present in part.table.columns.present.items():
            if annotator in parts.annotators:
                found[first : first + len(present), parts.annotators.index(annotator)] = present
    return found


def gathered(parts, form):
    """(items x annotators codes, distinct values) over all documents."""
    index = {}
    codes = numpy.full((parts.items, len(parts.annotators)), alpha.MISSING, dtype=numpy.int64)
    for first, part in zip(parts.first_item, parts.parts):
        values = part.values[form]
        # The last entry stands for MISSING, which is -1.
        recoded = numpy.array(
            [index.setdefault(value, len(index)) for value in values.distinct] + [alpha.MISSING],
            dtype=numpy.int64,
        )
        own = [place for place, name in enumerate(part.table.annotators) if name in parts.annotators]
        columns = [parts.annotators.index(part.table.annotators[place]) for place in own]
        codes[first : first + len(values.codes), columns] = recoded[values.codes[:, own]]
    return codes, list(index)


def _score(builder, measure, statistic, head, by, group, codes, similar, parts, arcs):
    source = f"alpha:KR04|distance:{by}" + (f"|head:{head}" if head else "")
    annotators = (codes != alpha.MISSING).sum(axis=1)
    counts, missing = annotators >= 2, (annotators == 1).sum()
    used, sentence = numpy.unique(parts.item_sentence[counts], return_inverse=True)
    table = alpha.AlphaTable(codes[counts], similar, sentence, len(used))
    return builder.corrected(
        measure, statistic, group, source, table, missing, parts.document[used],
        None if arcs else NOTHING_DRAWN,
    )
