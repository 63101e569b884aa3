"""Labels of spans with all labels and with a Grading: F1, agreement, kappa, AC1 and alpha side by
side, and each label's F1.
"""

from itertools import combinations

import numpy

from brat_iaa.layers.label_columns import relabelled
from brat_iaa.measures.alpha import MISSING
from brat_iaa.measures.cells import Contributions, mean_of_cells
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import mean
from brat_iaa.measures.graded import GradedSets, near_elements
from brat_iaa.measures.label_presence import entries
from brat_iaa.measures.similar import Sets
from brat_iaa.scores.each_label import NO_COMMON_LABEL
from brat_iaa.scores.elements import NOTHING_DRAWN, different, f1_estimates
from brat_iaa.scores.grading import gradings_of
from brat_iaa.scores.label_elements import label_elements
from brat_iaa.scores.label_figures import (
    GroupedItems,
    alphas,
    cohen,
    gwet,
    label_figures,
    mean_figures,
)
from brat_iaa.scores.pooled_layer import groups_of
from brat_iaa.scores.side_by_side import SideBySide, side_by_side_scores


def graded_label_scores(items, builder) -> list:
    """List of Score, for each Grading of the settings: of all annotators, and for a whole project
    of each pair, if there are more than two, and of each label.

    items  GroupedItems with all labels, in one group

    Spans with several labels where one is expected have no value, even if coarsely they have one:
    both figures are about the same items. Which spans overlap with another label that is alike is
    not looked at, so F1 is exact.
    """
    scores, whole = [], builder.document is None
    for grading in gradings_of(builder):
        group = numpy.zeros_like(items.document)
        other = GroupedItems(items.columns, [items.annotators], group, builder, grading)
        elements, figures = label_elements(items.columns), []
        counts, of_fine, of_graded = _f1_of_pairs(items.columns, elements, grading)
        for annotators in groups_of(items.annotators) if whole else [items.annotators]:
            figures += _f1_side_by_side(elements, counts, of_fine, of_graded, annotators)
            figures += _figures(items, other, annotators)
        if whole:
            figures += _labels(items, grading)
        scores += side_by_side_scores(figures, items.document, builder, grading)
    return scores


def _figures(items, other, annotators):
    """List of SideBySide on the labels of common spans; other: GroupedItems with a Grading."""
    pairs = list(combinations(annotators, 2))
    states = [[_of_pair(state, pair) for pair in pairs] for state in (items, other)]
    if len(pairs) == 1:
        fine, graded = (of_pairs[0] for of_pairs in states)
    else:
        # Means over the same pairs: with coarse labels, kappa of fewer pairs may be defined.
        states[0] = [[*map(_if_defined, *of_pair)] for of_pair in zip(*states)]
        fine, graded = (
            [mean_figures(state, pairs, figures) for figures in zip(*of_pairs)]
            for state, of_pairs in zip((items, other), states)
        )
    group = pairs[0] if len(pairs) == 1 else None
    fine, graded = (
        figures + alphas(state, group) + ([] if state.several else [gwet(state, group)])
        for state, figures in ((items, fine), (other, graded))
    )
    return [_side_by_side(items, *both, annotators) for both in zip(fine, graded)]


def _of_pair(items, pair):
    """List of GroupFigures of a pair, for which a Grading is tried."""
    figures = [*label_figures(items, pair), cohen(items, pair)]
    return [figure for figure in figures if figure.statistic in ("raw", "masi", "cohen")]


def _if_defined(figure, other):
    """GroupFigures of the whole project, undefined where the other is."""
    estimate = figure.estimate
    if not numpy.isnan(other.estimate.value[0]):
        return figure
    value, influence = estimate.value * numpy.nan, estimate.influence * 0
    return figure._replace(estimate=estimate._replace(value=value, influence=influence))


def _side_by_side(items, fine, graded, annotators):
    """SideBySide of two GroupFigures of the whole project."""
    sentences = items.sentences
    observed, expected = (
        None if values is None else values[0] for values in (graded.observed, graded.expected)
    )
    return SideBySide(
        graded.measure, graded.statistic, annotators, graded.source[0],
        fine.estimate.dense(sentences), graded.estimate.dense(sentences), graded.items[0],
        graded.missing[0], graded.reason[0], observed, expected,
    )  # fmt: skip


