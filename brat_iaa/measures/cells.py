"""Sums over few of the sentences, such as those with a label: over cells, pairs of a sentence and a
figure that has items in it. Memory grows with the items, not with the number of labels.
"""

from functools import cached_property, lru_cache

import numpy

from brat_iaa.measures.distinct import numbered, packed


class Cells:
    """Distinct pairs of a sentence and a figure, sorted by figure, then by sentence.

    sentence, figure  of each cell: integers
    figures           number of figures
    Derived cells are cached, as many sums share them.
    """

    def __init__(self, sentence, figure, figures):
        self.sentence, self.figure, self.figures = sentence, figure, figures
        self._by_document, self._unions = {}, {}

    @classmethod
    def side_by_side(cls, several) -> "Cells":
        """The Cells of all figures of several Cells, one after the other."""
        first = numpy.cumsum([0, *(cells.figures for cells in several)]).tolist()
        sentence = numpy.concatenate([cells.sentence for cells in several])
        figure = [cells.figure + before for cells, before in zip(several, first)]
        return cls(sentence, numpy.concatenate(figure), first[-1])

    def __len__(self):
        return len(self.figure)

    @cached_property
    def number(self):
        """Number of cells of each figure."""
        return numpy.bincount(self.figure, minlength=self.figures)

    @cached_property
    def _first(self):
        """(the figures that have cells, the first cell of each)."""
        there = numpy.flatnonzero(self.number)
        return there, numpy.cumsum(self.number)[there] - self.number[there]

    def sums(self, terms):
        """For each figure the sum of terms over its cells: floats."""
        there, first = self._first
        totals = numpy.zeros(self.figures)
        if len(there):
            totals[there] = numpy.add.reduceat(numpy.asarray(terms, dtype=float), first)
        return totals

    def least(self, terms):
        """For each figure the smallest of terms over its cells; infinity without cells."""
        there, first = self._first
        smallest = numpy.full(self.figures, numpy.inf)
        if len(there):
            smallest[there] = numpy.minimum.reduceat(terms, first)
        return smallest

    def repeated(self, of_figures):
        """For each cell the number of its figure; a number for all stays as it is."""
        return numpy.repeat(of_figures, self.number) if numpy.ndim(of_figures) else of_figures

    def by_document(self, document):
        """(Cells with documents instead of sentences, index of each cell in them)."""
        cached = self._by_document.get(id(document))
        if cached is None:
            cells, position = cells_of(document[self.sentence], self.figure, self.figures)
            cached = self._by_document[id(document)] = document, cells, position
        return cached[1:]

    def union(self, others):
        """(Cells of these and other Cells, for each of them the indexes of its cells in it)."""
        if all(other is self for other in others):
            return self, [slice(None)] * (1 + len(others))
        key = tuple(map(id, others))
        if key not in self._unions:
            sources = (self, *others)
            sentence, figure = (
                numpy.concatenate([getattr(source, name) for source in sources])
                for name in ("sentence", "figure")
            )
            cells, position = cells_of(sentence, figure, self.figures)
            ends = numpy.cumsum([len(source) for source in sources])[:-1]
            self._unions[key] = others, cells, numpy.split(position, ends)
        return self._unions[key][1:]


@lru_cache(4)
def every_cell(sentences: int, figures: int = 1) -> Cells:
    """The Cells of every sentence and figure."""
    figure, sentence = numpy.indices((figures, sentences)).reshape(2, -1)
    return Cells(sentence, figure, figures)


def cells_of(sentence, figure, figures):
    """(Cells, index of each contribution's cell) of contributions' sentences and figures."""
    width = int(sentence.max(initial=0)) + 1
    cells, position = numbered(packed(figure, width, sentence), figures * width)
    figure, sentence = (column.astype(numpy.int32) for column in numpy.divmod(cells, width))
    return Cells(sentence, figure, figures), position.astype(numpy.int32)
