"""Learning curves: agreement in the order in which each annotator worked, by brat's log.

An annotator's documents stand in the order of their first edit and are cut into stages with the
same number of documents. Each stage is measured as a group of documents of its own.
"""

from typing import NamedTuple, Optional

from brat_iaa.scores.document_groups import (
    GroupDifference,
    document_groups,
    group_difference,
)
from brat_iaa.scores.index import main_figures

STAGES = 4


class LearningCurve(NamedTuple):
    """One figure of an annotator with another one, stage by stage.

    annotator    whose order it is
    other        with whom they are compared
    layer        name of the layer
    key          (measure, statistic) of the figure
    documents    for each stage a tuple of names, in the order of annotation
    scores       for each stage a Score of the two; None where they share no document
    difference   GroupDifference of the last stage from the first; None where either has no Score
    """

    annotator: str
    other: str
    layer: str
    key: tuple
    documents: tuple
    scores: tuple
    difference: Optional[GroupDifference]


def learning_curves(agreement, time) -> list:
    """List of LearningCurve: the leading figure of each layer, for each annotator with each other.

    agreement  Agreement of the project
    time       AnnotationTime of the same project

    Documents that the log has no edit of, or that nobody else has begun, are in no stage. Whoever
    has fewer than two documents has no curve.
    """
    curves = []
    for annotator in agreement.annotators:
        stages = _stages(_in_order(agreement, time, annotator))
        if len(stages) > 1:
            names = {f"{annotator} {number}": stage for number, stage in enumerate(stages, 1)}
            groups = document_groups(agreement, names)
            curves += _curves_of(agreement, annotator, stages, groups)
    return curves


def _in_order(agreement, time, annotator):
    """Names of the annotator's compared documents, the one that was edited first at the front."""
    compared = {
        name
        for name, table in agreement.tables.items()
        if annotator in table.annotators and len(table.annotators) > 1
    }
    edited = [
        (document.begun, document.document)
        for document in time.documents
        if document.annotator == annotator and document.begun and document.document in compared
    ]
    return tuple(name for _, name in sorted(edited))


def _stages(documents):
    """The documents in at most STAGES runs; earlier runs have one more where it does not divide."""
    number = min(STAGES, len(documents))
    bounds = [-(-len(documents) * stage // max(number, 1)) for stage in range(number + 1)]
    return [documents[low:high] for low, high in zip(bounds, bounds[1:])]


def _curves_of(agreement, annotator, stages, groups):
    """List of LearningCurve of one annotator; groups: DocumentGroup of each stage."""
    curves = []
    for layer in agreement.layers:
        for other in agreement.annotators:
            if other == annotator:
                continue
            pair = tuple(name for name in agreement.annotators if name in (annotator, other))
            figures = [group.figures(layer.name, pair) for group in groups]
            keys = tuple(dict.fromkeys(key for of_stage in figures for key in of_stage))
            for key in main_figures(layer.kind, keys)[:1]:
                scores = tuple(of_stage.get(key) for of_stage in figures)
                ends = scores[0], scores[-1]
                difference = group_difference(ends, (groups[0], groups[-1])) if all(ends) else None
                curves.append(
                    LearningCurve(
                        annotator, other, layer.name, key, tuple(stages), scores, difference
                    )
                )
    return curves
