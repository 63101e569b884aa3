"""Scores that are about pairs of annotators: MASI, exact match and GCM, and their means over
pairs.
"""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.measures.cells import Contributions, mean_of_cells
from brat_iaa.measures.distances import UNIT
from brat_iaa.scores import MEASURES
from brat_iaa.scores.builder import NO_ARC, NO_ITEM, NOTHING_DRAWN, ONE_SENTENCE, Figure
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL

# Whether a link counts as agreement, by measure and how it is linked.
_AGREEING = {
    measure: numpy.array([float(how in own) for how in range(6)])
    for measure, own in {"UAA": (EXACT, HEAD), "LAA": (EXACT,), "LOA": (EXACT, LABEL)}.items()
}

_SOURCES = {
    "masi": "masi:RD13",
    "masi-full": "masi:PA06",
    "exact": "exact",
    "gcm": "gcm:RD13",
    "gcm-f1": "gcm-f1:RD13",
}
_MEAN_OVER_PAIRS = ("masi", "masi-full", "exact", "gcm-f1")


class _OfItems(NamedTuple):
    """The items of one pair, and where they belong.

    where   Contributions of the items, a figure for each column
    counts  whether one of the two drew an arc in the column; where neither drew any all figures
            are undefined: 0/0
    items   number of items of each column
    """

    where: Contributions
    counts: numpy.ndarray
    items: numpy.ndarray

    def ratios(self, own, measure, statistic, side=0):
        """CellRatios of a statistic of a Comparison; side: whose arcs gcm divides by."""
        both = (own.a, own.b) if side == 0 else (own.b, own.a)
        above, below = contributions(statistic, own.k[measure], *both)
        return self.where.ratios(above, below * self.counts)


class _OfLabels(NamedTuple):
    """The items and links of one pair that have a label, and where they belong.

    row    of each item with a label, in the pair's items; an item has several labels
    where  Contributions of these
    links  of the first annotator, of the second: how they are linked, and their Contributions
    items  number of items of each label
    """

    row: numpy.ndarray
    where: Contributions
    links: tuple
    items: numpy.ndarray

    def ratios(self, own, measure, statistic, side=0):
        """As in _OfItems."""
        if statistic == "gcm":
            how, where = self.links[side]
            return where.ratios(_AGREEING[measure][how], 1.0)
        if statistic == "gcm-f1":
            # A label's arcs of both annotators, those of both that the other agrees with.
            first, second = (self.ratios(own, measure, "gcm", side) for side in (0, 1))
            return first.plus(second)
        counts = own.k[measure], own.a, own.b
        above, _ = contributions(statistic, *(part[self.row] for part in counts))
        return self.where.ratios(above, float(UNIT))


class _Column(NamedTuple):
    """What the figures of a column are about.

    builder     ScoreBuilder
    annotators  all of them
    missing     {pair, or None for all: items that only one annotated; None where it is not counted}
    drawn       {pair, or None for all: whether they drew an arc on any of the items}; pairs that
                are not here have no scores
    label       its label, if it is about one
    """

    builder: object
    annotators: tuple
    missing: dict
    drawn: dict
    label: Optional[str] = None


def pair_scores(parts, builder):
    """List of Score about everything in a Compared: mean over pairs, then each pair."""
    missing = {pair: own.missing for pair, own in parts.pairs.items()}
    missing[None] = parts.missing
    about = _Column(builder, parts.annotators, missing, _drawn(parts))
    everything = numpy.zeros(parts.sentences, dtype=numpy.int64)
    return [score for _, score in _item_scores(parts, everything, [about])]


