"""The arcs of annotators against the gold: accuracies, precision, recall and F1."""

from functools import partial

import numpy

from brat_iaa.config import GOLD_LAYER
from brat_iaa.layers.arc_items import ArcItems
from brat_iaa.layers.compared_document import arcs_in
from brat_iaa.measures.estimate import Contributions
from brat_iaa.references.pooled_references import METRICS, with_punctuation
from brat_iaa.scores.builder import NO_ITEM, NOTHING_DRAWN, ScoreBuilder
from brat_iaa.scores.dependencies import arc_view
from brat_iaa.scores.score_table import (
    DOCUMENTS,
    LABELS,
    Figure,
    FigureValues,
    ScoredLayer,
    Subjects,
)

# Of precision the annotator, of recall the gold.
_NO_ARC = "one of the two has no arcs"


def scored_against_gold(pooled, config, others) -> list:
    """List of ScoredLayer of arcs of each annotator and the gold; annotators are (gold, other).

    pooled  PooledReferences
    others  names of annotators
    """
    others, layers = pooled.present(others), []
    for pair in ((config.gold, other) for other in others if config.gold):
        tokens = pooled.common(*pair)
        for punctuation, source, figures in (
            ("in", "accuracy", partial(_accuracies, "accuracy")),
            ("out", "accuracy", partial(_accuracies, "accuracy-nopunct")),
            (config.dependencies.punctuation, "arcs", _retrieval),
        ):
            settings = with_punctuation(config, punctuation)
            builder = ScoreBuilder(settings, GOLD_LAYER, data=pooled.data)
            chosen = tokens if punctuation == "in" else tokens.words()
            tables = partial(_tables, pooled, pair, tokens, chosen, source, figures(chosen))
            layers.append(ScoredLayer(builder, tables))
    return layers


def _accuracies(statistic, chosen):
    """[(measure, statistic, terms above, terms below)] of CommonTokens"""
    ones = numpy.ones(len(chosen.item))
    return [(metric, statistic, right, ones) for metric, right in zip(METRICS, chosen.right.T)]


def _retrieval(chosen):
    """The same of arcs."""
    _, _, _, _, a, b, k, _ = chosen
    return [("LAA", "precision", k, b), ("LAA", "recall", k, a), ("LAA", "f1", 2 * k, a + b)]


def _tables(pooled, pair, tokens, chosen, source, figures, about, _):
    """[(Subjects, Figures)], see score_table.scores_of().

    tokens   CommonTokens of the pair; chosen: those that the figures are about
    figures  [(measure, statistic, terms above, terms below)]
    """
    if about == LABELS:
        return []
    names, annotators = [None], [pair]
    if about == DOCUMENTS:
        names, tables = list(pooled.tables), pooled.tables.values()
        annotators = [pair if pair[1] in table.annotators else () for table in tables]
    document, number = pooled.table.item_document * (about == DOCUMENTS), len(names)

    def of_each(item, terms=None):
        """Of each subject the sum of terms, or the number of items."""
        return numpy.bincount(document[item], terms, number).astype(int)

    missing, items = of_each(tokens.missing), of_each(tokens.item)
    drawn = of_each(tokens.item, tokens.a + tokens.b) > 0
    # Where neither drew an arc only parts of speech were compared.
    compared = {"POS": numpy.ones(number, dtype=bool)}
    reason = _NO_ARC
    if source == "accuracy":
        reason = [NOTHING_DRAWN if items[n] and not drawn[n] else NO_ITEM for n in range(number)]
    subject = document[chosen.item]
    sums = Contributions(chosen.sentence, subject, number)

    def values(measure, above, below, _):
        below = below * compared.get(measure, drawn)[subject]
        counted = numpy.bincount(subject, below, number).astype(int)
        return FigureValues(source, sums.ratios(above, below).estimate(), counted, missing, reason)

    subjects = Subjects(about, names, annotators, pooled.document)
    return [(subjects, [
        Figure((measure, statistic), partial(values, measure, *terms))
        for measure, statistic, *terms in figures
    ])]  # fmt: skip


def gold_differences(pooled, config, annotators) -> list:
    """The Differences on arcs of annotators and the gold."""
    names = pooled.present((config.gold, *annotators))
    if not config.gold_arcs or names[:1] != (config.gold,):
        return []
    tables, pairs = pooled.tables, [(config.gold, name) for name in names[1:]]
    view = pooled.view
    if config.dependencies.punctuation != "in":
        view = arc_view(arcs_in([*tables.values()], names))
    return ArcItems(tables, view, pairs).listed(config.gold_arcs)
