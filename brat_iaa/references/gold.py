"""The arcs of annotators and anchors against the gold: accuracies, precision, recall and F1."""

import numpy

from brat_iaa.config import GOLD_LAYER
from brat_iaa.references.pooled_references import METRICS, with_punctuation
from brat_iaa.scores.arc_disagreements import DocumentRows, document_rows, list_arcs
from brat_iaa.scores.builder import NO_ITEM, NOTHING_DRAWN, ScoreBuilder
from brat_iaa.scores.pooled_documents import PooledDocuments

# Statistic: whether punctuation counts.
_ACCURACIES = {"accuracy": "in", "accuracy-nopunct": "out"}

# Of precision the annotator, of recall the gold.
_NO_ARC = "one of the two has no arcs"


def gold_scores(pooled, config, others) -> list:
    """List of Score of the whole project, then of each document; annotators are (gold, other).

    pooled  PooledReferences
    others  names of annotators and anchors
    """
    if not config.gold:
        return []
    return [
        score
        for document in (None, *pooled.tables)
        for other in pooled.present(others)
        if document is None or other in pooled.tables[document].annotators
        for score in _against_gold(pooled, config, other, document)
    ]


def _against_gold(pooled, config, other, document):
    pair = config.gold, other
    tokens = pooled.common(*pair, document)
    # Where neither drew an arc only parts of speech were compared.
    drawn = bool(tokens.a.any() or tokens.b.any())
    compared = [drawn or metric == "POS" for metric in METRICS]
    reason = NOTHING_DRAWN if len(tokens.right) and not drawn else NO_ITEM
    scores = []
    for statistic, punctuation in _ACCURACIES.items():
        chosen = tokens if punctuation == "in" else tokens.words()
        settings = with_punctuation(config, punctuation)
        scores += pooled.ratio_scores(
            ScoreBuilder(settings, GOLD_LAYER, document, pooled.data), pair,
            [(metric, statistic) for metric in METRICS], chosen.right,
            numpy.ones_like(chosen.right) * compared, chosen.sentence, "accuracy", tokens.missing,
            reason,
        )  # fmt: skip
    chosen = tokens if config.dependencies.punctuation == "in" else tokens.words()
    a, b, k = chosen.a, chosen.b, chosen.k
    return scores + pooled.ratio_scores(
        ScoreBuilder(config, GOLD_LAYER, document, pooled.data), pair,
        [("LAA", "precision"), ("LAA", "recall"), ("LAA", "f1")],
        numpy.stack([k, k, 2 * k], axis=1), numpy.stack([b, a, a + b], axis=1),
        chosen.sentence, "arcs", tokens.missing, _NO_ARC,
    )  # fmt: skip


def list_gold_arcs(builder, pooled, config, annotators):
    """Add where arcs of annotators differ from the gold's to a DisagreementBuilder."""
    names = pooled.present((config.gold, *annotators))
    if not config.arcs_in_gold or names[:1] != (config.gold,):
        return
    counts = config.dependencies.punctuation == "in"
    tables = pooled.tables if counts else pooled.without_punctuation
    pairs = [(config.gold, name) for name in names[1:]]
    arcs = PooledDocuments([own.in_columns for own in tables.values()], names, pairs=pairs)
    rows = document_rows(arcs)
    document = numpy.repeat(numpy.arange(len(rows)), [len(own.kind) for own in rows])
    list_arcs(
        builder, config.arcs_in_gold, tables, [arcs.columns], pairs, arcs.label_names,
        arcs.columns.types, DocumentRows(*map(numpy.concatenate, zip(*rows))), document,
    )  # fmt: skip
