"""Labels of spans: the value of a span is the set of labels that an annotator gave it.

Labels are span types, attributes, notes or normalizations. In layers with one label for each span
(set = no) the value is a set of one. Spans are matched by document and character offsets, never by
brat ids.

A span that only one annotator drew has no value of the other: it counts in the F1 of spans with
their labels, and is missing in the agreement on labels.
"""

import re
from functools import cached_property

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded
from brat_iaa.kinds.note_patterns import LOOKED_AT
from brat_iaa.layers.label_columns import NO_LABEL, label_columns, shown
from brat_iaa.layers.layer_document import DocumentItems
from brat_iaa.layers.rows import LabelRows
from brat_iaa.measures.alphas import MISSING
from brat_iaa.measures.distinct import distinct


def problems(columns, items) -> tuple:
    """(list of Problem, list of Excluded) of LabelColumns; items: LabelTables, in order."""
    layer, tables = items[0].layer, [item.table for item in items]
    of_files, excluded = {}, []
    several = numpy.array(
        [compared(value, layer.settings) is None for value in columns.values] + [False], dtype=bool
    )[columns.codes]
    item, annotator = numpy.nonzero(several)
    by_file = {}
    for row, column in zip(item.tolist(), annotator.tolist()):
        by_file.setdefault((int(columns.item_document[row]), column), []).append(row)
    for (document, column), wrong in sorted(by_file.items()):
        table, name = tables[document], columns.annotators[column]
        span = table.span(name, int(columns.rows[wrong[0], column]))
        labels = shown(columns.values[columns.codes[wrong[0], column]])
        of_files[document, column] = Problem(
            table.files[name], span.line, "several-values",
            f"{layer.name}: spans with several labels where one is expected: {len(wrong)}, first "
            f"“{span.text}”: {labels}. Their labels are excluded. If they are "
            f"sets of labels, write set = yes in [layer {layer.name}]; if they belong to "
            "different layers, choose one of them with types or value.",
        )  # fmt: skip
        excluded.append(Excluded(
            table.document, (name,),
            f"{layer.name}: the labels of spans with several labels where one is expected "
            f"({len(wrong)}). For sets of labels, set = yes in [layer {layer.name}]",
        ))  # fmt: skip
    labelled = numpy.array([bool(value) for value in columns.values] + [False], dtype=bool)
    drawn, given = map(columns.in_documents, (columns.codes != MISSING, labelled[columns.codes]))
    for document, column in numpy.argwhere((drawn > 0) & (given == 0)).tolist():
        spans, of_others = drawn[document, column], drawn[document].sum() - drawn[document, column]
        # By what others gave so many are expected that none is hardly chance.
        if of_others and spans * given[document].sum() / of_others >= _EXPECTED:
            of_files[document, column] = Problem(
                tables[document].files[columns.annotators[column]], None, "no-labels",
                f"{layer.name}: none of the {spans} spans has a label by value = "
                f"{layer.settings.value}, and others gave some. They count as having no label. "
                "Perhaps the document is not done.",
            )  # fmt: skip
    return [problem for _, problem in sorted(of_files.items())], excluded


# Labels: where three are expected, none at all comes by chance once in twenty times.
_EXPECTED = 3


