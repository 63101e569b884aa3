"""Layers of other kinds than dependencies beside the gold: each annotator against it, by the
layer's own comparison.
"""

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from brat_iaa.config import GOLD_LAYER, Layer
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.elements import reference_scores
from brat_iaa.scores.kinds import KINDS


class GoldPart(NamedTuple):
    """One document. parts: {other's name: {gold layer's name: LayerDocument of the gold and the
    other}}
    """

    parts: dict

    @property
    def disagreements(self):
        return [
            one
            for own in self.parts.values()
            for part in own.values()
            for one in part.disagreements
        ]


def gold_layers(config):
    """List of the Layers whose figures are about the gold, named gold/NAME; [] without a gold."""
    if not config.gold:
        return []
    return [
        Layer(f"{GOLD_LAYER.name}/{layer.name}", layer.kind, layer.settings)
        for layer in config.layers
        if layer.kind != "dependencies"
    ]


def is_gold(layer):
    """Whether the name of a layer is of what is about the gold."""
    return layer.partition("/")[0] == GOLD_LAYER.name


def gold_part(document, config, others):
    """The GoldPart of a ParallelDocument that holds annotators and references.

    others  names of those who are compared with the gold
    """
    found = {}
    if config.gold in document.annotations:
        for other in others:
            if other in document.annotations and other != config.gold:
                own = _pair(document, (config.gold, other))
                table = dependency_table(own, config.dependencies)
                if len(table.annotators) == 2:
                    found[other] = {
                        layer.name: KINDS[layer.kind].document(own, table, layer)
                        for layer in gold_layers(config)
                    }
    return GoldPart(found)


def _pair(document, names):
    return replace(
        document,
        annotations={name: document.annotations[name] for name in names},
        files={name: document.files[name] for name in names},
    )


def gold_layer_scores(documents, config, others, progress, data):
    """List of Score; annotators are (gold, other).

    documents  {document: GoldPart}
    others     names of annotators and anchors
    progress   function of (text, done, total)
    data       ComparedData of annotators, gold and anchors
    """
    found = []
    for layer in gold_layers(config):
        kind = KINDS[layer.kind]
        for other in others:
            pair = config.gold, other
            parts = {
                name: part.parts[other][layer.name]
                for name, part in documents.items()
                if other in part.parts
            }
            if not parts:
                continue

            told = partial(progress, f"Computing {layer.name}")
            pooled = kind.pooled(parts, pair, told)
            builders = {name: ScoreBuilder(config, layer, name, data) for name in (None, *parts)}
            found += pooled.project_scores(builders[None])
            of_documents = {name: builders[name] for name in parts}
            for scores in pooled.document_scores(of_documents, told).values():
                found += scores
            for document, builder in builders.items():
                chosen = parts.values() if document is None else [parts[document]]
                for measure in kind.elements:
                    drawn = [kind.elements[measure](part.items) for part in chosen]
                    found += reference_scores(drawn, measure, pair, builder)
    return found
