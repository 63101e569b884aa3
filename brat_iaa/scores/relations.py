"""Scores of discourse relations: F1, agreement and kappa for each way to match them.

Source: Mírovský, Mladová & Zikánová 2010. All figures of a way come from one matching: the F1s
count matches that have types, connectives (or nodes) or both in common, the agreements are shares
of the matched. Of more than two annotators F1s and agreements pool all pairs, kappa is the mean
over pairs (Light 1971); recall and precision say which of two has more, so only pairs have them. A
relation belongs to the sentence where it starts.
"""

from functools import lru_cache, partial
from typing import NamedTuple

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
    Subjects,
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

    def shared_figures(self, shared, builder) -> list:
        """See PooledLayer."""
        subjects = Subjects(PROJECT, [None], [self.annotators], shared.document)
        return _figures(self.shared_columns(shared), subjects)

    def tables(self, about, builder) -> list:
        """See PooledLayer."""
        if about == LABELS:
            return []
        subjects = self.subjects(about)
        return [(subjects, _figures(self.columns, subjects))]


class _PairRelations(NamedTuple):
    """The relations of two annotators as arrays, those of both in each document.

    sentence  where the relation starts; sentences are numbered across all documents
    second    booleans: whether it is one of the second annotator's
    same      relations x (matched, types too, connectives or nodes too, both too): 0 or 1
    types     relations x (type of the first's, type of the second's), as numbers; -1 unmatched
    """

    sentence: numpy.ndarray
    second: numpy.ndarray
    same: numpy.ndarray
    types: numpy.ndarray


def _in_documents_of_one(columns, pair):
    """Number of relations in documents that only one of a pair has begun."""
    sides = [columns.annotators.index(name) for name in pair]
    alone = columns.begun[:, sides].sum(axis=1) == 1
    drawn = (columns.rows[:, sides] >= 0).any(axis=1)
    return int((drawn & alone[columns.item_document]).sum())


def _pair_relations(columns, pair, way):
    """The _PairRelations of two annotators; columns: DiscourseItems."""
    sides = [columns.annotators.index(name) for name in pair]
    matches = numpy.tile([0, 0, 0, 0, -1, -1], (len(columns.rows), 1))
    for both in columns.matched(*sides, way):
        same = columns.same(both)
        other = same.nodes if way == "connective" else same.connective
        types = columns.label[[*both]]
        matches[[*both]] = 1, same.type, other, same.type and other, *types
    drawn = columns.rows[:, sides] >= 0
    chosen = numpy.flatnonzero(columns.begun_by_both(*sides) & drawn.any(axis=1))
    return _PairRelations(
        columns.sentence[chosen], drawn[chosen, 1], matches[chosen, :4], matches[chosen, 4:]
    )


def _figures(columns, subjects) -> list:
    """The Figures of all ways to match."""
    return [figure for way in WAYS for figure in _figures_of_way(way, columns, subjects)]


def _figures_of_way(way, columns, subjects):
    number, pairs = len(subjects.names), [*subjects.pairs]
    # Of documents only all annotators together.
    whole = subjects.about == PROJECT
    group = subjects.document * (not whole)

    @lru_cache(None)
    def relations(pair):
        return _pair_relations(columns, pair, way)

    @lru_cache(None)
    def counted(pair):
        """(_PairRelations of all pairs of some annotators, None: of all; Contributions,
        FigureValues without estimate)
        """
        of_pairs = [
            pair_of_all for pair_of_all in pairs if pair is None or {*pair_of_all} <= {*pair}
        ]
        together = _PairRelations(*map(numpy.concatenate, zip(*map(relations, of_pairs))))
        where = Contributions(together.sentence, group[together.sentence], number)
        doubled, *sides = (
            numpy.bincount(group[together.sentence], chosen, number).astype(int)
            for chosen in (together.same[:, 0], ~together.second, together.second)
        )
        source = [
            "MI10|matched:{}|relations:{}+{}".format(*counts)
            for counts in zip(doubled // 2, *sides)
        ]
        missing = (
            sum(_in_documents_of_one(columns, pair_of_all) for pair_of_all in of_pairs)
            if whole
            else 0
        )
        return together, where, FigureValues(source, None, (doubled // 2, *sides), missing, "")

    def f1(key, pair):
        together, where, values = counted(pair)
        _, *sides = values.items
        estimate = where.ratios(together.same[:, key], 1).estimate()
        return values._replace(estimate=estimate, items=sum(sides), reason=NO_RELATION)

    def agreement(key, pair):
        together, where, values = counted(pair)
        estimate = where.ratios(together.same[:, 1 + key], together.same[:, 0]).estimate()
        return values._replace(estimate=estimate, items=values.items[0], reason=NO_MATCH)

    def kappa(pair):
        together, _, about = counted(pair)
        tables = _cohen_of_types(together, group, number)
        values = chance_corrected("", tables, about.missing)
        return _of_types(values, about)

    def mean_kappa(of_pairs):
        *_, about = counted(None)
        values = mean_over_pairs(of_pairs, (), about.missing, "", note="")
        source = [
            f"{matches}|mean-of-pairs:{defined}:Light1971"
            for matches, defined in zip(about.source, values.estimate.defined_parts())
        ]
        # A mean over pairs has no observed and expected agreement.
        return _of_types(values, about)._replace(source=source, observed=None, expected=None)

    def side(key, pair):
        together, where, values = counted(pair)
        of_side = together.second if key else ~together.second
        return values._replace(
            estimate=where.ratios(together.same[:, 0] * of_side, of_side).estimate(),
            items=values.items[1 + key], reason=[*_NO_SIDE.values()][key],
        )  # fmt: skip

    other = "nodes" if way == "connective" else "connectives"
    f1s, shares = ("f1", "f1+types", f"f1+{other}", "f1+both"), ("types", other)
    return [
        *(Figure((name, way), partial(f1, n), None, True, whole) for n, name in enumerate(f1s)),
        *(
            Figure((f"agreement-{what}", way), partial(agreement, n), None, True, whole)
            for n, what in enumerate(shares)
        ),
        Figure(("kappa", way), kappa, mean_kappa, pairs=whole),
        *(Figure((name, way), partial(side, n), pairs=whole) for n, name in enumerate(_NO_SIDE)),
    ]


def _of_types(values, about) -> FigureValues:
    """FigureValues of kappa as they are told of the matches; about: FigureValues of these"""
    matched, *_ = about.items
    reason = [ONE_TYPE if number else NO_MATCH for number in matched]
    return values._replace(source=about.source, items=matched, reason=reason)


def _cohen_of_types(of_pair, group, number):
    """Cohen's kappa of a pair's matched relations.

    Each match counts twice, with the sentence where either annotator starts it, so that the order
    of the annotators does not matter.
    """
    matched = of_pair.same[:, 0] > 0
    sentence, types = of_pair.sentence[matched], of_pair.types[matched]
    # Types of different subjects are different values.
    width = 1 + int(types.max(initial=0))
    values, codes = numpy.unique(group[sentence][:, None] * width + types, return_inverse=True)
    return cohen_kappa(*codes.reshape(-1, 2).T, sentence, Groups(group, values // width, number))
