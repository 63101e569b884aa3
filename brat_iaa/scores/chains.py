"""Scores of coreference chains: alpha over sets of mentions, the metrics for coreference resolvers,
with one annotator's chains as the key, and F1 of the mentions whatever their chains.

Alpha: Passonneau 2004 (alpha-weighted), Passonneau 2006 (masi-full); mentions that only one
annotator marked are missing. MUC (Vilain et al. 1995), B3 (Bagga & Baldwin 1998), CEAFe (Luo 2005),
LEA (Moosavi & Strube 2016), and the mean of the F1s of the first three (Pradhan et al. 2014): all
mentions of either annotator count, those in no chain as chains of one mention; a mention without a
twin, which only one of the two marked, gets no credit. A link of MUC belongs to the sentence of its
later mention. Kappa of links (Passonneau 1997): of n mentions of a text there can be n - 1.
"""

from functools import lru_cache, partial

import numpy

from brat_iaa.measures.alphas import MISSING, AlphaItems, krippendorff_alpha
from brat_iaa.measures.coreference import (
    Classes,
    b_cubed,
    ceaf_e,
    f1,
    kappa_of_links,
    lea,
    mean_of_all,
    mentions,
    muc,
)
from brat_iaa.measures.estimate import Contributions
from brat_iaa.measures.similarities import NOMINAL
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.score_table import (
    LABELS,
    PROJECT,
    Figure,
    FigureValues,
    chance_corrected,
    mean_over_pairs,
)

# {(measure, statistic): source}
ALPHAS = {
    ("alpha-weighted", "weighted"): "PA04",
    ("alpha-weighted", "thirds"): "PA04",
    ("alpha", "nominal"): "PA04",
    ("alpha", "jaccard"): "KR04",
    ("alpha", "masi"): "RD13",
    ("alpha", "masi-full"): "PA06",
}
# {measure: (metric, source)}
_METRICS = {
    "muc": (muc, "Vilain1995"),
    "b3": (b_cubed, "Bagga1998"),
    "ceafe": (ceaf_e, "Luo2005"),
    "lea": (lea, "Moosavi2016"),
}
_CONLL = ("muc", "b3", "ceafe")
# Which mentions count in all of them, for signatures.
_MENTIONS = "|mentions:either|twinless:no-credit|Pradhan2014"
_NO_CHAIN = {
    "recall": "the first annotator has no chain",
    "precision": "the second annotator has no chain",
    "f1": "no chain by either annotator",
}
_NO_MENTION = {
    "recall": "the first annotator has no mention",
    "precision": "the second annotator has no mention",
    "f1": "no mention by either annotator",
}


class PooledChains(ColumnLayer):
    """A layer of coreference chains."""

    def tables(self, about, builder) -> list:
        if about == LABELS:
            return []
        subjects, columns, whole = self.subjects(about), self.columns, about == PROJECT
        group = columns.document * (not whole)
        return [(subjects, _figures(columns, group, subjects.annotators, whole))]


def _figures(columns, group, members, whole):
    """All Figures.

    group  of each sentence
    whole  whether all documents are one group
    """
    alpha, leading = _alphas(columns, group, len(members)), next(iter(ALPHAS))
    # In a document the alpha of a pair stands beside its recall and precision.
    alphas = [
        Figure(key, partial(alpha, *key), joint=True, pairs=whole or key == leading)
        for key in ALPHAS
    ]
    return [*alphas, *_agreement(columns, group, members)]


