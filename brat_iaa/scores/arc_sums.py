"""What each sentence adds to the figures of dependencies, for each pair of annotators.

All figures of a project, its documents, its sentences and its labels are made of the same sums: a
project is the concatenation of its documents. After an edit those of one document are new.
"""

from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.layers.columns import chunks_of
from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.measures.cells import Cells
from brat_iaa.measures.distances import OF_PAIRS, UNIT
from brat_iaa.measures.distinct import distinct, numbered
from brat_iaa.measures.estimate import Ratios
from brat_iaa.measures.shared_work import in_order
from brat_iaa.scores import MEASURES
from brat_iaa.scores.arc_disagreements import DocumentRows, document_rows
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL, PooledDocuments
from brat_iaa.scores.label_links import LinkSums, link_sums, named_links

# Whether a link counts as agreement, by measure and how it is linked.
_AGREEING = {
    measure: numpy.array([float(how in agreeing) for how in range(6)])
    for measure, agreeing in {"UAA": (EXACT, HEAD), "LAA": (EXACT,), "LOA": (EXACT, LABEL)}.items()
}
# The sums: similarities in UNITs; of the arcs of the first annotator, and of the second, those that
# the other agrees with; items; arcs of the first annotator, and of the second.
_SIMILAR = {key: row for row, key in enumerate((s, m) for s in OF_PAIRS for m in MEASURES)}
_AGREED = {
    key: row for row, key in enumerate(((m, s) for m in MEASURES for s in (0, 1)), len(_SIMILAR))
}
_ITEMS = len(_SIMILAR) + len(_AGREED)
_ARCS = [_ITEMS + 1, _ITEMS + 2]
_SUMS = _ITEMS + 3
# Items added up at a time: enough for arrays, few enough for memory.
_CHUNK = 1 << 15


class SumRows(NamedTuple):
    """Sums of pairs at some places: sentences, or cells.

    rows    of each sum (array, pairs x places; the number by which it is multiplied); sums that are
            equal up to that share one: as they are where nobody draws two arcs to a token
    places  those of the document: a slice
    """

    rows: list
    places: slice

    def of(self, row, pair) -> numpy.ndarray:
        """A sum of a pair at each place."""
        sums, times = self.rows[row]
        return sums[pair, self.places] * float(times)


class ArcSums(NamedTuple):
    """The sums of one document, or of several in a row.

    of_sentences  SumRows
    items         of each sentence: number of items that any pair has
    of_labels     SumRows of cells: of the items and the arcs with a label in a sentence
    label_items   of each cell: number of items that any pair has
    sentence, label  of each cell, by sentence; labels are numbers
    drawn         booleans: whether each pair drew an arc
    missing       integers, pairs x 4: missing, both missing_tokens and common of a Comparison
    one_sided     number of items that only one annotator annotated
    links         LinkSums
    rows          DocumentRows
    """

    of_sentences: SumRows
    items: numpy.ndarray
    of_labels: SumRows
    label_items: numpy.ndarray
    sentence: numpy.ndarray
    label: numpy.ndarray
    drawn: numpy.ndarray
    missing: numpy.ndarray
    one_sided: int
    links: LinkSums
    rows: DocumentRows


def arc_sums(pooled) -> list[ArcSums]:
    """For each of PooledDocuments its ArcSums; labels are numbers in label_names."""
    comparisons, sentences = list(pooled.comparisons.values()), pooled.sentences
    item = distinct(_in_a_row(comparison.item for comparison in comparisons))
    items = numpy.bincount(pooled.item_sentence[item], minlength=sentences)
    sums = numpy.zeros((_SUMS, len(comparisons), sentences))
    for number, comparison in enumerate(comparisons):
        for row, terms in enumerate(_terms(comparison)):
            sums[row, number] = numpy.bincount(comparison.sentence, terms, sentences)
    columns, documents = pooled.columns, numpy.arange(1 + pooled.documents)
    cells, of_labels, label_items = _of_labels(pooled, comparisons)
    of_sentences, of_cells, label_items = _rows(sums), _rows(of_labels), _small(label_items)
    sentence, label = numpy.divmod(cells, max(len(pooled.label_names), 1))
    first = numpy.searchsorted(columns.document, documents)
    cell = numpy.searchsorted(sentence, first)
    drawn = numpy.zeros((pooled.documents, len(comparisons)), dtype=bool)
    pair, sentence_drawn = numpy.nonzero(sums[_ARCS].any(axis=0))
    drawn[columns.document[sentence_drawn], pair] = True
    missing, one_sided = _missing(pooled, comparisons)
    return [
        ArcSums(
            SumRows(of_sentences, slice(a, b)),
            items[a:b],
            SumRows(of_cells, slice(c, d)),
            label_items[c:d],
            (sentence[c:d] - a).astype(numpy.int32),
            label[c:d].astype(numpy.int32),
            drawn[number],
            missing[number],
            int(one_sided[number]),
            links,
            rows,
        )  # fmt: skip
        for number, (a, b, c, d, links, rows) in enumerate(
            zip(first, first[1:], cell, cell[1:], link_sums(pooled), document_rows(pooled))
        )
    ]


