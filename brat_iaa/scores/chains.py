"""Scores of coreference chains: alpha over sets of mentions, and what coreference.py computes of
pairs.

Sources: Passonneau 2004 (alpha-weighted), Passonneau 2006 (masi-full); for the metrics see
coreference.py. Mentions that only one annotator marked are missing in alpha; all others count them.
"""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.alpha import MISSING, AlphaTable, OneAlpha
from brat_iaa.measures.chain_alpha import Classes
from brat_iaa.measures.similar import NOMINAL
from brat_iaa.scores.coreference import PairChains, mean_scores, pair_scores
from brat_iaa.scores.pooled_layer import PooledLayer, groups_of

# (measure, statistic, source)
ALPHAS = (
    ("alpha-weighted", "weighted", "PA04"),
    ("alpha-weighted", "thirds", "PA04"),
    ("alpha", "nominal", "PA04"),
    ("alpha", "jaccard", "KR04"),
    ("alpha", "masi", "RD13"),
    ("alpha", "masi-full", "PA06"),
)


def chain_scores(parts, annotators, builder) -> list:
    """List of Score of some documents together; see PooledLayer.compute."""
    chains = _Chains([part.items for part in parts], annotators)
    if len(chains.annotators) < 2:
        return []
    whole = builder.document is None
    scores = []
    pairs = {pair: chains.of_pair(pair) for pair in combinations(chains.annotators, 2)}
    for group in groups_of(chains.annotators):
        alone = whole or group == chains.annotators
        # In a document the alpha of a pair stands beside its recall and precision.
        scores += chains.alphas(builder, group, ALPHAS if alone else ALPHAS[:1])
        if len(group) == 2:
            scores += pair_scores(builder, group, pairs[group])
        else:
            scores += mean_scores(builder, group, [*pairs.values()])
    return scores


class PooledChains(PooledLayer):
    """A layer of coreference chains."""

    compute = staticmethod(chain_scores)


class _Document(NamedTuple):
    """A document's Mentions, and the number of its first mention among all."""

    mentions: object
    first: int

    def classes(self, pair):
        """[classes of the first, of the second]; None if either has not begun the document."""
        classes = [self.mentions.classes.get(annotator) for annotator in pair]
        return None if None in classes else classes

    def drawn_by_any(self, pair):
        """Number of mentions that either annotator drew."""
        return len(set().union(*(self.mentions.classes.get(annotator, ()) for annotator in pair)))


class _Chains:
    """Documents as one: mentions and sentences are numbered across all of them.

    annotators  those who have begun any of the documents
    """

    def __init__(self, documents, annotators):
        self.annotators = tuple(
            name for name in annotators if any(name in mentions.classes for mentions in documents)
        )
        self._documents, self._sentence, mention, sentence = [], [], 0, 0
        lengths = [mentions.sentences for mentions in documents]
        self._document = numpy.repeat(numpy.arange(len(lengths)), lengths)
        for mentions in documents:
            self._documents.append(_Document(mentions, mention))
            self._sentence += [sentence + token.sentence - 1 for token in mentions.tokens]
            mention += len(mentions.tokens)
            sentence += mentions.sentences
        self._sentence = numpy.array(self._sentence, dtype=numpy.int64)
        self._number_classes()

    def _number_classes(self):
        """Number the classes, mentions x annotators: equal ones alike, and each by itself."""
        shape = len(self._sentence), len(self.annotators)
        self._equal, self._class = (numpy.full(shape, MISSING, dtype=numpy.int64) for _ in range(2))
        equal, sizes = {}, []
        for number, (mentions, first) in enumerate(self._documents):
            for annotator, classes in mentions.classes.items():
                column = self.annotators.index(annotator)
                for members in set(classes.values()):
                    rows = [first + mention for mention in members]
                    self._equal[rows, column] = equal.setdefault((number, members), len(equal))
                    self._class[rows, column] = len(sizes)
                    sizes.append(len(members))
        self._sizes = numpy.array(sizes, dtype=numpy.int64)

    def alphas(self, builder, group, wanted):
        """List of Score: some of ALPHAS of a group of annotators."""
        columns = [self.annotators.index(annotator) for annotator in group]
        marked = (self._equal[:, columns] != MISSING).sum(axis=1)
        sentences = len(self._document)
        # nominal: classes are the same or not. The other distances leave out the mention itself,
        # which any two classes of it have in common.
        nominal = AlphaTable(self._equal[:, columns], NOMINAL, self._sentence, sentences)
        others = Classes(self._class[:, columns], self._sizes, self._sentence, sentences)
        return [
            builder.chance_corrected(
                measure, statistic, group, f"alpha:KR04|distance:{statistic}:{source}",
                nominal if statistic == "nominal" else OneAlpha(others.alpha(statistic)),
                (marked == 1).sum(), self._document,
            )
            for measure, statistic, source in wanted
        ]  # fmt: skip

    def of_pair(self, pair) -> PairChains:
        """The chains of two annotators, in the documents that both have begun."""
        documents, missing = [], 0
        for document in self._documents:
            classes = document.classes(pair)
            if classes is None:
                missing += document.drawn_by_any(pair)
            else:
                sides = [sorted(set(members.values()), key=min) for members in classes]
                documents.append((document.first, *sides))
        return PairChains(documents, self._sentence, self._document, missing)
