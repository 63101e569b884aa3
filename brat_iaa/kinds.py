"""The kinds of layer: how each makes its items of a document, and its scores of a project.

A kind is two functions, and what its F1s are about. document(document, table, layer) takes a
ParallelDocument, its DependencyTable (tokens and sentences that all kinds
share) and the Layer, and returns a LayerPart; it is asked again only when a
file of the document changes. scores(parts, annotators, builder, progress)
takes {document: LayerPart}, and builder(document or None), a function that
returns the ScoreBuilder for it, and returns a list of Score. elements is
{measure: function of a LayerPart's items that returns a Drawn}, for the figures
that a gold has beside F1.
"""

from typing import Callable, NamedTuple

from brat_iaa.layers import chains as chain_layer
from brat_iaa.layers import entity_relations as entity_relation_layer
from brat_iaa.layers import events as event_layer
from brat_iaa.layers import labels as label_layer
from brat_iaa.layers import relations as relation_layer
from brat_iaa.layers import trees as tree_layer
from brat_iaa.scores import chains as chain_scores
from brat_iaa.scores import entity_relations as entity_relation_scores
from brat_iaa.scores import events as event_scores
from brat_iaa.scores import labels as label_scores
from brat_iaa.scores import relations as relation_scores
from brat_iaa.scores import trees as tree_scores


class Kind(NamedTuple):
    """The functions of a kind."""

    document: Callable
    scores: Callable
    elements: dict = {}


KINDS = {
    "chains": Kind(chain_layer.document_part, chain_scores.layer_scores),
    "entity-relations": Kind(
        entity_relation_layer.document_part,
        entity_relation_scores.layer_scores,
        {"f1": lambda items: items},
    ),
    "events": Kind(event_layer.document_part, event_scores.layer_scores, event_scores.COMPARED),
    "labels": Kind(
        label_layer.document_part, label_scores.layer_scores, {"f1": lambda items: items.labelled}
    ),
    "relations": Kind(relation_layer.document_part, relation_scores.layer_scores),
    "trees": Kind(tree_layer.document_part, tree_scores.layer_scores),
}