def _terms(comparison):
    """What each item of a Comparison adds to each sum, in their order."""
    k, a, b = comparison.k, comparison.a, comparison.b
    for statistic, measure in _SIMILAR:
        yield contributions(statistic, k[measure], a, b)[0]
    for measure, _ in _AGREED:
        yield k[measure]
    yield numpy.ones(len(a))
    yield from (a, b)


def _of_labels(pooled, comparisons):
    """(cells of sentences and labels, by sentence; their sums; number of their items)."""
    labels = len(pooled.label_names)
    parts, keys, items = [], [], []
    for comparison in comparisons:
        links, sentence = comparison.links, comparison.sentence.astype(numpy.int64)
        drawn = [links[links[:, side] >= 0][:, [0, side, 3]].T for side in (1, 2)]
        with_label = numpy.concatenate(
            [row.astype(numpy.int64) * labels + label for row, label, _ in drawn]
        )
        row, label = numpy.divmod(distinct(with_label), max(labels, 1))
        items.append(comparison.item[row].astype(numpy.int64) * labels + label)
        keys.append(sentence[row] * labels + label)
        keys += [sentence[sentences] * labels + label for sentences, label, _ in drawn]
        parts.append((comparison, row, [how for *_, how in drawn]))
    item, label = numpy.divmod(distinct(_in_a_row(items)), max(labels, 1))
    keys.append(pooled.item_sentence[item].astype(numpy.int64) * labels + label)
    cells, cell = numbered(numpy.concatenate(keys), pooled.sentences * labels)
    cells_of_each = iter(numpy.split(cell, numpy.cumsum([len(key) for key in keys])[:-1]))
    sums = numpy.zeros((_SUMS, len(comparisons), len(cells)))
    for number, (comparison, row, hows) in enumerate(parts):
        where, *arcs = (next(cells_of_each) for _ in range(3))
        k, a, b = comparison.k, comparison.a[row], comparison.b[row]

        def add(sum_, where, terms=None, number=number):
            sums[sum_, number] = numpy.bincount(where, terms, len(cells))

        for (statistic, measure), sum_ in _SIMILAR.items():
            add(sum_, where, contributions(statistic, k[measure][row], a, b)[0])
        for (measure, side), sum_ in _AGREED.items():
            add(sum_, arcs[side], _AGREEING[measure][hows[side]])
        add(_ITEMS, where)
        for sum_, arcs_of_sum in zip(_ARCS, arcs):
            add(sum_, arcs_of_sum)
    return cells, sums, numpy.bincount(next(cells_of_each), minlength=len(cells))


def _missing(pooled, comparisons):
    """(documents x pairs x 4: missing of ArcSums, one_sided of each document)."""
    codes = pooled.columns.codes
    number, document = pooled.documents, pooled.columns.item_document
    of_pairs = numpy.zeros((number, len(comparisons), 4), dtype=numpy.int64)
    for pair, comparison in enumerate(comparisons):
        masks = comparison.one_sided, *comparison.missing_tokens, comparison.common
        for column, items in enumerate(masks):
            of_pairs[:, pair, column] = numpy.bincount(document[items], minlength=number)
    one_sided = (codes != -1).sum(axis=1) == 1
    return of_pairs, numpy.bincount(document[one_sided], minlength=number)


def _in_a_row(arrays):
    return numpy.concatenate([numpy.zeros(0, dtype=numpy.int64), *arrays])


def _rows(sums) -> list:
    """The rows of SumRows, of an array sums x pairs x places."""
    distinct_rows: dict = {}
    rows = []
    for row, sums_of_row in enumerate(sums):
        times = UNIT if row < len(_SIMILAR) and not (sums_of_row % UNIT).any() else 1
        sums_of_row = _small(sums_of_row / times)
        key = sums_of_row.dtype, sums_of_row.tobytes()
        rows.append((distinct_rows.setdefault(key, sums_of_row), times))
    return rows


def _small(sums):
    """The same numbers in less memory, if they are whole."""
    whole = sums.astype(numpy.min_scalar_type(int(sums.max(initial=0))))
    return whole if (whole == sums).all() else sums


