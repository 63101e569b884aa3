"""What the figures of a project's pairs and labels are made of, kept up to date by document."""

from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.running_sums import PairSums, RunningSums, SummedRatios, pair_sums
from brat_iaa.measures.shared_work import in_order
from brat_iaa.scores import MEASURES
from brat_iaa.scores.label_links import RunningLinks, label_links
from brat_iaa.scores.pairs import MEAN_OVER_PAIRS, PooledFigures
from brat_iaa.scores.pooled_documents import PooledDocuments

# Those that have a mean over pairs come first.
_MEANS = [(measure, statistic, 0) for measure in MEASURES for statistic in MEAN_OVER_PAIRS]
_FIGURES = _MEANS + [(measure, "gcm", side) for measure in MEASURES for side in (0, 1)]
_ALL_ARCS = _FIGURES.index(("LAA", "gcm-f1", 0))
# Items added up at a time: enough for arrays, few enough for memory.
_ITEMS = 1 << 15
# The name of all items as one subject.
_PROJECT = ""


class ProjectSums:
    """The sums of all pairs of annotators over the documents of a project.

    annotators  all of them, in the order of the project
    pairs       list of their pairs
    document    number of each sentence's document
    missing     {pair, or None for all: number of items that only one of them annotated}
    drawn       {pair, or None for all: whether they drew an arc on a compared item}
    common, missing_tokens  {pair: as in Comparison}

    executor    of large computations; None: this process does them
    """

    def __init__(self, annotators, executor=None):
        self.annotators, self.pairs = annotators, list(combinations(annotators, 2))
        self._executor = executor
        self._documents: dict = {}
        self._begin(numpy.ones(len(self.pairs), dtype=bool))

    def _begin(self, counted):
        """Forget all sums; counted: booleans, the pairs that drew an arc."""
        self._counted = counted
        self._items, self._labels, self._links = RunningSums(), RunningSums(), RunningLinks()
        self._missing, self._one_sided = numpy.zeros((len(self.pairs), 4), dtype=numpy.int64), 0

    def update(self, documents):
        """Take out and add what changed since the last time; documents: {name: ArcColumns}."""
        # After an error in between, all are new.
        known, self._documents = self._documents, {}
        gone = [old for name, old in known.items() if documents.get(name) is not old]
        new = [own for name, own in documents.items() if known.get(name) is not own]
        anew = len(gone) + len(new) >= len(documents)
        if not anew:
            self._add(gone, -1)
            self._add(new, 1)
        # Pairs without arcs have no value that enters means.
        if anew or not self._exact or (self._drew() != self._counted).any():
            self._begin(numpy.ones(len(self.pairs), dtype=bool))
            self._add(list(documents.values()), 1)
            drew = self._drew()
            if not drew.all():
                self._begin(drew)
                self._add(list(documents.values()), 1)
        self._documents = dict(documents)
        self._describe()

    @property
    def _exact(self):
        return self._items.exact and self._labels.exact

    def _drew(self):
        """Which pairs drew an arc on a compared item: booleans."""
        return self._items.of([_PROJECT]).below[0, _ALL_ARCS] > 0

    def _describe(self):
        counts = [self._documents[name].sentences for name in self._documents]
        self.document = numpy.repeat(numpy.arange(len(counts)), counts)
        missing, first, second, common = self._missing.T.tolist()
        self.missing = {**dict(zip(self.pairs, missing)), None: self._one_sided}
        self.missing_tokens = dict(zip(self.pairs, zip(first, second)))
        self.common = dict(zip(self.pairs, common))
        self.drawn = dict(zip(self.pairs, self._counted.tolist()))
        self.drawn[None] = any(self.drawn.values())

    def _add(self, documents, sign):
        chunks = list(_chunks(documents))
        sums_of = partial(_sums_of, self.annotators, self._counted)
        for sums in in_order(sums_of, chunks, len(chunks), self._executor):
            self._missing += sign * sums.missing
            self._one_sided += sign * sums.one_sided
            self._items.add(*sums.items, sign)
            self._labels.add(*sums.labels, sign)
            self._links.add(sums.links, sign)

    def links(self) -> dict:
        """See label_links()."""
        return self._links.now()

    def item_estimates(self):
        """(SummedEstimates of all items as one subject, their number)."""
        sums = self._items.of([_PROJECT])
        # Where neither drew an arc nothing was compared.
        sums = sums._replace(above=sums.above * self._counted, below=sums.below * self._counted)
        return SummedEstimates(sums, self.pairs), sums.items_of_any.astype(int)

    def label_estimates(self):
        """(names of labels, SummedEstimates of these, number of items of each)."""
        names = self._labels.named()
        sums = self._labels.of(names)
        return names, SummedEstimates(sums, self.pairs), sums.items_of_any.astype(int)


class SummedEstimates:
    """Estimates of items or labels from PairSums, with the methods of CellEstimates."""

    def __init__(self, sums: PairSums, pairs):
        self._ratios, self._pairs = SummedRatios(sums), pairs
        items = sums.items.astype(int)
        self.items = {pair: items[:, number] for number, pair in enumerate(pairs)}

    def of_pairs(self, measure, statistic, side=0) -> dict:
        """{pair: SummedEstimate with a figure for each subject}"""
        figure = _FIGURES.index((measure, statistic, side))
        return dict(zip(self._pairs, self._ratios.of_pairs(figure)))

    def mean(self, measure, statistic, of_pairs):
        """SummedEstimate of the means."""
        return self._ratios.mean(_FIGURES.index((measure, statistic, 0)))


class _Sums(NamedTuple):
    """What the sums of a project are added up from, of some documents.

    missing        integers, pairs x 4: missing, the two missing_tokens and common of a Comparison
    one_sided      number of items that only one annotator annotated
    items, labels  (names of the subjects, PairSums, whether they are exact)
    links          as label_links() returns them
    """

    missing: numpy.ndarray
    one_sided: int
    items: tuple
    labels: tuple
    links: dict


def _sums_of(annotators, counted, documents):
    """The _Sums of a list of ArcColumns; counted: as in ProjectSums."""
    pooled = PooledDocuments(documents, annotators, absent=True)
    figures, comparisons = PooledFigures(pooled, drawn=True), pooled.comparisons
    of_subjects = []
    for names, estimates, items_of_any in (
        ([_PROJECT], *figures.item_estimates()),
        figures.label_estimates(),
    ):
        items = numpy.stack([estimates.items[pair] for pair in comparisons], axis=1)
        ratios = [[*estimates.ratios(*figure).values()] for figure in _FIGURES]
        sums = pair_sums(ratios, len(_MEANS), items, items_of_any, counted, pooled.document)
        of_subjects.append((names, *sums))
    missing = [[own.missing, *own.missing_tokens, own.common] for own in comparisons.values()]
    return _Sums(numpy.array(missing), pooled.missing, *of_subjects, label_links(pooled))


def _chunks(documents):
    """Yield lists of ArcColumns, in order."""
    chunk, items = [], 0
    for columns in documents:
        if chunk and items + len(columns.token) > _ITEMS:
            yield chunk
            chunk, items = [], 0
        chunk.append(columns)
        items += len(columns.token)
    if chunk:
        yield chunk