def _alphas(columns, group, groups):
    """Function of a key in ALPHAS and a pair, None for all, that returns FigureValues.

    The value of a mention is its chain for the nominal alpha; for the other distances the mention
    itself is left out, which any two chains of it have in common.
    """
    chains, sizes = columns.classes
    # Extents that somebody has in several chains have no chain to be compared by.
    equal = numpy.where(columns.told_apart[:, None], MISSING, columns.equal)
    group_of_chain = numpy.zeros(len(sizes), dtype=numpy.int64)
    mention, column = numpy.nonzero(chains != MISSING)
    group_of_chain[chains[mention, column]] = group[columns.sentence[mention]]

    @lru_cache(None)
    def of(pair):
        chosen = [columns.annotators.index(name) for name in pair or columns.annotators]
        drawn = (columns.rows[:, chosen] >= 0).sum(axis=1)
        alone = (drawn == 1) | (columns.told_apart & (drawn > 1))
        missing = numpy.bincount(group[columns.sentence[alone]], minlength=groups)
        items = AlphaItems(equal[:, chosen], columns.sentence, group, groups)
        classes = chains[:, chosen], sizes, columns.sentence, group, groups
        return missing, krippendorff_alpha(items, NOMINAL, group_of_chain), Classes(*classes)

    def compute(measure, statistic, pair):
        source = ALPHAS[measure, statistic]
        missing, nominal, others = of(pair)
        sums = nominal if statistic == "nominal" else others.alpha(statistic)
        return chance_corrected(f"alpha:KR04|distance:{statistic}:{source}", sums, missing)

    return compute


def _agreement(columns, group, members):
    """Figures: recall, precision and F1. Items are links of MUC, chains of CEAFe, mentions of
    the others. Recall and precision say which of two annotators has more, so they have no mean.
    """
    number, drawn = len(members), columns.rows >= 0

    @lru_cache(None)
    def figures(pair):
        """({(measure, statistic): (estimate, items of each group)}, missing of each group)"""
        sides = [columns.annotators.index(name) for name in pair]
        alone = drawn[:, sides].any(axis=1) & ~columns.compared(*sides)
        missing = numpy.bincount(group[columns.sentence[alone]], minlength=number)
        missing[[not {*pair} <= {*names} for names in members]] = 0
        first, by_key = columns.of_pair(*sides), {}
        for measure, (metric, _) in _METRICS.items():
            ratios = [_ratios(metric(both)) for both in (first, first.swapped)]
            items = [numpy.rint(ratio.sums()[1]).astype(int) for ratio in ratios]
            for statistic, ratio, of_side in zip(("recall", "precision"), ratios, items):
                by_key[measure, statistic] = ratio.estimate(), of_side
            by_key[measure, "f1"] = f1(*ratios), sum(items)
        conll = mean_of_all([by_key[measure, "f1"][0] for measure in _CONLL])
        by_key["conll", "f1"] = conll, by_key["b3", "f1"][1]
        common = _ratios(mentions(first))
        by_key["mentions-f1", "exact"] = (
            common.estimate(), numpy.rint(common.sums()[1]).astype(int),
        )  # fmt: skip
        return by_key, missing

    def _ratios(added):
        sentence = columns.sentence[added.mention]
        where = Contributions(sentence, group[sentence], number)
        return where.ratios(added.above, added.below)

    def compute(key, source, reason, pair):
        by_key, missing = figures(pair)
        return FigureValues(source, *by_key[key], missing, reason)

    def links(pair):
        sides = [columns.annotators.index(name) for name in pair]
        sums = kappa_of_links(columns.of_pair(*sides), columns.sentence, group, number)
        values = chance_corrected(f"Passonneau1997{_MENTIONS}", sums, figures(pair)[1])
        return values._replace(items=numpy.array(sums.items))

    def mean(of_pairs):
        values = [*of_pairs.values()]
        items, missing = (
            sum(getattr(figure, name) for figure in values) for name in ("items", "missing")
        )
        return mean_over_pairs(of_pairs, items, missing, values[0].reason)

    sources = {measure: source + _MENTIONS for measure, (_, source) in _METRICS.items()}
    wanted = [
        ((measure, statistic), source, reason)
        for measure, source in sources.items()
        for statistic, reason in (_NO_CHAIN if measure == "muc" else _NO_MENTION).items()
    ]
    source = f"mean:{'+'.join(_CONLL)}{_MENTIONS}"
    wanted.append((("conll", "f1"), source, f"{_NO_CHAIN['f1']}: MUC is undefined"))
    wanted.append((("mentions-f1", "exact"), "offsets", _NO_MENTION["f1"]))
    made = [
        Figure(key, partial(compute, key, *about), mean if key[1] in ("f1", "exact") else None)
        for key, *about in wanted
    ]
    return [*made, Figure(("kappa", "links"), links, mean)]
