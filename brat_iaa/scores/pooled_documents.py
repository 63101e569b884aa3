"""Several documents as one, for what no plain report needs: each pair of annotators by itself."""

from functools import cached_property
from itertools import combinations

import numpy

from brat_iaa.layers.joined_columns import joined
from brat_iaa.scores.comparison import compare


class PooledDocuments:
    """Several documents as one.

    columns      ArcColumns of all
    annotators   those of the project who annotated any of them, in the project's order
    pairs        of annotators
    labels       numbers of the labels that any pair has on what it compared; names in label_names
    sentences    number of sentences
    documents    number of documents
    document     number of each sentence's document

    documents   list of ArcColumns
    annotators  of the project
    label_of, absent  as in layers.joined_columns.joined()
    """

    def __init__(self, documents, annotators, label_of=str, absent=False):
        self.columns = joined(documents, annotators, label_of, absent)
        self.annotators = self.columns.annotators
        self.sentences, self.document = self.columns.sentences, self.columns.document
        self.documents = len(self.columns.begun)
        self.item_sentence = self.columns.sentence
        self.label_names = self.columns.values.labels
        self.pairs = [*combinations(self.annotators, 2)]

    @cached_property
    def comparisons(self) -> dict:
        """{pair: Comparison}"""
        return {pair: compare(self.columns, pair) for pair in self.pairs}

    @cached_property
    def labels(self) -> list:
        used = numpy.zeros(len(self.label_names) + 1, dtype=bool)
        for comparison in self.comparisons.values():
            used[comparison.links[:, 1:3]] = True
        return numpy.flatnonzero(used[:-1]).tolist()
