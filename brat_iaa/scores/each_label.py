"""Scores of each label of a layer of labels: F1 on common spans, alpha of having it or not."""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.alpha import MISSING
from brat_iaa.measures.cells import CellEstimate, mean_of_cells
from brat_iaa.measures.label_presence import PresenceAlphas, entries, label_agreement


def each_label_scores(scope, builder):
    """List of Score for each label of the project.

    scope  _Scope of labels.py, in one group: values of all annotators on all spans
    """
    names = sorted({label for value in scope.values for label in value})
    code = {label: number for number, label in enumerate(names)}
    found = entries(scope.codes, [sorted(code[label] for label in value) for value in scope.values])
    return _label_f1(scope, builder, found, names) + _label_alphas(scope, builder, found, names)


class _Row(NamedTuple):
    """One group's figures of all labels, see _Figure."""

    estimate: CellEstimate
    items: numpy.ndarray
    observed: Optional[numpy.ndarray] = None
    expected: Optional[numpy.ndarray] = None


def _label_f1(scope, builder, found, names):
    rows, either = {}, []
    for pair in combinations(scope.annotators, 2):
        common = label_agreement(found, scope.codes, scope.columns_of(pair), len(names))
        ratios = common.ratios(scope.sentence, len(names))
        either.append(common.item * len(names) + common.label)
        rows[pair] = _Row(ratios.estimate(), numpy.bincount(common.label, minlength=len(names)))
    scores = []
    if len(rows) > 1:
        own = list(rows.values())
        together = numpy.unique(numpy.concatenate(either)) % len(names)
        items = numpy.bincount(together, minlength=len(names))
        of_all = _Row(mean_of_cells([row.estimate for row in own]), items)
        defined = (~numpy.isnan([row.estimate.value for row in own])).sum(axis=0)
        sources = [f"f1|pairs:{number}" for number in defined]
        scores += _row_scores(
            scope, builder, "agreement", "f1", scope.annotators, sources, of_all, names
        )
    for pair, row in rows.items():
        sources = ["f1"] * len(names)
        scores += _row_scores(scope, builder, "agreement", "f1", pair, sources, row, names)
    return scores


def _label_alphas(scope, builder, found, names):
    groups = [scope.annotators]
    if len(scope.annotators) > 2:
        groups += list(combinations(scope.annotators, 2))
    scores = []
    for group in groups:
        columns = scope.columns_of(group)
        codes = numpy.full(scope.codes.shape, MISSING)
        codes[:, columns] = scope.codes[:, columns]
        own = found.of(columns)
        counts = scope.with_values(group) >= 2
        table = PresenceAlphas(own, codes, scope.sentence, scope.sentences, len(names))
        _, observed, expected = table.values()
        row = _Row(table.estimate(), numpy.full(len(names), counts.sum()), observed, expected)
        sources = ["alpha:KR04|distance:nominal"] * len(names)
        scores += _row_scores(scope, builder, "alpha", "nominal", group, sources, row, names)
    return scores


def _row_scores(scope, builder, measure, statistic, group, sources, row, names):
    figures = builder.figures(row.estimate, scope.document)
    return [
        builder.score(
            measure,
            statistic,
            group,
            sources[place],
            figure,
            row.items[place],
            None,
            reason=_label_reason(row, place),
            observed=None if row.observed is None else row.observed[place],
            expected=None
            if row.expected is None or numpy.isnan(figure.value)
            else row.expected[place],
            label=label,
        )
        for place, (label, figure) in enumerate(zip(names, figures))
    ]


def _label_reason(row, place):
    if row.expected is None:
        return "no span that both drew has this label"
    return (
        "all values have this label or none has"
        if row.items[place]
        else "no item with at least two values"
    )
