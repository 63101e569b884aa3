"""The documents that are scored together, their comparisons put one after the other."""

from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.layers.columns import MISSING


class Part(NamedTuple):
    """One document: its DependencyTable, {pair: Comparison}, and its AlphaValues (see alphas.py)."""

    table: object
    comparisons: dict
    values: dict


class PairData(NamedTuple):
    """All documents of one pair; sentences and items numbered through over all documents.

    item       number of each compared item
    sentence   its sentence
    a, b       sizes of its two values
    k          {measure: linked elements}
    links      links x (row in item, label of the first, label of the second, how)
    missing    number of items that only one of the two annotated, documents of only one included
    """

    item: numpy.ndarray
    sentence: numpy.ndarray
    a: numpy.ndarray
    b: numpy.ndarray
    k: dict
    links: numpy.ndarray
    missing: int

    @property
    def drawn(self):
        """Whether one of the two drew an arc on any of the items."""
        return bool(self.a.any() or self.b.any())


class Parts:
    """Several documents as one.

    annotators  those of the project who annotated any of them, in the project's order
    labels      all labels, sorted
    items       number of items
    sentences   number of sentences
    document    number of each sentence's document
    missing     number of items that only one annotator annotated
    missing_by_document  list of the same for each document
    pairs       {pair: PairData}
    """

    def __init__(self, parts, annotators):
        self.parts = parts
        self.annotators = tuple(
            name for name in annotators if any(name in part.table.annotators for part in parts)
        )
        self.first_sentence = numpy.cumsum([0] + [len(part.table.sentences) for part in parts])
        self.first_item = numpy.cumsum([0] + [len(part.table.items) for part in parts])
        self.sentences = int(self.first_sentence[-1])
        self.document = numpy.repeat(numpy.arange(len(parts)), numpy.diff(self.first_sentence))
        self.items = int(self.first_item[-1])
        self.item_sentence = numpy.concatenate(
            [numpy.zeros(0, dtype=numpy.int64)]
            + [
                start + part.table.item_sentences
                for start, part in zip(self.first_sentence, parts)
            ]
        )
        self.missing_by_document = [_annotated_by_one(part.table) for part in parts]
        self.missing = sum(self.missing_by_document)
        self.labels = sorted(
            {
                label
                for part in parts
                for comparison in part.comparisons.values()
                for label in comparison.labels
            }
        )
        self._code = {label: code for code, label in enumerate(self.labels)}
        self.pairs = {pair: self._gather(pair) for pair in combinations(self.annotators, 2)}

    @cached_property
    def drawn_by_document(self):
        """{pair: for each document whether one of the two drew an arc on any compared item}"""
        found = {}
        for pair, own in self.pairs.items():
            having = self.document[own.sentence[(own.a > 0) | (own.b > 0)]]
            found[pair] = numpy.bincount(having, minlength=len(self.parts)) > 0
        return found

    def _gather(self, pair):
        items = [numpy.zeros((0, 6), dtype=numpy.int64)]
        links = [numpy.zeros((0, 4), dtype=numpy.int64)]
        missing = rows = 0
        for first_item, part in zip(self.first_item, self.parts):
            comparison = part.comparisons.get(pair)
            if comparison is None:
                missing += sum(
                    _number_annotated(part.table, name) for name in pair if name in part.table.annotators
                )
                continue
            own = comparison.items.copy()
            own[:, 0] += first_item
            items.append(own)
            links.append(self._recoded(comparison, rows))
            rows += len(own)
            missing += comparison.missing
        items, links = numpy.concatenate(items), numpy.concatenate(links)
        item, a, b, uaa, laa, loa = items.T
        return PairData(
            item=item,
            sentence=self.item_sentence[item],
            a=a,
            b=b,
            k={"UAA": uaa, "LAA": laa, "LOA": loa},
            links=links,
            missing=missing,
        )

    def _recoded(self, comparison, rows):
        """The comparison's links with rows and labels numbered over all documents; -1 stays "no arc"."""
        code = numpy.array([self._code[label] for label in comparison.labels] + [-1], dtype=numpy.int64)
        links = comparison.links.copy()
        links[:, 0] += rows
        links[:, 1:3] = code[links[:, 1:3]]
        return links


def _annotated_by_one(table):
    codes = numpy.array([*table.columns.codes.values()])
    return int(((codes != MISSING).sum(axis=0) == 1).sum()) if codes.size else 0


def _number_annotated(table, annotator):
    """How many items have a token and a value of the annotator."""
    own = table.columns
    return int(((own.codes[annotator] != MISSING) & own.present[annotator]).sum())
