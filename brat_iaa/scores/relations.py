"""Scores of discourse relations: F1, agreement and kappa for three ways to match them.

Source: Mírovský, Mladová & Zikánová 2010. All figures of a way are about its
one matching: the F1s count pairs that have types, connectives (or nodes) or
both in common, the agreements are shares of the matched. Of more than two
annotators F1s and agreements pool all pairs, kappa is the mean over pairs
(Light 1971). In resamples a relation counts in the sentence where it starts.
"""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures import bootstrap
from brat_iaa.measures.attachment_scores import Ratios
from brat_iaa.measures.kappa import CohenTable
from brat_iaa.measures.relations import WAYS, compare
from brat_iaa.scores.builder import NO_VALUE, project_and_documents

NO_RELATION = "no relation by either annotator"
NO_MATCH = "no matched relation"
ONE_TYPE = "all matched relations have the same type"
_COLUMNS = 4


def layer_scores(parts, annotators, builder, progress):
    """List of Score of the project, then of each document that two annotators have begun; see project_and_documents."""
    return project_and_documents(_scores, parts, annotators, builder, progress)


def _scores(parts, annotators, builder):
    documents = [part.items for part in parts]
    begun = tuple(name for name in annotators if any(name in document.drawn for document in documents))
    if len(begun) < 2:
        return []
    groups = [begun]
    if len(begun) > 2 and builder.document is None:
        groups += list(combinations(begun, 2))
    equal = builder.layer.settings.connectives == "equal"
    found = []
    for way in WAYS:
        counted = {pair: _counted(documents, pair, way, equal) for pair in combinations(begun, 2)}
        for group in groups:
            own = {pair: counted[pair] for pair in combinations(group, 2)}
            found += _shares(builder, group, way, list(own.values()))
            found.append(_kappa(builder, group, way, list(own.values())))
    return found


class _Counted(NamedTuple):
    """The relations of a pair of annotators, first one's and second one's one after the other, as arrays.

    sentence   where the relation starts; sentences numbered through over all documents
    same       relations x (matched, types too, connectives or nodes too, both too)
    types      relations x (type of the first's, type of the second's), as numbers; -1 unmatched
    relations  numbers of relations (of the first, of the second)
    missing    relations in documents that only one of the two has begun
    """

    sentence: numpy.ndarray
    same: numpy.ndarray
    types: numpy.ndarray
    relations: tuple
    missing: int

    @property
    def matched(self):
        return int(self.same[:, 0].sum()) // 2


def _counted(documents, pair, way, equal):
    rows, relations, missing, before, codes = [], [0, 0], 0, 0, {}
    for document in documents:
        drawn = [document.drawn.get(annotator) for annotator in pair]
        if None in drawn:
            missing += sum(len(own) for own in drawn if own is not None)
        else:
            partner = [{}, {}]
            for i, j in document.matched[pair][way]:
                x, y = drawn[0][i].relation, drawn[1][j].relation
                partner[0][i] = partner[1][j] = _row(x, y, way, equal, codes)
            for side, own in enumerate(drawn):
                relations[side] += len(own)
                for index, relation in enumerate(own):
                    row = partner[side].get(index, (0, 0, 0, 0, -1, -1))
                    rows.append((before + relation.sentence - 1, *row))
        before += document.sentences
    table = numpy.array(rows, dtype=numpy.int64).reshape(-1, 3 + _COLUMNS)
    return _Counted(table[:, 0], table[:, 1 : 1 + _COLUMNS], table[:, 1 + _COLUMNS :], tuple(relations), missing)


def _row(x, y, way, equal, codes):
    """What a matched relation adds: see _Counted.same and .types."""
    same = compare(x, y, equal)
    other = same.nodes if way == "connective" else same.connective
    types = (codes.setdefault(relation.type, len(codes)) for relation in (x, y))
    return (1, int(same.type), int(other), int(same.type and other), *types)


