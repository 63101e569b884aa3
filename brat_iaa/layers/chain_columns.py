"""Mentions and their chains as arrays: mentions x annotators."""

from functools import cached_property

import numpy

from brat_iaa.layers.drawn_items import Differences, DrawnItems
from brat_iaa.measures.chains import NO_CLASS, joined_items
from brat_iaa.measures.coreference import TwoAnnotators
from brat_iaa.measures.distinct import distinct


class ChainItems(DrawnItems):
    """The mentions of a Batch; items are places, in text order.

    rows    mentions x annotators: row of the first such span in the annotator's SpanColumns, or -1
    chains  mentions x annotators: number of the annotator's chain, NO_CLASS if it is no mention;
            chains of different annotators, and documents, have different numbers, also where
            they are equal; those of one annotator are in the order of their first mentions
    sizes   number of mentions of each chain
    lines   {(document, annotator): [(whether it is a relation, row in the file), ...]} of the files
            with lines about coreference; the lines are those with an end that is no mention
    """

    def __init__(self, batch, settings):
        spans, types = batch.spans, settings.types
        wanted = [types is None or name in types for name in spans.types]
        chosen = numpy.array([*wanted, False], dtype=bool)[spans.type]
        if types is None:
            chosen &= ~_at_roots(batch)
        places = distinct(batch.place[chosen])
        size, annotators = len(places), len(batch.annotators)
        of_place = numpy.full(len(batch.places.start), -1, dtype=numpy.int64)
        of_place[places] = numpy.arange(size)
        # A cell is a mention of an annotator: one annotator's behind the other's.
        mention = of_place[batch.place]
        cell = numpy.where(mention < 0, -1, spans.annotator * size + mention)
        rows = numpy.full(size * annotators + 1, -1, dtype=numpy.int64)
        rows[cell[chosen][::-1]] = spans.row[chosen][::-1]
        cell[rows[cell] < 0] = -1
        joins, self.lines = _lines(batch, settings.relations, cell)
        marked = numpy.flatnonzero(rows >= 0)
        _, chain = numpy.unique(joined_items(*joins, len(rows))[marked], return_inverse=True)
        chain = chain.reshape(-1)
        chains = numpy.full(len(rows), NO_CLASS, dtype=numpy.int64)
        chains[marked] = chain
        self.chains, rows = (own[:-1].reshape(annotators, size).T for own in (chains, rows))
        self.sizes = numpy.bincount(chain, minlength=1)
        self._members = (marked % max(size, 1))[numpy.argsort(chain, kind="stable")]
        self._start = numpy.append(0, numpy.cumsum(self.sizes))
        self._pairs: dict = {}
        super().__init__(batch, rows, places, numpy.zeros(size, dtype=numpy.int64), [""])

    @cached_property
    def equal(self):
        """The same as chains, with one number for equal chains, whoever's they are."""
        found = self.chains.copy()
        for column in range(1, found.shape[1]):
            for earlier in range(column):
                both = numpy.flatnonzero(
                    (self.chains[:, [column, earlier]] != NO_CLASS).all(axis=1)
                )
                own, other = self.chains[both, column], self.chains[both, earlier]
                key = own * len(self.sizes) + other
                _, first, index, number = numpy.unique(key, True, True, True)
                same = (self.sizes[own[first]] == number) & (self.sizes[other[first]] == number)
                rows = both[same[index.reshape(-1)]]
                found[rows, column] = numpy.minimum(found[rows, column], found[rows, earlier])
        return found

    def mentions_of(self, chain):
        """The mentions of a chain, in text order."""
        return self._members[self._start[chain] : self._start[chain + 1]]

    @cached_property
    def words(self) -> list:
        """The words of each mention."""
        fragments, tables = map(self.batch.fragments, self.place.tolist()), self.batch.tables
        return [
            " ".join([tables[document].text[start:end] for start, end in own])
            for document, own in zip(self.item_document.tolist(), fragments)
        ]

    def of_pair(self, first, second) -> TwoAnnotators:
        """What two annotators (columns) have in the documents that both have begun."""
        if (first, second) not in self._pairs:
            both = self.compared(first, second)
            key, response = (
                numpy.where(both, self.chains[:, own], NO_CLASS) for own in (first, second)
            )
            self._pairs[first, second] = TwoAnnotators(key, response, self.item_document)
        return self._pairs[first, second]

    def differences(self, first, second) -> Differences:
        """On which mentions two annotators (columns) differ."""
        drawn, equal = self.rows[:, [first, second]] >= 0, self.equal[:, [first, second]]
        differ = numpy.flatnonzero(self.compared(first, second) & (equal[:, 0] != equal[:, 1]))
        one, other = drawn[differ].T
        return Differences.of([
            ("chain", differ[one & other], differ[one & other]),
            ("extra-span", differ[one & ~other], None),
            ("missing-span", None, differ[~one]),
        ])  # fmt: skip


def _at_roots(batch):
    """Which spans have the offsets of a root token: booleans."""
    spans = batch.spans
    roots = [name == batch.tables[0].root for name in spans.types]
    return numpy.isin(
        batch.place, batch.place[numpy.array([*roots, False], dtype=bool)[spans.type]]
    )


def _lines(batch, relations, cell):
    """((cells, cells to which lines join them), lines as in ChainItems).

    cell  of each span, -1 if it is no mention
    """
    spans, joins, found = batch.spans, [numpy.zeros((2, 0), dtype=numpy.int64)], {}
    for of_relations, row, span in _members_of_lines(batch, relations):
        document, annotator = spans.document[span], spans.annotator[span]
        file = document.astype(numpy.int64) * len(batch.annotators) + annotator
        _, first, line = numpy.unique(file << 32 | row, return_index=True, return_inverse=True)
        line, member = line.reshape(-1), cell[span]
        lacking = numpy.bincount(line, member < 0, minlength=len(first)) > 0
        for at, lacks in zip(first.tolist(), lacking.tolist()):
            lines = found.setdefault((int(document[at]), int(annotator[at])), [])
            lines += [(of_relations, int(row[at]))] if lacks else []
        # Members of a line stand in a row; each is joined to the one before.
        member, line = member[member >= 0], line[member >= 0]
        same = line[1:] == line[:-1]
        joins.append(numpy.stack([member[1:][same], member[:-1][same]]))
    return numpy.concatenate(joins, axis=1), found


def _members_of_lines(batch, relations):
    """Yield (whether they are relations, row of the line in its file, span) of lines that say that
    mentions corefer; row and span: arrays.
    """
    equivs = batch.linked["equivs"]
    wanted = [relations is None or name in relations for name in equivs.types]
    chosen = numpy.array([*wanted, False], dtype=bool)[equivs.type]
    yield False, equivs.row[chosen], equivs.span[chosen]
    if relations is not None:
        rows = batch.linked["relations"]
        wanted = [name in relations for name in rows.types]
        chosen = numpy.array([*wanted, False], dtype=bool)[rows.type]
        ends = numpy.stack([rows.first[chosen], rows.second[chosen]], axis=1)
        yield True, numpy.repeat(rows.row[chosen], 2), ends.reshape(-1)
