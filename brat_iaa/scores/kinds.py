"""The kinds of layer: how each turns a document into items, and a project into scores."""

from typing import Callable, NamedTuple, Optional

from brat_iaa.config import DEPENDENCIES
from brat_iaa.layers import chains as chain_layer
from brat_iaa.layers import entity_relations as entity_relation_layer
from brat_iaa.layers import events as event_layer
from brat_iaa.layers import labels as label_layer
from brat_iaa.layers import relations as relation_layer
from brat_iaa.layers import trees as tree_layer
from brat_iaa.scores import chains, column_layer, dependencies, labels, relations, trees


class Kind(NamedTuple):
    """A kind of layer.

    layer_documents  function of (BatchReader, Layer) that returns a LayerDocument for each
                    document; called again only for documents of which a file changes
    pool            function of ({document: LayerDocument}, annotators, progress, executor) that
                    returns an object with the methods of PooledLayer
    elements        the F1s that have precision and recall against a gold: measures, for the method
                    elements() of the pooled layer
    label_figure    (measure, statistic) by which labels are ordered; None: the first of each label
    syntax          whether arcs or trees over the tokens of sentences are compared
    listed          whether what differs is listed as disagreements of the layer
    leads           whether layers of the kind come before all others
    """

    layer_documents: Callable
    pool: Callable
    elements: tuple = ()
    label_figure: Optional[tuple] = None
    syntax: bool = False
    listed: bool = True
    leads: bool = False


def _each(layer_document):
    """layer_documents of a kind that looks at one document at a time.

    layer_document  function of (ParallelDocument, its DependencyTable, Layer)
    """
    return lambda batch, layer: [
        layer_document(document, table, layer)
        for document, table in zip(batch.documents, batch.tables)
    ]


LAYER_KINDS = {
    DEPENDENCIES: Kind(
        _each(dependencies.layer_document),
        dependencies.PooledDependencies,
        label_figure=("LAA", "gcm-f1"),
        syntax=True,
        leads=True,
    ),
    "chains": Kind(
        _each(chain_layer.layer_document),
        chains.PooledChains,
    ),
    "entity-relations": Kind(
        entity_relation_layer.layer_documents,
        column_layer.PooledEntityRelations,
        tuple(column_layer.PooledEntityRelations.measures),
    ),
    "events": Kind(
        event_layer.layer_documents,
        column_layer.PooledEvents,
        tuple(column_layer.PooledEvents.measures),
    ),
    "labels": Kind(
        label_layer.layer_documents,
        labels.PooledLabels,
        ("f1",),
    ),
    "relations": Kind(
        _each(relation_layer.layer_document),
        relations.PooledRelations,
    ),
    "trees": Kind(
        _each(tree_layer.layer_document),
        trees.PooledTrees,
        syntax=True,
        # What differs in a tree are its arcs, and they are listed with the dependencies.
        listed=False,
    ),
}


def compares_syntax(layers) -> bool:
    """Whether any of some Layers compares arcs or trees over tokens."""
    return any(LAYER_KINDS[layer.kind].syntax for layer in layers)


def leading_first(layers) -> list:
    """The Layers in their order, but those that lead first: dependencies are what a paper is
    about.
    """
    return sorted(layers, key=lambda layer: not LAYER_KINDS[layer.kind].leads)


def listed(layers) -> list:
    """Names of those of some Layers whose disagreements are listed."""
    return [layer.name for layer in layers if LAYER_KINDS[layer.kind].listed]