class LabelTable(DocumentItems):
    """The labelled spans of one document.

    annotators  those who have begun it
    """

    def __init__(self, reader, number, layer):
        super().__init__(reader, number, layer)
        self.annotators = self.table.annotators

    faults = staticmethod(problems)

    @staticmethod
    def columns_of_items(items, batch):
        return label_columns(batch, items[0].layer, _labels(batch, items[0].layer))

    @cached_property
    def _fragments(self):
        return [self.columns.fragments(item) for item in range(len(self.columns.codes))]

    @cached_property
    def given(self):
        """{annotator: {fragments: frozenset of labels}}"""
        columns = self.columns
        given = {}
        for name in self.annotators:
            codes = columns.codes[:, columns.annotators.index(name)].tolist()
            given[name] = of_annotator = {}
            for fragments, code in zip(self._fragments, codes):
                if code != MISSING:
                    labels = columns.values[code]
                    of_annotator[fragments] = of_annotator.get(fragments, labels) | labels
        return given

    def labelled(self, name) -> dict:
        """{fragments: set of labels} of an annotator's spans, also where items are documents."""
        batch, types = self.columns.batch, self.layer.settings.types
        here = numpy.flatnonzero(batch.spans.annotator == batch.annotators.index(name)).tolist()
        spans = {row: self.table.span(name, int(batch.spans.row[row])) for row in here}
        spans = {row: span for row, span in spans.items() if types is None or span.type in types}
        labels: dict = {span.offsets: set() for span in spans.values()}
        linked = _labels(batch, self.layer)
        for row, label in zip(linked.span.tolist(), linked.label.tolist()):
            if row in spans:
                labels[spans[row].offsets].add(linked.names[label])
        return labels

    @cached_property
    def items(self) -> list:
        """[(fragments, {annotator who drew the span: frozenset of labels, None if they are several
        where one is allowed})], in text order.
        """
        return [
            (fragments, {
                name: compared(given[fragments], self.layer.settings)
                for name, given in self.given.items()
                if fragments in given
            })
            for fragments in self._fragments
        ]  # fmt: skip


def layer_documents(read, layer) -> list:
    """List of LayerDocument, one for each document of a BatchReader; items: LabelTables.

    Raises ConfigError if the setting value does not say where labels are.
    """
    return LabelTable.of_documents(read, layer)


def _labels(batch, layer) -> LabelRows:
    """The labels of all spans of a Batch."""
    if layer.settings.value.strip() != "type":
        return batch.labels(layer, labels_in)
    return LabelRows(numpy.arange(len(batch.spans.type)), batch.spans.type, batch.spans.types)


def labels_in(columns, layer) -> tuple:
    """(rows of spans, numbers of their labels, these names) in AttributeColumns, by the setting
    value.
    """
    kind, _, name = map(str.strip, layer.settings.value.partition(":"))
    if kind != "note":
        return columns.from_source(f"{kind}:{name}")
    of_notes = [source.startswith("notes:") for source in columns.sources]
    chosen = numpy.array([*of_notes, False], dtype=bool)[columns.source] & (columns.span >= 0)
    texts, names = {}, {}
    for value in distinct(columns.value[chosen]).tolist():
        labels = labels_in_note(columns.values[value], layer)
        texts[value] = [names.setdefault(label, len(names)) for label in labels]
    values = columns.value[chosen].tolist()
    span = numpy.repeat(columns.span[chosen], [len(texts[value]) for value in values])
    label = numpy.array([code for value in values for code in texts[value]], dtype=numpy.int32)
    return span, label, tuple(names)


def labels_in_note(text, layer) -> list:
    """The labels that a note gives by the setting value, note:PATTERN."""
    pattern, many = layer.settings.value.partition(":")[2].strip(), layer.settings.set == "yes"
    match = re.search(pattern, text.strip()[:LOOKED_AT])
    written = (match.group(1) or "") if match else ""
    return [*filter(None, map(str.strip, written.split(",") if many else [written]))]


def reader(layer):
    """Function of Annotations that returns pairs of Span and label, by the setting value."""

    def labels_of(annotations):
        spans = [*annotations.spans.values()]
        if layer.settings.value.strip() == "type":
            return [(span, span.type) for span in spans]
        row, label, names = labels_in(annotations.attribute_columns, layer)
        return [(spans[span], names[code]) for span, code in zip(row.tolist(), label.tolist())]

    return labels_of


def compared(labels: frozenset, settings):
    """The value in the agreement on labels; None: several labels where one is allowed."""
    if settings.set == "yes" or len(labels) == 1:
        return labels
    return None if labels else frozenset([NO_LABEL])
