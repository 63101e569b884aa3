"""Disagreements on coreference chains: mentions, and what they corefer with."""

import numpy

from brat_iaa.layers.chains import others_in_chain, spans_of
from brat_iaa.layers.column_disagreements import ColumnDisagreements
from brat_iaa.layers.disagreement import Mark


class ChainDisagreements(ColumnDisagreements):
    """Of a layer of chains."""

    def _place(self):
        return self._earlier(lambda item: self.columns.place[item])

    def _order(self):
        # A pair has one row at a place.
        return ()

    def _labels(self):
        names: dict = {}
        labels = numpy.full((len(self), 2), -1, dtype=numpy.int64)
        for side, item in enumerate((self.first, self.second)):
            columns = self.sides[self.pair, side]
            for row in numpy.flatnonzero(item >= 0).tolist():
                text = self._others(int(item[row]), columns[row])
                labels[row, side] = names.setdefault(text, len(names))
        return labels, list(names)

    def _others(self, item, column):
        chain = self.columns.mentions_of(self.columns.chains[item, column]).tolist()
        return others_in_chain(self.columns.words.__getitem__, chain, item)

    def _spans(self, row, table, fragments):
        return spans_of(self.columns, table, max(self.first[row], self.second[row]))

    def _marks(self, row, sides, table, locator):
        for side in sides:
            if side is None:
                yield None
                continue
            name, item = side
            column = self.columns.annotators.index(name)
            span = table.span(name, int(self.columns.rows[item, column]))
            yield Mark(self._others(item, column), span.id, span.line)

    def confusion(self) -> dict:
        """Chains have no labels to confuse."""
        return {}
