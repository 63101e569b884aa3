"""What two states of a project have in common: documents with the same text, and annotators; and by
how much the figures of each layer differ on that.
"""

from dataclasses import fields
from typing import NamedTuple, Optional

import numpy

from brat_iaa.config import DependencySettings, dependency_layer
from brat_iaa.corpus.project import Excluded
from brat_iaa.figures import main_keys
from brat_iaa.kinds import leading_first
from brat_iaa.measures import item_alpha
from brat_iaa.measures.attachment_scores import by_sentence, contributions
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import FEWEST, change, direction, mean
from brat_iaa.measures.similar import similar_sets
from brat_iaa.phases import STATISTICS
from brat_iaa.scores import MEASURES
from brat_iaa.scores.alphas import comparable_values, of_annotators
from brat_iaa.scores.builder import NO_ITEM, NO_VALUE, too_few
from brat_iaa.scores.pooled_documents import PooledDocuments
from brat_iaa.scores.pooled_layer import SharedFigure, SharedSentences, undefined_over


class CommonPart(NamedTuple):
    """The part of two Agreements that can be compared.

    annotators  those of both states, in the order of the later one
    pairs       pairs of them that both states compared
    documents   names of the documents with the same text in both
    before      PooledDocuments of these documents in the earlier state
    after       the same of the later state; sentences have the same numbers in both
    excluded    tuple of Excluded(document, annotators, reason)
    settings    names of the settings of what counts that differ between the states
    states      the two Agreements
    """

    annotators: tuple
    pairs: tuple
    documents: tuple
    before: PooledDocuments
    after: PooledDocuments
    excluded: tuple
    settings: tuple
    states: tuple

    def sentences(self, layer) -> SharedSentences:
        """The sentences of the documents, with who is compared in them in a Layer in both."""
        number, counted = [], {name: [] for name in self.annotators}
        for document in self.documents:
            own = [
                state.annotators_of(document, layer) if document in state.tables else ()
                for state in self.states
            ]
            number.append(len(self.states[0].tables[document].sentences))
            for name, of_documents in counted.items():
                of_documents.append(all(name in names for names in own))
        return SharedSentences(
            self.documents,
            numpy.repeat(numpy.arange(len(number)), number),
            {name: numpy.repeat(numpy.array(own, bool), number) for name, own in counted.items()},
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
    earlier, later = (
        PooledDocuments([agreement.tables[name].in_columns for name in documents], annotators)
        for agreement in (before, after)
    )
    annotators = tuple(name for name in later.annotators if name in earlier.annotators)
    pairs = tuple(pair for pair in later.comparisons if pair in earlier.comparisons)
    return CommonPart(
        annotators,
        pairs,
        tuple(documents),
        earlier,
        later,
        tuple(excluded),
        _settings(before.config, after.config),
        (before, after),
    )


def _settings(before, after):
    names = sorted(setting.name for setting in fields(DependencySettings))
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
    dependencies all measures and STATISTICS, of other kinds the leading figure.

    common  CommonPart
    config  Config of the later state: unit of the intervals, distance of alpha
    """
    if not common.pairs:
        return []
    groups = ([common.annotators] if len(common.annotators) > 2 else []) + list(common.pairs)
    arcs, (before, after) = dependency_layer(config.layers), common.states
    in_both = {(layer.name, layer.kind) for layer in before.layers}
    found = []
    for layer in leading_first(after.layers):
        if arcs is not None and layer.name == arcs.name:
            found += [
                _of_arcs(common, config, layer.name, (measure, statistic), group)
                for measure in MEASURES
                for statistic in STATISTICS
                for group in groups
            ]
        elif (layer.name, layer.kind) in in_both:
            found += _of_layer(common, config, layer, groups)
    return found


def _of_arcs(common, config, layer, key, group):
    """The Difference of one figure of dependencies."""
    measure, statistic = key
    # Of each pair, the sentences in which it compared something in both states.
    sentences_of = {
        pair: numpy.intersect1d(
            common.before.comparisons[pair].sentence, common.after.comparisons[pair].sentence
        )
        for pair in common.pairs
        if set(pair) <= set(group)
    }
    sentences = distinct(numpy.concatenate(list(sentences_of.values())))
    if statistic == "alpha":
        figures = _alphas(common, measure, group, sentences, config)
    else:
        figures = _means_over_pairs(common, measure, statistic, sentences_of, sentences)
    document = common.before.document[sentences]
    return _difference((layer, *key, group), figures, document, len(sentences), config.unit)


def _of_layer(common, config, layer, groups):
    """List of Difference of the leading figure of a layer."""
    key, shared = main_keys(layer.kind)[0], common.sentences(layer)
    pooled = [state.pooled_layers[layer.name] for state in common.states]
    for own in pooled:
        shared = own.narrowed(shared)
    wanted = list(common.pairs) if pooled[0].mean_of_pairs else groups
    of_states = [dict(zip(wanted, own.over_shared(key, shared, wanted))) for own in pooled]
    found = []
    for group in groups:
        pairs = [pair for pair in common.pairs if set(pair) <= set(group)]
        figures = [of_state[group] if group in of_state else None for of_state in of_states]
        if None in figures:
            figures = _means(of_states, pairs, len(shared.document))
        compared = numpy.logical_or.reduce([shared.of_all(pair) for pair in pairs])
        about = layer.name, *key, group
        sentences = int(compared.sum())
        found.append(_difference(about, figures, shared.document, sentences, config.unit))
    return found


def _means(of_states, pairs, sentences):
    """[SharedFigure] of both states: the mean over the pairs that have a value in both."""
    pairs = [
        pair
        for pair in pairs
        if not any(numpy.isnan(of_state[pair].estimate.value[0]) for of_state in of_states)
    ]
    if not pairs:
        return [undefined_over(sentences)] * 2
    return [
        SharedFigure(
            mean([of_state[pair].estimate for pair in pairs]),
            sum(of_state[pair].items for pair in pairs),
        )
        for of_state in of_states
    ]


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
    elif numpy.isnan(result.low):
        no_interval = too_few(unit)
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


def _means_over_pairs(common, measure, statistic, sentences_of, sentences):
    """[SharedFigure] of both states, of a statistic of pairs.

    sentences_of  {pair: sentences that it compared in both states}

    Over several pairs the unweighted mean of those that have a value in both states.
    """
    states = [
        {
            pair: _of_pair(state, measure, statistic, pair, sentences_of_pair, sentences)
            for pair, sentences_of_pair in sentences_of.items()
        }
        for state in (common.before, common.after)
    ]
    pairs = list(sentences_of)
    if len(pairs) > 1:
        pairs = [
            pair
            for pair in pairs
            if not any(numpy.isnan(state[pair][0].value[0]) for state in states)
        ]
    if not pairs:
        return [undefined_over(len(sentences))] * 2
    return [
        SharedFigure(
            mean([state[pair][0] for pair in pairs]),
            len(distinct(numpy.concatenate([state[pair][1] for pair in pairs]))),
        )
        for state in states
    ]


def _of_pair(pooled, measure, statistic, pair, sentences_of_pair, sentences):
    """(Estimate over the sentences, the items) of one pair; only its own sentences add to it."""
    comparison = pooled.comparisons[pair]
    rows = numpy.isin(comparison.sentence, sentences_of_pair)
    k, a, b = comparison.k[measure][rows], comparison.a[rows], comparison.b[rows]
    above, below = contributions(statistic, k, a, b)
    ratios = by_sentence(above, below, comparison.sentence[rows], pooled.sentences)
    return ratios.of_sentences(sentences).estimate(), comparison.item[rows]


def _alphas(common, measure, group, sentences, config):
    """[SharedFigure] of both states: alpha over the group, with heads as in the scores."""
    states = (common.before, common.after)
    values = [_values(state, measure, group) for state in states]
    # In a sentence only annotators with a value there in both states count.
    having = (_with_values(state, codes) for state, (codes, _) in zip(states, values))
    counted = numpy.logical_and(*having)
    counted &= numpy.isin(numpy.arange(len(counted)), sentences)[:, None]
    figures = []
    for state, (codes, sets) in zip(states, values):
        codes = numpy.where(counted[state.item_sentence], codes, item_alpha.MISSING)
        rows = (codes != item_alpha.MISSING).sum(axis=1) >= 2
        similar = similar_sets(sets, config.dependencies.distance)
        sentence = numpy.searchsorted(sentences, state.item_sentence[rows])
        table = item_alpha.AlphaTable(codes[rows], similar, sentence, len(sentences))
        figures.append(SharedFigure(table.estimate(), table.items))
    return figures


def _values(pooled, measure, group):
    """(codes, items x annotators of the group; Sets of the values)."""
    values = comparable_values(pooled.columns, measure, None if measure == "LOA" else "offset")
    return of_annotators(values.codes, pooled.columns, group), values.sets


def _with_values(pooled, codes):
    """Which annotator has a value in which sentence: booleans, sentences x annotators."""
    having = numpy.zeros((pooled.sentences, codes.shape[1]), dtype=bool)
    item, annotator = numpy.nonzero(codes != item_alpha.MISSING)
    having[pooled.item_sentence[item], annotator] = True
    return having
