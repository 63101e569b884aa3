"""What was drawn, as the search for variation reads it."""

from brat_iaa.config import DependencySettings, Layer
from brat_iaa.studies.variation import _tokens, drawn_document


def arcs_of(tables):
    """(Layer, list of DrawnDocument) of the dependencies of some ComparedDocuments."""
    layer = Layer("dependencies", "dependencies", DependencySettings())
    return layer, [drawn_document(table, table.marks(), layer, *_tokens(table)) for table in tables]
