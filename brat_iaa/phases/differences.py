"""What two states of a project have in common: documents with the same text, and annotators; and by
how much the figures of each layer differ on that.
"""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.config import DEPENDENCIES, DependencySettings
from brat_iaa.corpus.project import Excluded
from brat_iaa.figures import main_keys
from brat_iaa.kinds import leading_first
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import mean_of_pairs
from brat_iaa.measures.intervals import change, direction
from brat_iaa.measures.score import FEWEST, TOO_WIDE
from brat_iaa.phases import STATISTICS
from brat_iaa.scores import MEASURES
from brat_iaa.scores.builder import NO_ITEM, NO_VALUE, ScoreBuilder, too_few
from brat_iaa.scores.pooled_layer import SharedFigure, SharedSentences, undefined_over
from brat_iaa.scores.score_table import compared_by_pair


class CommonPart(NamedTuple):
    """The part of two Agreements that can be compared.

    annotators  those of both states, in the order of the later one
    pairs       pairs of them
    documents   names of the documents with the same text in both
    excluded    tuple of Excluded(document, annotators, reason)
    settings    names of the settings of what counts that differ between the states
    states      the two Agreements
    """

    annotators: tuple
    pairs: tuple
    documents: tuple
    excluded: tuple
    settings: tuple
    states: tuple

    def sentences(self, layer) -> SharedSentences:
        """The sentences of the documents, with who is compared in them in a Layer in both."""
        number, counted = [], {name: [] for name in self.annotators}
        for document in self.documents:
            in_states = [
                state.annotators_of(document, layer) if document in state.tables else ()
                for state in self.states
            ]
            number.append(len(self.states[0].tables[document].sentences))
            for name, of_documents in counted.items():
                of_documents.append(all(name in names for names in in_states))
        return SharedSentences(
            self.documents,
            numpy.repeat(numpy.arange(len(number)), number),
            {
                name: numpy.repeat(numpy.array(flags, bool), number)
                for name, flags in counted.items()
            },
        )


def common_part(before, after) -> CommonPart:
    """CommonPart of two Agreements, the earlier and the later one."""
    annotators = tuple(name for name in after.annotators if name in before.annotators)
    documents, excluded = [], []
    for name in sorted(set(before.tables) | set(after.tables)):
        reason = _why_not(before.tables.get(name), after.tables.get(name))
        if reason is None:
            documents.append(name)
        else:
            excluded.append(Excluded(name, annotators, reason))
    begun = [
        set().union(*(agreement.tables[name].annotators for name in documents))
        for agreement in (before, after)
    ]
    annotators = tuple(name for name in annotators if all(name in names for names in begun))
    return CommonPart(
        annotators, tuple(combinations(annotators, 2)), tuple(documents), tuple(excluded),
        _settings(before.config, after.config), (before, after),
    )  # fmt: skip


def _settings(before, after):
    names = sorted(DependencySettings.declared)
    differing = [
        name
        for name in names
        if getattr(before.dependencies, name) != getattr(after.dependencies, name)
    ]
    layers = [
        {layer.name: layer for layer in config.layers if not layer.settings.of_project}
        for config in (before, after)
    ]
    differing += [
        f"those of the layer {name}"
        for name, layer in layers[0].items()
        if layers[1].get(name, layer) != layer
    ]
    return tuple(differing)


def _why_not(before, after):
    """Why a document cannot be compared between two states, given its tables; None if it can."""
    if before is None:
        return "compared in the later snapshot only"
    if after is None:
        return "compared in the earlier snapshot only"
    if before.text != after.text:
        return "its text was changed between the two snapshots"
    if [(sentence.start, sentence.end) for sentence in before.sentences] != [
        (sentence.start, sentence.end) for sentence in after.sentences
    ]:
        return "its sentences are not the same in both snapshots"
    return None


NOTHING_COMMON = "no document that both annotated, before and after"
NEVER_DIFFERED = "nobody differed, neither before nor after"


class Difference(NamedTuple):
    """One figure in two states, both over the sentences that both states have.

    layer               name of the layer
    measure, statistic  as in Score
    annotators          a pair, or all who are in both states
    before, after       the figures; None where undefined
    difference          after - before; None if one of them is undefined
    interval            (low, high), 95 %, of the difference; None if there is none
    ratio               what is left of the disagreement, (1 - after) / (1 - before); None if one is
                        undefined, or nobody differed before
    ratio_interval      (low, high), 95 %, of the ratio; high is None where nobody differed before;
                        None if there is none
    no_interval         why there are no intervals, or None
    sentences           number of sentences that a pair compared in both states
    units               number of units of the intervals: sentences, or documents
    degrees             degrees of freedom of the ratio's
    differing           in how many of the units somebody differs, before or after
    items               (earlier, later) number of items in these sentences
    """

    layer: str
    measure: str
    statistic: str
    annotators: tuple[str, ...]
    before: Optional[float]
    after: Optional[float]
    difference: Optional[float]
    interval: Optional[tuple[float, float]]
    ratio: Optional[float]
    ratio_interval: Optional[tuple[float, Optional[float]]]
    no_interval: Optional[str]
    sentences: int
    units: int
    degrees: float
    differing: int
    items: tuple[int, int]

    @property
    def clear(self) -> str:
        """Direction of a clear change, "up" or "down": its interval leaves out 1; else ""."""
        return direction(*(self.ratio_interval or (None, None)))

    @property
    def rough(self) -> bool:
        """Whether few sentences, or documents, hold the disagreement."""
        return self.ratio_interval is not None and self.differing < FEWEST