def _f1_of_pairs(columns, elements, grading):
    """(counts, {pair: CellEstimate} of the F1 with all labels, the same with the Grading).

    counts  Elements of the figures with the Grading

    columns, elements  LabelColumns and its Elements
    """
    fine = f1_estimates(elements, "exact")
    if grading.distances is None:
        coarse = label_elements(relabelled(columns, grading.label_of))
        return coarse, fine, f1_estimates(coarse, "exact")
    near, number = grading.distances.near(columns.labels), len(columns.labels)
    code = {label: place for place, label in enumerate(columns.labels)}
    element = [code[label] for value in columns.values for label in value]
    start = numpy.cumsum([0, *map(len, columns.values)])
    sets = GradedSets(
        Sets(start, numpy.array(element, dtype=numpy.int64)),
        near_elements(numpy.zeros(number), numpy.arange(number), near), "masi",
    )  # fmt: skip
    return elements, fine, {pair: _graded_f1(columns, sets, pair) for pair in elements.pairs}


def _graded_f1(columns, sets, pair):
    """CellEstimate of F1 = 2 k / (a + b), with the labels of each span as its elements."""
    sides = [columns.annotators.index(name) for name in pair]
    begun = columns.begun[:, sides].all(axis=1)[columns.item_document]
    codes = columns.codes[:, sides]
    chosen = begun & (codes != MISSING).any(axis=1)
    first, second = codes[chosen].T.astype(numpy.int64)
    a, b = (numpy.append(sets.sizes, 0)[side] for side in (first, second))
    k, both = numpy.zeros(len(a)), numpy.flatnonzero((first != MISSING) & (second != MISSING))
    k[both] = sets.common(first[both], second[both])
    where = Contributions(columns.sentence[chosen], numpy.zeros(len(a), dtype=numpy.int64), 1)
    return where.ratios(2 * k, (a + b).astype(float)).estimate()


def _f1_side_by_side(fine, counts, of_fine, of_graded, annotators):
    """[SideBySide] of the F1 of spans with their labels; see _f1_of_pairs().

    fine  Elements
    """
    sentences, states = len(fine.document), []
    pairs = [pair for pair in fine.pairs if set(pair) <= set(annotators)]
    if not pairs:
        return []
    for of_pairs in (of_fine, of_graded):
        estimates = [of_pairs[pair].dense(sentences) for pair in pairs]
        states.append(mean(estimates))
        defined = int((~numpy.isnan([estimate.value[0] for estimate in estimates])).sum())
    several = len(pairs) > 1
    items = len(counts.drawn[0]) if several else different(counts.pairs[pairs[0]])
    source = "exact:HR05" + (f"|pairs:{defined}" if several else "")
    missing = sum(counts.pairs[pair].missing for pair in pairs)
    return [SideBySide("f1", "exact", annotators, source, *states, items, missing, NOTHING_DRAWN)]


def _labels(items, grading):
    """List of SideBySide: F1 of each label on common spans. With the Grading, an annotator's label
    counts as much as it is alike to that of the other's which is nearest.
    """
    names = sorted({label for value in items.values for label in value})
    if not names:
        return []
    code = {label: number for number, label in enumerate(names)}
    values = [sorted(code[label] for label in value) for value in items.values]
    having, pairs = entries(items.codes, values), list(combinations(items.annotators, 2))
    states, counted = [], []
    for credits in (numpy.eye(len(names)), grading.credits(names)):
        of_value = numpy.array([credits[value].max(axis=0, initial=0) for value in values])
        of_value = of_value.reshape(-1, len(names))
        estimates = []
        for pair in pairs:
            columns = items.columns_of(pair)
            common = (items.codes[:, columns] != MISSING).all(axis=1)
            rows = having.of(columns)
            rows = type(rows)(*(column[common[rows.item]] for column in rows))
            opposite = numpy.where(rows.annotator == columns[0], columns[1], columns[0])
            credit = of_value[items.codes[rows.item, opposite], rows.label]
            where = Contributions(items.sentence[rows.item], rows.label, len(names))
            estimates.append(where.ratios(credit, 1.0).estimate())
            counted.append(rows.item * numpy.int64(len(names)) + rows.label)
        defined = (~numpy.isnan([estimate.value for estimate in estimates])).sum(axis=0).tolist()
        states.append(mean_of_cells(estimates))
    counts = numpy.bincount(distinct(numpy.concatenate(counted)) % len(names), minlength=len(names))
    several = len(pairs) > 1
    return [
        SideBySide(
            "agreement", "f1", items.annotators,
            "f1" + (f"|pairs:{defined[number]}" if several else ""),
            *(state.of_figure(number, items.sentences) for state in states), counts[number], None,
            NO_COMMON_LABEL, label=label,
        )
        for number, label in enumerate(names)
    ]  # fmt: skip
