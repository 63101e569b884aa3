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

from brat_iaa.measures.attachment_scores import by_sentence
from brat_iaa.measures.cells import mean_of_cells
from brat_iaa.measures.groups import one_group
from brat_iaa.measures.kappa import CohenTables
from brat_iaa.measures.relations import WAYS, compare
from brat_iaa.scores.pooled_layer import PooledLayer, groups_of

NO_RELATION = "no relation by either annotator"
NO_MATCH = "no matched relation"
ONE_TYPE = "all matched relations have the same type"
_NO_SIDE = {
    "recall": "the first annotator has no relation",
    "precision": "the second annotator has no relation",
}
_WIDTH = 4


def relation_scores(parts, annotators, builder) -> list:
    """List of Score of some documents together; see PooledLayer.compute."""
    documents = [part.items for part in parts]
    begun = tuple(
        name for name in annotators if any(name in document.drawn for document in documents)
    )
    if len(begun) < 2:
        return []
    groups = groups_of(begun) if builder.document is None else [begun]
    settings = builder.layer.settings
    how = settings.connectives == "equal", settings.direction == "counts"
    lengths = [document.sentences for document in documents]
    document = numpy.repeat(numpy.arange(len(lengths)), lengths)
    scores = []
    for way in WAYS:
        relations = {
            pair: _pair_relations(documents, pair, way, how) for pair in combinations(begun, 2)
        }
        for group in groups:
            of_pairs = [relations[pair] for pair in combinations(group, 2)]
            scores += _shares(builder, group, way, of_pairs, document)
            scores.append(_kappa(builder, group, way, of_pairs, document))
            if len(group) == 2:
                scores += _sides(builder, group, way, of_pairs[0], document)
    return scores


class PooledRelations(PooledLayer):
    """A layer of discourse relations."""

    compute = staticmethod(relation_scores)


class _PairRelations(NamedTuple):
    """The relations of two annotators as arrays, those of both in each document.

    sentence   where the relation starts; sentences are numbered across all documents
    same       relations x (matched, types too, connectives or nodes too, both too)
    types      relations x (type of the first's, type of the second's), as numbers; -1 unmatched
    side       0 for a relation of the first, 1 for one of the second
    relations  numbers of relations (of the first, of the second)
    missing    relations in documents that only one of the two has begun
    """

    sentence: numpy.ndarray
    same: numpy.ndarray
    types: numpy.ndarray
    side: numpy.ndarray
    relations: tuple
    missing: int

    @property
    def matched(self):
        return int(self.same[:, 0].sum()) // 2


def _pair_relations(documents, pair, way, how):
    """The _PairRelations; how: (equal, directed) of measures.relations.compare"""
    rows, totals, missing, before, codes = [], [0, 0], 0, 0, {}
    for document in documents:
        of_pair = [document.drawn.get(annotator) for annotator in pair]
        if None in of_pair:
            missing += sum(len(relations) for relations in of_pair if relations is not None)
        else:
            partner = [{}, {}]
            for i, j in document.matched[pair][way]:
                first, second = of_pair[0][i].relation, of_pair[1][j].relation
                partner[0][i] = partner[1][j] = _row(first, second, way, how, codes)
            for side, relations in enumerate(of_pair):
                totals[side] += len(relations)
                for index, relation in enumerate(relations):
                    row = partner[side].get(index, (0, 0, 0, 0, -1, -1))
                    rows.append((before + relation.sentence - 1, side, *row))
        before += document.sentences
    table = numpy.array(rows, dtype=numpy.int64).reshape(-1, 4 + _WIDTH)
    sentence, side = table[:, :2].T
    same, types = numpy.split(table[:, 2:], [_WIDTH], axis=1)
    return _PairRelations(sentence, same, types, side, tuple(totals), missing)


