"""What connects two spans that several annotators connected: an item is a pair of spans.

Its value is the type of the relation between them, or the role of the argument. Who did not connect
them gave it none, and who connected them in several ways has none that counts.
"""

import numpy

from brat_iaa.measures.distinct import row_numbers
from brat_iaa.values.table import ABSENT, ValueTable, with_values
from brat_iaa.values.view import View


class CommonLinks:
    """Pairs of spans, as LabelColumns has spans.

    layer  Layer
    view   View of the values that count
    codes  cells of its table
    """

    several, without_text = False, None

    def __init__(self, drawn, layer, ends, *same):
        """drawn: DrawnItems with the types, or roles, as labels; ends: of each the places of both
        spans; same: what else must be the same, of each
        """
        (key,) = row_numbers((drawn.item_document, *ends.T, *same))
        _, first, item = numpy.unique(key, return_index=True, return_inverse=True)
        number, annotator = numpy.nonzero(drawn.rows >= 0)
        cells = numpy.full((len(first), len(drawn.annotators)), ABSENT, dtype=numpy.int32)
        cells, values = with_values(
            cells, item.reshape(-1)[number], annotator, drawn.label[number], drawn.labels
        )
        batch = drawn.batch
        self.layer, self.annotators, self.begun = layer, drawn.annotators, drawn.begun
        self.sentence = batch.sentence_of(batch.places.start[ends[first, 0]])
        self.document = drawn.document
        about = self.sentence, self.document, self.begun
        table = ValueTable(self.annotators, cells, values, *about)
        single = table.revalued(lambda value: value if len(value) == 1 else None)
        self.view, self.codes, self.item_document = View(single), cells, table.item_document