def document_scores(parts, builders):
    """For each document a list of Score, as pair_scores() returns them of the document alone.

    builders  ScoreBuilder of each document
    """
    missing_of = {
        pair: numpy.bincount(parts.columns.item_document[own.alone], minlength=parts.documents)
        for pair, own in parts.pairs.items()
    }
    columns = []
    for number, builder in enumerate(builders):
        annotators = parts.columns.begun_by(number)
        pairs = list(combinations(annotators, 2))
        missing = {pair: int(missing_of[pair][number]) for pair in pairs}
        drawn = {pair: bool(parts.drawn_by_document[pair][number]) for pair in pairs}
        missing[None] = int(parts.missing_by_document[number])
        drawn[None] = any(drawn.values())
        columns.append(_Column(builder, annotators, missing, drawn))
    found = [[] for _ in columns]
    for number, score in _item_scores(parts, parts.document, columns):
        found[number].append(score)
    return found


def label_scores(parts, builder):
    """List of Score for each label.

    masi, masi-full and exact are about the tokens on which one of the pair has the
    label; gcm and gcm-f1 about the arcs that have it.
    """
    if not parts.labels:
        return []
    number = len(parts.labels)
    links = {pair: _with_used_labels(own, parts) for pair, own in parts.pairs.items()}
    having = {pair: _items_with_label(own, number) for pair, own in links.items()}
    items = _distinct_by_label(parts, having)
    drawn, missing = _drawn(parts), dict.fromkeys([*parts.pairs, None])
    columns = [
        _Column(builder, parts.annotators, missing, drawn, parts.label_names[label])
        for label in parts.labels
    ]
    prepared = {
        pair: _of_labels(own, links[pair], *having[pair], number)
        for pair, own in parts.pairs.items()
    }
    found = []
    for measure in MEASURES:
        found += [score for _, score in _scores(parts, measure, prepared, items, columns)]
    return found


def sentence_scores(parts, builder):
    """List of Score for each sentence and pair: masi, exact and gcm-f1, without intervals."""
    found, sentences = [], numpy.arange(parts.sentences)
    drawn = {pair: numpy.full(parts.sentences, own.drawn) for pair, own in parts.pairs.items()}
    prepared = {pair: _of_items(own, sentences, drawn[pair]) for pair, own in parts.pairs.items()}
    for measure in MEASURES:
        for pair, own in parts.pairs.items():
            items = prepared[pair].items
            for statistic in ("masi", "exact", "gcm-f1"):
                ratios = prepared[pair].ratios(own, measure, statistic)
                for sentence, value in enumerate(ratios.values()):
                    found.append(
                        builder.score(
                            measure,
                            statistic,
                            pair,
                            _SOURCES[statistic],
                            Figure(value, None, ONE_SENTENCE),
                            items[sentence],
                            None,
                            reason=_no_value(items[sentence], None, own.drawn),
                            sentence=sentence + 1,
                        )
                    )
    return found


def _drawn(parts):
    drawn = {pair: own.drawn for pair, own in parts.pairs.items()}
    drawn[None] = any(drawn.values())
    return drawn


def _item_scores(parts, column, columns):
    """(number of the column, Score) of all items; column: of each sentence."""
    items = _distinct(own.item for own in parts.pairs.values())
    items = numpy.bincount(column[parts.item_sentence[items]], minlength=len(columns))
    prepared = {}
    for pair, own in parts.pairs.items():
        drawn = numpy.array([about.drawn.get(pair, False) for about in columns], dtype=bool)
        prepared[pair] = _of_items(own, column, drawn)
    for measure in MEASURES:
        yield from _scores(parts, measure, prepared, items, columns)


def _of_items(own, column, drawn):
    """_OfItems of one pair; column: of each sentence; drawn: of each column."""
    of_item = column[own.sentence]
    return _OfItems(
        Contributions(own.sentence, of_item, len(drawn)), drawn[of_item],
        numpy.bincount(of_item, minlength=len(drawn)),
    )  # fmt: skip


def _of_labels(own, links, row, label, number):
    """_OfLabels of one pair.

    links       see _with_used_labels
    row, label  see _items_with_label
    number      of labels
    """
    arcs = [links[links[:, 1 + side] >= 0] for side in (0, 1)]
    return _OfLabels(
        row,
        Contributions(own.sentence[row], label, number),
        tuple(
            (
                drawn[:, 3],
                Contributions(own.sentence[drawn[:, 0]], drawn[:, 1 + side], number),
            )
            for side, drawn in enumerate(arcs)
        ),
        numpy.bincount(label, minlength=number),
    )


