"""Scores of discourse relations: F1, agreement and kappa for three ways to match them.

Source: Mírovský, Mladová & Zikánová 2010. All figures of a way are about its
one matching: the F1s count pairs that have types, connectives (or nodes) or
both in common, the agreements are shares of the matched. Of more than two
annotators F1s and agreements pool all pairs, kappa is the mean over pairs
(Light 1971). A relation belongs to the sentence where it starts.
"""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.attachment_scores import by_sentence
from brat_iaa.measures.cells import mean_of_cells
from brat_iaa.measures.groups import one_group
from brat_iaa.measures.kappa import CohenTables
from brat_iaa.measures.relations import WAYS, compare
from brat_iaa.scores.pooled import Pooled

NO_RELATION = "no relation by either annotator"
NO_MATCH = "no matched relation"
ONE_TYPE = "all matched relations have the same type"
_COLUMNS = 4


def scores(parts, annotators, builder):
    """List of Score of some documents together; see scores.pooled.Pooled."""
    documents = [part.items for part in parts]
    begun = tuple(
        name for name in annotators if any(name in document.drawn for document in documents)
    )
    if len(begun) < 2:
        return []
    groups = [begun]
    if len(begun) > 2 and builder.document is None:
        groups += list(combinations(begun, 2))
    equal = builder.layer.settings.connectives == "equal"
    lengths = [document.sentences for document in documents]
    document = numpy.repeat(numpy.arange(len(lengths)), lengths)
    found = []
    for way in WAYS:
        counted = {pair: _counted(documents, pair, way, equal) for pair in combinations(begun, 2)}
        for group in groups:
            own = {pair: counted[pair] for pair in combinations(group, 2)}
            found += _shares(builder, group, way, list(own.values()), document)
            found.append(_kappa(builder, group, way, list(own.values()), document))
    return found


class PooledRelations(Pooled):
    """A layer of discourse relations."""

    compute = staticmethod(scores)


class _Counted(NamedTuple):
    """The relations of a pair of annotators, first one's and second one's one after the other, as
    arrays.

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
    return _Counted(
        table[:, 0], table[:, 1 : 1 + _COLUMNS], table[:, 1 + _COLUMNS :], tuple(relations), missing
    )


def _row(x, y, way, equal, codes):
    """What a matched relation adds: see _Counted.same and .types."""
    same = compare(x, y, equal)
    other = same.nodes if way == "connective" else same.connective
    types = (codes.setdefault(relation.type, len(codes)) for relation in (x, y))
    return (1, int(same.type), int(other), int(same.type and other), *types)


def _shares(builder, group, way, counted, document):
    """The F1s, shares of all relations, and the agreements, shares of the matched.

    document  number of each sentence's document
    """
    other = "nodes" if way == "connective" else "connectives"
    same = numpy.concatenate([own.same for own in counted])
    sentence = numpy.concatenate([own.sentence for own in counted])
    matched, missing = sum(own.matched for own in counted), sum(own.missing for own in counted)
    found = []
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
            found.append(
                builder.score(measure, way, group, _source(counted), figure, items, missing, reason)
            )
    return found


def _kappa(builder, group, way, counted, document):
    """Cohen's kappa on the types of the matched; of several pairs, the mean of those that have
    one.
    """
    tables = [_cohen_of_types(own, len(document)) for own in counted]
    estimates = [table.estimate() for table in tables]
    defined = [place for place, one in enumerate(estimates) if not numpy.isnan(one.value[0])]
    matched, missing = sum(own.matched for own in counted), sum(own.missing for own in counted)
    source = _source(counted)
    if len(counted) > 1:
        source += f"|mean-of-pairs:{len(defined)}:Light1971"
    (figure,) = builder.figures(mean_of_cells(estimates), document)
    only = tables[0].scores()[0] if len(counted) == 1 and defined else None
    return builder.score(
        "kappa",
        way,
        group,
        source,
        figure,
        matched,
        missing,
        reason=ONE_TYPE if matched else NO_MATCH,
        observed=only and only.observed,
        expected=only and only.expected,
    )


def _cohen_of_types(counted, sentences):
    """The CohenTables of a pair's matched relations.

    Each stands there twice, with the sentence where either annotator lets it
    start, so that it does not matter which of them is first.
    """
    matched = counted.same[:, 0] > 0
    types = counted.types[matched]
    return CohenTables(
        *types.T, counted.sentence[matched], one_group(sentences, 1 + int(types.max(initial=-1)))
    )


def _source(counted):
    """Where the figures are from, and what they count; of several pairs, all together."""
    first, second = (sum(own.relations[side] for own in counted) for side in (0, 1))
    return f"MI10|matched:{sum(own.matched for own in counted)}|relations:{first}+{second}"
