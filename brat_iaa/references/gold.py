"""The arcs of annotators against the gold: accuracies, precision, recall and F1."""

from functools import partial

import numpy

from brat_iaa.config import GOLD_LAYER
from brat_iaa.layers.arcs import joined_arcs
from brat_iaa.measures.estimate import Contributions
from brat_iaa.references.pooled_references import METRICS, with_punctuation
from brat_iaa.scores.arc_disagreements import ArcRows, arc_rows, list_arcs
from brat_iaa.scores.builder import NO_ITEM, NOTHING_DRAWN, ScoreBuilder
from brat_iaa.scores.dependencies import arc_view
from brat_iaa.scores.score_list import ScoreBlock
from brat_iaa.scores.score_table import Family, FigureValues, Subjects, score_table

# Of precision the annotator, of recall the gold.
_NO_ARC = "one of the two has no arcs"


def gold_scores(pooled, config, others) -> list:
    """List of ScoreBlock of the whole project, then of each document; annotators are (gold, other).

    pooled  PooledReferences
    others  names of annotators
    """
    others = pooled.present(others)
    if not config.gold or not others:
        return []
    names, tables = [None, *pooled.tables], []
    for other in others:
        begun = [name is None or other in pooled.tables[name].annotators for name in names]
        for table in _against_gold(pooled, config, (config.gold, other), names):
            tables.append((begun, table))
    return [
        ScoreBlock(
            GOLD_LAYER.name, name, [scores[number] for begun, scores in tables if begun[number]]
        )
        for number, name in enumerate(names)
    ]  # fmt: skip


def _against_gold(pooled, config, pair, names):
    """Lists of the SubjectScores of documents with some names; None: the whole project, the
    first.
    """
    tokens, document, number = pooled.common(*pair), pooled.table.item_document, len(names)

    def of_each(item, terms=None):
        """The sum of terms, or the number of items, of each document and of the project."""
        sums = numpy.bincount(1 + document[item], terms, number).astype(int)
        sums[0] = sums.sum()
        return sums

    missing, items = of_each(tokens.missing), of_each(tokens.item)
    drawn = of_each(tokens.item, tokens.a + tokens.b) > 0
    # Where neither drew an arc only parts of speech were compared.
    compared = {"POS": numpy.ones(number, dtype=bool)}
    reasons = [NOTHING_DRAWN if items[n] and not drawn[n] else NO_ITEM for n in range(number)]

    def table(punctuation, source, reason, terms_of):
        """terms_of: function of CommonTokens that returns [(measure, statistic, terms above, terms
        below)]
        """
        chosen = tokens if punctuation == "in" else tokens.words()
        settings = with_punctuation(config, punctuation)
        whole = ScoreBuilder(settings, GOLD_LAYER, data=pooled.data)
        builders = [whole, *(whole.for_document(name, pooled.data) for name in names[1:])]
        subject = numpy.append(numpy.zeros(len(chosen.item), int), 1 + document[chosen.item])
        sums = Contributions(numpy.tile(chosen.sentence, 2), subject, number)

        figures = terms_of(chosen)

        def values(_, figure):
            measure, _, above, below = figures[figure]
            below = numpy.tile(below, 2) * compared.get(measure, drawn)[subject]
            estimate = sums.ratios(numpy.tile(above, 2), below).estimate()
            counted = numpy.bincount(subject, below, number).astype(int)
            return FigureValues(source, estimate, counted, missing, reason)

        about = Subjects(builders, [pair] * number, pooled.document)
        return score_table(about, [Family([key[:2] for key in figures], values)])

    def accuracies(statistic, chosen):
        ones = numpy.ones(len(chosen.item))
        return [(metric, statistic, right, ones) for metric, right in zip(METRICS, chosen.right.T)]

    def retrieval(chosen):
        _, _, _, _, a, b, k, _ = chosen
        return [
            ("LAA", "precision", k, b), ("LAA", "recall", k, a), ("LAA", "f1", 2 * k, a + b),
        ]  # fmt: skip

    return [
        table("in", "accuracy", reasons, partial(accuracies, "accuracy")),
        table("out", "accuracy", reasons, partial(accuracies, "accuracy-nopunct")),
        table(config.dependencies.punctuation, "arcs", _NO_ARC, retrieval),
    ]


def list_gold_arcs(builder, pooled, config, annotators):
    """Add where arcs of annotators differ from the gold's to a DisagreementBuilder."""
    names = pooled.present((config.gold, *annotators))
    if not config.arcs_in_gold or names[:1] != (config.gold,):
        return
    tables, pairs = pooled.tables, [(config.gold, name) for name in names[1:]]
    view = pooled.view
    if config.dependencies.punctuation != "in":
        tables = pooled.without_punctuation
        view = arc_view(joined_arcs([table.in_arc_table for table in tables.values()], names))
    rows = ArcRows.in_order([arc_rows(view, pair, number) for number, pair in enumerate(pairs)])
    list_arcs(builder, config.arcs_in_gold, tables, view, pairs, rows)
