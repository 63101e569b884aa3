"""What each sentence adds to the figures of dependencies, for each pair of annotators.

All figures of a project, its documents, its sentences and its labels are made of the same sums: a
project is the concatenation of its documents. After an edit those of one document are new.
"""

from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.layers.arc_columns import chunks_of
from brat_iaa.layers.joined_columns import joined
from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.measures.cells import Cells
from brat_iaa.measures.distances import OF_PAIRS, UNIT
from brat_iaa.measures.distinct import distinct, numbered, packed
from brat_iaa.measures.estimate import Ratios
from brat_iaa.measures.shared_work import in_order
from brat_iaa.scores import MEASURES
from brat_iaa.scores.arc_disagreements import DocumentRows, document_rows
from brat_iaa.scores.arc_label_links import link_sums
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL, compare

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


class ArcSums(NamedTuple):
    """The sums of one document, or of several in a row.

    of_sentences  (rows, those of the document: a slice); rows: of each sum (array, pairs x
                  sentences; the number by which it is multiplied). Sums that are equal up to that
                  share one: as they are where nobody draws two arcs to a token
    items         of each sentence: number of items that any pair has
    of_labels     the same with cells: of the items and the arcs with a label in a sentence
    label_items   of each cell: number of items that any pair has
    sentence, label  of each cell, by sentence; labels are numbers
    drawn         booleans: whether each pair drew an arc
    missing       integers, pairs x 4: missing, both missing_tokens and common of a Comparison
    one_sided     number of items that only one annotator annotated
    confused, differing  see arc_label_links.link_sums()
    rows          DocumentRows
    """

    of_sentences: tuple
    items: numpy.ndarray
    of_labels: tuple
    label_items: numpy.ndarray
    sentence: numpy.ndarray
    label: numpy.ndarray
    drawn: numpy.ndarray
    missing: numpy.ndarray
    one_sided: int
    confused: numpy.ndarray
    differing: numpy.ndarray
    rows: DocumentRows


def arc_sums(columns, pairs) -> list[ArcSums]:
    """The ArcSums of each document of ArcColumns; labels are numbers in those of its values."""
    compared, number = compare(columns, *pairs), len(columns.begun)
    items = numpy.bincount(columns.sentence[distinct(compared.item)], minlength=columns.sentences)
    counts = compared.k, compared.a, compared.b
    where = packed(compared.pair, columns.sentences, compared.sentence)
    arcs = [(where, compared.k, number) for number in (compared.a, compared.b)]
    sums = _sums(where, counts, arcs, len(pairs), columns.sentences)
    cells, of_labels, label_items = _of_labels(columns, pairs, compared)
    of_sentences, of_cells = _rows(sums), _rows(of_labels)
    sentence, label = numpy.divmod(cells, max(len(columns.values.labels), 1))
    documents = numpy.arange(1 + number)
    first = numpy.searchsorted(columns.document, documents)
    cell = numpy.searchsorted(sentence, first)
    drawn = numpy.zeros((number, len(pairs)), dtype=bool)
    pair, sentence_drawn = numpy.nonzero(sums[_ARCS].any(axis=0))
    drawn[columns.document[sentence_drawn], pair] = True
    of_pairs, items_of_pair = [], max(len(columns.token), 1)
    for outside in (compared.one_sided, *compared.missing_tokens, compared.common):
        pair, item = numpy.divmod(outside, items_of_pair)
        place = columns.item_document[item] * len(pairs) + pair
        of_pairs.append(numpy.bincount(place, minlength=number * len(pairs)))
    missing = numpy.stack(of_pairs, axis=1).reshape(number, len(pairs), 4)
    one_sided = (columns.codes != -1).sum(axis=1) == 1
    one_sided = numpy.bincount(columns.item_document[one_sided], minlength=number)
    bounds = zip(first, first[1:], cell, cell[1:])
    further = zip(drawn, missing, one_sided.tolist(), *link_sums(columns, pairs, compared),
                  document_rows(columns, pairs, compared))  # fmt: skip
    return [
        ArcSums(
            (of_sentences, slice(a, b)), items[a:b], (of_cells, slice(c, d)), label_items[c:d],
            (sentence[c:d] - a).astype(numpy.int32), label[c:d].astype(numpy.int32), *of_document,
        )
        for (a, b, c, d), of_document in zip(bounds, further)
    ]  # fmt: skip


def _sums(where, counts, arcs, pairs, places):
    """All sums, in their order: sums x pairs x places.

    where   of each item its place, after those of the pairs before
    counts  (k, a, b) of each item
    arcs    for each side (where, {measure: those that the other agrees with}, their number)
    """
    (k, a, b), size = counts, pairs * places
    terms = [(where, contributions(name, k[measure], a, b)[0]) for name, measure in _SIMILAR]
    terms += [(arcs[side][0], arcs[side][1][measure]) for measure, side in _AGREED]
    terms += [(where, None), *((place, number) for place, _, number in arcs)]
    sums = numpy.stack([numpy.bincount(place, added, size) for place, added in terms])
    return sums.reshape(_SUMS, pairs, places)


