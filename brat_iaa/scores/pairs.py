"""Scores that are about pairs of annotators: MASI, exact match and GCM, and their means over pairs."""

from typing import NamedTuple

import numpy

from brat_iaa.comparison import EXACT, HEAD, LABEL
from brat_iaa.measures.attachment_scores import Ratios, by_sentence, contributions
from brat_iaa.measures.estimate import mean
from brat_iaa.scores import MEASURES
from brat_iaa.scores.builder import NO_ARC, NO_ITEM, NOTHING_DRAWN, ONE_SENTENCE, Figure

# Links that count as agreement, by measure.
_AGREEING = {"UAA": (EXACT, HEAD), "LAA": (EXACT,), "LOA": (EXACT, LABEL)}

_SOURCES = {
    "masi": "masi:RD13",
    "masi-full": "masi:PA06",
    "exact": "exact",
    "gcm": "gcm:RD13",
    "gcm-f1": "gcm-f1:RD13",
}
_MEAN_OVER_PAIRS = ("masi", "masi-full", "exact", "gcm-f1")


class _Figures(NamedTuple):
    """One statistic of one pair for some labels (or one figure about everything).

    ratios  Ratios, sentences x figures
    items   number of items behind each figure
    """

    ratios: Ratios
    items: numpy.ndarray


def pair_scores(parts, builder):
    """List of Score about everything in the parts: mean over pairs, then each pair."""
    found = []
    for measure in MEASURES:
        figures = {pair: _of_items(own, measure, parts) for pair, own in parts.pairs.items()}
        items = numpy.array([len(_distinct(own.item for own in parts.pairs.values()))])
        found += _scores(parts, builder, measure, figures, items, [None])
    return found


def label_scores(parts, builder):
    """List of Score for each label.

    masi, masi-full and exact are about the tokens on which one of the pair has the
    label; gcm and gcm-f1 about the arcs that have it.
    """
    if not parts.labels:
        return []
    having = {pair: _items_with_label(own, len(parts.labels)) for pair, own in parts.pairs.items()}
    items = _distinct_by_label(parts, having)
    found = []
    for measure in MEASURES:
        figures = {
            pair: _of_labels(own, measure, parts, *having[pair]) for pair, own in parts.pairs.items()
        }
        found += _scores(parts, builder, measure, figures, items, parts.labels)
    return found


def sentence_scores(parts, builder):
    """List of Score for each sentence and pair: masi, exact and gcm-f1, without intervals."""
    found = []
    for measure in MEASURES:
        for pair, own in parts.pairs.items():
            figures = _of_items(own, measure, parts)
            items = numpy.bincount(own.sentence, minlength=parts.sentences)
            for statistic in ("masi", "exact", "gcm-f1"):
                ratios = figures[statistic].ratios
                for sentence in range(parts.sentences):
                    found.append(
                        builder.score(
                            measure,
                            statistic,
                            pair,
                            _SOURCES[statistic],
                            Figure(ratios.of_sentences([sentence]).values()[0], None, ONE_SENTENCE),
                            items[sentence],
                            None,
                            reason=_no_value(items[sentence], None, own.drawn),
                            sentence=sentence + 1,
                        )
                    )
    return found


def _of_items(own, measure, parts):
    """{statistic: _Figures} of one pair, one figure each; gcm in both directions.

    Where neither of the two drew any arc all figures are undefined: 0/0.
    """
    items = numpy.array([len(own.item)])

    def figures(above, below):
        return _Figures(by_sentence(above, below * own.drawn, own.sentence, parts.sentences), items)

    found = {
        statistic: figures(*entry)
        for statistic, entry in contributions(own.k[measure], own.a, own.b).items()
    }
    found["gcm", 0] = found.pop("gcm")
    found["gcm", 1] = figures(*contributions(own.k[measure], own.b, own.a)["gcm"])
    return found


def _of_labels(own, measure, parts, row, label):
    """{statistic: _Figures} of one pair, one figure for each label.

    row, label  each item that has a label, and the label, see _items_with_label
    """
    number = len(parts.labels)
    items = numpy.bincount(label, minlength=number)

    def figures(above, below, sentence, column):
        return _Figures(by_sentence(above, below, sentence, parts.sentences, column, number), items)

    of_items = contributions(own.k[measure][row], own.a[row], own.b[row])
    found = {
        statistic: figures(*of_items[statistic], own.sentence[row], label)
        for statistic in ("masi", "masi-full", "exact")
    }
    for side in (0, 1):
        arcs = own.links[own.links[:, 1 + side] >= 0]
        agreeing = numpy.isin(arcs[:, 3], _AGREEING[measure]).astype(float)
        found["gcm", side] = figures(
            agreeing, numpy.ones(len(arcs)), own.sentence[arcs[:, 0]], arcs[:, 1 + side]
        )
    # A label's arcs of both annotators, those of both that the other agrees with.
    both = (found["gcm", side].ratios for side in (0, 1))
    found["gcm-f1"] = _Figures(Ratios(*(first + second for first, second in zip(*both))), items)
    return found


def _items_with_label(own, labels):
    """(row in the pair's items, label): each label that one of the pair has on an item, once."""
    with_label = [own.links[own.links[:, side] >= 0][:, [0, side]] for side in (1, 2)]
    rows, labels_of = numpy.concatenate(with_label).T
    return numpy.divmod(numpy.unique(rows * labels + labels_of), labels)


def _distinct(arrays):
    return numpy.unique(numpy.concatenate(list(arrays)))


def _distinct_by_label(parts, having):
    """For each label the number of items that any pair compared and that has it."""
    number = len(parts.labels)
    codes = _distinct(
        own.item[having[pair][0]] * number + having[pair][1] for pair, own in parts.pairs.items()
    )
    return numpy.bincount(codes % number, minlength=number)


def _scores(parts, builder, measure, figures, items, labels):
    """Scores of one measure: for each label (or None), all statistics.

    figures  {pair: {statistic: _Figures}}
    items    for each label the number of different items of all pairs
    """
    found = []

    def add(statistic, annotators, source, estimate, items, missing, drawn):
        for column, (label, figure) in enumerate(
            zip(labels, builder.figures(estimate, parts.document))
        ):
            found.append(
                builder.score(
                    measure, statistic, annotators, source[column], figure, items[column],
                    missing if label is None else None,
                    reason=_no_value(items[column], label, drawn), label=label,
                )
            )

    for statistic in _MEAN_OVER_PAIRS:
        source = _SOURCES[statistic]
        estimates = {pair: own[statistic].ratios.estimate() for pair, own in figures.items()}
        if len(figures) > 1:
            defined = (~numpy.isnan([one.value for one in estimates.values()])).sum(axis=0)
            sources = [f"{source}|pairs:{number}" for number in defined]
            drawn = any(own.drawn for own in parts.pairs.values())
            add(
                statistic, parts.annotators, sources, mean(list(estimates.values())), items,
                parts.missing, drawn,
            )
        for pair, own in figures.items():
            data = parts.pairs[pair]
            add(
                statistic, pair, [source] * len(labels), estimates[pair], own[statistic].items,
                data.missing, data.drawn,
            )
    for pair, own in figures.items():
        data = parts.pairs[pair]
        for side, annotators in enumerate((pair, pair[::-1])):
            one, sources = own["gcm", side], [_SOURCES["gcm"]] * len(labels)
            add(
                "gcm", annotators, sources, one.ratios.estimate(), one.items, data.missing,
                data.drawn,
            )
    return found


def _no_value(items, label, drawn):
    if items:
        return NO_ARC if drawn else NOTHING_DRAWN
    return NO_ITEM if label is None else "no token of the pair has this label"
