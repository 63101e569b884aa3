"""The documents that are scored together: their dependencies in columns, and the pairs compared."""

from functools import cached_property
from itertools import combinations

import numpy

from brat_iaa.layers.columns import MISSING, joined
from brat_iaa.scores.comparison import compare


class Compared:
    """Several documents as one.

    columns     ArcColumns of all
    annotators  those of the project who annotated any of them, in the project's order
    pairs       {pair: Comparison}
    labels      numbers of the labels that any pair has on what it compared; names in label_names
    sentences   number of sentences
    document    number of each sentence's document

    documents   list of ArcColumns
    annotators  of the project
    """

    def __init__(self, documents, annotators):
        self.columns = joined(documents, annotators)
        self.annotators = self.columns.annotators
        self.sentences, self.document = self.columns.sentences, self.columns.document
        self.documents = len(self.columns.begun)
        self.item_sentence = self.columns.sentence
        self.label_names = self.columns.values.labels
        self.pairs = {
            pair: compare(self.columns, pair) for pair in combinations(self.annotators, 2)
        }

    @cached_property
    def labels(self):
        """Sorted numbers of the labels of what was compared."""
        used = numpy.zeros(len(self.label_names) + 1, dtype=bool)
        for own in self.pairs.values():
            used[own.links[:, 1:3]] = True
        return numpy.flatnonzero(used[:-1]).tolist()

    @cached_property
    def missing_by_document(self):
        """For each document the number of items that only one annotator annotated."""
        alone = (self.columns.codes != MISSING).sum(axis=1) == 1
        return numpy.bincount(self.columns.item_document[alone], minlength=self.documents)

    @property
    def missing(self):
        """Number of items that only one annotator annotated."""
        return int(self.missing_by_document.sum())

    @cached_property
    def drawn_by_document(self):
        """{pair: for each document whether one of the two drew an arc on any compared item}"""
        found = {}
        for pair, own in self.pairs.items():
            having = self.document[own.sentence[(own.a > 0) | (own.b > 0)]]
            found[pair] = numpy.bincount(having, minlength=self.documents) > 0
        return found

    @cached_property
    def confusion(self):
        """{pair: {(label of the first, label of the second): links}}, "" for no arc."""
        names, found = (*self.label_names, ""), {}
        for pair, own in self.pairs.items():
            first, second = (own.links[:, 1:3] % len(names)).T
            codes = first.astype(numpy.int64) * len(names) + second
            used, counts = numpy.unique(codes, return_counts=True)
            found[pair] = {
                (names[code // len(names)], names[code % len(names)]): number
                for code, number in zip(used.tolist(), counts.tolist())
            }
        return found
