"""Scores of discourse relations: F1, agreement and kappa for each way to match them.

Source: Mírovský, Mladová & Zikánová 2010. All figures of a way come from one matching: the F1s
count matches that have types, connectives (or nodes) or both in common, the agreements are shares
of the matched. Recall and precision say which of two has more, so only pairs have them. A relation
belongs to the sentence where it starts.
"""

from functools import lru_cache, partial

import numpy

from brat_iaa.measures.estimate import Contributions, Groups
from brat_iaa.measures.kappas import cohen_kappa
from brat_iaa.measures.relations import WAYS
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.score_table import (
    LABELS,
    PROJECT,
    Figure,
    FigureValues,
    chance_corrected,
    mean_over_pairs,
)

NO_RELATION = "no relation by either annotator"
NO_MATCH = "no matched relation"
ONE_TYPE = "all matched relations have the same type"
_NO_SIDE = {
    "recall": "the first annotator has no relation",
    "precision": "the second annotator has no relation",
}


class PooledRelations(ColumnLayer):
    """A layer of discourse relations."""

    def tables(self, about, builder) -> list:
        if about == LABELS:
            return []
        subjects = self.subjects(about)
        return [(subjects, _figures(self.columns, subjects))]


class _PairRelations:
    """The relations of two annotators as arrays, those of both in each document.

    second    booleans: whether it is one of the second annotator's
    same      relations x (matched, types too, connectives or nodes too, both too): 0 or 1
    counts    of each group: how many are matched, are the first's, are the second's
    missing   relations in documents that only one of the two has begun

    columns   DiscourseItems; group: of each sentence, number of groups
    """

    def __init__(self, columns, pair, way, group, number):
        sides = [columns.annotators.index(name) for name in pair]
        matches = numpy.tile([0, 0, 0, 0, -1, -1], (len(columns.rows), 1))
        for both in columns.matched(*sides, way):
            same = columns.same(both)
            other = same.nodes if way == "connective" else same.connective
            types = columns.label[[*both]]
            matches[[*both]] = 1, same.type, other, same.type and other, *types
        drawn = columns.rows[:, sides] >= 0
        chosen = numpy.flatnonzero(columns.begun_by_both(*sides) & drawn.any(axis=1))
        self.second, self.same = drawn[chosen, 1], matches[chosen, :4]
        self._types, self._group, self._number = matches[chosen, 4:], group, number
        self._sentence = columns.sentence[chosen]
        self._where = Contributions(self._sentence, group[self._sentence], number)
        self.counts = numpy.array([
            numpy.bincount(group[self._sentence], of_each, number)
            for of_each in (self.same[:, 0] / 2, ~self.second, self.second)
        ]).astype(int)  # fmt: skip
        alone = columns.begun[:, sides].sum(axis=1) == 1
        self.missing = int((drawn.any(axis=1) & alone[columns.item_document]).sum())

    def share(self, above, below):
        """Estimate of a share of the relations."""
        return self._where.ratios(above, below).estimate()

    def kappa(self):
        """Cohen's kappa of the types of what is matched.

        Each match counts twice, with the sentence where either annotator starts it, so that the
        order of the annotators does not matter.
        """
        matched = self.same[:, 0] > 0
        sentence, types = self._sentence[matched], self._types[matched]
        # Types of different subjects are different values.
        width = 1 + int(types.max(initial=0))
        key = self._group[sentence][:, None] * width + types
        values, codes = numpy.unique(key, return_inverse=True)
        groups = Groups(self._group, values // width, self._number)
        return cohen_kappa(*codes.reshape(-1, 2).T, sentence, groups)


def _figures(columns, subjects) -> list:
    """The Figures of all ways to match."""
    return [figure for way in WAYS for figure in _figures_of_way(way, columns, subjects)]


def _figures_of_way(way, columns, subjects):
    # Of documents only all annotators together.
    whole = subjects.about == PROJECT
    group, number = subjects.document * (not whole), len(subjects.names)
    of = lru_cache(None)(partial(_PairRelations, columns, way=way, group=group, number=number))

    def told(several, items, reason) -> FigureValues:
        """FigureValues without estimate; items: function of counts"""
        counts = sum(each.counts for each in several)
        missing = sum(each.missing for each in several) if whole else 0
        source = [f"MI10|matched:{m}|relations:{a}+{b}" for m, a, b in counts.T.tolist()]
        return FigureValues(source, None, items(counts), missing, reason)

    def share(items, reason, terms, pair):
        about = told([of(pair)], items, reason)
        return about._replace(estimate=of(pair).share(*terms(of(pair))))

    def kappa(pair):
        about = told([of(pair)], _matched, "")
        reasons = [ONE_TYPE if matched else NO_MATCH for matched in about.items]
        values = chance_corrected("", of(pair).kappa(), about.missing)
        return values._replace(source=about.source, items=about.items, reason=reasons)

    def mean(items, reason, of_pairs):
        first, about = next(iter(of_pairs.values())), told([*map(of, of_pairs)], items, reason)
        values = mean_over_pairs(of_pairs, about.items, about.missing, reason)
        notes = [text[len(own) :] for text, own in zip(values.source, first.source)]
        return values._replace(source=[f"{a}{b}" for a, b in zip(about.source, notes)])

    def mean_kappa(of_pairs):
        values = mean(_matched, "", of_pairs)
        return values._replace(reason=[ONE_TYPE if n else NO_MATCH for n in values.items])

    other = "nodes" if way == "connective" else "connectives"
    f1s, shares = ("f1", "f1+types", f"f1+{other}", "f1+both"), ("types", other)
    figures = [
        *((name, _all, NO_RELATION, lambda each, n=n: (each.same[:, n], 1))
          for n, name in enumerate(f1s)),
        *((f"agreement-{what}", _matched, NO_MATCH,
           lambda each, n=n: (each.same[:, n], each.same[:, 0]))
          for n, what in enumerate(shares, 1)),
    ]  # fmt: skip
    return [
        *(
            Figure((name, way), partial(share, *about), partial(mean, *about[:2]), pairs=whole)
            for name, *about in figures
        ),
        Figure(("kappa", way), kappa, mean_kappa, pairs=whole),
        *(
            Figure((name, way), partial(share, *about), pairs=whole)
            for name, *about in (
                ("recall", lambda counts: counts[1], _NO_SIDE["recall"],
                 lambda each: (each.same[:, 0] * ~each.second, ~each.second)),
                ("precision", lambda counts: counts[2], _NO_SIDE["precision"],
                 lambda each: (each.same[:, 0] * each.second, each.second)),
            )
        ),
    ]  # fmt: skip


def _all(counts):
    return counts[1] + counts[2]


def _matched(counts):
    return counts[0]
