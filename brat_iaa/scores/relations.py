"""Scores of discourse relations: F1, agreement and kappa for each way to match them.

Source: Mírovský, Mladová & Zikánová 2010. All figures of a way come from one matching: the F1s
count matches that have types, connectives (or nodes) or both in common, the agreements are shares
of the matched. Of more than two annotators F1s and agreements pool all pairs, kappa is the mean
over pairs (Light 1971); recall and precision say which of two has more, so only pairs have them. A
relation belongs to the sentence where it starts.
"""

from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.layers.relations import DiscourseDisagreements
from brat_iaa.measures.estimate import Contributions, Groups
from brat_iaa.measures.kappas import CohenTables
from brat_iaa.measures.relations import WAYS, compare
from brat_iaa.scores.pooled_layer import PooledLayer
from brat_iaa.scores.score_table import (
    Family,
    FigureValues,
    Subjects,
    chance_corrected,
    mean_over_pairs,
    score_table,
)

NO_RELATION = "no relation by either annotator"
NO_MATCH = "no matched relation"
ONE_TYPE = "all matched relations have the same type"
_NO_SIDE = {
    "recall": "the first annotator has no relation",
    "precision": "the second annotator has no relation",
}


class PooledRelations(PooledLayer):
    """A layer of discourse relations."""

    @cached_property
    def disagreements(self) -> DiscourseDisagreements:
        """The disagreements of all documents."""
        parts = self.parts.values()
        return DiscourseDisagreements(
            disagreement for part in parts for disagreement in part.items.disagreements
        )

    def list_disagreements(self, builder, layer, tables):
        """See PooledLayer."""
        builder.add_objects(self.disagreements)

    def shared_families(self, shared, builder) -> list:
        """See PooledLayer."""
        parts = []
        for name, counted in zip(shared.documents, shared.in_documents(self.annotators)):
            part, there = self.parts[name].items, dict(zip(self.annotators, counted))
            drawn = {
                annotator: relations_drawn
                for annotator, relations_drawn in part.drawn.items()
                if there[annotator]
            }
            parts.append(part._replace(drawn=drawn))
        subjects = Subjects([builder], [self.annotators], shared.document)
        families = [family for way in WAYS for family in _families(way, parts, subjects)]
        return [(families, numpy.arange(len(shared.document)))]

    def project_scores(self, builder) -> list:
        """See PooledLayer."""
        parts = [part.items for part in self.parts.values()]
        begun = [name for name in self.annotators if any(name in part.drawn for part in parts)]
        return _scores(parts, [builder], [tuple(begun)])

    def document_scores(self, builders, progress) -> dict:
        """See PooledLayer."""
        parts = [self.parts[name].items for name in builders]
        begun = [tuple(name for name in self.annotators if name in part.drawn) for part in parts]
        return dict(zip(builders, zip(_scores(parts, [*builders.values()], begun))))


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


def _scores(parts, builders, begun):
    """SubjectScores of the project, or of each document; parts: DiscourseRelations of documents."""
    document = numpy.repeat(numpy.arange(len(parts)), [part.sentences for part in parts])
    subjects = Subjects(builders, begun, document)
    families = [family for way in WAYS for family in _families(way, parts, subjects)]
    return score_table(subjects, families)


def _in_documents_of_one(parts, pair):
    """Number of relations in documents that only one of a pair has begun."""
    drawn = [[part.drawn[name] for name in pair if name in part.drawn] for part in parts]
    return sum(len(relations_drawn[0]) for relations_drawn in drawn if len(relations_drawn) == 1)


def _pair_relations(parts, pair, way, settings):
    """The _PairRelations of two annotators."""
    rows, before, codes = [], 0, {}
    for part in parts:
        partner: tuple = {}, {}
        drawn = [part.drawn[name] for name in pair if name in part.drawn]
        for i, j in part.matched[pair][way] if len(drawn) == 2 else ():
            both = drawn[0][i].relation, drawn[1][j].relation
            same = compare(*both, settings.connectives == "equal", settings.direction == "counts")
            other = same.nodes if way == "connective" else same.connective
            types = (codes.setdefault(relation.type, len(codes)) for relation in both)
            partner[0][i] = partner[1][j] = (1, same.type, other, same.type and other, *types)
        rows += [
            (before + relation.sentence - 1, side, *partner[side].get(index, (0, 0, 0, 0, -1, -1)))
            for side, relations in enumerate(drawn if len(drawn) == 2 else ())
            for index, relation in enumerate(relations)
        ]
        before += part.sentences
    table = numpy.array(rows, dtype=numpy.int64).reshape(-1, 8)
    return _PairRelations(table[:, 0], table[:, 1] > 0, table[:, 2:6], table[:, 6:])


