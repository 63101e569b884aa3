"""Layers whose items are arrays over all documents: labels of spans, relations, events."""

from functools import cached_property

import numpy

from brat_iaa.kinds.figure_names import TYPES
from brat_iaa.scores.elements import Elements, f1_figures
from brat_iaa.scores.label_figures import GroupedItems, label_figures
from brat_iaa.scores.pooled_layer import PooledLayer
from brat_iaa.scores.score_table import DOCUMENTS, LABELS, PROJECT, Subjects


class ColumnLayer(PooledLayer):
    """Its differences, and what cannot be used, are those of DrawnItems."""

    @cached_property
    def columns(self):
        """The items of all documents."""
        return self.parts.columns(self.annotators)

    @property
    def begun(self):
        """{annotator: booleans of documents}: who has begun which."""
        return dict(zip(self.columns.annotators, self.columns.begun.T))

    def subjects(self, about, labels=()) -> Subjects:
        """The PROJECT, its LABELS or its DOCUMENTS, with the annotators who have begun them.
        labels: their names
        """
        columns, names = self.columns, labels if about == LABELS else [None]
        if about == DOCUMENTS:
            names = list(self.parts)
            members = [*map(columns.batch.begun_by, range(len(names)))]
        else:
            begun = zip(columns.annotators, columns.begun.any(axis=0))
            members = [tuple(name for name, there in begun if there)] * len(names)
        return Subjects(about, names, members, columns.batch.sentences[1], self.begun)

    def elements(self, measure) -> Elements:
        """What annotators drew, as a measure counts it; made once."""
        if measure not in self._elements:
            self._elements[measure] = Elements(self.items(measure))
        return self._elements[measure]

    @cached_property
    def _elements(self):
        return {}

    def items(self, measure):
        """The DrawnItems of a measure."""
        return self.columns

    def shared_figures(self, shared, builder) -> list:
        parts = self.parts.of(shared.documents, shared.in_documents(self.annotators))
        tables = type(self)(parts, self.annotators).tables(PROJECT, builder)
        return [figure for _, figures in tables for figure in figures]

    def differences(self, layer, tables) -> list:
        return self.columns.listed(layer) if self.parts else []

    @cached_property
    def confusion(self) -> dict:
        return self.columns.confusion() if self.parts else {}

    @cached_property
    def _faults(self):
        return self.columns.faults() if self.parts else ([], [])

    @property
    def problems(self) -> list:
        return self._faults[0]

    @property
    def excluded(self) -> list:
        return self._faults[1]


class ElementLayer(ColumnLayer):
    """A layer that is scored by the F1s of DrawnItems.measures(), and where it is asked for by the
    agreement on what connects the same two spans.
    """

    @cached_property
    def _measures(self):
        return self.columns.measures()

    def items(self, measure):
        return self._measures[measure]()

    def tables(self, about, builder) -> list:
        tables = []
        for measure in self._measures:
            elements = self.elements(measure)
            subjects = self.subjects(about, elements.names)
            tables.append((subjects, f1_figures(elements, measure, builder, about)))
        if TYPES in builder.layer.also and about != LABELS and len(self.annotators) > 1:
            links = self.columns.common_links()
            tables.append((subjects, common_figures(links, subjects.annotators, about)))
        return tables


def common_figures(links, members, about) -> list:
    """The Figures of CommonLinks, in the project or in each document. members: who is in each"""
    group = links.document if about == DOCUMENTS else numpy.zeros_like(links.document)
    return label_figures(GroupedItems(links, links.view, members, group))
