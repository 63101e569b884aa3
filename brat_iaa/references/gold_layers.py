"""Layers of other kinds than dependencies against the gold, by the layer's own comparison."""

from dataclasses import replace
from functools import partial
from itertools import compress
from typing import NamedTuple

from brat_iaa.config import DEPENDENCIES, GOLD_LAYER, gold_name
from brat_iaa.kinds import KINDS
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.lazy_table import LazyTable
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.elements import reference_scores


class GoldDocument(NamedTuple):
    """One document.

    parts  {name of the other: {gold layer's name: LayerDocument of the gold and the other}}
    """

    parts: dict


def gold_layers(config) -> list:
    """List of the Layers whose figures are about the gold, but for dependencies; [] without a
    gold.
    """
    if not config.gold:
        return []
    return [
        layer._replace(name=gold_name(layer))
        for layer in config.in_gold(config.layers)
        if layer.kind != DEPENDENCIES
    ]


def is_gold(layer: str) -> bool:
    """Whether a layer, by its name, is about the gold."""
    return layer.partition("/")[0] == GOLD_LAYER.name


def gold_documents(documents, config, others) -> dict:
    """{name: GoldDocument} of ParallelDocuments that hold annotators and references.

    others  names of those who are compared with the gold
    """
    parts: dict = {document.name: {} for document in documents}
    for other in others:
        of_pair = [
            _only(document, (config.gold, other))
            for document in documents
            if {config.gold, other} <= document.annotations.keys() and other != config.gold
        ]
        tables = [LazyTable(document, config.dependencies) for document in of_pair]
        both = [len(table.annotators) == 2 for table in tables]
        batch = BatchReader(compress(of_pair, both), compress(tables, both))
        for layer in gold_layers(config) if batch.documents else ():
            found = KINDS[layer.kind].layer_documents(batch, layer)
            for document, part in zip(batch.documents, found):
                parts[document.name].setdefault(other, {})[layer.name] = part
    return {name: GoldDocument(own) for name, own in parts.items()}


def _only(document, names):
    return replace(
        document,
        annotations={name: document.annotations[name] for name in names},
        files={name: document.files[name] for name in names},
    )


def gold_layer_scores(documents, config, others, progress, data) -> tuple:
    """(list of PooledLayer of the gold and another, list of Score); annotators are (gold, other).

    documents  {document: GoldDocument}
    others     names of annotators and anchors
    progress   function of (text, done, total)
    data       ComparedData of annotators, gold and anchors
    """
    layers, scores = [], []
    for layer in gold_layers(config):
        kind = KINDS[layer.kind]
        progress_of_layer = partial(progress, f"Computing {layer.name}")
        for other in others:
            pair = config.gold, other
            parts = {
                name: document.parts[other][layer.name]
                for name, document in documents.items()
                if other in document.parts
            }
            if not parts:
                continue
            pooled = kind.pool(parts, pair, progress_of_layer)
            layers.append(pooled)
            whole = ScoreBuilder(config, layer, None, data)
            builders = {name: ScoreBuilder(config, layer, name, data) for name in parts}
            scores += pooled.project_scores(whole)
            for of_document in pooled.document_scores(builders, progress_of_layer).values():
                scores += of_document
            for builder in (whole, *builders.values()):
                chosen = parts if builder is whole else [builder.document]
                for measure in kind.elements:
                    elements = pooled.elements(measure, chosen)
                    scores += reference_scores(elements, measure, pair, builder)
    return layers, scores