def _families(way, parts, subjects) -> list:
    """The Families of a way to match."""
    number, settings = len(subjects.builders), subjects.builders[0].layer.settings
    pairs = [*dict.fromkeys(
        pair for names in subjects.annotators for pair in combinations(names, 2)
    )]  # fmt: skip
    # Of documents only all annotators together.
    whole = subjects.builders[0].document is None
    group = subjects.document * (not whole)

    @lru_cache(None)
    def relations(pair):
        return _pair_relations(parts, pair, way, settings)

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
            sum(_in_documents_of_one(parts, pair_of_all) for pair_of_all in of_pairs)
            if whole
            else 0
        )
        return together, where, FigureValues(source, None, (doubled // 2, *sides), missing, "")

    def f1(pair, key):
        together, where, values = counted(pair)
        _, *sides = values.items
        estimate = where.ratios(together.same[:, key], 1).estimate()
        return values._replace(estimate=estimate, items=sum(sides), reason=NO_RELATION)

    def agreement(pair, key):
        together, where, values = counted(pair)
        estimate = where.ratios(together.same[:, 1 + key], together.same[:, 0]).estimate()
        return values._replace(estimate=estimate, items=values.items[0], reason=NO_MATCH)

    def kappa(pair, _=0):
        together, _, about = counted(pair)
        tables = _cohen_of_types(together, group, number)
        values = chance_corrected("", tables, about.missing)
        return _of_types(values, about)

    def mean_kappa(_, pairs):
        *_, about = counted(None)
        values = mean_over_pairs(pairs, kappa, (), about.missing, "", note="")
        source = [
            f"{matches}|mean-of-pairs:{defined}:Light1971"
            for matches, defined in zip(about.source, values.estimate.parts.defined)
        ]
        # A mean over pairs has no observed and expected agreement.
        return _of_types(values, about)._replace(source=source, observed=None, expected=None)

    def side(pair, key):
        together, where, values = counted(pair)
        of_side = together.second if key else ~together.second
        return values._replace(
            estimate=where.ratios(together.same[:, 0] * of_side, of_side).estimate(),
            items=values.items[1 + key], reason=[*_NO_SIDE.values()][key],
        )  # fmt: skip

    other = "nodes" if way == "connective" else "connectives"
    f1s = [(statistic, way) for statistic in ("f1", "f1+types", f"f1+{other}", "f1+both")]
    shares = [(f"agreement-{what}", way) for what in ("types", other)]
    return [
        Family(f1s, f1, joint=True, pairs=whole),
        Family(shares, agreement, joint=True, pairs=whole),
        Family([("kappa", way)], kappa, mean_kappa, pairs=whole),
        Family([(statistic, way) for statistic in _NO_SIDE], side, pairs=whole),
    ]


def _of_types(values, about) -> FigureValues:
    """FigureValues of kappa as they are told of the matches; about: FigureValues of these"""
    matched, *_ = about.items
    reason = [ONE_TYPE if number else NO_MATCH for number in matched]
    return values._replace(source=about.source, items=matched, reason=reason)


def _cohen_of_types(of_pair, group, number):
    """The CohenTables of a pair's matched relations.

    Each match counts twice, with the sentence where either annotator starts it, so that the order
    of the annotators does not matter.
    """
    matched = of_pair.same[:, 0] > 0
    sentence, types = of_pair.sentence[matched], of_pair.types[matched]
    # Types of different subjects are different values.
    width = 1 + int(types.max(initial=0))
    values, codes = numpy.unique(group[sentence][:, None] * width + types, return_inverse=True)
    return CohenTables(*codes.reshape(-1, 2).T, sentence, Groups(group, values // width, number))
