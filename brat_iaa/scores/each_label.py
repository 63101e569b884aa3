"""Scores of each label of a layer of labels: F1 on common spans, alpha of having it or not."""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.alpha import MISSING
from brat_iaa.measures.cells import CellEstimate, mean_of_cells
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.label_presence import PresenceAlphas, entries, label_agreement
from brat_iaa.scores.pooled_layer import groups_of

NO_COMMON_LABEL = "no span that both drew has this label"
NO_VALUES = "no item with at least two values"


def each_label_scores(items, builder) -> list:
    """List of Score for each label of the project.

    items  GroupedItems, in one group: values of all annotators on all spans
    """
    names = sorted({label for value in items.values for label in value})
    code = {label: number for number, label in enumerate(names)}
    values = [sorted(code[label] for label in value) for value in items.values]
    having = entries(items.codes, values)
    return _label_f1(items, builder, having, names) + _label_alphas(items, builder, having, names)


class _LabelFigures(NamedTuple):
    """Figures of one group of annotators; arrays have an entry for each label."""

    estimate: CellEstimate
    items: numpy.ndarray
    observed: Optional[numpy.ndarray] = None
    expected: Optional[numpy.ndarray] = None


def _label_f1(items, builder, having, names):
    of_pairs, either = {}, []
    for pair in combinations(items.annotators, 2):
        common = label_agreement(having, items.codes, items.columns_of(pair), len(names))
        ratios = common.ratios(items.sentence, len(names))
        either.append(common.item * len(names) + common.label)
        counts = numpy.bincount(common.label, minlength=len(names))
        of_pairs[pair] = _LabelFigures(ratios.estimate(), counts)
    scores = []
    if len(of_pairs) > 1:
        estimates = [figures.estimate for figures in of_pairs.values()]
        different = distinct(numpy.concatenate(either)) % len(names)
        counts = numpy.bincount(different, minlength=len(names))
        defined = (~numpy.isnan([estimate.value for estimate in estimates])).sum(axis=0)
        mean = _LabelFigures(mean_of_cells(estimates), counts)
        sources = [f"f1|pairs:{number}" for number in defined]
        about = "agreement", "f1", items.annotators, sources
        scores += _label_scores(items, builder, names, *about, mean)
    for pair, figures in of_pairs.items():
        about = "agreement", "f1", pair, ["f1"] * len(names)
        scores += _label_scores(items, builder, names, *about, figures)
    return scores


def _label_alphas(items, builder, having, names):
    sources = ["alpha:KR04|distance:nominal"] * len(names)
    scores = []
    for group in groups_of(items.annotators):
        columns = items.columns_of(group)
        codes = numpy.full(items.codes.shape, MISSING)
        codes[:, columns] = items.codes[:, columns]
        table = PresenceAlphas(
            having.of(columns), codes, items.sentence, items.sentences, len(names)
        )
        _, observed, expected = table.values()
        comparable = (items.with_values(group) >= 2).sum()
        counts = numpy.full(len(names), comparable)
        figures = _LabelFigures(table.estimate(), counts, observed, expected)
        scores += _label_scores(items, builder, names, "alpha", "nominal", group, sources, figures)
    return scores


def _label_scores(items, builder, names, measure, statistic, group, sources, figures):
    scores = []
    estimated = builder.figures(figures.estimate, items.document)
    for number, (label, source, figure) in enumerate(zip(names, sources, estimated)):
        count, observed, expected = figures.items[number], None, None
        reason = NO_COMMON_LABEL
        if figures.expected is not None:
            reason = "all values have this label or none has" if count else NO_VALUES
            observed = figures.observed[number]
            expected = None if numpy.isnan(figure.value) else figures.expected[number]
        scores.append(builder.score(
            measure, statistic, group, source, figure, count, None, reason, observed, expected,
            label=label,
        ))  # fmt: skip
    return scores
