"""Disagreements on coreference chains: mentions, and what they corefer with."""

import numpy

from brat_iaa.layers.chains import others_in_chain, spans_of
from brat_iaa.layers.column_disagreements import ColumnDisagreements
from brat_iaa.layers.disagreement import KINDS, Mark
from brat_iaa.layers.footing import OF_EXTENT


class ChainDisagreements(ColumnDisagreements):
    """Of a layer of chains."""

    def _place(self):
        return self._earlier(lambda item: self.columns.place[item])

    def _order(self):
        # A pair has one row at a place.
        return ()

    def _drawn(self):
        return [*self._at(OF_EXTENT[self.kind], self.columns.place.__getitem__)]

    def _stands_on(self):
        """Mentions of one annotator, where chains differ in nothing but these."""
        columns, rows, mentions = self.columns, [], []
        for row in numpy.flatnonzero(self.kind == KINDS.index("chain")).tolist():
            sides, item = self.sides[self.pair[row]], self.first[row]
            other = numpy.setxor1d(*(columns.mentions_of(columns.chains[item, s]) for s in sides))
            if not (columns.rows[other][:, sides] >= 0).all(axis=1).any():
                rows += [row] * len(other)
                mentions += other.tolist()
        places = columns.place[numpy.array(mentions, dtype=numpy.int64)]
        alone = self._of_extent(columns.place.__getitem__)
        return [*alone, (numpy.array(rows, dtype=numpy.int64), places, False)]

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
