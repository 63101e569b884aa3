"""The kinds of layer: how each makes its items of a document, and its scores of a project.

A kind is two functions, and what its F1s are about. document(document, table, layer) takes a
ParallelDocument, its DependencyTable (tokens and sentences that all kinds share) and the Layer,
and returns a LayerPart; it is asked again only when a file of the document changes.
pooled(parts, annotators, progress, executor) takes {document: LayerPart} and returns an object
with the methods of scores.pooled.Pooled. elements is {measure: function of a LayerPart's items that returns
a Drawn}, for the figures that a gold has beside F1.
"""

from typing import Callable, NamedTuple

from brat_iaa.layers import chains as chain_layer
from brat_iaa.layers import entity_relations as entity_relation_layer
from brat_iaa.layers import events as event_layer
from brat_iaa.layers import labels as label_layer
from brat_iaa.layers import relations as relation_layer
from brat_iaa.layers import trees as tree_layer
from brat_iaa.scores import chains, dependencies, elements, events, labels, relations, trees


class Kind(NamedTuple):
    """The functions of a kind."""

    document: Callable
    pooled: Callable
    elements: dict = {}


KINDS = {
    "dependencies": Kind(dependencies.document_part, dependencies.PooledDependencies),
    "chains": Kind(chain_layer.document_part, chains.PooledChains),
    "entity-relations": Kind(
        entity_relation_layer.document_part, elements.PooledElements,
        elements.PooledElements.compared,
    ),
    "events": Kind(event_layer.document_part, events.PooledEvents, events.PooledEvents.compared),
    "labels": Kind(
        label_layer.document_part, labels.PooledLabels, {"f1": lambda items: items.labelled}
    ),
    "relations": Kind(relation_layer.document_part, relations.PooledRelations),
    "trees": Kind(tree_layer.document_part, trees.PooledTrees),
}
