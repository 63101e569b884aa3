"""Time against disagreement: do documents that took longer have more of it?"""

from collections import Counter
from math import comb
from typing import NamedTuple, Optional

from brat_iaa.errors import Undefined
from brat_iaa.measures.rank_correlation import spearman
from brat_iaa.places.place import key_of
from brat_iaa.scores.index import ScoreIndex


class ComparedDocument(NamedTuple):
    """One document that is compared and that somebody's time is known for.

    minutes        mean of the annotators whose time is known
    timed          how many they are
    items          tokens that can have a head; of another layer, what its leading figure is about
    pairs          of annotators who did it
    disagreements  places at which annotators differ, in the layer of the figure
    of_pairs       the same of each pair, summed
    figure         LAA, or the leading figure, as reports give it for the document, or None
    """

    document: str
    minutes: float
    timed: int
    items: int
    pairs: int
    disagreements: int
    of_pairs: int
    figure: Optional[float]


class Leading(NamedTuple):
    """The figure that time is compared with: the key of its scores, its name, its items' name."""

    layer: str
    measure: str
    statistic: str
    name: str
    item: str


class Correlation(NamedTuple):
    """Spearman's rho of two figures over documents; undefined: why there is none."""

    first: str
    second: str
    documents: int
    rho: Optional[float]
    undefined: Optional[str]


def compared_documents(agreement, time, leading=None):
    """List of ComparedDocument, those that took longest first.

    leading  Leading; None: nothing is compared
    """
    layer = agreement.dependencies
    # Those with a gold are none of the annotators' among themselves.
    counted = layer.name if layer is not None else leading and leading.layer
    of_layer = [found for found in agreement.disagreements if found.layer == counted]
    disagreements = Counter(document for _, document, _ in set(map(key_of, of_layer)))
    differing = {(key_of(found), found.annotators) for found in of_layer}
    of_pairs = Counter(document for (_, document, _), _ in differing)
    documents = {}
    for own in agreement.layers:
        if leading is not None and own.name == leading.layer:
            documents = ScoreIndex(agreement, own).documents
    found = []
    for name, table in agreement.tables.items():
        seconds = [one.seconds for one in time.documents if one.document == name and one.seconds]
        if seconds and len(table.annotators) > 1:
            minutes = sum(seconds) / len(seconds) / 60
            pairs = comb(len(table.annotators), 2)
            score = documents.get(name, {}).get(leading and leading[1:3])
            items = len(table.items) if layer is not None or score is None else score.items
            value = None if score is None else score.value
            counts = disagreements[name], of_pairs[name]
            found.append(
                ComparedDocument(name, minutes, len(seconds), items, pairs, *counts, value)
            )
    return sorted(found, key=lambda one: (-one.minutes, one.document))


def correlations(documents, name="LAA", item="token"):
    """List of Correlation of ComparedDocuments.

    name, item  of the Leading
    Disagreements are those of a pair on average: three annotators have more of them than two.
    Long documents have more of everything, so both are also taken for each token.
    """
    with_items = [one for one in documents if one.items]
    with_figure = [one for one in with_items if one.figure is not None]
    return [
        _correlation(
            "minutes",
            "disagreements of a pair",
            [(one.minutes, one.of_pairs / one.pairs) for one in documents],
        ),
        _correlation(
            f"minutes for each {item}",
            f"disagreements of a pair for each {item}",
            [(one.minutes / one.items, one.of_pairs / one.pairs / one.items) for one in with_items],
        ),
        _correlation(
            f"minutes for each {item}",
            name,
            [(one.minutes / one.items, one.figure) for one in with_figure],
        ),
    ]


def _correlation(first, second, pairs):
    try:
        rho, undefined = spearman([x for x, _ in pairs], [y for _, y in pairs]), None
    except Undefined as reason:
        rho, undefined = None, str(reason)
    return Correlation(first, second, len(pairs), rho, undefined)
