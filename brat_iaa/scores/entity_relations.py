"""Scores of relations between spans: F1, exact and by overlap; see scores.elements."""

from brat_iaa.scores.builder import project_and_documents
from brat_iaa.scores.elements import f1_scores


def layer_scores(parts, annotators, builder, progress):
    """List of Score of the project, then of each document; see project_and_documents."""
    return project_and_documents(_scores, parts, annotators, builder, progress)


def _scores(parts, annotators, builder):
    return f1_scores([part.items for part in parts], "f1", annotators, builder)
