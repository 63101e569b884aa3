"""Scores that are corrected for chance: alpha over the sets of heads and labels."""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.layers.columns import EMPTY
from brat_iaa.measures import alpha
from brat_iaa.measures.ranges import ranges
from brat_iaa.measures.similar import Sets, similar_sets
from brat_iaa.scores import MEASURES
from brat_iaa.scores.builder import NO_FIGURE, NOTHING_DRAWN

# How a head is written so that it means the same on every token. LOA has no heads.
_FORMS = (("UAA", "offset"), ("UAA", "index"), ("LAA", "offset"), ("LAA", "index"), ("LOA", None))


class Written(NamedTuple):
    """Values in a form that means the same on every token.

    codes  integers, items x annotators: number of the value, or MISSING
    sets   Sets of the elements of each different value
    """

    codes: numpy.ndarray
    sets: Sets

    def by_group(self, group):
        """The same with the values of each group as values of their own: (Written, their groups).

        group  of each item
        """
        there = self.codes != alpha.MISSING
        item, _ = numpy.nonzero(there)
        values, number = len(self.sets.start) - 1, int(group.max(initial=-1)) + 1
        used, place = numpy.unique(
            group[item] * numpy.int64(values) + self.codes[there], return_inverse=True
        )
        codes = numpy.full(self.codes.shape, alpha.MISSING)
        codes[there] = place.reshape(-1)
        of_value, value = numpy.divmod(used, max(values, 1))
        sizes = numpy.diff(self.sets.start)[value]
        position, index = ranges(self.sets.start, value)
        own = self.sets.element[index] * numpy.int64(number) + of_value[position]
        return Written(codes, Sets(numpy.cumsum([0, *sizes]), _numbered(own))), of_value


def written(columns, measure, head):
    """Written of ArcColumns.

    A head is its distance in tokens ("offset"), or its place in its sentence with the number of
    sentences to it ("index"); the root is a symbol of its own. Heads of UAA and labels of LOA are
    multisets.
    """
    values = columns.values
    if head == "index":
        # What the place in a sentence is depends on the token, so each one has values of its own.
        item, annotator = numpy.nonzero(columns.codes > EMPTY)
        which, element = values.elements_of(columns.codes[item, annotator])
        token = columns.token[item[which]]
        target = token + values.distance[element]
        tokens = columns.tokens
        between = tokens.sentence[target] - tokens.sentence[token] + numpy.int64(columns.sentences)
        place = between * (1 + int(tokens.position.max(initial=0))) + tokens.position[target]
        numbers, sets = _distinct(which, _keys(measure, place, values, element), len(item))
        codes = numpy.where(columns.codes == EMPTY, EMPTY, alpha.MISSING).astype(numpy.int64)
        codes[item, annotator] = numbers
        return Written(codes, sets)
    which, element = values.elements_of(numpy.arange(1, len(values.start) - 1))
    place = values.distance[element] + numpy.int64(2**31)
    numbers, sets = _distinct(which, _keys(measure, place, values, element), len(values.start) - 2)
    recoded = numpy.concatenate([[EMPTY], numbers, [alpha.MISSING]])
    return Written(recoded[columns.codes], sets)


def _keys(measure, place, values, element):
    """A whole number for each element, by what the measure looks at."""
    if measure == "LOA":
        return values.label[element].astype(numpy.int64)
    place = numpy.where(values.root[element], 0, place + 1)
    return place if measure == "UAA" else place * max(len(values.labels), 1) + values.label[element]


def _distinct(value, key, number):
    """(for each value a number from 1, Sets of them with the empty one first).

    value, key  of each element, by value
    number      of values; none is empty
    """
    order = numpy.lexsort((key, value))
    value, key = value[order], key[order]
    # Equal elements of a value are numbered, so that multisets can be compared as sets.
    same = (numpy.diff(value, prepend=-1) == 0) & (numpy.diff(key, prepend=-1) == 0)
    place = numpy.arange(len(key))
    times = place - numpy.maximum.accumulate(numpy.where(same, 0, place))
    element = _numbered(_numbered(key) * numpy.int64(int(times.max(initial=0)) + 1) + times)
    sizes = numpy.bincount(value, minlength=number)
    start = numpy.concatenate([[0], numpy.cumsum(sizes)])
    single = sizes == 1
    known, found = numpy.unique(element[start[:-1][single]], return_inverse=True)
    numbers = numpy.empty(number, dtype=numpy.int64)
    numbers[single] = 1 + found.reshape(-1)
    several = {}
    others = numpy.flatnonzero(~single)
    numbers[others] = [
        several.setdefault(tuple(element[begin:end].tolist()), 1 + len(known) + len(several))
        for begin, end in zip(start[others].tolist(), start[others + 1].tolist())
    ]
    elements = [known] + [numpy.array(own, dtype=numpy.int64) for own in several]
    lengths = [0] + [1] * len(known) + [len(own) for own in several]
    return numbers, Sets(numpy.cumsum([0, *lengths]), numpy.concatenate(elements))


