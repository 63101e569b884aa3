"""Annotators, gold and anchors on the same tokens: what of each pair is right, and the figures of
it.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy

from brat_iaa.layers.dependencies import dependency_table, is_item
from brat_iaa.measures.attachment_scores import by_sentence
from brat_iaa.scores.arc_disagreements import listed
from brat_iaa.scores.builder import NO_ITEM
from brat_iaa.scores.comparison import compare
from brat_iaa.scores.data import ComparedData, document_data

METRICS = ("POS", "UAS", "LA", "LAS")


class Marks(NamedTuple):
    """What two have in common, for each token that both have.

    item, sentence  numbers of the token and its sentence
    word            booleans: it is no punctuation
    right           booleans, tokens x METRICS: same span type; same heads; same labels; same heads
                    and labels
    a, b, k         arcs of the first, of the second, of both
    missing         number of tokens that only one of the two has
    """

    item: numpy.ndarray
    sentence: numpy.ndarray
    word: numpy.ndarray
    right: numpy.ndarray
    a: numpy.ndarray
    b: numpy.ndarray
    k: numpy.ndarray
    missing: int

    def chosen(self, rows):
        return Marks(*(part[rows] for part in self[:-1]), self.missing)


class ReferencePart(NamedTuple):
    """One document.

    table          DependencyTable of annotators and references, punctuation included
    marks          {(first, second): Marks}
    disagreements  tuple of Disagreement with the gold
    data           DocumentData
    """

    table: object
    marks: dict
    disagreements: tuple
    data: object


def reference_part(document, config):
    """ReferencePart of a ParallelDocument that holds annotators and references."""
    with_all = replace(config.dependencies, punctuation="in")
    table = dependency_table(document, with_all)
    words = replace(config.dependencies, punctuation="out")
    word = numpy.array([is_item(table.tokens[item], words) for item in table.items], dtype=bool)
    marks, found = {}, []
    names = table.annotators
    for first in sorted(names, key=lambda name: name != config.gold):
        for second in names:
            if first == second or (second, first) in marks:
                continue
            comparison = compare(table.columns, (first, second))
            marks[first, second] = _marks(table, (first, second), comparison, word)
            if first == config.gold and second not in config.references:
                found += listed(table, (first, second), comparison, "gold")
    if config.dependencies.punctuation == "out":
        found = [one for one in found if is_item(one.token, words)]
    data = document_data(document, table)
    return ReferencePart(table, marks, tuple(found), data)


def _marks(table, pair, comparison, word):
    item, a, b, k = comparison.item, comparison.a, comparison.b, comparison.k
    tokens = [table.tokens[table.items[row]] for row in item]
    missing = numpy.array(
        [not all(name in token.types for name in pair) for token in tokens], dtype=bool
    )
    pos = [token.types.get(pair[0]) == token.types.get(pair[1]) for token in tokens]
    right = numpy.stack(
        [numpy.array(pos, dtype=bool)]
        + [(own == a) & (own == b) for own in (k["UAA"], k["LOA"], k["LAA"])],
        axis=1,
    ).reshape(-1, len(METRICS))
    right[missing] = False
    return Marks(item, comparison.sentence, word[item], right, a, b, k["LAA"], comparison.missing)


class Together:
    """The ReferenceParts of a project, numbered through.

    parts     {document: ReferencePart}
    document  number of each sentence's document
    data      ComparedData
    """

    def __init__(self, parts):
        self.parts = parts
        self.data = ComparedData({name: part.data for name, part in parts.items()})
        lengths = [len(part.table.sentences) for part in parts.values()]
        self.document = numpy.repeat(numpy.arange(len(lengths)), lengths)

    def names(self, wanted):
        """Those of the wanted names that annotated anything."""
        return tuple(
            name
            for name in wanted
            if any(name in part.table.annotators for part in self.parts.values())
        )

    def marks(self, first, second, document=None):
        """Marks of two in one document or all; a and b are in the order asked for."""
        found, items, sentences, missing = [], 0, 0, 0
        for name, part in self.parts.items():
            if document in (None, name):
                own = part.marks.get((first, second))
                if own is None and (second, first) in part.marks:
                    own = part.marks[second, first]
                    own = own._replace(a=own.b, b=own.a)
                if own is not None:
                    found.append(
                        own._replace(item=own.item + items, sentence=own.sentence + sentences)
                    )
                    missing += own.missing
            items += len(part.table.items)
            sentences += len(part.table.sentences)
        if not found:
            nothing = numpy.zeros(0, dtype=numpy.int64)
            return Marks(
                nothing,
                nothing,
                nothing.astype(bool),
                numpy.zeros((0, len(METRICS)), dtype=bool),
                nothing,
                nothing,
                nothing,
                0,
            )
        return Marks(*(numpy.concatenate(parts) for parts in list(zip(*found))[:-1]), missing)


def estimate(together, above, below, sentence):
    """Estimate of sums of above divided by sums of below, both tokens x figures.

    sentence  number of each token's sentence
    """
    width = above.shape[1]
    return by_sentence(
        above.ravel(),
        below.ravel(),
        numpy.repeat(sentence, width),
        len(together.document),
        numpy.tile(numpy.arange(width), len(sentence)),
        width,
    ).estimate()


def figures(
    together,
    builder,
    annotators,
    names,
    above,
    below,
    sentence,
    source,
    missing=None,
    reason=NO_ITEM,
):
    """List of Score of the figures of an estimate(); names: (measure, statistic) of each."""
    found = builder.figures(estimate(together, above, below, sentence), together.document)
    return [
        builder.score(measure, statistic, annotators, source, figure, items, missing, reason=reason)
        for (measure, statistic), figure, items in zip(names, found, below.sum(axis=0))
    ]


def with_punctuation(config, punctuation):
    """The settings as they hold for a figure, for its signature."""
    return replace(config, dependencies=replace(config.dependencies, punctuation=punctuation))