def _with_used_labels(own, parts):
    """The links of a pair with places in parts.labels as labels; -1 stays "no arc"."""
    place = numpy.full(len(parts.label_names) + 1, -1)
    place[parts.labels] = numpy.arange(len(parts.labels))
    links = own.links.copy()
    links[:, 1:3] = place[links[:, 1:3]]
    return links


def _items_with_label(links, labels):
    """(row in the pair's items, label): each label that one of the pair has on an item, once."""
    with_label = [links[links[:, side] >= 0][:, [0, side]] for side in (1, 2)]
    rows, labels_of = numpy.concatenate(with_label).T.astype(numpy.int64)
    return numpy.divmod(_distinct([rows * labels + labels_of]), labels)


def _distinct(arrays):
    """Sorted, each once: numpy.unique is slower where most are there several times."""
    found = numpy.sort(numpy.concatenate(list(arrays)))
    return found[numpy.flatnonzero(numpy.diff(found, prepend=-1))]


def _distinct_by_label(parts, having):
    """For each label the number of items that any pair compared and that has it."""
    number = len(parts.labels)
    codes = _distinct(
        own.item[having[pair][0]].astype(numpy.int64) * number + having[pair][1]
        for pair, own in parts.pairs.items()
    )
    return numpy.bincount(codes % number, minlength=number)


def _scores(parts, measure, prepared, items, columns):
    """(number of the column, Score) of one measure: of all statistics.

    prepared  {pair: _OfItems or _OfLabels}
    items     for each column the number of different items of all pairs
    columns   list of _Column
    """
    several = [len(about.drawn) > 2 for about in columns]
    for statistic in _MEAN_OVER_PAIRS:
        source = _SOURCES[statistic]
        estimates = {
            pair: own.ratios(parts.pairs[pair], measure, statistic).estimate()
            for pair, own in prepared.items()
        }
        if any(several):
            defined = (~numpy.isnan([one.value for one in estimates.values()])).sum(axis=0).tolist()
            found = columns[0].builder.figures(mean_of_cells([*estimates.values()]), parts.document)
            for number, about in enumerate(columns):
                if several[number]:
                    own_source = f"{source}|pairs:{defined[number]}"
                    yield (
                        number,
                        _score(
                            measure,
                            statistic,
                            None,
                            about.annotators,
                            own_source,
                            found[number],
                            items[number],
                            about,
                        ),
                    )
        for pair, own in prepared.items():
            yield from _of_pair(
                parts, measure, statistic, pair, pair, estimates[pair], own.items, columns
            )
    for pair, own in prepared.items():
        for side, annotators in enumerate((pair, pair[::-1])):
            estimate = own.ratios(parts.pairs[pair], measure, "gcm", side).estimate()
            yield from _of_pair(
                parts, measure, "gcm", pair, annotators, estimate, own.items, columns
            )


def _of_pair(parts, measure, statistic, pair, annotators, estimate, items, columns):
    """(number of the column, Score) of each column that the pair compared something in."""
    found = columns[0].builder.figures(estimate, parts.document)
    for number, (about, figure, own) in enumerate(zip(columns, found, items.tolist())):
        if pair in about.drawn:
            yield (
                number,
                _score(
                    measure, statistic, pair, annotators, _SOURCES[statistic], figure, own, about
                ),
            )


def _score(measure, statistic, group, annotators, source, figure, items, about):
    """The Score of a column; group: the pair it is about, or None."""
    return about.builder.score(
        measure,
        statistic,
        annotators,
        source,
        figure,
        items,
        about.missing[group],
        reason=_no_value(items, about.label, about.drawn[group]),
        label=about.label,
    )


def _no_value(items, label, drawn):
    if items:
        return NO_ARC if drawn else NOTHING_DRAWN
    return NO_ITEM if label is None else "no token of the pair has this label"
