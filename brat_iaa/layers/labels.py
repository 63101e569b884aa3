"""Labels of spans: the value of a span is the set of labels that an annotator gave it.

Labels are span types, attributes, notes or normalizations. In layers with one label for each span
(set = no) the value is a set of one. Spans are matched by document and character offsets, never by
brat ids.

A span that only one annotator drew has no value of the other: it counts in the F1 of spans with
their labels, and is missing in the agreement on labels.
"""

import re

import numpy

from brat_iaa.kinds.note_patterns import LOOKED_AT
from brat_iaa.layers.label_columns import LabelColumns, label_columns
from brat_iaa.layers.rows import LabelRows
from brat_iaa.measures.distinct import distinct


def label_items(batch, layer) -> LabelColumns:
    """The LabelColumns of a Batch for a Layer."""
    if layer.settings.value.strip() != "type":
        return label_columns(batch, layer, batch.labels(layer, labels_in))
    spans = batch.spans
    types = LabelRows(numpy.arange(len(spans.type)), spans.type, spans.types)
    return label_columns(batch, layer, types)


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
