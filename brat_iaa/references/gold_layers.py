"""Layers of other kinds than dependencies against the gold, by the layer's own comparison."""

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from brat_iaa.config import DEPENDENCIES, GOLD_LAYER, gold_name
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.elements import reference_scores
from brat_iaa.scores.kinds import LAYER_KINDS


class GoldDocument(NamedTuple):
    """One document.

    parts  {name of the other: {gold layer's name: LayerDocument of the gold and the other}}
    """

    parts: dict

    @property
    def disagreements(self) -> list:
        return [
            disagreement
            for of_other in self.parts.values()
            for part in of_other.values()
            for disagreement in part.disagreements
        ]


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


def gold_document(document, config, others) -> GoldDocument:
    """The GoldDocument of a ParallelDocument that holds annotators and references.

    others  names of those who are compared with the gold
    """
    parts = {}
    if config.gold in document.annotations:
        for other in others:
            if other in document.annotations and other != config.gold:
                of_pair = _only(document, (config.gold, other))
                table = dependency_table(of_pair, config.dependencies)
                if len(table.annotators) == 2:
                    parts[other] = {
                        layer.name: LAYER_KINDS[layer.kind].layer_document(of_pair, table, layer)
                        for layer in gold_layers(config)
                    }
    return GoldDocument(parts)


def _only(document, names):
    return replace(
        document,
        annotations={name: document.annotations[name] for name in names},
        files={name: document.files[name] for name in names},
    )


def gold_layer_scores(documents, config, others, progress, data) -> list:
    """List of Score; annotators are (gold, other).

    documents  {document: GoldDocument}
    others     names of annotators and anchors
    progress   function of (text, done, total)
    data       ComparedData of annotators, gold and anchors
    """
    scores = []
    for layer in gold_layers(config):
        kind = LAYER_KINDS[layer.kind]
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
            whole = ScoreBuilder(config, layer, None, data)
            builders = {name: ScoreBuilder(config, layer, name, data) for name in parts}
            scores += pooled.project_scores(whole)
            for of_document in pooled.document_scores(builders, progress_of_layer).values():
                scores += of_document
            for builder in (whole, *builders.values()):
                chosen = parts.values() if builder is whole else [parts[builder.document]]
                for measure, drawn_of in kind.elements.items():
                    drawn = [drawn_of(part.items) for part in chosen]
                    scores += reference_scores(drawn, measure, pair, builder)
    return scores
