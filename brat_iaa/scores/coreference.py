"""Scores of the metrics for coreference resolvers, with one annotator's chains as the key, and F1
of the mentions whatever their chains.

MUC (Vilain et al. 1995), B3 (Bagga & Baldwin 1998), CEAFe (Luo 2005), LEA (Moosavi & Strube 2016),
and the mean of the F1s of the first three (Pradhan et al. 2014). All mentions of either annotator
count, those in no chain as chains of one mention; a mention without a twin, which only one of the
two marked, gets no credit. A link of MUC belongs to the sentence of its later mention.
"""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.cells import CellEstimate, Contributions, mean_of_cells
from brat_iaa.measures.coreference import (
    b_cubed,
    ceaf_e,
    f1,
    lea,
    mean_of_all,
    mentions,
    muc,
)

# {measure: (metric, source)}
_METRICS = {
    "muc": (muc, "Vilain1995"),
    "b3": (b_cubed, "Bagga1998"),
    "ceafe": (ceaf_e, "Luo2005"),
    "lea": (lea, "Moosavi2016"),
}
_CONLL = ("muc", "b3", "ceafe")
# Which mentions count in all of them, for signatures.
_MENTIONS = "mentions:either|twinless:no-credit|Pradhan2014"
_NO_CHAIN = {
    "recall": "the first annotator has no chain",
    "precision": "the second annotator has no chain",
    "f1": "no chain by either annotator",
}
_NO_MENTION = {
    "recall": "the first annotator has no mention",
    "precision": "the second annotator has no mention",
    "f1": "no mention by either annotator",
    "exact": "no mention by either annotator",
}


class _Figure(NamedTuple):
    """One figure of all groups of documents; items: what is divided by, for each group."""

    estimate: CellEstimate
    items: numpy.ndarray


class ChainFigures:
    """What ChainItems agree by in groups of documents, pair by pair and on average.

    group     of each sentence, in ascending order
    builders  ScoreBuilder of each group

    Items are links of muc, chains of ceafe, mentions of the others.
    """

    def __init__(self, columns, group, builders):
        self._columns, self._group, self._builders = columns, group, builders
        self._drawn = columns.rows >= 0
        self._figures, self._missing = {}, {}
        for pair in combinations(range(len(columns.annotators)), 2):
            both = columns.compared(*pair)
            alone = self._drawn[:, pair].any(axis=1) & ~both
            names = tuple(columns.annotators[column] for column in pair)
            self._missing[names] = self._count(alone)
            self._figures[names] = self._of_pair(columns.of_pair(*pair))
        self._means = {}
        if len(self._figures) > 1:
            for key in (key for key in next(iter(self._figures.values())) if _has_mean(key)):
                of_pairs = [figures[key] for figures in self._figures.values()]
                estimate = mean_of_cells([figure.estimate for figure in of_pairs])
                self._means[key] = _Figure(estimate, sum(figure.items for figure in of_pairs))
        self._estimated = {}

    def _count(self, chosen):
        group = self._group[self._columns.sentence[chosen]]
        return numpy.bincount(group, minlength=len(self._builders))

    def _of_pair(self, first):
        """{(measure, statistic): _Figure} of TwoAnnotators."""
        figures = {}
        for measure, (metric, _) in _METRICS.items():
            sides = [self._ratios(metric(both)) for both in (first, first.swapped)]
            items = [numpy.rint(side.sums()[1]).astype(int) for side in sides]
            for statistic, side, number in zip(("recall", "precision"), sides, items):
                figures[measure, statistic] = _Figure(side.estimate(), number)
            figures[measure, "f1"] = _Figure(f1(*sides), sum(items))
        conll = mean_of_all([figures[measure, "f1"].estimate for measure in _CONLL])
        figures["conll", "f1"] = _Figure(conll, figures["b3", "f1"].items)
        common = self._ratios(mentions(first))
        number = numpy.rint(common.sums()[1]).astype(int)
        figures["mentions-f1", "exact"] = _Figure(common.estimate(), number)
        return figures

    def _ratios(self, added):
        sentence = self._columns.sentence[added.mention]
        where = Contributions(sentence, self._group[sentence], len(self._builders))
        return where.ratios(added.above, added.below)

    def scores(self, number, annotators) -> list:
        """List of Score of a pair in a group of documents, by its number; of more annotators, of
        all there are: each F1 as the mean over the pairs that have one. Recall and precision say
        which of two annotators has more, so they have no mean.
        """
        several = len(annotators) > 2
        figures = self._means if several else self._figures[annotators]
        pairs = [pair for pair in self._figures if set(pair) <= set(annotators)]
        missing, scores = sum(self._missing[pair][number] for pair in pairs), []
        for key, figure in figures.items():
            source = _source(key[0])
            if several:
                values = [self._figures[pair][key].estimate.value[number] for pair in pairs]
                source += f"|pairs:{(~numpy.isnan(values)).sum()}"
            scores.append(
                self._builders[number].score(
                    *key, annotators, source, self._of_groups(annotators, key, figure)[number],
                    figure.items[number], missing, _undefined(*key),
                )
            )  # fmt: skip
        return scores

    def _of_groups(self, annotators, key, figure):
        """EstimatedFigures of all groups."""
        known = key if len(annotators) > 2 else (*key, annotators)
        if known not in self._estimated:
            self._estimated[known] = self._builders[0].figures(
                figure.estimate, self._columns.document
            )
        return self._estimated[known]


def _has_mean(key):
    return key[1] in ("f1", "exact")


def _source(measure):
    if measure == "mentions-f1":
        return "offsets"
    named = [_METRICS[measure][1]] if measure in _METRICS else [f"mean:{'+'.join(_CONLL)}"]
    return "|".join([*named, _MENTIONS])


def _undefined(measure, statistic):
    if measure == "conll":
        return f"{_NO_CHAIN[statistic]}: MUC is undefined"
    return (_NO_CHAIN if measure == "muc" else _NO_MENTION)[statistic]
