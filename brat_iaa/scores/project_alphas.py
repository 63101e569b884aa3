"""Alphas of a project: what they are made of, kept up to date by document.

An edit changes how often some values occur, and so how similar all values together are to any
other. Everything else stays as it is where nothing was edited: the numbers of values, and the
distances within items.
"""

from functools import lru_cache
from itertools import combinations, islice
from typing import NamedTuple

import numpy

from brat_iaa.layers.arc_columns import chunks_of
from brat_iaa.layers.joined_columns import joined
from brat_iaa.measures import item_alpha
from brat_iaa.measures.distances import UNIT
from brat_iaa.measures.similar import Sets, similar_sets
from brat_iaa.scores.alphas import HEADS, all_alphas, alpha_source, keyed_values, of_annotators
from brat_iaa.scores.builder import NOTHING_DRAWN
from brat_iaa.scores.score_table import Family, chance_corrected, groups_of

# Distances whose similarities are whole multiples of 1 / UNIT, whatever the sets; of the others
# these are whose sets have few elements. Whole numbers can be taken out of a sum again.
_WHOLE = ("nominal", "masi")
_FEW = 5
_LARGEST = 1 << 62
# Items whose values are numbered at a time: enough for arrays, few enough for memory.
_TOGETHER = 1 << 16


class _Part(NamedTuple):
    """One document, or several in a row.

    codes       for each way to represent heads integers, annotators x items: number of the value
                in _Values, or MISSING
    comparable  booleans, groups x items: whether two or more of the group annotated the item
    sizes       of each sentence: number of its items
    observed    alphas x groups x sentences: as in item_alpha.AlphaSums
    present     integers, groups x sentences: number of values of comparable items
    missing     of each group: number of items that only one of them annotated
    """

    codes: list
    comparable: numpy.ndarray
    sizes: numpy.ndarray
    observed: numpy.ndarray
    present: numpy.ndarray
    missing: numpy.ndarray


class _Values:
    """The distinct values of all documents, in one way to represent heads.

    counts  groups x values: how often each occurs in comparable items
    """

    def __init__(self, groups):
        self._elements, self._numbers = {}, {(): 0}
        self._sizes, self._members = [0], []
        self.counts = numpy.zeros((groups, 1), dtype=numpy.int64)
        self._similar = {}

    def numbers(self, values, times) -> numpy.ndarray:
        """The numbers of ComparableValues; times: of the elements, as in alphas.keyed_values()."""
        element = [
            self._elements.setdefault(named, len(self._elements))
            for named in zip(values.head.tolist(), values.label.tolist(), times.tolist())
        ]
        members = numpy.array(element, dtype=numpy.int64)[values.sets.element].tolist()
        numbers, before = [], len(self._numbers)
        start = values.sets.start.tolist()
        for begin, end in zip(start, start[1:]):
            value = tuple(sorted(members[begin:end]))
            number = self._numbers.setdefault(value, len(self._numbers))
            if number == len(self._sizes):
                self._sizes.append(len(value))
                self._members += value
            numbers.append(number)
        more = len(self._numbers) - before
        if more:
            self._similar = {}
            self.counts = numpy.pad(self.counts, ((0, 0), (0, more)))
        return numpy.array(numbers, dtype=numpy.int32)

    def similar(self, distance):
        """The similarities of the values by a distance."""
        if distance not in self._similar:
            start = numpy.cumsum([0, *self._sizes])
            sets = Sets(start, numpy.array(self._members, dtype=numpy.int64))
            self._similar[distance] = similar_sets(sets, distance)
        return self._similar[distance]

    @property
    def largest(self):
        """Number of elements of the largest value."""
        return max(self._sizes)


