"""Annotators, gold and anchors on the same tokens: what each pair has in common, and figures of
it.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy

from brat_iaa.layers.dependencies import dependency_table, is_item
from brat_iaa.measures.attachment_scores import by_sentence
from brat_iaa.measures.estimate import Estimate
from brat_iaa.scores.arc_disagreements import list_arc_disagreements
from brat_iaa.scores.builder import NO_ITEM
from brat_iaa.scores.comparison import compare
from brat_iaa.scores.data import ComparedData, document_data

METRICS = ("POS", "UAS", "LA", "LAS")


class CommonTokens(NamedTuple):
    """The tokens that two annotators or references both have, one entry for each.

    item, sentence  numbers of the token and its sentence
    word            booleans: it is no punctuation
    right           booleans, tokens x METRICS: same span type; same heads; same labels; same heads
                    and labels
    a, b, k         number of arcs of the first, of the second, of both
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

    def words(self) -> "CommonTokens":
        """The same without punctuation."""
        return CommonTokens._make((*(column[self.word] for column in self[:-1]), self.missing))


_NO_TOKENS = CommonTokens._make(
    0
    if name == "missing"
    else numpy.zeros((0, len(METRICS)) if name == "right" else 0, bool if name == "word" else int)
    for name in CommonTokens._fields
)


class ReferenceDocument(NamedTuple):
    """One document of annotators and references.

    table          DependencyTable of annotators and references, punctuation included
    common         {(first, second): CommonTokens}
    disagreements  tuple of Disagreement with the gold
    data           DocumentData
    """

    table: object
    common: dict
    disagreements: tuple
    data: object


def reference_document(document, config) -> ReferenceDocument:
    """ReferenceDocument of a ParallelDocument that holds annotators and references."""
    with_all = replace(config.dependencies, punctuation="in")
    table = dependency_table(document, with_all)
    words = replace(config.dependencies, punctuation="out")
    word = numpy.array([is_item(table.tokens[item], words) for item in table.items], dtype=bool)
    common, disagreements = {}, []
    names = table.annotators
    for first in sorted(names, key=lambda name: name != config.gold):
        for second in names:
            if first == second or (second, first) in common:
                continue
            comparison = compare(table.columns, (first, second))
            common[first, second] = _common_tokens(table, (first, second), comparison, word)
            if first == config.gold and second not in config.references:
                pair = first, second
                disagreements += list_arc_disagreements(table, pair, comparison, "gold")
    if config.dependencies.punctuation == "out":
        disagreements = [
            differing for differing in disagreements if is_item(differing.token, words)
        ]
    data = document_data(document, table)
    return ReferenceDocument(table, common, tuple(disagreements), data)


def _common_tokens(table, pair, comparison, word):
    item, a, b, k = comparison.item, comparison.a, comparison.b, comparison.k
    tokens = [table.tokens[table.items[row]] for row in item]
    lacking = [not all(name in token.types for name in pair) for token in tokens]
    same_type = [token.types.get(pair[0]) == token.types.get(pair[1]) for token in tokens]
    right = numpy.stack(
        [numpy.array(same_type, dtype=bool)]
        + [(agreeing == a) & (agreeing == b) for agreeing in (k["UAA"], k["LOA"], k["LAA"])],
        axis=1,
    ).reshape(-1, len(METRICS))
    right[numpy.array(lacking, dtype=bool)] = False
    columns = item, comparison.sentence, word[item], right, a, b, k["LAA"]
    return CommonTokens(*columns, comparison.missing)


class PooledReferences:
    """The ReferenceDocuments of a project as one: tokens and sentences are numbered across them.

    parts     {document: ReferenceDocument}
    document  number of each sentence's document
    data      ComparedData
    """

    def __init__(self, parts):
        self.parts = parts
        self.data = ComparedData({name: part.data for name, part in parts.items()})
        lengths = [len(part.table.sentences) for part in parts.values()]
        self.document = numpy.repeat(numpy.arange(len(lengths)), lengths)

    def present(self, names) -> tuple:
        """Those of some names that annotated anything."""
        return tuple(
            name
            for name in names
            if any(name in part.table.annotators for part in self.parts.values())
        )

    def common(self, first, second, document=None) -> CommonTokens:
        """CommonTokens of two in one document or all; a and b are in the order asked for."""
        tables, items, sentences, missing = [], 0, 0, 0
        for name, part in self.parts.items():
            if document in (None, name):
                common = part.common.get((first, second))
                if common is None and (second, first) in part.common:
                    common = part.common[second, first]
                    common = common._replace(a=common.b, b=common.a)
                if common is not None:
                    item, sentence = common.item + items, common.sentence + sentences
                    tables.append(common._replace(item=item, sentence=sentence))
                    missing += common.missing
            items += len(part.table.items)
            sentences += len(part.table.sentences)
        if not tables:
            return _NO_TOKENS
        columns = list(zip(*tables))[:-1]
        return CommonTokens._make((*(numpy.concatenate(column) for column in columns), missing))

    def words(self, first, second) -> CommonTokens:
        """CommonTokens of two in all documents, without punctuation."""
        return self.common(first, second).words()

    def estimate(self, above, below, sentence) -> Estimate:
        """Estimate of sums of above divided by sums of below, both tokens x figures.

        sentence  number of each token's sentence
        """
        width = above.shape[1]
        return by_sentence(
            above.ravel(),
            below.ravel(),
            numpy.repeat(sentence, width),
            len(self.document),
            numpy.tile(numpy.arange(width), len(sentence)),
            width,
        ).estimate()

    def shares(self, right, sentence) -> Estimate:
        """Estimate of the share of tokens that are right: booleans, tokens x figures."""
        return self.estimate(right, numpy.ones_like(right), sentence)

    def ratio_scores(
        self, builder, annotators, names, above, below, sentence, source, missing=None,
        reason=NO_ITEM,
    ) -> list:  # fmt: skip
        """List of Score of the figures of an estimate(); names: (measure, statistic) of each."""
        figures = builder.figures(self.estimate(above, below, sentence), self.document)
        return [
            builder.score(measure, statistic, annotators, source, figure, items, missing, reason)
            for (measure, statistic), figure, items in zip(names, figures, below.sum(axis=0))
        ]

    def share_scores(
        self, builder, annotators, statistic, right, sentence, source, missing
    ) -> list:
        """List of Score: the share of tokens that are right, for each of METRICS."""
        names = [(metric, statistic) for metric in METRICS]
        return self.ratio_scores(
            builder, annotators, names, right, numpy.ones_like(right), sentence, source, missing
        )


def with_punctuation(config, punctuation):
    """The Config with another setting of punctuation, for the signature of a figure."""
    return replace(config, dependencies=replace(config.dependencies, punctuation=punctuation))