def _shares(builder, group, way, counted):
    """The F1s, shares of all relations, and the agreements, shares of the matched."""
    other = "nodes" if way == "connective" else "connectives"
    same = numpy.concatenate([own.same for own in counted])
    sentence = numpy.concatenate([own.sentence for own in counted])
    matched, relations = sum(own.matched for own in counted), len(same)
    found = []
    for measures, above, below, items, reason in (
        (("f1", "f1+types", f"f1+{other}", "f1+both"), same, numpy.ones(relations), relations, NO_RELATION),
        (("agreement-types", f"agreement-{other}"), same[:, 1:3], same[:, 0], matched, NO_MATCH),
    ):
        ratios = _by_sentence(sentence, above, below)
        no_interval = builder.no_interval(len(ratios.below))
        bounds = [None] * len(measures)
        if no_interval is None:
            bounds = bootstrap.intervals(ratios.resampled(builder.weights(len(ratios.below))))
        for measure, value, interval in zip(measures, ratios.values(), bounds):
            found.append(
                builder.score(
                    measure, way, group, _source(counted), value, items, sum(own.missing for own in counted), reason,
                    interval=interval, no_interval=NO_VALUE if numpy.isnan(value) else no_interval,
                )
            )
    return found


def _by_sentence(sentence, above, below):
    """Ratios of relations x figures over one number for each relation; only sentences that add to it."""
    counts = below > 0
    used, place = numpy.unique(sentence[counts], return_inverse=True)
    sums = numpy.zeros((2, len(used), above.shape[1]))
    numpy.add.at(sums[0], place, above[counts])
    numpy.add.at(sums[1], place, below[counts, None])
    return Ratios(sums[0], sums[1])


def _kappa(builder, group, way, counted):
    """Cohen's kappa on the types of the matched; of several pairs, the mean of those that have one."""
    tables = [_CohenOfTypes(own) for own in counted]
    scores = [score for score in (table.score() for table in tables) if score is not None]
    matched, missing = sum(own.matched for own in counted), sum(own.missing for own in counted)
    source = _source(counted)
    if len(counted) > 1:
        source += f"|mean-of-pairs:{len(scores)}:Light1971"
    if not scores:
        return builder.score(
            "kappa", way, group, source, numpy.nan, matched, missing,
            reason=ONE_TYPE if matched else NO_MATCH, no_interval=NO_VALUE,
        )
    one = scores[0] if len(counted) == 1 else None
    interval, no_interval = None, "a mean of pairs: see the pairs"
    if one:
        no_interval = builder.no_interval(tables[0].sentences)
        if no_interval is None:
            resampled = tables[0].resampled(builder.weights(tables[0].sentences))
            interval = bootstrap.intervals(resampled[:, None])[0]
    return builder.score(
        "kappa", way, group, source, numpy.mean([score.kappa for score in scores]), matched, missing, reason=None,
        observed=one and one.observed, expected=one and one.expected, interval=interval, no_interval=no_interval,
    )


class _CohenOfTypes:
    """The CohenTable of a pair's matched relations.

    Each stands there twice, with the sentence where either annotator lets it
    start, so that it does not matter which of them is first.
    """

    def __init__(self, counted):
        matched = counted.same[:, 0] > 0
        used, sentence = numpy.unique(counted.sentence[matched], return_inverse=True)
        self.sentences = len(used)
        self._table = CohenTable(*counted.types[matched].T, sentence, len(used))

    def score(self):
        """Kappa, or None where there is none."""
        try:
            return self._table.score()
        except Undefined:
            return None

    def resampled(self, weights):
        """Kappa for each row of sentence weights."""
        return self._table.resampled(weights)


def _source(counted):
    """Where the figures are from, and what they count; of several pairs, all together."""
    first, second = (sum(own.relations[side] for own in counted) for side in (0, 1))
    return f"MI10|matched:{sum(own.matched for own in counted)}|relations:{first}+{second}"
