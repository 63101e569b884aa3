"""By how much the figures of each layer differ between two states of a project, over the sentences
that both have.
"""

import numpy

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import main_keys
from brat_iaa.kinds import leading_first
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.equivalence import difference_bounds
from brat_iaa.measures.estimate import mean_of_pairs
from brat_iaa.measures.intervals import change
from brat_iaa.measures.score import FEWEST, TOO_WIDE
from brat_iaa.phases import STATISTICS
from brat_iaa.scores import MEASURES
from brat_iaa.scores.builder import NO_ITEM, NO_VALUE, ScoreBuilder, too_few
from brat_iaa.scores.difference import Difference
from brat_iaa.scores.pooled_layer import SharedFigure, undefined_over
from brat_iaa.scores.score_table import compared_by_pair

NOTHING_COMMON = "no document that both annotated, before and after"
STATES = "before", "after"


def differences(states, bounded=False) -> list:
    """List of Difference of each layer: all annotators together first, then each pair. Of
    dependencies all measures and STATISTICS, of other kinds the main figures.

    states  ComparedStates; unit of the intervals and distance of alpha are the later one's
    bounded whether they have bounds
    """
    if not states.pairs:
        return []
    groups = [states.annotators] * (len(states.annotators) > 2) + [*states.pairs]
    before = {(layer.name, layer.kind): layer for layer in states.before.layers}
    return [
        difference
        for layer in leading_first(states.after.layers)
        if (layer.name, layer.kind) in before
        for difference in _of_layer(states, before[layer.name, layer.kind], layer, groups, bounded)
    ]


def _of_layer(states, earlier, later, groups, bounded):
    """The Differences of the figures of a layer that are compared, by its two Layers."""
    keys, shared = main_keys(later.kind), states.sentences(later)
    config = states.after.config
    if later.kind == DEPENDENCIES:
        further = [key for key in keys if key[0] not in MEASURES]
        keys = [(measure, statistic) for measure in MEASURES for statistic in STATISTICS] + further
    pooled = [state.pooled_layers[later.name] for state in (states.before, states.after)]
    for pooled_layer in pooled:
        shared = pooled_layer.narrowed(shared)
    of_states = [
        own.over_shared(keys, shared, groups, ScoreBuilder(config, layer))
        for own, layer in zip(pooled, (earlier, later))
    ]
    for key in keys:
        # Of a layer without any the leading figure stands there, undefined.
        both = [of_state.get(key, {} if key == keys[0] else None) for of_state in of_states]
        for group in groups if None not in both else ():
            figures = [of_state.get(group) for of_state in both]
            if None in figures:
                pairs = [pair for pair in states.pairs if set(pair) <= set(group)]
                figures = _means(both, pairs, shared)
            sentences = int(shared.of_any_pair(group).sum())
            about = later.name, *key, group
            yield difference_of(about, figures, shared.document, sentences, config.unit, bounded)


def _means(of_states, pairs, shared):
    """[SharedFigure] of both states: the mean over the pairs that have a value in both."""
    pairs = [
        pair for pair in pairs if all(_is_defined(of_state.get(pair)) for of_state in of_states)
    ]
    if not pairs:
        return [undefined_over(len(shared.document))] * 2
    return [mean_of_figures(of_state, pairs, shared) for of_state in of_states]


def _is_defined(figure):
    return figure is not None and not numpy.isnan(figure.estimate.value[0])


def mean_of_figures(of_pairs, pairs, shared) -> SharedFigure:
    """The mean of the SharedFigures of those of some pairs that have a value, as scores have it."""
    pairs = [pair for pair in pairs if _is_defined(of_pairs.get(pair))]
    if not pairs:
        return undefined_over(len(shared.document))
    names = [*dict.fromkeys(name for pair in pairs for name in pair)]
    begun = dict(zip(names, shared.in_documents(names).T))
    compared = compared_by_pair(begun, shared.document, pairs)
    figures, there = [of_pairs[pair] for pair in pairs], compared and [*compared.values()]
    items, numbers = sum(figure.items for figure in figures), [figure.numbers for figure in figures]
    if numbers[0] is not None:
        items = len(distinct(numpy.concatenate(numbers)))
    estimate = mean_of_pairs([figure.estimate for figure in figures], there)
    return SharedFigure(estimate, items)


def difference_of(about, figures, document, sentences, unit, bounded, sides=STATES):
    """The Difference of two SharedFigures.

    about      (layer, measure, statistic, annotators)
    document   number of each sentence's document
    sentences  how many a pair compared in both states
    bounded    whether it has bounds
    sides      what the two figures are, where it says why there is no interval
    """
    estimates = [figure.estimate for figure in figures]
    before, after = (_number(estimate.value[0]) for estimate in estimates)
    found = change(*estimates, document, unit)
    plain, ratio_interval, bounds = found.difference, None, None
    units, reason = int(plain.units[0]), None
    if not sentences:
        reason = NO_ITEM if about[1] in MEASURES else NOTHING_COMMON
    elif None in (before, after):
        reason = NO_VALUE
    elif before == after == 1:
        reason = f"nobody differed, neither {sides[0]} nor {sides[1]}"
    elif units < FEWEST:
        reason = too_few(unit)
    elif min(found.of_each) < FEWEST:
        first, second = found.of_each
        reason = (
            f"somebody differs in {first} of {units} {unit} {sides[0]}, in {second} {sides[1]}: "
            "too few differ"
        )
    elif numpy.isnan(found.low + plain.low[0]):
        reason = TOO_WIDE
    else:
        ratio_interval = _number(found.low), _number(found.high)
        if bounded:
            bounds = difference_bounds(*estimates, document, unit)
            bounds = None if None in map(_number, bounds) else bounds
    items = tuple(figure.items for figure in figures)
    return Difference(
        *about, before, after, reason, None, ratio_interval, sentences, units, found.degrees,
        found.differing, items, None, bounds,
    )  # fmt: skip


def _number(value):
    return float(value) if numpy.isfinite(value) else None