class ProjectArcs:
    """The ArcSums of the documents of a project, kept up to date.

    annotators  all of them, in the order of the project
    pairs       list of their pairs
    document    number of each sentence's document
    missing     {pair, or None for all: number of items that only one of them annotated}
    drawn       {pair, or None for all: whether they drew an arc on a compared item}
    common, missing_tokens  {pair: how many there are, see Comparison}

    labels, types  {name: its number}, more than there are perhaps; the number of none is -1

    executor    of large computations; None: this process does them
    """

    def __init__(self, annotators, executor=None):
        self.annotators, self.pairs = annotators, list(combinations(annotators, 2))
        self._executor = executor
        self._documents, self._parts = {}, {}
        self.labels: dict = {}
        self.types: dict = {}

    def update(self, documents):
        """Take in what changed since the last time; documents: {name: DocumentArcs}."""
        new = [name for name, arcs in documents.items() if self._documents.get(name) is not arcs]
        chunks = list(chunks_of([documents[name] for name in new], _CHUNK))
        chunks_read = in_order(
            partial(_sums_of, self.annotators), chunks, len(chunks), self._executor
        )
        parts = [part for of_chunk in chunks_read for part in self._renumbered(*of_chunk)]
        parts = {**self._parts, **dict(zip(new, parts))}
        self._parts = {name: parts[name] for name in documents}
        self._documents = dict(documents)
        self._describe()

    def _renumbered(self, labels, types, parts):
        """List of ArcSums with labels and types numbered as in the project."""
        numbers = [
            [numbers.setdefault(name, len(numbers)) for name in names]
            for numbers, names in ((self.labels, labels), (self.types, types))
        ]
        if all(number == [*range(len(number))] for number in numbers):
            return parts
        number, type = (
            numpy.array([*codes, -1], dtype=numpy.min_scalar_type(-1 - max(codes, default=0)))
            for codes in numbers
        )
        renumbered = []
        for sums in parts:
            links = [rows.copy() for rows in sums.links]
            for rows in links:
                rows[:, 1:3] = number[rows[:, 1:3]]
            rows = sums.rows._replace(labels=number[sums.rows.labels], types=type[sums.rows.types])
            label, links = number[sums.label], LinkSums(*links)
            renumbered.append(sums._replace(label=label, links=links, rows=rows))
        return renumbered

    def rows(self) -> tuple:
        """(DocumentRows of all documents, of each row the number of the document)."""
        parts = [part.rows for part in self._parts.values()]
        ends = numpy.cumsum([0] + [len(part.kind) for part in parts]).tolist()
        number = numpy.repeat(numpy.arange(len(parts), dtype=numpy.int32), numpy.diff(ends))
        rows = DocumentRows(*(numpy.concatenate(columns) for columns in zip(*parts)))
        # Those of documents are parts of these from now on, and not kept twice.
        for name, first, last in zip(self._parts, ends, ends[1:]):
            rows_of_document = DocumentRows(*(column[first:last] for column in rows))
            self._parts[name] = self._parts[name]._replace(rows=rows_of_document)
        return rows, number

    def _describe(self):
        parts = list(self._parts.values())
        counts = [len(part.items) for part in parts]
        self.document = numpy.repeat(numpy.arange(len(parts)), counts)
        missing = sum(part.missing for part in parts)
        missing, first, second, common = missing.T.tolist()
        one_sided = sum(part.one_sided for part in parts)
        self.missing = {**dict(zip(self.pairs, missing)), None: one_sided}
        self.missing_tokens = dict(zip(self.pairs, zip(first, second)))
        self.common = dict(zip(self.pairs, common))
        drawn = numpy.any([part.drawn for part in parts], axis=0)
        self.drawn = dict(zip(self.pairs, drawn.tolist()))
        self.drawn[None] = any(self.drawn.values())

    def links(self) -> dict:
        """See label_links.named_links()."""
        return named_links(
            [part.links for part in self._parts.values()], self.pairs, [*self.labels]
        )

    def item_estimates(self) -> "ArcEstimates":
        """All items as one subject."""
        subject = numpy.zeros(len(self.document), dtype=numpy.int64)
        drawn = numpy.array([self.drawn[pair] for pair in self.pairs], dtype=bool)[:, None]
        return self._estimates(self._parts.values(), subject, drawn)

    def of_documents(self, names) -> tuple:
        """(number of each sentence's document, ArcEstimates with the documents as subjects; missing
        and drawn as in ProjectArcs, arrays with an entry for each document) of some documents.
        """
        parts = [self._parts[name] for name in names]
        drawn = numpy.stack([part.drawn for part in parts], axis=1)
        missing = numpy.stack([part.missing[:, 0] for part in parts], axis=1)
        document = numpy.repeat(numpy.arange(len(parts)), [len(part.items) for part in parts])
        one_sided = numpy.array([part.one_sided for part in parts])
        return (
            document, self._estimates(parts, document, drawn),
            {**dict(zip(self.pairs, missing)), None: one_sided},
            {**dict(zip(self.pairs, drawn)), None: drawn.any(axis=0)},
        )  # fmt: skip

    def _estimates(self, parts, subject, drawn):
        """ArcEstimates of subjects.

        subject  of each sentence
        drawn    pairs x subjects: whether the pair drew an arc there
        """
        sums = [part.of_sentences for part in parts]
        items = numpy.concatenate([part.items for part in parts])
        cells = Cells(numpy.arange(len(subject)), subject, drawn.shape[1])
        # Where neither drew an arc nothing was compared.
        return ArcEstimates(self.pairs, sums, cells, items, drawn[:, subject])

    def label_estimates(self):
        """(names of labels, ArcEstimates of these)."""
        parts = list(self._parts.values())
        names = sorted(self.labels)
        rank = numpy.argsort(numpy.argsort([*self.labels]))
        first = numpy.cumsum([0] + [len(part.items) for part in parts]).tolist()
        sentence = _in_a_row(part.sentence + before for part, before in zip(parts, first))
        label = rank[_in_a_row(part.label for part in parts)]
        used = distinct(label).tolist()
        order = numpy.lexsort((sentence, label))
        cells = Cells(sentence[order], numpy.searchsorted(used, label[order]), len(used))
        items = numpy.concatenate([part.label_items for part in parts])[order]
        sums = [part.of_labels for part in parts]
        estimates = ArcEstimates(self.pairs, sums, cells, items, None, order)
        return [names[label] for label in used], estimates


