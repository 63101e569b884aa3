"""Scores that are corrected for chance: alpha over the sets of heads and labels."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures import alpha, bootstrap
from brat_iaa.scores import MEASURES
from brat_iaa.scores.builder import NO_VALUE, NOTHING_DRAWN

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
    index, columns = {}, []
    for annotator in table.annotators:
        columns.append(
            [
                alpha.MISSING if value is None else index.setdefault(value, len(index))
                for value in _written(table, annotator, measure, head)
            ]
        )
    codes = numpy.array(columns, dtype=numpy.int64).reshape(len(table.annotators), len(table.items)).T
    return AlphaValues(codes, list(index))


def _written(table, annotator, measure, head):
    """One annotator's values in a form that means the same on every token, None where missing.

    A head is its distance in tokens ("offset"), or its place in its sentence
    with the number of sentences to it ("index"); the root is a symbol of its
    own. Equal elements of a multiset are numbered, so that sets can be compared.
    """
    tokens = table.tokens

    def place(item, target):
        if tokens[target].is_root:
            return "ROOT"
        if head == "offset":
            return target - item
        return tokens[target].sentence - tokens[item].sentence, tokens[target].position

    def element(item, target, label):
        if measure == "LOA":
            return label
        return place(item, target) if measure == "UAA" else (place(item, target), label)

    for item, value in zip(table.items, table.values[annotator]):
        if value is None:
            yield None
        elif len(value) == 1:
            ((target, label),) = value
            yield frozenset([(element(item, target, label), 0)])
        else:
            counts = Counter([element(item, target, label) for target, label in value])
            yield frozenset(
                [(part, number) for part, times in counts.items() for number in range(times)]
            )


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
                            builder, measure, statistic, head, by, group,
                            numpy.where(drawn, codes[:, columns], alpha.MISSING),
                            similar, parts.item_sentence, arcs,
                        )
                    )
    return found


def has_token(parts):
    """Which annotator has a token on which item: booleans, items x annotators."""
    return numpy.array(
        [
            [name in part.table.tokens[item].types for name in parts.annotators]
            for part in parts.parts
            for item in part.table.items
        ],
        dtype=bool,
    ).reshape(parts.items, len(parts.annotators))


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


def _score(builder, measure, statistic, head, by, group, codes, similar, sentence, arcs):
    source = f"alpha:KR04|distance:{by}" + (f"|head:{head}" if head else "")
    annotators = (codes != alpha.MISSING).sum(axis=1)
    counts, missing = annotators >= 2, (annotators == 1).sum()
    used, sentence = numpy.unique(sentence[counts], return_inverse=True)
    table = alpha.AlphaTable(codes[counts], similar, sentence, len(used))
    try:
        found = table.score()
    except Undefined as reason:
        return builder.score(
            measure, statistic, group, source, numpy.nan, table.items, missing,
            reason=str(reason) if arcs or not table.items else NOTHING_DRAWN, no_interval=NO_VALUE,
        )
    no_interval = builder.no_interval(len(used))
    interval = None
    if no_interval is None:
        resampled = table.resampled(builder.weights(len(used)))
        interval = bootstrap.intervals(resampled[:, None])[0]
    return builder.score(
        measure, statistic, group, source, found.alpha, found.items, missing,
        reason=None, observed=found.observed, expected=found.expected,
        interval=interval, no_interval=no_interval,
    )
