"""Scores of events: F1 of whole events, of triggers and of arguments; see scores.elements."""

from brat_iaa.scores.builder import project_and_documents
from brat_iaa.scores.elements import f1_scores

# What each measure is about: function of EventItems that returns a Drawn.
COMPARED = {
    "event-f1": lambda items: items.events,
    "trigger-f1": lambda items: items.triggers,
    "argument-f1": lambda items: items.arguments,
}


def layer_scores(parts, annotators, builder, progress):
    """List of Score of the project, then of each document; see project_and_documents."""
    return project_and_documents(_scores, parts, annotators, builder, progress)


def _scores(parts, annotators, builder):
    found = []
    for measure, of in COMPARED.items():
        found += f1_scores([of(part.items) for part in parts], measure, annotators, builder)
    return found
