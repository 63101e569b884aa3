"""Scores of discourse relations: F1, agreement and kappa for each way to match them.

Source: Mírovský, Mladová & Zikánová 2010. All figures of a way come from one matching: the F1s
count matches that have types, connectives (or nodes) or both in common, the agreements are shares
of the matched. Of more than two annotators F1s and agreements pool all pairs, kappa is the mean
over pairs (Light 1971); recall and precision say which of two has more, so only pairs have them. A
relation belongs to the sentence where it starts.
"""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.cells import Contributions, mean_of_cells
from brat_iaa.measures.groups import Groups
from brat_iaa.measures.kappas import CohenTables
from brat_iaa.measures.relations import WAYS, compare
from brat_iaa.scores.pooled_layer import PooledLayer, SharedFigure, groups_of
from brat_iaa.scores.score_table import (
    FigureColumn,
    FigureValues,
    ScoreTable,
    Subjects,
    parts_of_scores,
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

    def over_shared(self, key, shared, groups, config) -> dict:
        """F1 of the pairs of each group together, see PooledLayer."""
        parts = [self.parts[name].items for name in shared.documents]
        figures, number = {}, len(shared.document)
        for group in groups:
            rows = [
                row
                for pair in combinations(self.annotators, 2)
                if set(pair) <= set(group)
                for row in _matched_or_not(parts, pair, key[1], shared.of_all(pair))
            ]
            sentence, matched = numpy.array(rows, dtype=numpy.int64).reshape(-1, 2).T
            where = Contributions(sentence, numpy.zeros_like(sentence), 1)
            estimate = where.ratios(matched, 1).estimate().of_figure(0, number)
            figures[group] = SharedFigure(estimate, len(rows))
        return figures

    def project_scores(self, builder) -> ScoreTable:
        """See PooledLayer."""
        parts = [part.items for part in self.parts.values()]
        begun = [name for name in self.annotators if any(name in part.drawn for part in parts)]
        return _score_table(parts, [builder], [tuple(begun)])

    def document_scores(self, builders, progress) -> dict:
        """{document: sequence of Score} of some documents, all in one pass."""
        parts = [self.parts[name].items for name in builders]
        begun = [tuple(name for name in self.annotators if name in part.drawn) for part in parts]
        table = _score_table(parts, [*builders.values()], begun)
        return dict(zip(builders, table.of_subjects()))


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


def _score_table(parts, builders, begun):
    """ScoreTable of the project, or of each document; parts: DiscourseRelations of documents."""
    document = numpy.repeat(numpy.arange(len(parts)), [part.sentences for part in parts])
    subjects = Subjects(builders, begun, document)
    begun = [name for names in subjects.annotators for name in names]
    whole = all(builder.document is None for builder in subjects.builders)
    group, annotators = document * (not whole), tuple(dict.fromkeys(begun))
    columns = []
    for way in WAYS if len(annotators) > 1 else ():
        how = way, subjects.builders[0].layer.settings
        relations = {
            pair: _pair_relations(parts, pair, *how) for pair in combinations(annotators, 2)
        }
        for members in groups_of(annotators) if whole else [None]:
            pairs = [*combinations(members or annotators, 2)]
            missing = sum(_in_documents_of_one(parts, pair) for pair in pairs) if members else 0
            of_pairs = [relations[pair] for pair in pairs]
            columns += _columns(way, of_pairs, members, missing, subjects, group)
    return ScoreTable(subjects, columns)


def _in_documents_of_one(parts, pair):
    """Number of relations in documents that only one of a pair has begun."""
    drawn = [[part.drawn[name] for name in pair if name in part.drawn] for part in parts]
    return sum(len(found[0]) for found in drawn if len(found) == 1)


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


def _matched_or_not(parts, pair, way, counted):
    """Yield (sentence, 1 or 0) of the relations of a pair in documents that both have begun.

    counted  whether each sentence counts
    """
    before = 0
    for part in parts:
        if {*pair} <= {*part.drawn} and pair in part.matched:
            for side, name in enumerate(pair):
                matched = {own[side] for own in part.matched[pair][way]}
                for index, drawn in enumerate(part.drawn[name]):
                    sentence = before + drawn.sentence - 1
                    if counted[sentence]:
                        yield sentence, int(index in matched)
        before += part.sentences


def _columns(way, of_pairs, annotators, missing, subjects, group):
    """Yield the FigureColumns of a way to match.

    of_pairs         _PairRelations of all pairs of the annotators
    annotators, missing  as in FigureColumn and FigureValues
    group            number of each sentence's subject
    """
    number = len(subjects.builders)
    size = numpy.array([len(annotators or names) for names in subjects.annotators])
    several, two = numpy.flatnonzero(size > 1), numpy.flatnonzero(size == 2)
    sentence, second, same, _ = map(numpy.concatenate, zip(*of_pairs))
    where = Contributions(sentence, group[sentence], number)
    doubled, *of_sides = (
        numpy.bincount(group[sentence], chosen, number).astype(int)
        for chosen in (same[:, 0], ~second, second)
    )
    matched = doubled // 2
    source = [
        "MI10|matched:{}|relations:{}+{}".format(*counts) for counts in zip(matched, *of_sides)
    ]

    def column(measure, estimate, items, reason, rows=several, source=source, chance=()):
        values = FigureValues(source, estimate, items, missing, reason, *chance)
        return FigureColumn(measure, way, annotators, lambda: values, rows)

    other = "nodes" if way == "connective" else "connectives"
    for measure, above in zip(("f1", "f1+types", f"f1+{other}", "f1+both"), same.T):
        yield column(measure, where.ratios(above, 1).estimate(), sum(of_sides), NO_RELATION)
    for measure, above in zip(("agreement-types", f"agreement-{other}"), same.T[1:]):
        yield column(measure, where.ratios(above, same[:, 0]).estimate(), matched, NO_MATCH)

    tables = [_cohen_of_types(of_pair, group, number) for of_pair in of_pairs]
    estimates = [table.estimate() for table in tables]
    defined = (~numpy.isnan([estimate.value for estimate in estimates])).sum(axis=0)
    # A mean over pairs has no observed and expected agreement.
    chance = [
        [
            next((value for value in of_subject if value is not None and members == 2), None)
            for members, *of_subject in zip(size, *of_tables)
        ]
        for of_tables in zip(*(parts_of_scores(table)[:2] for table in tables))
    ]
    yield column(
        "kappa", estimates[0] if len(estimates) == 1 else mean_of_cells(estimates), matched,
        [ONE_TYPE if of_subject else NO_MATCH for of_subject in matched], several,
        [
            matches + (f"|mean-of-pairs:{pairs}:Light1971" if members > 2 else "")
            for matches, members, pairs in zip(source, size, defined)
        ],
        chance,
    )  # fmt: skip

    for (measure, reason), own, items in zip(_NO_SIDE.items(), (~second, second), of_sides):
        yield column(measure, where.ratios(same[:, 0] * own, own).estimate(), items, reason, two)


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
