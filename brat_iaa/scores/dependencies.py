"""Dependencies over all documents of a project: UAA, LAA and LOA, alpha, and the disagreements."""

from functools import cached_property

import numpy

from brat_iaa.corpus.standoff import Problem
from brat_iaa.layers.disagreement import KINDS
from brat_iaa.layers.disagreement_list import Rows
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.scores.alphas import alpha_scores, document_alphas
from brat_iaa.scores.arc_disagreements import arc_disagreements, make_disagreement
from brat_iaa.scores.grading import gradings_of
from brat_iaa.scores.pairs import PooledFigures, document_scores, label_scores, pair_scores
from brat_iaa.scores.pooled_documents import PooledDocuments
from brat_iaa.scores.project_sums import ProjectSums
from brat_iaa.scores.regraded_dependencies import graded_dependency_scores

# Values of all annotators on all tokens above which alphas are worth a process of their own.
LARGE = 1_000_000
# The sums that intervals of means need grow with the square of the number of pairs; beyond so many
# annotators it takes less to look at all items again.
SUMMED_ANNOTATORS = 10
# Above this share of missing tokens a pair's tokenisation is probably not shared.
MISSING_TOKENS_WARNING = 0.01


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: ArcColumns."""
    return LayerDocument(items=table.columns)


class PooledDependencies:
    """The layer of dependencies, with the methods of PooledLayer.

    parts       {document: LayerDocument}
    annotators  of the project, in order
    progress    function of (done, total); not called here
    executor    computes alphas of large projects in the background; None: this thread does
    """

    def __init__(self, parts, annotators, progress, executor=None):
        self.parts, self.annotators = parts, annotators
        self._sums = ProjectSums(annotators)
        cells = sum(part.items.codes.size for part in parts.values())
        self._submit = getattr(executor if cells > LARGE else None, "submit", None)

    @cached_property
    def pooled(self) -> PooledDocuments:
        """All documents as one."""
        return self._pool(self.parts)

    def follow(self, previous):
        """See PooledLayer."""
        if previous.annotators == self.annotators:
            self._sums = previous._sums

    @cached_property
    def _figures(self):
        """PooledFigures, or ProjectSums of not too many pairs."""
        if len(self.annotators) > SUMMED_ANNOTATORS:
            return PooledFigures(self.pooled)
        self._sums.update({name: part.items for name, part in self.parts.items()})
        return self._sums

    def _pool(self, names):
        return PooledDocuments([self.parts[name].items for name in names], self.annotators)

    def project_scores(self, builder) -> list:
        """List of Score of the whole project."""
        alphas = self._start(alpha_scores, self.pooled, builder)
        of_pairs = pair_scores(self._figures, builder)
        labels = label_scores(self._figures, builder)
        return of_pairs + alphas() + self._graded(builder, lambda: self.pooled) + labels

    def document_scores(self, builders, progress) -> dict:
        """{document: list of Score} of some documents, all in one pass."""
        several = [name for name in builders if len(self.parts[name].items.annotators) > 1]
        scores = dict.fromkeys(builders, [])
        if several:
            pooled = self.pooled if several == list(self.parts) else self._pool(several)
            of_several = [builders[name] for name in several]
            alphas = self._start(document_alphas, pooled, of_several)
            of_pairs = document_scores(pooled, of_several)
            for name, first, then in zip(several, of_pairs, alphas()):
                graded = self._graded(builders[name], lambda name=name: self._pool([name]))
                scores[name] = first + then + graded
        return scores

    @staticmethod
    def _graded(builder, pooled):
        """List of Score by the Gradings of the settings; pooled: function that joins documents."""
        return graded_dependency_scores(pooled(), builder) if gradings_of(builder) else []

    def _start(self, compute, pooled, builders):
        """Start computing alphas, in the background if possible; a function that returns them."""
        arguments = pooled.columns, pooled.drawn_by_document, builders
        if self._submit is None:
            return lambda: compute(*arguments)
        return self._submit(compute, *arguments).result

    @property
    def confusion(self) -> dict:
        """{pair: {(label of the first, label of the second): links}}, "" for no arc."""
        return self.pooled.confusion

    def problems(self) -> list:
        """A Problem for each annotator who lacks more than 1 % of the tokens of a pair."""
        return [
            Problem(
                annotator,
                None,
                "tokens-missing",
                f"{annotator} lacks {missing} of the {comparison.common} tokens compared with "
                f"{other}; they are left out of every score of this pair. If annotators draw the "
                "tokens themselves, set tokens = drawn in iaa.conf.",
            )
            for pair, comparison in self.pooled.comparisons.items()
            for annotator, other, missing in zip(pair, pair[::-1], comparison.missing_tokens)
            if comparison.common and missing / comparison.common > MISSING_TOKENS_WARNING
        ]

    def list_disagreements(self, builder, layer, tables):
        """Add all disagreements to a DisagreementBuilder, see PooledLayer."""
        source = _RowSource(self.pooled, [tables[name] for name in self.parts], layer)
        columns, rows = self.pooled.columns, source.rows
        sentence = columns.tokens.sentence[rows.token]
        first_of_document = numpy.searchsorted(columns.document, columns.document)
        number_in_document = numpy.arange(columns.sentences) - first_of_document + 1
        sides = numpy.array([columns.columns(pair) for pair in source.pairs]).reshape(-1, 2)
        nowhere = (rows.heads < 0) | numpy.append(columns.tokens.root, True)[rows.heads]
        builder.add_columns(
            layer, list(self.parts), source.pairs, self.pooled.label_names, columns.types,
            Rows(
                None, columns.document[sentence], rows.pair, rows.kind, rows.token,
                columns.tokens.start[rows.token], number_in_document[sentence], rows.labels,
                numpy.append(rows.heads - rows.token[:, None], nowhere, axis=1),
                columns.tokens.type[rows.token[:, None], sides[rows.pair]], None, None,
            ),
            source,
        )  # fmt: skip


class _RowSource:
    """Makes the Disagreement of a row, by its number.

    rows   ArcDisagreements
    pairs  list of the pairs whose numbers they hold
    """

    def __init__(self, pooled, tables, layer):
        self.rows, self.pairs = arc_disagreements(pooled), list(pooled.comparisons)
        self._labels, self._tables, self._layer = (*pooled.label_names, ""), tables, layer
        self._first = numpy.cumsum([0] + [len(table.columns.tokens.root) for table in tables])

    def __getitem__(self, number):
        rows = self.rows
        token = int(rows.token[number])
        document = int(numpy.searchsorted(self._first, token, "right")) - 1
        first = int(self._first[document])
        heads = rows.heads[number].tolist()
        return make_disagreement(
            self._tables[document], self.pairs[rows.pair[number]], KINDS[rows.kind[number]],
            token - first, [None if head < 0 else head - first for head in heads],
            [self._labels[label] for label in rows.labels[number]], self._layer,
        )  # fmt: skip
