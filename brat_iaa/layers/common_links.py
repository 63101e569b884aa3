"""What connects two spans that several annotators connected: an item is a pair of spans, or tokens.

Its value is the type of the relation or arc between them, or the role of the argument. Who did not
connect them gave it none, and who connected them in several ways has none that counts.
"""

import numpy

from brat_iaa.measures.distinct import packed, row_numbers
from brat_iaa.values.table import ABSENT, ValueTable, with_values
from brat_iaa.values.view import View


class CommonLinks:
    """Pairs of spans, as LabelColumns has spans.

    layer  Layer
    view   View of the values that count
    codes  cells of the table of all values
    """

    several, without_text = False, None

    def __init__(self, layer, where, sentence, key, annotator, label, labels):
        """layer: Layer; where: (annotators, document of each sentence, booleans documents x
        annotators: who has begun which); of all that annotators drew: its sentence, the number of
        its pair of spans, the columns of who drew it, the numbers of its label among the labels
        """
        _, first, item = numpy.unique(key, return_index=True, return_inverse=True)
        self.layer, (self.annotators, self.document, self.begun) = layer, where
        self.sentence = sentence[first]
        cells = numpy.full((len(first), len(self.annotators)), ABSENT, dtype=numpy.int32)
        cells, values = with_values(cells, item.reshape(-1), annotator, label, labels)
        about = self.sentence, self.document, self.begun
        table = ValueTable(self.annotators, cells, values, *about)
        single = table.revalued(lambda value: value if len(value) == 1 else None)
        self.view, self.codes, self.item_document = View(single), cells, table.item_document


def links_of_items(drawn, layer, ends, *same) -> CommonLinks:
    """The CommonLinks of DrawnItems with the types, or roles, as labels.

    ends  of each the places of both spans
    same  what else must be the same, of each
    """
    (key,) = row_numbers((drawn.item_document, *ends.T, *same))
    number, annotator = numpy.nonzero(drawn.rows >= 0)
    batch, where = drawn.batch, (drawn.annotators, drawn.document, drawn.begun)
    sentence = batch.sentence_of(batch.places.start[ends[number, 0]])
    return CommonLinks(
        layer, where, sentence, key[number], annotator, drawn.label[number], drawn.labels
    )


def links_of_arcs(table, layer) -> CommonLinks:
    """The CommonLinks of an ArcTable: pairs of a head and a dependent."""
    annotator, token, head, element = table.arcs()
    labels = sorted({label for _, label in table.elements})
    number = {label: code for code, label in enumerate(labels)}
    label = numpy.array([number[label] for _, label in table.elements], dtype=numpy.int64)
    where = table.annotators, table.document, table.begun
    key = packed(token, len(table.cells), head)
    return CommonLinks(layer, where, table.sentence[token], key, annotator, label[element], labels)
