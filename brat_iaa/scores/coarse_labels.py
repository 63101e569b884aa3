"""Labels of spans with all labels and with coarse ones: F1, agreement, kappa, AC1 and alpha side by
side, and each label's F1.
"""

from itertools import combinations

import numpy

from brat_iaa.layers.label_columns import relabelled
from brat_iaa.measures.cells import Contributions, mean_of_cells
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import mean
from brat_iaa.measures.item_alpha import MISSING
from brat_iaa.measures.label_presence import entries
from brat_iaa.scores.coarse import SideBySide, coarse_labels_of, side_by_side_scores
from brat_iaa.scores.each_label import NO_COMMON_LABEL
from brat_iaa.scores.elements import NOTHING_DRAWN, different, f1_estimates
from brat_iaa.scores.item_elements import item_elements
from brat_iaa.scores.label_figures import (
    GroupedItems,
    alphas,
    cohen,
    gwet,
    label_figures,
    mean_figures,
)
from brat_iaa.scores.pooled_layer import groups_of


def coarse_label_scores(items, builder) -> list:
    """List of Score with the coarse labels of the settings: of all annotators, and for a whole
    project of each pair, if there are more than two, and of each label.

    items  GroupedItems with all labels, in one group

    Spans with several labels where one is expected have no value, even if coarsely they have one:
    both figures are about the same items. Which spans overlap with another label that is alike is
    not looked at, so F1 is exact.
    """
    coarse, whole = coarse_labels_of(builder), builder.document is None
    if coarse is None:
        return []
    group = numpy.zeros_like(items.document)
    other = GroupedItems(items.columns, [items.annotators], group, builder, coarse.label_of)
    elements = item_elements(items.columns)
    counts = item_elements(relabelled(items.columns, coarse.label_of))
    estimates = f1_estimates(elements, "exact"), f1_estimates(counts, "exact")
    figures = []
    for annotators in groups_of(items.annotators) if whole else [items.annotators]:
        carried = items.columns.carried
        figures += _f1_side_by_side(elements, counts, estimates, annotators, carried)
        figures += _figures(items, other, annotators)
    if whole:
        figures += _labels(items, coarse)
    return side_by_side_scores(figures, items.document, builder, coarse)


def _figures(items, other, annotators):
    """List of SideBySide on the labels of common spans; other: GroupedItems with coarse labels."""
    pairs = list(combinations(annotators, 2))
    keys = [("agreement", "raw"), ("agreement", "masi")][: 1 + items.several] + [("kappa", "cohen")]
    states = [[_of_pair(state, pair) for pair in pairs] for state in (items, other)]
    if len(pairs) == 1:
        fine, coarse = (of_pairs[0] for of_pairs in states)
    else:
        # Means over the same pairs: with coarse labels, kappa of fewer pairs may be defined.
        states[0] = [[*map(_if_defined, *of_pair)] for of_pair in zip(*states)]
        fine, coarse = (
            [
                mean_figures(state, measure, pairs, figures)
                for (measure, _), *figures in zip(keys, *of_pairs)
            ]
            for state, of_pairs in zip((items, other), states)
        )
    group = pairs[0] if len(pairs) == 1 else None
    fine, coarse = (
        figures + alphas(state, group) + ([] if state.several else gwet(state, group))
        for state, figures in ((items, fine), (other, coarse))
    )
    keys += [("alpha", distance) for distance in items.distances] + [("ac1", "gwet")]
    return [_side_by_side(items, key, *both, annotators) for key, *both in zip(keys, fine, coarse)]


def _of_pair(items, pair):
    """List of FigureValues of a pair, that coarse labels can change: raw, MASI of sets, Cohen's
    kappa.
    """
    return label_figures(items, pair)[:2] + cohen(items, pair)


def _if_defined(figure, other):
    """FigureValues of the whole project, undefined where the other is."""
    estimate = figure.estimate
    if not numpy.isnan(other.estimate.value[0]):
        return figure
    value, influence = estimate.value * numpy.nan, estimate.influence * 0
    return figure._replace(estimate=estimate._replace(value=value, influence=influence))


def _side_by_side(items, key, fine, coarse, annotators):
    """SideBySide of two FigureValues of the whole project."""
    sentences = items.sentences
    observed, expected = (
        None if values is None else values[0] for values in (coarse.observed, coarse.expected)
    )
    return SideBySide(
        *key, annotators, coarse.source[0],
        fine.estimate.of_figure(0, sentences), coarse.estimate.of_figure(0, sentences),
        coarse.items[0], coarse.missing[0], coarse.reason[0], observed, expected,
    )  # fmt: skip


def _f1_side_by_side(fine, coarse, of_both, annotators, carried):
    """[SideBySide] of the F1 of spans with their labels.

    fine, coarse  Elements with all labels and with coarse ones
    of_both       {pair: CellEstimate} of each
    carried       see LabelColumns
    """
    sentences, states = len(fine.document), []
    pairs = [pair for pair in fine.pairs if set(pair) <= set(annotators)]
    if not pairs:
        return []
    for of_pairs in of_both:
        estimates = [of_pairs[pair].of_figure(0, sentences) for pair in pairs]
        states.append(mean(estimates))
        defined = int((~numpy.isnan([estimate.value[0] for estimate in estimates])).sum())
    several = len(pairs) > 1
    items = len(coarse.drawn[0]) if several else different(coarse.pairs[pairs[0]])
    source = "exact:HR05" + ("|spans:both" if carried else "")
    source += f"|pairs:{defined}" if several else ""
    missing = sum(coarse.pairs[pair].missing for pair in pairs)
    return [SideBySide("f1", "exact", annotators, source, *states, items, missing, NOTHING_DRAWN)]


def _labels(items, coarse):
    """List of SideBySide: F1 of each label on common spans. With coarse labels, an annotator's
    label counts if the other has one that is coarsely the same.
    """
    names = sorted({label for value in items.values for label in value})
    if not names:
        return []
    code = {label: number for number, label in enumerate(names)}
    values = [sorted(code[label] for label in value) for value in items.values]
    having, pairs = entries(items.codes, values), list(combinations(items.annotators, 2))
    states, counted = [], []
    for credits in (numpy.eye(len(names)), coarse.credits(names)):
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
