"""Scores of dependencies: from the comparisons of all pairs to UAA, LAA and LOA in every statistic."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa import __version__
from brat_iaa.comparison import EXACT, HEAD, LABEL
from brat_iaa.errors import Undefined
from brat_iaa.measures import alpha, bootstrap, tally
from brat_iaa.measures.score import Score

MEASURES = ("UAA", "LAA", "LOA")

# Links that count as agreement, by measure.
_AGREEING = {"UAA": (EXACT, HEAD), "LAA": (EXACT,), "LOA": (EXACT, LABEL)}

# Statistics of one pair: name, signature, function of (tally, weights).
_PAIR_STATISTICS = (
    ("masi", "masi:RD13", lambda counts, weights=None: tally.mean_similarity(counts, "masi", weights)),
    ("masi-full", "masi:PA06", lambda counts, weights=None: tally.mean_similarity(counts, "masi-full", weights)),
    ("exact", "exact", lambda counts, weights=None: tally.mean_similarity(counts, "nominal", weights)),
    ("gcm-f1", "gcm-f1:RD13", tally.gcm_f1),
)
_GCM = "gcm:RD13"

_NO_ITEM = "no token that both annotated"
_NO_ARC = "no arcs to divide by"
_FEW_SENTENCES = (
    f"fewer than {bootstrap.FEWEST_SENTENCES} sentences: too few to estimate an interval"
)


class Part(NamedTuple):
    """One document of the part of a project that is scored: its table and {pair: Comparison}."""

    table: object
    comparisons: dict


class _Pair(NamedTuple):
    """All documents of one pair, sentences numbered through.

    sentence   of each item
    sizes      items x (a, b)
    agreeing   {measure: k of each item}
    link_item  item of each link
    links      links x (label of the first, label of the second, how)
    missing    items that one of the two lacks
    """

    sentence: numpy.ndarray
    sizes: numpy.ndarray
    agreeing: dict
    link_item: numpy.ndarray
    links: numpy.ndarray
    missing: int


class Scorer:
    """All scores of some documents of a project.

    parts       list of Part
    annotators  tuple
    config      Config
    document    name, if the parts are one document of the project
    """

    def __init__(self, parts, annotators, config, document=None):
        self._parts = parts
        self._config = config
        self._document = document
        self._layer = config.layer
        self._starts = numpy.cumsum([0] + [len(part.table.sentences) for part in parts])
        self._labels = {}
        self._annotators = tuple(
            name for name in annotators if any(name in part.table.annotators for part in parts)
        )
        self._pairs = {pair: self._gather(pair) for pair in combinations(self._annotators, 2)}

    def _gather(self, pair):
        sentence, items, link_item, links, missing = [], [], [], [], 0
        for start, part in zip(self._starts, self._parts):
            comparison = part.comparisons.get(pair)
            if comparison is None:
                continue
            tokens, places = part.table.tokens, part.table.items
            sentence += [start + tokens[places[row]].sentence - 1 for row in comparison.items[:, 0]]
            codes = [self._labels.setdefault(label, len(self._labels)) for label in comparison.labels]
            # The last entry stands for "no arc", which comparisons code as -1.
            recoded = numpy.array(codes + [-1], dtype=numpy.int64)
            link_item.append(comparison.links[:, 0] + sum(map(len, items)))
            links.append(
                numpy.column_stack([recoded[comparison.links[:, 1:3]], comparison.links[:, 3]])
            )
            items.append(comparison.items)
            missing += comparison.missing
        items = numpy.concatenate(items) if items else numpy.zeros((0, 6), dtype=numpy.int64)
        return _Pair(
            sentence=numpy.array(sentence, dtype=numpy.int64),
            sizes=items[:, 1:3],
            agreeing=dict(zip(MEASURES, items[:, 3:6].T)),
            link_item=numpy.concatenate(link_item) if link_item else numpy.zeros(0, dtype=numpy.int64),
            links=numpy.concatenate(links) if links else numpy.zeros((0, 3), dtype=numpy.int64),
            missing=missing,
        )

    # Whole documents -----------------------------------------------------------------------

    def scores(self):
        """List of Score: over all annotators first, then for each pair."""
        if len(self._annotators) < 2:
            return []
        found = []
        for measure in MEASURES:
            tallies = {
                pair: self._tally(own, measure, slice(None)) for pair, own in self._pairs.items()
            }
            found += self._pair_scores(measure, tallies, None)
            found += self._alpha_scores(measure)
        return found

    def label_scores(self):
        """List of Score for each label: tokens on which one of the pair has the label."""
        found = []
        for label in sorted(self._labels):
            with_label = {
                pair: self._items_with(own, self._labels[label]) for pair, own in self._pairs.items()
            }
            for measure in MEASURES:
                tallies = {
                    pair: self._tally(own, measure, with_label[pair])
                    for pair, own in self._pairs.items()
                }
                arcs = {
                    pair: self._label_tallies(own, measure, self._labels[label])
                    for pair, own in self._pairs.items()
                }
                found += self._pair_scores(measure, tallies, label, arcs)
        return found

    def sentence_scores(self):
        """List of Score for each sentence and pair: masi, exact and gcm-f1, without intervals."""
        found = []
        for pair, own in self._pairs.items():
            for measure in MEASURES:
                counts = self._tally(own, measure, slice(None))
                for name, signature, figure in _PAIR_STATISTICS:
                    if name == "masi-full":
                        continue
                    for row in range(self._starts[-1]):
                        here = counts.of_sentences([row])
                        value = figure(here)[0]
                        found.append(
                            self._score(
                                measure, name, pair, signature, value, int(here.counts.sum()), 0,
                                reason=_NO_ITEM if not here.counts.sum() else _NO_ARC,
                                sentence=row + 1, no_interval="one sentence",
                            )
                        )
        return found

    # Statistics of pairs -------------------------------------------------------------------

    def _tally(self, own, measure, chosen):
        return tally.Tally.of(
            own.sentence[chosen],
            own.agreeing[measure][chosen],
            *own.sizes[chosen].T,
            sentences=self._starts[-1],
        )

    def _items_with(self, own, label):
        """Indexes of the items on which one of the pair has the label."""
        return numpy.unique(own.link_item[(own.links[:, :2] == label).any(axis=1)])

    def _label_tallies(self, own, measure, label):
        """Arcs with the label as items: (k, a, b) is (linked or not, 1, 0) or (linked or not, 0, 1).

        With several heads a label's arcs and its tokens are different things;
        GCM divides by arcs. k belongs to the side whose arc has the label, so
        each direction has a tally of its own.
        """
        sides = []
        for side in (0, 1):
            chosen = own.links[:, side] == label
            linked = numpy.isin(own.links[chosen, 2], _AGREEING[measure]).astype(numpy.int64)
            one = numpy.ones_like(linked)
            sides.append(
                tally.Tally.of(
                    own.sentence[own.link_item[chosen]], linked, one, one, sentences=self._starts[-1]
                )
            )
        return sides

    def _pair_scores(self, measure, tallies, label, arcs=None):
        """Scores of all statistics but alpha, over all annotators and for each pair.

        arcs  {pair: (tally of the first's arcs, of the second's)} when GCM is about one label
        """
        found = []
        for name, signature, figure in _PAIR_STATISTICS:
            if arcs is not None and name == "gcm-f1":
                found += self._rows(measure, name, signature, tallies, _label_f1(arcs), label)
            else:
                figures = {
                    pair: (lambda rows, weights, counts=counts: figure(counts.of_sentences(rows), weights))
                    for pair, counts in tallies.items()
                }
                found += self._rows(measure, name, signature, tallies, figures, label)
        for pair, counts in tallies.items():
            for side, annotators in enumerate((pair, pair[::-1])):
                if arcs is not None:
                    directed = _label_gcm(arcs[pair][side])
                else:
                    directed = lambda rows, weights: tally.gcm(counts.of_sentences(rows), weights)[side]
                found.append(
                    self._pair_row(measure, "gcm", _GCM, annotators, pair, counts, directed, label)
                )
        return found

    def _rows(self, measure, name, signature, tallies, figures, label):
        """The mean over pairs, if there is more than one pair, and each pair."""
        rows = [
            self._pair_row(measure, name, signature, pair, pair, tallies[pair], figures[pair], label)
            for pair in tallies
        ]
        if len(rows) == 1:
            return rows
        return [self._mean_row(measure, name, signature, tallies, figures, label)] + rows

    def _pair_row(self, measure, name, signature, annotators, pair, counts, figure, label):
        rows = self._sentences(counts)
        items = int(counts.counts.sum())
        value = figure(rows, None)[0] if items else numpy.nan
        interval, no_interval = self._interval(
            len(rows), value, lambda weights: figure(rows, weights)
        )
        return self._score(
            measure, name, annotators, signature, value, items, self._pairs[pair].missing,
            reason=_no_value(items, label), label=label, interval=interval, no_interval=no_interval,
        )

    def _mean_row(self, measure, name, signature, tallies, figures, label):
        """Unweighted mean of the pairs that have a value; sentences are drawn for all pairs together."""
        used = [pair for pair, counts in tallies.items() if counts.counts.sum()]
        rows = (
            self._sentences(*(tallies[pair] for pair in used)) if used else numpy.zeros(0, dtype=int)
        )
        values = {pair: figures[pair](rows, None)[0] for pair in used}
        used = [pair for pair in used if not numpy.isnan(values[pair])]
        value = numpy.mean([values[pair] for pair in used]) if used else numpy.nan

        def resampled(weights):
            drawn = numpy.array([figures[pair](rows, weights) for pair in used])
            defined = ~numpy.isnan(drawn)
            total = numpy.where(defined, drawn, 0).sum(axis=0)
            number = defined.sum(axis=0)
            return numpy.divide(
                total, number, out=numpy.full(len(total), numpy.nan), where=number > 0
            )

        interval, no_interval = self._interval(len(rows), value, resampled)
        items = self._distinct_items(label)
        return self._score(
            measure, name, self._annotators, f"{signature}|pairs:{len(used)}", value, items,
            self._total_items() - items if label is None else 0,
            reason=_no_value(items, label), label=label, interval=interval, no_interval=no_interval,
        )

    def _sentences(self, *tallies):
        """Indexes of the sentences in which anything was compared."""
        return numpy.flatnonzero(sum(counts.counts.sum(axis=1) for counts in tallies))

    def _interval(self, sentences, value, resampled):
        """((low, high) or None, reason for None)."""
        if numpy.isnan(value):
            return None, "no value"
        if self._config.resamples == 0:
            return None, "resamples = 0 in the settings"
        if sentences < bootstrap.FEWEST_SENTENCES:
            return None, _FEW_SENTENCES
        weights = bootstrap.weights(sentences, self._config.resamples, self._config.seed)
        return bootstrap.interval(resampled(weights)), None

    # Alpha ---------------------------------------------------------------------------------

    def _alpha_scores(self, measure):
        distance = self._config.dependencies.distance
        variants = [("alpha", "offset", distance), ("alpha-index", "index", distance)]
        variants.append(("alpha-nominal", "offset", "nominal"))
        if measure == "LOA":
            # Labels alone mean the same on every token: nothing to choose for heads.
            variants = [(name, "label", by) for name, _, by in variants if name != "alpha-index"]
        groups = [self._annotators]
        if len(self._annotators) > 2 and self._document is None:
            groups += list(self._pairs)
        found = []
        for name, head, by in variants:
            values, sentence, distinct = self._values(measure, head)
            similar = alpha.similar_values(distinct, by)
            for group in groups:
                columns = [self._annotators.index(annotator) for annotator in group]
                found.append(
                    self._alpha_row(
                        measure, name, head, by, group, values[:, columns], similar, sentence
                    )
                )
        return found

    def _alpha_row(self, measure, name, head, by, group, values, similar, sentence):
        counts = (values != alpha.MISSING).sum(axis=1) >= 2
        used, sentence = numpy.unique(sentence[counts], return_inverse=True)
        table = alpha.AlphaTable(values[counts], similar, sentence, len(used))
        signature = f"alpha:KR04|distance:{by}" + (f"|head:{head}" if head != "label" else "")
        try:
            found = table.score()
        except Undefined as reason:
            return self._score(
                measure, name, group, signature, numpy.nan, table.items,
                len(values) - table.items, reason=str(reason), no_interval="no value",
            )
        interval, no_interval = self._interval(len(used), found.alpha, table.resampled)
        return self._score(
            measure, name, group, signature, found.alpha, found.items, len(values) - found.items,
            observed=found.observed, expected=found.expected, reason=None,
            interval=interval, no_interval=no_interval,
        )

    def _values(self, measure, head):
        """(items x annotators indexes into distinct, sentence of each item, list of distinct values)."""
        rows, sentence, codes = [], [], {}
        for start, part in zip(self._starts, self._parts):
            table = part.table
            columns = [
                _alpha_values(table, annotator, measure, head)
                if annotator in table.annotators
                else [None] * len(table.items)
                for annotator in self._annotators
            ]
            for values in zip(*columns):
                rows.append(
                    [
                        alpha.MISSING if value is None else codes.setdefault(value, len(codes))
                        for value in values
                    ]
                )
            sentence += [start + table.tokens[item].sentence - 1 for item in table.items]
        rows = numpy.array(rows, dtype=numpy.int64).reshape(-1, len(self._annotators))
        return rows, numpy.array(sentence, dtype=numpy.int64), list(codes)

    # Counts and the score itself -----------------------------------------------------------

    def _total_items(self):
        return sum(len(part.table.items) for part in self._parts)

    def _distinct_items(self, label):
        """Number of items that at least one pair compared, with the label if there is one."""
        distinct = 0
        for part in self._parts:
            compared = set()
            for comparison in part.comparisons.values():
                if label is None:
                    compared.update(comparison.items[:, 0].tolist())
                elif label in comparison.labels:
                    code = comparison.labels.index(label)
                    has = (comparison.links[:, 1:3] == code).any(axis=1)
                    compared.update(comparison.items[comparison.links[has, 0], 0].tolist())
            distinct += len(compared)
        return distinct

    def _score(
        self, measure, statistic, annotators, signature, value, items, missing, reason,
        observed=None, expected=None, label=None, sentence=None, interval=None, no_interval=None,
    ):
        undefined = bool(numpy.isnan(value))
        value = None if undefined else float(value)
        return Score(
            layer=self._layer,
            measure=measure,
            statistic=statistic,
            annotators=tuple(annotators),
            document=self._document,
            label=label,
            sentence=sentence,
            value=value,
            observed=value if expected is None else observed,
            expected=expected,
            items=items,
            missing=missing,
            interval=interval,
            no_interval=no_interval,
            undefined=reason if undefined else None,
            signature=self._signature(measure, signature, items, label, sentence, interval),
        )

    def _signature(self, measure, statistic, items, label, sentence, interval):
        settings = self._config.dependencies
        parts = [measure, statistic]
        parts += [f"document:{self._document}"] if self._document else []
        parts += [f"sentence:{sentence}"] if sentence else []
        parts += [f"label:{label}"] if label else []
        parts += [f"items:{items}", f"punct:{settings.punctuation}", f"tokens:{settings.tokens}"]
        if settings.punctuation == "out" and settings.punctuation_types:
            parts.append("punct-types:" + "+".join(settings.punctuation_types))
        if settings.labels:
            parts.append("labels:" + "+".join(settings.labels))
        if settings.token_types:
            parts.append("token-types:" + "+".join(settings.token_types))
        if settings.no_arcs != "count":
            parts.append(f"no-arcs:{settings.no_arcs}")
        parts.append(f"sentences:{settings.sentences}")
        if interval:
            parts.append(f"bootstrap:{self._config.resamples},seed:{self._config.seed}")
        return "|".join(parts + [f"v{__version__}"])


def _no_value(items, label):
    if items:
        return _NO_ARC
    return _NO_ITEM if label is None else "no token of the pair has this label"


def _label_gcm(counts):
    """Share of one annotator's arcs with the label that the other's arcs agree with."""
    return lambda rows, weights: tally.gcm(counts.of_sentences(rows), weights)[0]


def _label_f1(arcs):
    """{pair: figure}: agreeing arcs of both sides over arcs of both sides."""

    def figure(sides):
        def f1(rows, weights):
            totals = [side.of_sentences(rows).totals(weights) @ side.triples for side in sides]
            k, a, _ = sum(totals).T
            return numpy.divide(k, a, out=numpy.full(k.shape, numpy.nan), where=a > 0)

        return f1

    return {pair: figure(sides) for pair, sides in arcs.items()}


def _alpha_values(table, annotator, measure, head):
    """One annotator's values in a form that means the same on every token, None where missing.

    A head is its distance in tokens (head "offset"), or its sentence's distance
    and its position there ("index"); the root is a symbol of its own. A
    multiset's equal elements are numbered, so that sets can be compared.
    """
    tokens = table.tokens

    def place(item, target):
        token, other = tokens[item], tokens[target]
        if other.is_root:
            return "ROOT"
        if head == "offset":
            return target - item
        return other.sentence - token.sentence, other.position

    def element(item, target, label):
        if measure == "LOA":
            return label
        return place(item, target) if measure == "UAA" else (place(item, target), label)

    values = []
    for item, value in zip(table.items, table.values[annotator]):
        if value is None:
            values.append(None)
        elif len(value) == 1:
            ((target, label),) = value
            values.append(frozenset([(element(item, target, label), 0)]))
        else:
            values.append(_numbered(element(item, target, label) for target, label in value))
    return values


def _numbered(elements):
    return frozenset(
        (element, number)
        for element, times in Counter(elements).items()
        for number in range(times)
    )