def _numbered(keys):
    """Numbers from 0 instead of keys."""
    return numpy.unique(keys, return_inverse=True)[1].reshape(-1)


def alpha_scores(columns, drawn, builder):
    """List of Score: over all annotators, and if there are more than two also for each pair.

    columns  ArcColumns
    drawn    {pair: for each document whether one of the two drew an arc on what they compared}
    """
    groups = [columns.annotators]
    if len(columns.annotators) > 2:
        groups += list(drawn)
    found = []
    for measure, head, variants in _variants(builder.config.dependencies.distance):
        values = written(columns, measure, head)
        of_groups = [_Values(values.codes, columns, group) for group in groups]
        for statistic, by in variants:
            similar = similar_sets(values.sets, by)
            for group, own in zip(groups, of_groups):
                table = alpha.OneAlpha(alpha.AlphaTables(own.items, similar))
                arcs = any(drawn[pair].any() for pair in combinations(group, 2))
                found.append(
                    builder.corrected(
                        measure,
                        statistic,
                        group,
                        _source(by, head),
                        table,
                        own.missing.sum(),
                        columns.document[own.sentences],
                        None if arcs else NOTHING_DRAWN,
                    )
                )
    return found


def document_alphas(columns, drawn, builders):
    """For each document a list of Score over all its annotators.

    columns, drawn  as in alpha_scores()
    builders        ScoreBuilder of each document
    """
    found = [[] for _ in builders]
    arcs = numpy.any(list(drawn.values()), axis=0)
    for measure, head, variants in _variants(builders[0].config.dependencies.distance):
        values, of_value = written(columns, measure, head).by_group(columns.item_document)
        own = _Values(values.codes, columns, columns.annotators, len(builders))
        group = own.items.group
        for statistic, by in variants:
            similar = similar_sets(values.sets, by)
            tables = alpha.AlphaTables(own.items, similar, of_value)
            scores = tables.scores()
            figures = builders[0].figures(tables.estimate(), group)
            for number, builder in enumerate(builders):
                items, missing = tables.items[number], own.missing[number]
                about = measure, statistic, columns.begun_by(number), _source(by, head)
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


def of_annotators(codes, columns, group):
    """The codes of some annotators; a token that only others drew is missing for these, not
    empty.
    """
    chosen = columns.columns(group)
    there = columns.present[:, chosen].any(axis=1)[:, None]
    return numpy.where(there, codes[:, chosen], alpha.MISSING)


class _Values:
    """The values of some annotators on items that at least two of them annotated.

    items      alpha.AlphaItems, documents their groups, or in one group if documents is None
    sentences  numbers of the sentences that these items stand in
    missing    for each document the number of items that only one of them annotated
    """

    def __init__(self, codes, columns, group, documents=None):
        codes = of_annotators(codes, columns, group)
        annotators = (codes != alpha.MISSING).sum(axis=1)
        counts, sentence = annotators >= 2, columns.sentence
        there = numpy.zeros(columns.sentences, dtype=bool)
        there[sentence[counts]] = True
        self.sentences = numpy.flatnonzero(there)
        of_sentence = columns.document[self.sentences]
        if documents is None:
            of_sentence = numpy.zeros_like(of_sentence)
        place = numpy.cumsum(there) - 1
        self.items = alpha.AlphaItems(
            codes[counts], place[sentence[counts]], of_sentence, documents or 1
        )
        self.missing = numpy.bincount(
            columns.document[sentence[annotators == 1]], minlength=len(columns.begun)
        )