class ProjectAlphas:
    """The alphas of all annotators of a project, and of each pair.

    annotators  all of them, in the order of the project
    config      Config
    """

    def __init__(self, annotators, config):
        self._annotators, self._config = annotators, config
        self._groups = [tuple(group) for group in groups_of(annotators)]
        self._columns = [[annotators.index(name) for name in group] for group in self._groups]
        self._alphas = all_alphas(config)
        self._begin()

    def _begin(self):
        self._documents, self._parts, self._labels = {}, {}, {}
        self._values = [_Values(len(self._groups)) for _ in HEADS]

    def update(self, documents):
        """Take out and add what changed since the last time.

        documents  {name: DocumentArcs or ArcColumns}
        """
        # After an error in between, all are new.
        before, self._documents = self._documents, {}
        gone = [name for name, old in before.items() if documents.get(name) is not old]
        new = [name for name, arcs in documents.items() if before.get(name) is not arcs]
        if len(gone) + len(new) >= len(documents):
            self._begin()
            gone, new = [], list(documents)
        self._replace(gone, new, documents)
        whole = self._config.dependencies.distance in _WHOLE or all(
            values.largest <= _FEW for values in self._values
        )
        if not whole and len(new) < len(documents):
            self._begin()
            self._replace([], list(documents), documents)
        self._parts = {name: self._parts[name] for name in documents}
        self._documents = dict(documents)

    def _replace(self, gone, new, documents):
        self._count([self._parts.pop(name) for name in gone], -1)
        names = iter(new)
        for chunk in chunks_of([documents[name] for name in new], _TOGETHER):
            columns = joined(chunk, self._annotators, absent=True)
            added = self._part(columns)
            self._count([added], 1)
            self._parts.update(zip(islice(names, len(columns.begun)), _split(added, columns)))

    def _part(self, columns):
        """The _Part of ArcColumns; their new values get numbers."""
        numbers = [
            self._labels.setdefault(label, len(self._labels)) for label in columns.values.labels
        ]
        codes = []
        for way, (measure, head) in enumerate(HEADS):
            keyed, times = keyed_values(columns, measure, head, numbers)
            number = numpy.append(self._values[way].numbers(keyed, times), item_alpha.MISSING)
            small = numpy.int16 if number.max() < 1 << 15 else numpy.int32
            codes.append(numpy.ascontiguousarray(number.astype(small)[keyed.codes].T))
        sentences, groups = columns.sentences, len(self._groups)
        comparable = numpy.empty((groups, len(columns.codes)), dtype=bool)
        observed = numpy.empty((len(self._alphas), groups, sentences))
        present = numpy.empty((groups, sentences), dtype=numpy.int64)
        missing = numpy.empty((groups, len(columns.begun)), dtype=numpy.int64)
        one_group = numpy.zeros(sentences, dtype=numpy.int64)
        for group, (names, chosen) in enumerate(zip(self._groups, self._columns)):
            annotated = of_annotators(columns.codes, columns, names)
            values = (annotated != item_alpha.MISSING).sum(axis=1)
            comparable[group] = rows = values >= 2
            missing[group] = numpy.bincount(
                columns.item_document[values == 1], minlength=len(columns.begun)
            )
            items = item_alpha.AlphaItems(annotated[rows], columns.sentence[rows], one_group, 1)
            present[group] = numpy.bincount(columns.sentence[rows], values[rows], sentences)
            for way in range(len(HEADS)):
                of_way = items.with_values(codes[way][chosen][:, rows].T.astype(numpy.int32))
                for number, (*head_measure, _, distance) in enumerate(self._alphas):
                    if tuple(head_measure) == HEADS[way]:
                        similar = self._values[way].similar(distance)
                        observed[number, group] = of_way.observed(similar)
        sizes = numpy.bincount(columns.sentence, minlength=sentences)
        return _Part(codes, comparable, sizes, observed, present, missing)

    def _count(self, parts, sign):
        """Count the values of some _Parts, or no longer (sign -1)."""
        for part in parts:
            for values, codes in zip(self._values, part.codes):
                for count, rows, chosen in zip(values.counts, part.comparable, self._columns):
                    there = codes[chosen][:, rows]
                    counts = numpy.bincount(
                        there[there != item_alpha.MISSING], minlength=len(count)
                    )
                    count += sign * counts

    def family(self, drawn) -> Family:
        """The Family of all alphas, from what is counted now.

        drawn  {pair: whether either of the two drew an arc on a compared item}
        """
        comparable, sizes, observed, present, missing = (
            numpy.concatenate([getattr(part, name) for part in self._parts.values()], axis=-1)
            for name in _Part._fields[1:]
        )
        number_of_items, missing = comparable.sum(axis=1).tolist(), missing.sum(axis=1)

        @lru_cache(1)
        def codes_of(way):
            parts = [part.codes[way] for part in self._parts.values()]
            # As indexes, which others would be made into each time.
            return numpy.concatenate(parts, axis=1, dtype=numpy.intp)

        def compute(pair, alpha):
            measure, head, _, distance = self._alphas[alpha]
            way, names = HEADS.index((measure, head)), self._annotators if pair is None else pair
            group = self._groups.index(names)
            similar_to, alike = self._similar_to(
                codes_of(way)[self._columns[group]], comparable[group], sizes,
                self._values[way].counts[group], self._values[way].similar(distance),
            )  # fmt: skip
            sums = item_alpha.AlphaSums(
                [number_of_items[group]], observed[alpha, group], present[group], similar_to,
                numpy.array([alike]), numpy.zeros(len(sizes), dtype=numpy.int64),
            )  # fmt: skip
            arcs = any(drawn[both] for both in combinations(names, 2))
            return chance_corrected(
                alpha_source(distance, head), sums, missing[[group]],
                None if arcs else NOTHING_DRAWN,
            )  # fmt: skip

        keys = [(measure, statistic) for measure, _, statistic, _ in self._alphas]
        return Family(keys, compute, joint=True)

    def _similar_to(self, codes, comparable, sizes, n, similar):
        """(for each sentence the similarities of its values to all, the sum of all these).

        codes       of each annotator: numbers of the values of items
        comparable  of each item
        sizes       of each sentence: number of its items
        n           how often each value occurs
        """
        to_others = similar.to_others(n.astype(float))
        # MISSING wraps around to the last.
        to_all = numpy.append(n + to_others / UNIT, 0.0)
        of_item = to_all.take(codes[0], mode="wrap")
        of_column = numpy.empty_like(of_item)
        for column in codes[1:]:
            of_item += to_all.take(column, out=of_column, mode="wrap")
        if not comparable.all():
            of_item *= comparable
        there = numpy.flatnonzero(sizes)
        similar_to = numpy.zeros(len(sizes))
        if len(there):
            starts = numpy.cumsum(sizes)[there] - sizes[there]
            similar_to[there] = numpy.add.reduceat(of_item, starts)
        if int(n.sum()) ** 2 * UNIT < _LARGEST and not (to_others % 1).any():
            alike = (UNIT * int(n @ n) + int(n @ to_others.astype(numpy.int64))) / UNIT
        else:
            alike = float(n @ n + (n @ to_others) / UNIT)
        return similar_to, alike


def _split(part, columns):
    """Yield the _Part of each document of a _Part of ArcColumns."""
    documents = numpy.arange(1 + len(columns.begun))
    items = numpy.searchsorted(columns.item_document, documents).tolist()
    sentences = numpy.searchsorted(columns.document, documents).tolist()
    bounds = zip(items, items[1:], sentences, sentences[1:])
    for document, (a, b, c, d) in enumerate(bounds):
        yield _Part(
            [codes[:, a:b] for codes in part.codes], part.comparable[:, a:b], part.sizes[c:d],
            part.observed[:, :, c:d], part.present[:, c:d], part.missing[:, document, None],
        )  # fmt: skip
