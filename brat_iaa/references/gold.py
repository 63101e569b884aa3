"""Annotators and anchors against the gold: dependencies by accuracies, precision, recall and F1;
other layers by their comparison of annotators.
"""

from dataclasses import replace
from functools import partial
from itertools import compress

import numpy

from brat_iaa.config import GOLD_LAYER, gold_name, layers_in_gold
from brat_iaa.kinds import KINDS
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.lazy_table import lazy_tables
from brat_iaa.references.pooled_references import METRICS, with_punctuation
from brat_iaa.scores.arc_disagreements import DocumentRows, document_rows
from brat_iaa.scores.builder import NO_ITEM, NOTHING_DRAWN, ScoreBuilder
from brat_iaa.scores.dependencies import list_arcs
from brat_iaa.scores.elements import reference_scores
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


def gold_documents(documents, config, others) -> dict:
    """{document: {other: {layer's name: LayerDocument of the gold and the other}}}

    documents  ParallelDocuments of annotators and references
    others     names of those who are compared with the gold
    """
    parts: dict = {document.name: {} for document in documents}
    for other in others:
        pair = config.gold, other
        of_pair = [
            replace(
                document,
                annotations={name: document.annotations[name] for name in pair},
                files={name: document.files[name] for name in pair},
            )
            for document in documents
            if document.annotations.keys() >= set(pair) and other != config.gold
        ]
        tables = lazy_tables(of_pair, config.dependencies, pair)
        both = [len(table.annotators) == 2 for table in tables]
        batch = BatchReader(compress(of_pair, both), compress(tables, both))
        for layer in layers_in_gold(config) if batch.documents else ():
            of_layer = KINDS[layer.kind].layer_documents(batch, layer)
            for document, part in zip(batch.documents, of_layer):
                parts[document.name].setdefault(other, {})[layer.name] = part
    return parts


def gold_layer_scores(documents, config, others, progress, data) -> tuple:
    """({layer's name: {other: PooledLayer of the gold and the other}}, list of Score); annotators
    are (gold, other).

    documents  as of gold_documents()
    others     names of annotators and anchors
    progress   function of (text, done, total)
    data       ComparedData of annotators, gold and anchors
    """
    layers, scores = {}, []
    for layer in layers_in_gold(config):
        kind, of_others = KINDS[layer.kind], layers.setdefault(layer.name, {})
        scored = layer._replace(name=gold_name(layer))
        progress_of_layer = partial(progress, f"Computing {scored.name}")
        for other in others:
            pair = config.gold, other
            parts = {
                name: of_document[other][layer.name]
                for name, of_document in documents.items()
                if other in of_document
            }
            if not parts:
                continue
            pooled = of_others[other] = kind.pool(parts, pair, progress_of_layer)
            whole = ScoreBuilder(config, scored, None, data)
            builders = {name: ScoreBuilder(config, scored, name, data) for name in parts}
            scores += pooled.project_scores(whole)
            for of_document in pooled.document_scores(builders, progress_of_layer).values():
                scores += of_document
            for builder in (whole, *builders.values()):
                chosen = parts if builder is whole else [builder.document]
                for measure in kind.elements:
                    elements = pooled.elements(measure, chosen)
                    scores += reference_scores(elements, measure, pair, builder)
    return layers, scores