class ArcEstimates:
    """Estimates of all figures of some subjects: documents or labels, for instance.

    pairs     of annotators
    sums      list of SumRows
    cells     Cells of sentences and subjects
    of_any    number of items of each cell that any pair has
    compared  pairs x cells: whether the cell counts for means of similarities; None: all do
    order     of the cells, of which these have the sums; None: they come in this order
    items     {pair, or None for any: for each subject the number of its items}
    """

    def __init__(self, pairs, sums, cells, of_any, compared=None, order=None):
        self._pairs, self._cells, self._compared, self._order = pairs, cells, compared, order
        self._parts = _joined(sums)
        self.items = {
            pair: cells.sums(self._sums(_ITEMS, number)).astype(int)
            for number, pair in enumerate(pairs)
        }
        self.items[None] = cells.sums(of_any).astype(int)

    def _sums(self, row, pair):
        """A sum of a pair in each cell."""
        sums = numpy.concatenate([part.of(row, pair) for part in self._parts])
        return sums if self._order is None else sums[self._order]

    def of_pair(self, pair, measure, statistic, side=0):
        """Estimate with a figure for each subject; side: whose arcs gcm divides by"""
        number = self._pairs.index(pair)
        sums = partial(self._sums, pair=number)
        if statistic in OF_PAIRS:
            above, below = sums(_SIMILAR[statistic, measure]), sums(_ITEMS) * float(UNIT)
            if self._compared is not None:
                below *= self._compared[number]
        else:
            sides = (0, 1) if statistic == "gcm-f1" else (side,)
            above = sum(sums(_AGREED[measure, side]) for side in sides)
            below = sum(sums(_ARCS[side]) for side in sides)
        return Ratios(self._cells, above, below).estimate()


def _joined(parts) -> list:
    """SumRows of documents in a row; those of documents whose sums were made at once are one."""
    joined: list = []
    for rows, places in parts:
        if joined and joined[-1].rows is rows and joined[-1].places.stop == places.start:
            places = slice(joined.pop().places.start, places.stop)
        joined.append(SumRows(rows, places))
    return joined


def sentence_estimates(pooled) -> ArcEstimates:
    """ArcEstimates of each sentence of PooledDocuments of one document."""
    (sums,) = arc_sums(pooled)
    sentences = numpy.arange(pooled.sentences)
    drawn = numpy.array(
        [comparison.drawn for comparison in pooled.comparisons.values()], dtype=bool
    )
    cells = Cells(sentences, sentences, pooled.sentences)
    drawn = numpy.repeat(drawn[:, None], pooled.sentences, axis=1)
    return ArcEstimates([*pooled.comparisons], [sums.of_sentences], cells, sums.items, drawn)


def _sums_of(annotators, documents):
    """(labels, span types, ArcSums of each of a list of ArcColumns)."""
    pooled = PooledDocuments(documents, annotators, absent=True)
    return pooled.label_names, pooled.columns.types, arc_sums(pooled)