def _of_labels(columns, pairs, compared):
    """(cells of sentences and labels, by sentence; their sums; number of their items)."""
    labels, links = max(len(columns.values.labels), 1), compared.links
    sentence = compared.sentence.astype(numpy.int64)
    drawn = [links[links[:, side] >= 0][:, [0, side, 3]].T for side in (1, 2)]
    with_label = [row.astype(numpy.int64) * labels + label for row, label, _ in drawn]
    row, label = numpy.divmod(distinct(numpy.concatenate(with_label)), labels)
    item, of_item = numpy.divmod(
        distinct(compared.item[row].astype(numpy.int64) * labels + label), labels
    )
    keys = [sentence[row] * labels + label]
    keys += [sentence[rows] * labels + of_arcs for rows, of_arcs, _ in drawn]
    keys.append(columns.sentence[item].astype(numpy.int64) * labels + of_item)
    cells, cell = numbered(numpy.concatenate(keys), columns.sentences * labels)
    *places, of_items = numpy.split(cell, numpy.cumsum([len(key) for key in keys])[:-1])
    where, *arcs = (
        packed(compared.pair[rows], len(cells), place)
        for rows, place in zip((row, *(rows for rows, *_ in drawn)), places)
    )
    agreeing = [
        (place, {measure: agreed[how] for measure, agreed in _AGREEING.items()}, None)
        for place, (*_, how) in zip(arcs, drawn)
    ]
    k = {measure: linked[row] for measure, linked in compared.k.items()}
    counts = k, compared.a[row], compared.b[row]
    sums = _sums(where, counts, agreeing, len(pairs), len(cells))
    return cells, sums, _small(numpy.bincount(of_items, minlength=len(cells)))