def differences(common, config) -> list:
    """List of Difference of each layer: all annotators together first, then each pair. Of
    dependencies all measures and STATISTICS, of other kinds the main figures.

    common  CommonPart
    config  Config of the later state: unit of the intervals, distance of alpha
    """
    if not common.pairs:
        return []
    groups = ([common.annotators] if len(common.annotators) > 2 else []) + list(common.pairs)
    in_both = {(layer.name, layer.kind) for layer in common.states[0].layers}
    result = []
    for layer in leading_first(common.states[1].layers):
        if (layer.name, layer.kind) in in_both:
            result += _of_layer(common, config, layer, groups)
    return result


def _of_layer(common, config, layer, groups):
    """List of Difference of the figures of a layer that are compared."""
    keys, shared = main_keys(layer.kind), common.sentences(layer)
    if layer.kind == DEPENDENCIES:
        keys = [(measure, statistic) for measure in MEASURES for statistic in STATISTICS]
    pooled = [state.pooled_layers[layer.name] for state in common.states]
    for pooled_layer in pooled:
        shared = pooled_layer.narrowed(shared)
    compared = {group: int(shared.of_any_pair(group).sum()) for group in groups}
    of_states = [
        own_layer.over_shared(keys, shared, groups, ScoreBuilder(config, of_state))
        for own_layer, state in zip(pooled, common.states)
        for of_state in state.layers
        if of_state.name == layer.name
    ]
    result = []
    for key in keys:
        # Of a layer without any the leading figure stands there, undefined.
        both = [of_state.get(key, {} if key == keys[0] else None) for of_state in of_states]
        for group in groups if None not in both else ():
            figures = [of_state.get(group) for of_state in both]
            if None in figures:
                pairs = [pair for pair in common.pairs if set(pair) <= set(group)]
                figures = _means(both, pairs, shared)
            about = layer.name, *key, group
            result.append(
                _difference(about, figures, shared.document, compared[group], config.unit)
            )
    return result


def _means(of_states, pairs, shared):
    """[SharedFigure] of both states: the mean over the pairs that have a value in both."""
    pairs = [
        pair for pair in pairs if all(_is_defined(of_state.get(pair)) for of_state in of_states)
    ]
    if not pairs:
        return [undefined_over(len(shared.document))] * 2
    names = [*dict.fromkeys(name for pair in pairs for name in pair)]
    begun = dict(zip(names, shared.in_documents(names).T))
    compared = compared_by_pair(begun, shared.document, pairs)
    there = compared and [*compared.values()]
    return [_mean([of_state[pair] for pair in pairs], there) for of_state in of_states]


def _is_defined(figure):
    return figure is not None and not numpy.isnan(figure.estimate.value[0])


def _mean(figures, compared):
    """SharedFigure: the mean of those of pairs, as scores have it."""
    items, numbers = sum(figure.items for figure in figures), [figure.numbers for figure in figures]
    if numbers[0] is not None:
        items = len(distinct(numpy.concatenate(numbers)))
    estimate = mean_of_pairs([figure.estimate for figure in figures], compared)
    return SharedFigure(estimate, items)


def _difference(about, figures, document, sentences, unit):
    """The Difference of two SharedFigures.

    about      (layer, measure, statistic, annotators)
    document   number of each sentence's document
    sentences  how many a pair compared in both states
    """
    before, after = (_number(figure.estimate.value[0]) for figure in figures)
    result = change(*(figure.estimate for figure in figures), document, unit)
    ratio_interval = interval = no_interval = None
    if not sentences:
        no_interval = NO_ITEM if about[1] in MEASURES else NOTHING_COMMON
    elif None in (before, after):
        no_interval = NO_VALUE
    elif before == after == 1:
        no_interval = NEVER_DIFFERED
    elif result.difference.units[0] < FEWEST:
        no_interval = too_few(unit)
    elif min(result.of_each) < FEWEST:
        first, second = result.of_each
        no_interval = (
            f"somebody differs in {first} of {int(result.difference.units[0])} {unit} before, in "
            f"{second} after: too few differ"
        )
    elif numpy.isnan(result.low + result.difference.low[0]):
        no_interval = TOO_WIDE
    else:
        ratio_interval = _number(result.low), _number(result.high)
        interval = _number(result.difference.low[0]), _number(result.difference.high[0])
    return Difference(
        *about,
        before=before,
        after=after,
        difference=None if None in (before, after) else after - before,
        interval=interval,
        ratio=_number(result.ratio),
        ratio_interval=ratio_interval,
        no_interval=no_interval,
        sentences=sentences,
        units=int(result.difference.units[0]),
        degrees=result.degrees,
        differing=result.differing,
        items=tuple(figure.items for figure in figures),
    )


def _number(value):
    return float(value) if numpy.isfinite(value) else None
