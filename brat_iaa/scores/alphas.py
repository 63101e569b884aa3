"""Scores that are corrected for chance: alpha over the sets of heads and labels."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures import alpha
from brat_iaa.scores import MEASURES
from brat_iaa.scores.builder import NO_FIGURE, NOTHING_DRAWN

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
    """{(measure, form of the head): AlphaValues} of a DependencyTable.

    Values are in a form that means the same on every token. A head is its distance in tokens
    ("offset"), or its place in its sentence with the number of sentences to it ("index"); the
    root is a symbol of its own. Almost all values hold one arc or none: these are written by
    arithmetic.
    """
    own = table.columns
    shape = len(table.items), len(table.annotators)
    codes = numpy.full(shape, alpha.MISSING, dtype=numpy.int64)
    for column, annotator in enumerate(table.annotators):
        codes[:, column] = own.codes[annotator]
    rows, columns = numpy.nonzero(codes != alpha.MISSING)
    single = own.sizes[codes[rows, columns]] == 1
    writer = _Writer(table, own)
    ones = rows[single], columns[single]
    others = rows[~single], columns[~single]
    return {form: _values_in(codes, ones, others, writer, *form) for form in _FORMS}


def _values_in(codes, ones, others, writer, measure, head):
    """AlphaValues in one form; ones, others: where values have one element, where not."""
    index, found = {}, numpy.full(codes.shape, alpha.MISSING)
    keys, inverse = numpy.unique(
        writer.keys(measure, head, ones[0], codes[ones]), return_inverse=True
    )
    known = [index.setdefault(value, len(index)) for value in writer.written(measure, head, keys)]
    found[ones] = numpy.array(known, dtype=numpy.int64)[inverse.reshape(-1)]
    found[others] = [
        index.setdefault(_multiset(writer.elements(measure, head, row, code)), len(index))
        for row, code in zip(others[0].tolist(), codes[others].tolist())
    ]
    return AlphaValues(found, list(index))


def _multiset(elements):
    """Equal elements numbered, so that sets can be compared."""
    elements = list(elements)
    if len(set(elements)) == len(elements):
        return frozenset([(part, 0) for part in elements])
    counts = Counter(elements)
    return frozenset([(part, number) for part, times in counts.items() for number in range(times)])


class _Writer:
    """Writes heads and labels so that they mean the same on every token, one by one or many at once."""

    def __init__(self, table, own):
        self._tokens, self._items = table.tokens, numpy.array(table.items, dtype=numpy.int64)
        self._labels, self._own = list(own.labels), own
        about = [(token.is_root, token.sentence, token.position) for token in table.tokens]
        about = numpy.array(about, dtype=numpy.int64).reshape(-1, 3)
        self._root, self._sentence, self._position = about[:, 0] > 0, about[:, 1], about[:, 2]
        self._size, self._width = (1 + int(axis.max(initial=0)) for axis in about.T[1:])

    def elements(self, measure, head, row, code):
        """The elements of a value on an item, written."""
        item = int(self._items[row])
        for target, label in self._own.values[code]:
            if measure == "LOA":
                yield label
            else:
                place = self._place(head, item, target)
                yield place if measure == "UAA" else (place, label)

    def _place(self, head, item, target):
        token = self._tokens[target]
        if token.is_root:
            return "ROOT"
        if head == "offset":
            return target - item
        return token.sentence - self._tokens[item].sentence, token.position

    def keys(self, measure, head, rows, values):
        """A whole number for each value of one element: the same number for the same written value."""
        label = self._own.label[self._own.start[values]] if measure != "UAA" else 0
        if measure == "LOA":
            return label
        item, target = self._items[rows], self._own.head[values]
        if head == "offset":
            place = target - item + len(self._tokens)
        else:
            between = self._sentence[target] - self._sentence[item] + self._size
            place = between * self._width + self._position[target]
        place = numpy.where(self._root[target], -1, place) + 1
        return place * (len(self._labels) + 1) + label

    def written(self, measure, head, keys):
        """The value of each key."""
        if measure == "LOA":
            return [frozenset([(self._labels[key], 0)]) for key in keys.tolist()]
        places, labels = numpy.divmod(keys, len(self._labels) + 1)
        if head == "offset":
            places = (places - 1 - len(self._tokens)).tolist()
        else:
            between, position = numpy.divmod(places - 1, self._width)
            places = list(zip((between - self._size).tolist(), position.tolist()))
        root = keys < len(self._labels) + 1
        for number in numpy.flatnonzero(root).tolist():
            places[number] = "ROOT"
        if measure == "UAA":
            return [frozenset([(place, 0)]) for place in places]
        return [
            frozenset([((place, self._labels[label]), 0)])
            for place, label in zip(places, labels.tolist())
        ]


def alpha_scores(parts, builder):
    """List of Score: over all annotators, and if there are more than two also for each pair."""
    groups = [parts.annotators]
    if len(parts.annotators) > 2:
        groups += list(parts.pairs)
    drawn_by = has_token(parts)
    found = []
    for measure, head, variants in _variants(builder.config.dependencies.distance):
        codes, distinct = gathered(parts, (measure, head))
        for statistic, by in variants:
            similar = alpha.similar_values(distinct, by)
            for group in groups:
                columns = [parts.annotators.index(annotator) for annotator in group]
                own = _Values(codes[:, columns], drawn_by[:, columns], parts)
                table = alpha.AlphaTable(own.codes, similar, own.sentence, len(own.sentences))
                arcs = any(parts.pairs[pair].drawn for pair in combinations(group, 2))
                found.append(
                    builder.corrected(
                        measure, statistic, group, _source(by, head), table, own.missing.sum(),
                        parts.document[own.sentences], None if arcs else NOTHING_DRAWN,
                    )
                )
    return found


def document_alphas(parts, builders):
    """For each document a list of Score over all its annotators.

    builders  ScoreBuilder of each document
    """
    drawn_by, found = has_token(parts), [[] for _ in builders]
    arcs = numpy.any(list(parts.drawn_by_document.values()), axis=0)
    for measure, head, variants in _variants(builders[0].config.dependencies.distance):
        of_documents = [part.values[measure, head] for part in parts.parts]
        numbers = [len(values.distinct) for values in of_documents]
        of_value = numpy.repeat(numpy.arange(len(numbers)), numbers)
        distinct = [value for values in of_documents for value in values.distinct]
        own = _Values(_side_by_side(parts, of_documents), drawn_by, parts)
        group = parts.document[own.sentences]
        for statistic, by in variants:
            similar = alpha.similar_values(distinct, by, of_value.tolist())
            tables = alpha.AlphaTables(
                own.codes, similar, own.sentence, group, len(builders), of_value
            )
            scores = tables.scores()
            figures = builders[0].figures(tables.estimate(), group)
            for number, (part, builder) in enumerate(zip(parts.parts, builders)):
                items, missing = tables.items[number], own.missing[number]
                about = measure, statistic, part.table.annotators, _source(by, head)
                one = scores[number]
                if isinstance(one, Undefined):
                    reason = str(one) if arcs[number] or not items else NOTHING_DRAWN
                    score = builder.score(*about, NO_FIGURE, items, missing, reason)
                else:
                    score = builder.score(
                        *about, figures[number], items, missing, None, one.observed, one.expected
                    )
                found[number].append(score)
    return found


def _variants(distance):
    """[(measure, form of the head, ((name of the alpha, distance), ...)), ...]"""
    return [
        (measure, head, ((f"alpha-{head}", distance),))
        if head == "index"
        else (measure, head, (("alpha", distance), ("alpha-nominal", "nominal")))
        for measure in MEASURES
        for name, head in _FORMS
        if name == measure
    ]


def _source(by, head):
    return f"alpha:KR04|distance:{by}" + (f"|head:{head}" if head else "")


class _Values:
    """The values of some annotators on items that at least two of them annotated.

    codes      items x annotators, for alpha.AlphaTables
    sentence   of each item: place in sentences
    sentences  numbers of the sentences that these items stand in
    missing    for each document the number of items that only one of them annotated
    """

    def __init__(self, codes, has_token, parts):
        # A token that only others drew is missing for these, not empty.
        codes = numpy.where(has_token.any(axis=1)[:, None], codes, alpha.MISSING)
        annotators = (codes != alpha.MISSING).sum(axis=1)
        counts, sentence = annotators >= 2, parts.item_sentence
        self.codes = codes[counts]
        self.sentences, self.sentence = numpy.unique(sentence[counts], return_inverse=True)
        self.missing = numpy.bincount(
            parts.document[sentence[annotators == 1]], minlength=len(parts.parts)
        )


def _side_by_side(parts, of_documents):
    """Items x annotators codes over all documents, each with values of its own.

    of_documents  AlphaValues of each document
    """
    codes = numpy.full((parts.items, len(parts.annotators)), alpha.MISSING, dtype=numpy.int64)
    before = 0
    for first, part, values in zip(parts.first_item, parts.parts, of_documents):
        columns = [parts.annotators.index(name) for name in part.table.annotators]
        own = numpy.where(values.codes == alpha.MISSING, alpha.MISSING, before + values.codes)
        codes[first : first + len(own), columns] = own
        before += len(values.distinct)
    return codes


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