def _rows(sums) -> list:
    """The rows of ArcSums, of an array sums x pairs x places."""
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
    missing     integers, pairs x 4: as in ArcSums
    drawn       {pair, or None for all: whether they drew an arc on a compared item}
    parts       {document: ArcSums}
    labels, types  {name: its number}, more than there are perhaps; the number of none is -1

    executor    of large computations; None: this process does them
    """

    def __init__(self, annotators, executor=None):
        self.annotators, self.pairs = annotators, list(combinations(annotators, 2))
        self._executor = executor
        self._documents, self.parts = {}, {}
        self.labels: dict = {}
        self.types: dict = {}

    def update(self, documents):
        """Take in what changed since the last time; documents: {name: DocumentArcs}."""
        new = [name for name, arcs in documents.items() if self._documents.get(name) is not arcs]
        chunks = list(chunks_of([documents[name] for name in new], _CHUNK))
        read = in_order(partial(_sums_of, self.annotators), chunks, len(chunks), self._executor)
        read = [part for of_chunk in read for part in self._renumbered(*of_chunk)]
        parts = {**self.parts, **dict(zip(new, read))}
        self.parts = {name: parts[name] for name in documents}
        self._documents = dict(documents)
        parts = list(self.parts.values())
        self.document = numpy.repeat(numpy.arange(len(parts)), [len(part.items) for part in parts])
        self.missing = sum(part.missing for part in parts)
        drawn = numpy.stack([part.drawn for part in parts]).any(axis=0).tolist()
        self.drawn = {**dict(zip(self.pairs, drawn)), None: any(drawn)}

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
            confused, differing = sums.confused.copy(), sums.differing.copy()
            for links in (confused, differing):
                links[:, 1:3] = number[links[:, 1:3]]
            rows = sums.rows._replace(labels=number[sums.rows.labels], types=type[sums.rows.types])
            renumbered.append(sums._replace(
                label=number[sums.label], confused=confused, differing=differing, rows=rows,
            ))  # fmt: skip
        return renumbered

    def rows(self) -> tuple:
        """(DocumentRows of all documents, of each row the number of the document)."""
        parts = [part.rows for part in self.parts.values()]
        ends = numpy.cumsum([0] + [len(part.kind) for part in parts]).tolist()
        number = numpy.repeat(numpy.arange(len(parts), dtype=numpy.int32), numpy.diff(ends))
        rows = DocumentRows(*(numpy.concatenate(columns) for columns in zip(*parts)))
        # Those of documents are parts of these from now on, and not kept twice.
        for name, first, last in zip(self.parts, ends, ends[1:]):
            rows_of_document = DocumentRows(*(column[first:last] for column in rows))
            self.parts[name] = self.parts[name]._replace(rows=rows_of_document)
        return rows, number

    def estimates(self, names=None) -> "ArcEstimates":
        """ArcEstimates with some documents as subjects; None: all as one."""
        parts = [self.parts[name] for name in (self.parts if names is None else names)]
        drawn = numpy.stack([part.drawn for part in parts], axis=1)
        missing = numpy.array([[*part.missing[:, 0], part.one_sided] for part in parts]).T
        subject = numpy.repeat(numpy.arange(len(parts)), [len(part.items) for part in parts])
        if names is None:
            subject, missing = numpy.zeros_like(subject), missing.sum(axis=1, keepdims=True)
            drawn = numpy.asarray(drawn.any(axis=1)).reshape(-1, 1)
        return ArcEstimates(
            self.pairs, [part.of_sentences for part in parts],
            Cells(numpy.arange(len(subject)), subject, drawn.shape[1]),
            numpy.concatenate([part.items for part in parts]), drawn, missing,
        )  # fmt: skip

    def label_estimates(self):
        """(names of labels, ArcEstimates of these)."""
        parts = list(self.parts.values())
        names = sorted(self.labels)
        rank = numpy.argsort(numpy.argsort([*self.labels]))
        first = numpy.cumsum([0] + [len(part.items) for part in parts]).tolist()
        sentence = numpy.concatenate([part.sentence + n for part, n in zip(parts, first)])
        label = rank[numpy.concatenate([part.label for part in parts])]
        used = distinct(label).tolist()
        order = numpy.lexsort((sentence, label))
        cells = Cells(sentence[order], numpy.searchsorted(used, label[order]), len(used))
        items = numpy.concatenate([part.label_items for part in parts])[order]
        drawn = numpy.array([[self.drawn[pair]] * len(used) for pair in self.pairs])
        sums = [part.of_labels for part in parts]
        return [names[label] for label in used], ArcEstimates(
            self.pairs, sums, cells, items, drawn, order=order
        )


class ArcEstimates:
    """Estimates of all figures of some subjects: documents or labels, for instance.

    pairs     of annotators
    sums      list of of_sentences, or of_labels, of ArcSums
    cells     Cells of sentences and subjects
    of_any    number of items of each cell that any pair has
    drawn     booleans, pairs x subjects: whether they drew an arc on a compared item
    missing   integers, pairs and all x subjects: number of items that only one of them annotated;
              None for labels, of which they are not counted, and which any cell has
    order     of the cells, of which these have the sums; None: they come in this order

    items, missing, drawn  {pair, or None for any: of each subject}; missing: or None
    """

    def __init__(self, pairs, sums, cells, of_any, drawn, missing=None, order=None):
        self.cells, self._order, self._parts = cells, order, []
        # Those of documents whose sums were made at once are one.
        for rows, places in sums:
            before, earlier = self._parts[-1] if self._parts else (None, places)
            if before is rows and earlier.stop == places.start:
                places = slice(self._parts.pop()[1].start, places.stop)
            self._parts.append((rows, places))
        self._number = {pair: number for number, pair in enumerate(pairs)}
        self.drawn = {**dict(zip(pairs, drawn)), None: drawn.any(axis=0)}
        self.missing = None if missing is None else dict(zip((*pairs, None), missing))
        self.items = {pair: cells.sums(self._sums(_ITEMS, pair)).astype(int) for pair in pairs}
        self.items[None] = cells.sums(of_any).astype(int)

    def _sums(self, row, pair):
        """A sum of a pair in each cell."""
        number = self._number[pair]
        sums = numpy.concatenate([
            rows[row][0][number, places] * float(rows[row][1]) for rows, places in self._parts
        ])  # fmt: skip
        return sums if self._order is None else sums[self._order]

    def of_pair(self, pair, measure, statistic, side=0):
        """Estimate with a figure for each subject; side: whose arcs gcm divides by"""
        sums = partial(self._sums, pair=pair)
        if statistic in OF_PAIRS:
            above, below = sums(_SIMILAR[statistic, measure]), sums(_ITEMS) * float(UNIT)
            if self.missing is not None:
                # Where neither drew an arc nothing was compared.
                below *= self.drawn[pair][self.cells.figure]
        else:
            sides = (0, 1) if statistic == "gcm-f1" else (side,)
            above = sum(sums(_AGREED[measure, side]) for side in sides)
            below = sum(sums(_ARCS[side]) for side in sides)
        return Ratios(self.cells, above, below).estimate()


def sentence_estimates(columns, pairs) -> ArcEstimates:
    """ArcEstimates of each sentence of ArcColumns of one document."""
    (sums,), sentences = arc_sums(columns, pairs), numpy.arange(columns.sentences)
    drawn = numpy.repeat(sums.drawn[:, None], len(sentences), axis=1)
    nothing = numpy.zeros((1 + len(pairs), len(sentences)), dtype=int)
    cells = Cells(sentences, sentences, len(sentences))
    return ArcEstimates(pairs, [sums.of_sentences], cells, sums.items, drawn, nothing)


def _sums_of(annotators, documents):
    """(labels, span types, ArcSums of each of a list of ArcColumns)."""
    columns = joined(documents, annotators, absent=True)
    pairs = list(combinations(annotators, 2))
    return columns.values.labels, columns.types, arc_sums(columns, pairs)
