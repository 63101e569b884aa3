"""Scores of coreference chains: alpha over sets of mentions, MUC, and agreement on the mentions
themselves.

Sources: Passonneau 2004 (alpha-weighted), Passonneau 2006 (masi-full), Vilain
et al. 1995 (muc). Mentions that only one annotator marked are missing in
alpha; mentions-f1 says how many they are. A link of MUC belongs to the sentence
where its later mention stands.
"""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.alpha import MISSING, AlphaTable, OneAlpha
from brat_iaa.measures.attachment_scores import by_sentence
from brat_iaa.measures.chain_alpha import Classes
from brat_iaa.measures.chains import common_links, links
from brat_iaa.measures.similar import NOMINAL
from brat_iaa.scores.pooled import Pooled

# (measure, statistic, name of the similarity, where it is from)
ALPHAS = (
    ("alpha-weighted", "weighted", "PA04"),
    ("alpha-weighted", "thirds", "PA04"),
    ("alpha", "nominal", "PA04"),
    ("alpha", "jaccard", "KR04"),
    ("alpha", "masi", "RD13"),
    ("alpha", "masi-full", "PA06"),
)
MUC = ("recall", "precision", "f1")
NO_CHAIN = {
    "recall": "the first annotator has no chain",
    "precision": "the second annotator has no chain",
    "f1": "no chain by either annotator",
}
NO_MENTION = "no mention by either annotator"


def scores(parts, annotators, builder):
    """List of Score of some documents together; see scores.pooled.Pooled."""
    chains = _Chains([part.items for part in parts], annotators)
    if len(chains.annotators) < 2:
        return []
    groups = [chains.annotators]
    if len(chains.annotators) > 2 and builder.document is None:
        groups += list(combinations(chains.annotators, 2))
    found = []
    for group in groups:
        found += chains.alphas(builder, group)
        if len(group) == 2:
            found += chains.muc(builder, group)
        found += chains.mentions(builder, group)
    return found


class PooledChains(Pooled):
    """A layer of coreference chains."""

    compute = staticmethod(scores)


class _Document(NamedTuple):
    """A document's Mentions, and the numbers of its first mention among all."""

    mentions: object
    first: int


class _Chains:
    """Documents as one: mentions and sentences numbered through.

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
        """Mentions x annotators: which class it is, and which one of that annotator's."""
        shape = len(self._sentence), len(self.annotators)
        self._equal, self._own = (numpy.full(shape, MISSING, dtype=numpy.int64) for _ in range(2))
        equal, sizes = {}, []
        for number, (mentions, first) in enumerate(self._documents):
            for annotator, classes in mentions.classes.items():
                column = self.annotators.index(annotator)
                for members in set(classes.values()):
                    rows = [first + mention for mention in members]
                    self._equal[rows, column] = equal.setdefault((number, members), len(equal))
                    self._own[rows, column] = len(sizes)
                    sizes.append(len(members))
        self._sizes = numpy.array(sizes, dtype=numpy.int64)

    def alphas(self, builder, group):
        """Every alpha of a group of annotators."""
        columns = [self.annotators.index(annotator) for annotator in group]
        marked = (self._equal[:, columns] != MISSING).sum(axis=1)
        sentences = len(self._document)
        # Classes are either the same or not; a share of them is counted without the mention itself,
        # which any two classes of it have in common.
        nominal = AlphaTable(self._equal[:, columns], NOMINAL, self._sentence, sentences)
        others = Classes(self._own[:, columns], self._sizes, self._sentence, sentences)
        return [
            builder.corrected(
                measure,
                statistic,
                group,
                f"alpha:KR04|distance:{statistic}:{source}",
                nominal if statistic == "nominal" else OneAlpha(others.alpha(statistic)),
                (marked == 1).sum(),
                self._document,
            )
            for measure, statistic, source in ALPHAS
        ]

    def muc(self, builder, pair):
        """Recall, precision and F1 of the second annotator's links, with the first one's as the
        key.
        """
        common, key, response, apart = [], [], [], 0
        for document in self._documents:
            classes = document.mentions.classes
            if any(annotator not in classes for annotator in pair):
                apart += _drawn_by_any(document.mentions, pair)
                continue
            first, second = (set(classes[annotator].values()) for annotator in pair)
            for entries, found in (
                (common, common_links(first, second)),
                (key, links(first)),
                (response, links(second)),
            ):
                entries += [document.first + mention for mention in found]
        ratios = self._ratios(
            # Mentions, what each adds above and below the line, and the column of MUC.
            [(common, 1, 0, 0), (common, 1, 0, 1), (common, 2, 0, 2)]
            + [(key, 0, 1, 0), (response, 0, 1, 1), (key, 0, 1, 2), (response, 0, 1, 2)],
            len(MUC),
        )
        return self._from_ratios(
            builder,
            [("muc", statistic, "Vilain1995", NO_CHAIN[statistic]) for statistic in MUC],
            pair,
            ratios,
            [len(key), len(response), len(key) + len(response)],
            apart,
        )

    def mentions(self, builder, group):
        """F1 of the mentions, over all pairs: a mention is the same on the same offsets."""
        both, drawn, apart = [], [], 0
        for pair in combinations(group, 2):
            for document in self._documents:
                classes = document.mentions.classes
                if any(annotator not in classes for annotator in pair):
                    apart += _drawn_by_any(document.mentions, pair)
                    continue
                first, second = (classes[annotator] for annotator in pair)
                both += [document.first + mention for mention in first if mention in second]
                drawn += [document.first + mention for own in (first, second) for mention in own]
        ratios = self._ratios([(both, 2, 0, 0), (drawn, 0, 1, 0)], 1)
        return self._from_ratios(
            builder,
            [("mentions-f1", "exact", "offsets", NO_MENTION)],
            group,
            ratios,
            [len(drawn)],
            apart,
        )

    def _ratios(self, entries, columns):
        """Ratios of (mentions, what each adds above, below, column of the figure)."""
        rows = [(mention, *added) for mentions, *added in entries for mention in mentions]
        mention, above, below, column = numpy.array(rows, dtype=numpy.int64).reshape(-1, 4).T
        sentence = self._sentence[mention]
        return by_sentence(
            above.astype(float), below.astype(float), sentence, len(self._document), column, columns
        )

    def _from_ratios(self, builder, names, group, ratios, items, missing):
        """A Score for each (measure, statistic, source, reason why undefined)."""
        figures = builder.figures(ratios.estimate(), self._document)
        return [
            builder.score(measure, statistic, group, source, figure, number, missing, reason)
            for (measure, statistic, source, reason), figure, number in zip(names, figures, items)
        ]


def _drawn_by_any(mentions, pair):
    return len({mention for annotator in pair for mention in mentions.classes.get(annotator, ())})
