"""Layers whose items are arrays over all documents: labels of spans, relations, events."""

from functools import cached_property

from brat_iaa.layers.entity_relations import no_type
from brat_iaa.layers.layer_document import columns_of
from brat_iaa.scores.elements import Elements, f1_figures, f1_subjects
from brat_iaa.scores.pooled_layer import PooledLayer
from brat_iaa.scores.score_table import DOCUMENTS, Subjects


class ColumnLayer(PooledLayer):
    """Its differences, and what cannot be used, are those of DocumentItems."""

    @cached_property
    def columns(self):
        """The items of all documents."""
        return columns_of([part.items for part in self.parts.values()], self.annotators)

    @property
    def begun(self):
        """{annotator: booleans of documents}: who has begun which."""
        return dict(zip(self.columns.annotators, self.columns.begun.T))

    def subjects(self, about) -> Subjects:
        """The PROJECT or its DOCUMENTS, with the annotators who have begun them."""
        columns, names = self.columns, [None]
        if about == DOCUMENTS:
            names = list(self.parts)
            members = [*map(columns.begun_by, range(len(names)))]
        else:
            begun = zip(columns.annotators, columns.begun.any(axis=0))
            members = [tuple(name for name, there in begun if there)]
        return Subjects(about, names, members, columns.document, self.begun)

    def elements(self, measure) -> Elements:
        """What annotators drew, as a measure counts it; made once."""
        if measure not in self._elements:
            self._elements[measure] = Elements(self.items(measure, self.columns))
        return self._elements[measure]

    @cached_property
    def _elements(self):
        return {}

    def items(self, measure, columns):
        """The items of a measure."""
        return columns

    def shared_columns(self, shared):
        """The items that count in SharedSentences."""
        items = [self.parts[name].items for name in shared.documents]
        return columns_of(items, self.annotators, shared.in_documents(self.annotators))

    def differences(self, layer, tables) -> list:
        """See PooledLayer."""
        return self.columns.listed(layer) if self.parts else []

    @cached_property
    def confusion(self) -> dict:
        """See PooledLayer."""
        return self.columns.confusion() if self.parts else {}

    @cached_property
    def _faults(self):
        items = [part.items for part in self.parts.values()]
        return items[0].faults(self.columns, items) if items else ([], [])

    @property
    def problems(self) -> list:
        """See PooledLayer."""
        return self._faults[0]

    @property
    def excluded(self) -> list:
        """See PooledLayer."""
        return self._faults[1]


class ElementLayer(ColumnLayer):
    """A layer that is scored by F1s alone.

    usual    {name of an F1: function of the columns that returns its items}
    further  {name in Layer.also: the same of the F1s that it stands for}
    levels   function of a Layer that yields (number of a level of annotation.conf, function of the
             columns that returns those with its types)
    """

    usual: dict = {"f1": lambda columns: columns}
    further: dict = {}

    @staticmethod
    def levels(layer):
        """See the class; of a kind without such types none."""
        return ()

    @cached_property
    def measures(self) -> dict:
        """{name of an F1: function of the columns that returns its items}"""
        measures = dict(self.usual)
        if self.parts:
            layer = next(iter(self.parts.values())).items.layer
            for name in layer.also:
                measures.update(self.further.get(name, {}))
            for number, at_level in self.levels(layer):
                for measure, items_of in self.usual.items():
                    measures[f"level{number}-{measure}"] = (
                        lambda columns, select=items_of, at=at_level: select(at(columns))
                    )
        return measures

    def items(self, measure, columns):
        """See ColumnLayer."""
        return self.measures[measure](columns)

    def tables(self, about, builder) -> list:
        """See PooledLayer."""
        of_measures = [(measure, self.elements(measure)) for measure in self.measures]
        return [
            (
                f1_subjects(elements, about, list(self.parts)),
                f1_figures(elements, measure, builder, about),
            )
            for measure, elements in of_measures
        ]

    def shared_figures(self, shared, builder) -> list:
        """See PooledLayer."""
        columns = self.shared_columns(shared)
        return [
            figure
            for measure in self.measures
            for figure in f1_figures(Elements(self.items(measure, columns)), measure, builder)
        ]


class PooledEntityRelations(ElementLayer):
    """A layer of relations between spans."""

    further = {
        "untyped": {
            "untyped-f1": lambda columns: columns.retyped(no_type),
            "bare-f1": lambda columns: columns.retyped(end_type_of=no_type),
            "linked-f1": lambda columns: columns.retyped(no_type, no_type),
        },
    }

    @staticmethod
    def levels(layer):
        """See ElementLayer: types of relations, and of their ends."""
        settings = layer.settings
        ends = () if settings.end_types == "ignore" else None
        for number, of_end, of_relation in layer.hierarchy.levels(ends, settings.types):
            yield number, lambda columns, types=(of_relation, of_end): columns.retyped(*types)


class PooledEvents(ElementLayer):
    """A layer of events: whole events, triggers and arguments."""

    usual = {
        "event-f1": lambda columns: columns.events,
        "trigger-f1": lambda columns: columns.triggers,
        "argument-f1": lambda columns: columns.arguments,
    }

    @staticmethod
    def levels(layer):
        """See ElementLayer: types of triggers, and of the spans in arguments."""
        for number, at_level, _ in layer.hierarchy.levels(None):
            yield number, lambda columns, type_of=at_level: columns.retyped(type_of)
