"""What each sentence adds to the figures of dependencies, for each pair of annotators.

All figures of a project, its documents, its sentences and its labels are made of the same sums.
"""

from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.layers.arc_columns import MISSING
from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.measures.cells import Cells
from brat_iaa.measures.distances import OF_PAIRS, UNIT
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import Ratios
from brat_iaa.scores import MEASURES
from brat_iaa.scores.arc_disagreements import ArcRows, arc_rows
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


class PairSums(NamedTuple):
    """The sums of two annotators.

    of_sentences  of each sum (array of sentences; the number by which it is multiplied); equal sums
                  share an array, as they do where nobody draws two arcs to a token
    cells         sorted integers, sentence times the number of labels plus the number of a label:
                  of the items and the arcs with a label in a sentence
    of_labels     of each sum the same with cells
    drawn         booleans, of each document: whether they drew an arc on a compared item
    one_sided     of each document: number of items that only one of the two annotated
    missing       (missing_tokens of the first, of the second, common) of a Comparison: numbers
    links         see arc_label_links.link_sums()
    """

    of_sentences: list
    cells: numpy.ndarray
    of_labels: list
    drawn: numpy.ndarray
    one_sided: numpy.ndarray
    missing: tuple
    links: dict


class ArcSums:
    """The sums of all pairs.

    columns      ArcColumns of all documents
    pairs        {pair: PairSums}
    rows         ArcRows: where they differ
    items        of each sentence: number of items that any pair has
    label_items  sorted integers, one for each such item and label of any pair: its sentence and
                 label as in PairSums.cells
    """

    def __init__(self, columns):
        self.columns, self.pairs = columns, {}
        compared, rows = numpy.zeros(len(columns.token), dtype=bool), []
        with_label = numpy.zeros(0, dtype=numpy.int64)
        for number, pair in enumerate(combinations(columns.annotators, 2)):
            comparison = compare(columns, pair)
            self.pairs[pair], item_and_label = _pair_sums(columns, comparison)
            compared[comparison.item] = True
            with_label = distinct(numpy.concatenate([with_label, item_and_label]))
            rows.append(arc_rows(columns, [pair], comparison, number))
        labels, sentence = max(len(columns.values.labels), 1), columns.sentence
        self.items = numpy.bincount(sentence[compared], minlength=columns.sentences)
        item, label = numpy.divmod(with_label, labels)
        self.label_items = numpy.sort(sentence[item].astype(numpy.int64) * labels + label)
        self.rows = ArcRows.in_order(rows) if rows else None

    @property
    def drawn(self) -> dict:
        """{pair, or None for any: booleans, of each document}"""
        of_pairs = {pair: sums.drawn for pair, sums in self.pairs.items()}
        return {**of_pairs, None: numpy.any([*of_pairs.values()], axis=0)}

    def of_project(self) -> "ArcEstimates":
        """ArcEstimates of all documents as one."""
        subject = numpy.zeros(len(self.columns.document), dtype=numpy.int32)
        return self._of_sentences(subject, lambda of_documents: of_documents.sum(keepdims=True))

    def of_documents(self, documents) -> "ArcEstimates":
        """ArcEstimates of some documents, by their numbers in ascending order."""
        number = numpy.full(len(self.columns.begun), -1)
        number[documents] = numpy.arange(len(documents))
        subject = number[self.columns.document]
        return self._of_sentences(subject, lambda of_documents: of_documents[documents])

    def of_each_sentence(self) -> "ArcEstimates":
        """ArcEstimates of each sentence of the only document."""
        subject = numpy.arange(len(self.columns.document))
        return self._of_sentences(subject, lambda of_document: of_document.repeat(len(subject)))

    def _of_sentences(self, subject, of_subjects):
        """ArcEstimates.

        subject      of each sentence, in ascending order; -1: none
        of_subjects  function of an array of what documents have that returns what subjects have
        """
        chosen = numpy.flatnonzero(subject >= 0)
        one_sided = (self.columns.codes != MISSING).sum(axis=1) == 1
        missing = {pair: sums.one_sided for pair, sums in self.pairs.items()}
        missing[None] = numpy.bincount(
            self.columns.item_document[one_sided], minlength=len(self.columns.begun)
        )
        drawn, missing = (
            {pair: of_subjects(of_documents) for pair, of_documents in of_pairs.items()}
            for of_pairs in (self.drawn, missing)
        )
        cells = Cells(numpy.arange(len(chosen)), subject[chosen], len(drawn[None]))
        return ArcEstimates(
            {pair: sums.of_sentences for pair, sums in self.pairs.items()}, cells,
            self.items[chosen], {pair: there > 0 for pair, there in drawn.items()}, missing,
            dict.fromkeys(self.pairs, chosen),
        )  # fmt: skip

    def of_labels(self) -> tuple:
        """(names of the labels that anybody has on a compared item, ArcEstimates of these)."""
        names, parts = self.columns.values.labels, [sums.cells for sums in self.pairs.values()]
        by_sentence = distinct(numpy.concatenate([numpy.zeros(0, numpy.int64), *parts]))
        sentence, label = numpy.divmod(by_sentence, max(len(names), 1))
        used, order = distinct(label), numpy.lexsort((sentence, label))
        cells = Cells(sentence[order], numpy.searchsorted(used, label[order]), len(used))
        items = numpy.searchsorted(by_sentence, self.label_items)
        place = {}
        for pair, sums in self.pairs.items():
            place[pair] = numpy.full(len(by_sentence), -1, dtype=numpy.int32)
            place[pair][numpy.searchsorted(by_sentence, sums.cells)] = numpy.arange(len(sums.cells))
            place[pair] = place[pair][order]
        drawn = {pair: numpy.full(len(used), drawn.any()) for pair, drawn in self.drawn.items()}
        return [names[label] for label in used.tolist()], ArcEstimates(
            {pair: sums.of_labels for pair, sums in self.pairs.items()}, cells,
            numpy.bincount(items, minlength=len(by_sentence))[order], drawn, None, place,
        )  # fmt: skip


