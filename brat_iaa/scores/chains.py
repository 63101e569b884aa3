"""Scores of coreference chains: alpha over sets of mentions, and what coreference.py computes of
pairs.

Sources: Passonneau 2004 (alpha-weighted), Passonneau 2006 (masi-full); for the metrics see
coreference.py. Mentions that only one annotator marked are missing in alpha; all others count them.
"""

import numpy

from brat_iaa.layers import chains
from brat_iaa.layers.chain_disagreements import ChainDisagreements
from brat_iaa.measures.chain_alpha import Classes
from brat_iaa.measures.item_alpha import MISSING, AlphaTable, OneAlpha
from brat_iaa.measures.similar import NOMINAL
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.coreference import ChainFigures
from brat_iaa.scores.pooled_layer import SharedFigure, groups_of

# (measure, statistic, source)
ALPHAS = (
    ("alpha-weighted", "weighted", "PA04"),
    ("alpha-weighted", "thirds", "PA04"),
    ("alpha", "nominal", "PA04"),
    ("alpha", "jaccard", "KR04"),
    ("alpha", "masi", "RD13"),
    ("alpha", "masi-full", "PA06"),
)


class PooledChains(ColumnLayer):
    """A layer of coreference chains."""

    differing = ChainDisagreements
    faults = staticmethod(chains.problems)

    def project_scores(self, builder) -> list:
        """List of Score of the whole project."""
        columns = self.columns
        begun = columns.begun.any(axis=0)
        names = tuple(name for name, there in zip(columns.annotators, begun) if there)
        whole = numpy.zeros_like(columns.document)
        (scores,) = _scores(columns, [names], whole, [builder])
        return scores

    def over_shared(self, key, shared, groups, config) -> dict:
        """Alpha of each group, see PooledLayer."""
        columns = self.columns_in(shared.documents)
        alphas = _Alphas(columns, numpy.zeros_like(columns.document), 0, shared.counted)
        figures = {}
        for group in groups:
            _, others = alphas.tables(group)
            alpha = OneAlpha(others.alpha(key[1]))
            figures[group] = SharedFigure(alpha.estimate(), alpha.items)
        return figures

    def document_scores(self, builders, progress) -> dict:
        """{document: list of Score} of some documents, all in one pass."""
        if not builders:
            return {}
        columns = self.columns_in(builders)
        begun = [columns.begun_by(number) for number in range(len(builders))]
        scores = _scores(columns, begun, columns.document, list(builders.values()))
        return dict(zip(builders, scores))


def _scores(columns, members, group, builders):
    """For each group of documents a list of Score.

    members   annotators of each group
    group     of each sentence, in ascending order
    builders  ScoreBuilder of each group
    """
    figures = ChainFigures(columns, group, builders)
    scores = []
    for number, (names, builder) in enumerate(zip(members, builders)):
        scores.append([])
        if len(names) < 2:
            continue
        alphas = _Alphas(columns, group, number)
        for annotators in groups_of(names):
            # In a document the alpha of a pair stands beside its recall and precision.
            alone = builder.document is None or annotators == names
            scores[-1] += alphas.scores(builder, annotators, ALPHAS if alone else ALPHAS[:1])
            scores[-1] += figures.scores(number, annotators)
    return scores


class _Alphas:
    """The values of the mentions of a group of documents.

    group   of each sentence, in ascending order
    number  of the group
    counted {annotator: whether each sentence counts for them}; None: all do
    """

    def __init__(self, columns, group, number, counted=None):
        sentences = slice(*numpy.searchsorted(group, [number, number + 1]))
        mentions = slice(*numpy.searchsorted(columns.sentence, [sentences.start, sentences.stop]))
        self._annotators, self._document = columns.annotators, columns.document[sentences]
        self._sentence = columns.sentence[mentions] - sentences.start
        self._equal, self._chains = columns.equal[mentions], columns.chains[mentions]
        self._sizes = columns.sizes
        if counted is not None:
            out = numpy.stack(
                [
                    ~counted.get(name, numpy.zeros(len(self._document), dtype=bool))[self._sentence]
                    for name in self._annotators
                ],
                axis=1,
            )
            self._equal = numpy.where(out, MISSING, self._equal)
            self._chains = numpy.where(out, MISSING, self._chains)

    def scores(self, builder, group, wanted):
        """List of Score: some of ALPHAS of a group of annotators."""
        nominal, others = self.tables(group)
        marked = (self._equal[:, self._columns(group)] != MISSING).sum(axis=1)
        return [
            builder.chance_corrected(
                measure, statistic, group, f"alpha:KR04|distance:{statistic}:{source}",
                nominal if statistic == "nominal" else OneAlpha(others.alpha(statistic)),
                (marked == 1).sum(), self._document,
            )
            for measure, statistic, source in wanted
        ]  # fmt: skip

    def tables(self, group):
        """(AlphaTable of chains that are the same or not, Classes for the other distances: these
        leave out the mention itself, which any two chains of it have in common).
        """
        columns, sentences = self._columns(group), len(self._document)
        nominal = AlphaTable(
            _numbered(self._equal[:, columns])[0], NOMINAL, self._sentence, sentences
        )
        chains, used = _numbered(self._chains[:, columns])
        return nominal, Classes(chains, self._sizes[used], self._sentence, sentences)

    def _columns(self, group):
        return [self._annotators.index(annotator) for annotator in group]


def _numbered(values):
    """(values numbered from 0, but for MISSING; the value of each number)."""
    used, index = numpy.unique(values, return_inverse=True)
    if not len(used) or used[0] != MISSING:
        return index.reshape(values.shape), used
    return index.reshape(values.shape) - 1, used[1:]
