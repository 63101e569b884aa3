"""Scores of each label of a layer of labels: F1 on common spans, alpha of having it or not."""

from collections import Counter
from itertools import combinations
from typing import Callable, NamedTuple, Optional

import numpy

from brat_iaa.measures import bootstrap
from brat_iaa.measures.alpha import MISSING
from brat_iaa.measures.label_presence import PresenceAlphas, entries, label_agreement, portions
from brat_iaa.measures.means import mean_of_defined
from brat_iaa.scores.builder import LABELS_WITH_INTERVALS, RARE


def each_label_scores(scope, builder):
    """List of Score for each label of the project.

    scope  _Scope of labels.py: values of all annotators on all spans
    """
    names = _frequent_first(scope)
    code = {label: number for number, label in enumerate(names)}
    found = entries(scope.codes, [sorted(code[label] for label in value) for value in scope.distinct])
    width = max(scope.sentences, builder.config.resamples)
    scores = []
    for labels in _portions(len(names), width):
        scores += _label_f1(scope, builder, found, names, labels)
        scores += _label_alphas(scope, builder, found, names, labels)
    return scores


def _frequent_first(scope):
    """All labels: the most frequent, which get intervals, then the others; each in the order of their names."""
    times = numpy.bincount(scope.codes[scope.codes != MISSING], minlength=len(scope.distinct))
    counts = Counter()
    for value, number in zip(scope.distinct, times):
        counts.update(dict.fromkeys(value, int(number)))
    names = sorted(counts, key=lambda label: (-counts[label], label))
    return sorted(names[:LABELS_WITH_INTERVALS]) + sorted(names[LABELS_WITH_INTERVALS:])


def _portions(number, width):
    """Ranges of labels that fit in memory; none holds both labels with intervals and others."""
    yield from portions(min(number, LABELS_WITH_INTERVALS), width)
    for labels in portions(max(number - LABELS_WITH_INTERVALS, 0), width):
        yield range(labels.start + LABELS_WITH_INTERVALS, labels.stop + LABELS_WITH_INTERVALS)


class _Row(NamedTuple):
    """One group's figures of a portion of labels, see _Figure."""

    values: numpy.ndarray
    items: numpy.ndarray
    resampled: Callable
    used: numpy.ndarray
    observed: Optional[numpy.ndarray] = None
    expected: Optional[numpy.ndarray] = None


def _label_f1(scope, builder, found, names, labels):
    rows, either = {}, []
    for pair in combinations(scope.annotators, 2):
        common = label_agreement(found, scope.codes, scope.columns(pair), len(names))
        ratios = common.ratios(scope.sentence, scope.sentences, labels)
        either.append(common.item * len(names) + common.label)
        items = numpy.bincount(common.label, minlength=len(names))[labels.start : labels.stop]
        used = numpy.unique(scope.sentence[scope.with_values(pair) == 2])
        rows[pair] = _Row(ratios.values(), items, ratios.resampled, used)
    scores = []
    if len(rows) > 1:
        own = list(rows.values())
        together = numpy.unique(numpy.concatenate(either)) % len(names)
        mean = _Row(
            mean_of_defined([row.values for row in own])[0],
            numpy.bincount(together, minlength=len(names))[labels.start : labels.stop],
            lambda weights: mean_of_defined([row.resampled(weights) for row in own])[0],
            numpy.unique(numpy.concatenate([row.used for row in own])),
        )
        defined = (~numpy.isnan([row.values for row in own])).sum(axis=0)
        sources = [f"f1|pairs:{number}" for number in defined]
        scores += _row_scores(scope, builder, "agreement", "f1", scope.annotators, sources, mean, names, labels)
    for pair, row in rows.items():
        scores += _row_scores(scope, builder, "agreement", "f1", pair, ["f1"] * len(labels), row, names, labels)
    return scores


def _label_alphas(scope, builder, found, names, labels):
    groups = [scope.annotators]
    if len(scope.annotators) > 2:
        groups += list(combinations(scope.annotators, 2))
    scores = []
    for group in groups:
        columns = scope.columns(group)
        codes = numpy.full(scope.codes.shape, MISSING)
        codes[:, columns] = scope.codes[:, columns]
        own = found.of(columns)
        counts = scope.with_values(group) >= 2
        table = PresenceAlphas(own, codes, scope.sentence, scope.sentences, labels)
        values, observed, expected = table.values()
        row = _Row(
            values, numpy.full(len(labels), counts.sum()), table.resampled,
            numpy.unique(scope.sentence[counts]), observed, expected,
        )
        sources = ["alpha:KR04|distance:nominal"] * len(labels)
        scores += _row_scores(scope, builder, "alpha", "nominal", group, sources, row, names, labels)
    return scores


def _row_scores(scope, builder, measure, statistic, group, sources, row, names, labels):
    no_interval, bounds = builder.no_interval(len(row.used)), None
    if no_interval is None and labels.start >= LABELS_WITH_INTERVALS:
        no_interval = RARE
    if no_interval is None:
        bounds = bootstrap.intervals(row.resampled(scope.weights(builder, row.used)))
    return [
        builder.score(
            measure, statistic, group, sources[place], row.values[place], row.items[place], None,
            reason=_label_reason(row, place),
            observed=None if row.observed is None else row.observed[place],
            expected=None if row.expected is None or numpy.isnan(row.values[place]) else row.expected[place],
            label=names[label],
            interval=None if bounds is None else bounds[place],
            no_interval=no_interval,
        )
        for place, label in enumerate(labels)
    ]


def _label_reason(row, place):
    if row.expected is None:
        return "no span that both drew has this label"
    return "all values have this label or none has" if row.items[place] else "no item with at least two values"