class ArcEstimates:
    """Estimates of all figures of some subjects: documents or labels, for instance.

    cells     Cells of sentences and subjects
    sums      {pair: of_sentences or of_labels of PairSums}
    of_any    number of items of each cell that any pair has
    drawn     {pair, or None for any: booleans, of each subject: whether they drew an arc on a
              compared item}
    missing   {pair, or None for any: number of items that only one of them annotated, of each
              subject}; None for labels, of which they are not counted, and which any cell has
    place     {pair: of each cell its place in the sums; -1: the pair has none}
    items     {pair, or None for any: of each subject}
    """

    def __init__(self, sums, cells, of_any, drawn, missing, place):
        self.cells, self.drawn, self.missing = cells, drawn, missing
        self._sums, self._place = sums, place
        self.items = {pair: cells.sums(self._sum(_ITEMS, pair)).astype(int) for pair in sums}
        self.items[None] = cells.sums(of_any).astype(int)

    def _sum(self, row, pair):
        """A sum of a pair in each cell."""
        sums, times = self._sums[pair][row]
        return numpy.append(sums, 0)[self._place[pair]] * float(times)

    def of_pair(self, pair, measure, statistic, side=0):
        """Estimate with a figure for each subject; side: whose arcs gcm divides by"""
        sums = partial(self._sum, pair=pair)
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


def _pair_sums(columns, compared) -> tuple:
    """(PairSums of the Comparison of a pair, each of its items with each label it has there: item
    times the number of labels plus the number of the label).
    """
    counts, size = (compared.k, compared.a, compared.b), columns.sentences
    arcs = [(compared.sentence, compared.k, number) for number in (compared.a, compared.b)]
    sums = _sums(compared.sentence, counts, arcs, size)
    documents, drawn = len(columns.begun), sums[_ARCS].any(axis=0)
    cells, of_labels, item_and_label = _of_labels(columns, compared)
    return PairSums(
        _compact(sums), cells, _compact(of_labels),
        numpy.bincount(columns.document[drawn], minlength=documents) > 0,
        numpy.bincount(columns.item_document[compared.one_sided], minlength=documents),
        (*map(len, compared.missing_tokens), len(compared.common)),
        link_sums(columns, compared),
    ), item_and_label  # fmt: skip


def _sums(place, counts, arcs, places):
    """All sums, in their order: sums x places.

    place   of each item
    counts  (k, a, b) of each item
    arcs    for each side (place, {measure: those that the other agrees with}, their number)
    """
    k, a, b = counts
    terms = [(place, contributions(name, k[measure], a, b)[0]) for name, measure in _SIMILAR]
    terms += [(arcs[side][0], arcs[side][1][measure]) for measure, side in _AGREED]
    terms += [(place, None), *((of_arcs, number) for of_arcs, _, number in arcs)]
    return numpy.stack([numpy.bincount(where, added, places) for where, added in terms])


def _of_labels(columns, compared):
    """(cells of sentences and labels; their sums; the items with each of their labels)."""
    labels, links = max(len(columns.values.labels), 1), compared.links
    sentence = compared.sentence.astype(numpy.int64)
    drawn = [links[links[:, side] >= 0][:, [0, side, 3]].T for side in (1, 2)]
    row_and_label = distinct(numpy.concatenate([
        row.astype(numpy.int64) * labels + label for row, label, _ in drawn
    ]))  # fmt: skip
    row, label = numpy.divmod(row_and_label, labels)
    keys = [sentence[row] * labels + label]
    keys += [sentence[rows] * labels + of_arcs for rows, of_arcs, _ in drawn]
    cells = distinct(keys[0])
    place, *of_sides = (numpy.searchsorted(cells, key) for key in keys)
    agreeing = [
        (of_side, {measure: agreed[how] for measure, agreed in _AGREEING.items()}, None)
        for of_side, (*_, how) in zip(of_sides, drawn)
    ]
    k = {measure: linked[row] for measure, linked in compared.k.items()}
    sums = _sums(place, (k, compared.a[row], compared.b[row]), agreeing, len(cells))
    return cells, sums, compared.item[row].astype(numpy.int64) * labels + label


def _compact(sums) -> list:
    """[(sums of each row in little memory, by what they are multiplied)]; equal ones are one."""
    different: dict = {}
    rows = []
    for row, of_row in enumerate(sums):
        times = UNIT if row < len(_SIMILAR) and not (of_row % UNIT).any() else 1
        whole = (of_row / times).astype(numpy.min_scalar_type(int(of_row.max(initial=0) / times)))
        of_row = whole if (whole == of_row / times).all() else of_row / times
        rows.append((different.setdefault((of_row.dtype, of_row.tobytes()), of_row), times))
    return rows
