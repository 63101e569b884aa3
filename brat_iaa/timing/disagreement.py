"""Time against disagreement: do documents that took longer have more of it?"""

from collections import Counter
from math import comb
from typing import NamedTuple, Optional

from brat_iaa.errors import Undefined
from brat_iaa.measures.rank_correlation import spearman


class ComparedDocument(NamedTuple):
    """One document that is compared and that somebody's time is known for.

    minutes        mean of the annotators whose time is known
    timed          how many they are
    tokens         that can have a head
    pairs          of annotators who did it
    disagreements  of all pairs
    laa            as reports give it for the document, None where it has no value
    """

    document: str
    minutes: float
    timed: int
    tokens: int
    pairs: int
    disagreements: int
    laa: Optional[float]


class Correlation(NamedTuple):
    """Spearman's rho of two figures over documents; undefined: why there is none."""

    first: str
    second: str
    documents: int
    rho: Optional[float]
    undefined: Optional[str]


def compared_documents(agreement, time):
    """List of ComparedDocument, those that took longest first."""
    layer = agreement.dependencies
    # Those with a gold are none of the annotators' among themselves.
    counted = {one.name for one in ([layer] if layer else agreement.layers)}
    disagreements = Counter(found.document for found in agreement.disagreements if found.layer in counted)
    laa = {
        score.document: score.value
        for score in agreement.scores
        if layer is not None
        and (score.layer, score.measure, score.statistic) == (layer.name, "LAA", "masi")
        and score.document is not None
        and score.label is None
        and score.annotators == agreement.tables[score.document].annotators
    }
    found = []
    for name, table in agreement.tables.items():
        seconds = [one.seconds for one in time.documents if one.document == name and one.seconds]
        if seconds and len(table.annotators) > 1:
            minutes = sum(seconds) / len(seconds) / 60
            pairs = comb(len(table.annotators), 2)
            found.append(
                ComparedDocument(name, minutes, len(seconds), len(table.items), pairs, disagreements[name], laa.get(name))
            )
    return sorted(found, key=lambda one: (-one.minutes, one.document))


def correlations(documents):
    """List of Correlation of ComparedDocuments.

    Disagreements are those of a pair on average: three annotators have more of them than two.
    Long documents have more of everything, so both are also taken for each token.
    """
    of_tokens = [one for one in documents if one.tokens]
    with_laa = [one for one in of_tokens if one.laa is not None]
    return [
        _correlation(
            "minutes", "disagreements of a pair", [(one.minutes, one.disagreements / one.pairs) for one in documents]
        ),
        _correlation(
            "minutes for each token",
            "disagreements of a pair for each token",
            [(one.minutes / one.tokens, one.disagreements / one.pairs / one.tokens) for one in of_tokens],
        ),
        _correlation("minutes for each token", "LAA", [(one.minutes / one.tokens, one.laa) for one in with_laa]),
    ]


def _correlation(first, second, pairs):
    try:
        rho, undefined = spearman([x for x, _ in pairs], [y for _, y in pairs]), None
    except Undefined as reason:
        rho, undefined = None, str(reason)
    return Correlation(first, second, len(pairs), rho, undefined)
