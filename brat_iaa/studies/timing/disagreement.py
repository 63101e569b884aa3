"""Annotation time against disagreement: do documents that took longer have more of it?"""

from collections import Counter
from math import comb
from typing import NamedTuple, Optional

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.places.place import key_of
from brat_iaa.scores.index import ScoreIndex

# The ranks of two items always agree or disagree completely.
FEWEST = 3


class TimedDocument(NamedTuple):
    """A compared document for which the time of some annotators is known.

    minutes        mean of the annotators whose time is known
    timed          number of these annotators
    items          number of tokens that can have a head; in other layers, of items of the figure
    pairs          number of pairs of annotators
    disagreements  number of places at which annotators differ, in the layer of the figure
    of_pairs       sum over pairs of the places at which they differ
    figure         LAA, or the leading figure, of the document as in reports, or None
    """

    document: str
    minutes: float
    timed: int
    items: int
    pairs: int
    disagreements: int
    of_pairs: int
    figure: Optional[float]


class LeadingFigure(NamedTuple):
    """The figure that time is compared with: layer, key of its scores, its name and its items'."""

    layer: str
    measure: str
    statistic: str
    name: str
    item: str

    @property
    def key(self) -> tuple:
        return self.measure, self.statistic


class Correlation(NamedTuple):
    """Spearman's rho of two figures over documents; undefined: the reason if there is none."""

    first: str
    second: str
    documents: int
    rho: Optional[float]
    undefined: Optional[str]


def compared_documents(agreement, time, leading=None) -> list:
    """List of TimedDocument, those that took longest first.

    leading  LeadingFigure; None: nothing is compared
    """
    layer = agreement.dependencies
    counted = layer.name if layer is not None else leading and leading.layer
    of_layer = list(agreement.between.of_layers({counted}))
    disagreements = Counter(document for _, document, _ in set(map(key_of, of_layer)))
    differing = {(key_of(pair), pair.annotators) for pair in of_layer}
    of_pairs = Counter(document for (_, document, _), _ in differing)
    scores = {}
    for compared in agreement.layers:
        if leading is not None and compared.name == leading.layer:
            scores = ScoreIndex(agreement, compared).documents
    documents = []
    for name, table in agreement.tables.items():
        seconds = [
            timed.seconds for timed in time.documents if timed.document == name and timed.seconds
        ]
        if seconds and len(table.annotators) > 1:
            score = scores.get(name, {}).get(leading and leading.key)
            items = len(table.items) if layer is not None or score is None else score.items
            documents.append(
                TimedDocument(
                    document=name,
                    minutes=sum(seconds) / len(seconds) / 60,
                    timed=len(seconds),
                    items=items,
                    pairs=comb(len(table.annotators), 2),
                    disagreements=disagreements[name],
                    of_pairs=of_pairs[name],
                    figure=None if score is None else score.value,
                )
            )
    return sorted(documents, key=lambda document: (-document.minutes, document.document))


def correlations(documents, name="LAA", item="token") -> list:
    """List of Correlation of TimedDocuments.

    name, item  of the LeadingFigure

    Disagreements are those of a pair on average: three annotators have more of them than two.
    Long documents have more of everything, so both are also taken for each token.
    """
    minutes = [document.minutes for document in documents]
    of_a_pair = [document.of_pairs / document.pairs for document in documents]
    rates = [
        (document.minutes / document.items, differing / document.items, document.figure)
        for document, differing in zip(documents, of_a_pair)
        if document.items
    ]
    time_per_item, what = f"minutes for each {item}", "disagreements of a pair"
    with_figure = [(time, figure) for time, _, figure in rates if figure is not None]
    return [
        _correlation("minutes", what, list(zip(minutes, of_a_pair))),
        _correlation(
            time_per_item, f"{what} for each {item}", [(time, rate) for time, rate, _ in rates]
        ),
        _correlation(time_per_item, name, with_figure),
    ]


def _correlation(first, second, pairs):
    try:
        rho, undefined = spearman([x for x, _ in pairs], [y for _, y in pairs]), None
    except Undefined as reason:
        rho, undefined = None, str(reason)
    return Correlation(first, second, len(pairs), rho, undefined)


def spearman(x, y) -> float:
    """Spearman's rho, in [-1, 1]: the correlation of ranks; ties share the mean of their ranks.

    x, y  sequences of numbers of the same length
    Raises Undefined with the reason.
    """
    if len(x) < FEWEST:
        raise Undefined(f"fewer than {FEWEST} to correlate")
    a, b = (ranks - ranks.mean() for ranks in map(_ranks, (x, y)))
    if not a.any() or not b.any():
        raise Undefined("one of the two is the same for all")
    return float((a * b).sum() / numpy.sqrt((a * a).sum() * (b * b).sum()))


def _ranks(values):
    """Ranks from 1; ties share their mean."""
    _, group, counts = numpy.unique(
        numpy.asarray(values, dtype=float), return_inverse=True, return_counts=True
    )
    return (numpy.cumsum(counts) - (counts - 1) / 2)[group]