def _row(first, second, way, how, codes):
    """Row of a matched relation: _PairRelations.same, then .types."""
    same = compare(first, second, *how)
    other = same.nodes if way == "connective" else same.connective
    types = (codes.setdefault(relation.type, len(codes)) for relation in (first, second))
    return (1, int(same.type), int(other), int(same.type and other), *types)


def _shares(builder, group, way, of_pairs, document):
    """List of Score: F1s, shares of all relations; agreements, shares of the matched.

    document  number of each sentence's document
    """
    other = "nodes" if way == "connective" else "connectives"
    same = numpy.concatenate([of_pair.same for of_pair in of_pairs])
    sentence = numpy.concatenate([of_pair.sentence for of_pair in of_pairs])
    matched = sum(of_pair.matched for of_pair in of_pairs)
    missing = sum(of_pair.missing for of_pair in of_pairs)
    scores = []
    for measures, above, below, items, reason in (
        (
            ("f1", "f1+types", f"f1+{other}", "f1+both"),
            same,
            numpy.ones(len(same)),
            len(same),
            NO_RELATION,
        ),
        (("agreement-types", f"agreement-{other}"), same[:, 1:3], same[:, 0], matched, NO_MATCH),
    ):
        width = len(measures)
        ratios = by_sentence(
            above.ravel(),
            numpy.repeat(below, width),
            numpy.repeat(sentence, width),
            len(document),
            numpy.tile(numpy.arange(width), len(same)),
            width,
        )
        for measure, figure in zip(measures, builder.figures(ratios.estimate(), document)):
            source = _source(of_pairs)
            scores.append(
                builder.score(measure, way, group, source, figure, items, missing, reason)
            )
    return scores


def _sides(builder, pair, way, of_pair, document):
    """[Score of recall, of precision]: of the relations of the first annotator, and of the second,
    the share that is matched.
    """
    scores = []
    for side, (measure, reason) in enumerate(_NO_SIDE.items()):
        own = of_pair.side == side
        ratios = by_sentence(
            of_pair.same[own, 0], numpy.ones(own.sum()), of_pair.sentence[own], len(document)
        )
        (figure,) = builder.figures(ratios.estimate(), document)
        about = measure, way, pair, _source([of_pair]), figure, of_pair.relations[side]
        scores.append(builder.score(*about, of_pair.missing, reason))
    return scores


def _kappa(builder, group, way, of_pairs, document):
    """Cohen's kappa on the types of the matched; of several pairs, the mean where defined."""
    tables = [_cohen_of_types(of_pair, len(document)) for of_pair in of_pairs]
    estimates = [table.estimate() for table in tables]
    defined = sum(not numpy.isnan(estimate.value[0]) for estimate in estimates)
    matched = sum(of_pair.matched for of_pair in of_pairs)
    missing = sum(of_pair.missing for of_pair in of_pairs)
    source = _source(of_pairs)
    if len(of_pairs) > 1:
        source += f"|mean-of-pairs:{defined}:Light1971"
    (figure,) = builder.figures(mean_of_cells(estimates), document)
    only = tables[0].scores()[0] if len(of_pairs) == 1 and defined else None
    return builder.score(
        "kappa", way, group, source, figure, matched, missing, ONE_TYPE if matched else NO_MATCH,
        only and only.observed, only and only.expected,
    )  # fmt: skip


def _cohen_of_types(of_pair, sentences):
    """The CohenTables of a pair's matched relations.

    Each match counts twice, with the sentence where either annotator starts it, so that the order
    of the annotators does not matter.
    """
    matched = of_pair.same[:, 0] > 0
    types = of_pair.types[matched]
    return CohenTables(
        *types.T, of_pair.sentence[matched], one_group(sentences, 1 + int(types.max(initial=-1)))
    )


def _source(of_pairs):
    """Source of the figures and what they count, over all pairs, for the signature."""
    first, second = (sum(of_pair.relations[side] for of_pair in of_pairs) for side in (0, 1))
    return f"MI10|matched:{sum(of_pair.matched for of_pair in of_pairs)}|relations:{first}+{second}"
