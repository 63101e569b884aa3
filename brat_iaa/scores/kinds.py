"""The kinds of layer: how each makes its items of a document, and its scores of a project.

A kind is two functions, and what its F1s are about. document(document, table, layer) takes a
ParallelDocument, its DependencyTable (tokens and sentences that all kinds share) and the Layer,
and returns a LayerDocument; it is asked again only when a file of the document changes.
pooled(parts, annotators, progress, executor) takes {document: LayerDocument} and returns an object
with the methods of scores.pooled.Pooled. elements is {measure: function of a LayerDocument's items
that returns MatchedElements}, for the figures that a gold has beside F1. main are the (measure,
statistic) to begin with where there is room for a few only; the first one leads. A statistic of
None is any. of_label is the one by which labels are ordered, None for the first of each label.
"""

from typing import Callable, NamedTuple, Optional

from brat_iaa.layers import chains as chain_layer
from brat_iaa.layers import entity_relations as entity_relation_layer
from brat_iaa.layers import events as event_layer
from brat_iaa.layers import labels as label_layer
from brat_iaa.layers import relations as relation_layer
from brat_iaa.layers import trees as tree_layer
from brat_iaa.scores import chains, dependencies, elements, events, labels, relations, trees


class Kind(NamedTuple):
    """The functions of a kind, and its main figures."""

    document: Callable
    pooled: Callable
    main: tuple
    elements: dict = {}
    of_label: Optional[tuple] = None


KINDS = {
    "dependencies": Kind(
        dependencies.layer_document,
        dependencies.PooledDependencies,
        (("LAA", "masi"), ("UAA", "masi"), ("LOA", "masi")),
        of_label=("LAA", "gcm-f1"),
    ),
    "chains": Kind(
        chain_layer.layer_document,
        chains.PooledChains,
        (
            ("alpha-weighted", "weighted"),
            ("alpha", "nominal"),
            ("muc", "f1"),
            ("mentions-f1", None),
        ),
    ),
    "entity-relations": Kind(
        entity_relation_layer.layer_document,
        elements.PooledElements,
        (("f1", "exact"), ("f1", "overlap")),
        elements.PooledElements.compared,
    ),
    "events": Kind(
        event_layer.layer_document,
        events.PooledEvents,
        (("event-f1", "exact"), ("trigger-f1", "exact"), ("argument-f1", "exact")),
        events.PooledEvents.compared,
    ),
    "labels": Kind(
        label_layer.layer_document,
        labels.PooledLabels,
        (
            ("f1", "exact"),
            ("f1", "overlap"),
            ("agreement", "raw"),
            ("alpha", "nominal"),
            ("alpha", "masi"),
        ),
        {"f1": lambda items: items.labelled},
    ),
    "relations": Kind(
        relation_layer.layer_document,
        relations.PooledRelations,
        (("f1", "strict"), ("f1", "one-level"), ("f1", "connective")),
    ),
    "trees": Kind(
        tree_layer.layer_document,
        trees.PooledTrees,
        (
            ("alpha-plain", "alpha"),
            ("alpha-diff", "alpha"),
            ("alpha-norm", "alpha"),
            ("LAS", "accuracy"),
        ),
    ),
}
