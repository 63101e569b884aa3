"""Dependencies over all documents of a project: UAA, LAA and LOA, alpha, and the disagreements."""

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from threading import Lock

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.columns import columns_of
from brat_iaa.layers.disagreement import KINDS
from brat_iaa.layers.disagreement_list import Rows
from brat_iaa.layers.footing import footing_of
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.scores import MEASURES
from brat_iaa.scores.alphas import document_alphas
from brat_iaa.scores.arc_disagreements import make_disagreement
from brat_iaa.scores.arc_sums import ProjectArcs
from brat_iaa.scores.label_links import CONFUSION
from brat_iaa.scores.pairs import document_scores, label_scores, pair_scores
from brat_iaa.scores.pooled_documents import PooledDocuments
from brat_iaa.scores.project_alphas import ProjectAlphas
from brat_iaa.scores.score_table import JoinedScores, Subjects

# Values of all annotators on all tokens above which sums are worth several processes.
LARGE = 1_000_000
# Above this share of missing tokens a pair's tokenisation is probably not shared.
MISSING_TOKENS_WARNING = 0.01


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: DocumentArcs."""
    return LayerDocument(items=table.in_columns)


class PooledDependencies:
    """The layer of dependencies, with the methods of PooledLayer.

    parts       {document: LayerDocument}
    annotators  of the project, in order
    progress    function of (done, total); not called here
    executor    computes what takes long in large projects; None: this process does
    """

    def __init__(self, parts, annotators, progress, executor=None):
        self.parts = parts
        columns = self._columns()
        somebody = {name for own in columns for name in own.annotators}
        self.annotators = tuple(name for name in annotators if name in somebody)
        cells = sum(own.codes.size for own in columns)
        self._executor = executor if cells > LARGE else None
        self._lock, self._last = Lock(), None
        self._sums, self._alphas = ProjectArcs(self.annotators, self._executor), None

    def _columns(self):
        """List of ArcColumns of all documents."""
        return columns_of(part.items for part in self.parts.values())

    @property
    def pooled(self) -> PooledDocuments:
        """All documents as one."""
        return self._pool(self.parts)

    @property
    def at_most_one_head(self) -> bool:
        """Whether no annotator drew two arcs to a token."""
        return all((own.values.sizes <= 1).all() for own in self._columns())

    def follow(self, previous):
        """See PooledLayer."""
        if previous.annotators == self.annotators:
            self._sums, self._alphas = previous._sums, previous._alphas

    @cached_property
    def _arcs(self) -> ProjectArcs:
        self._sums.update({name: part.items for name, part in self.parts.items()})
        return self._sums

    def _pool(self, names):
        """PooledDocuments with all annotators; those asked for last are kept."""
        with self._lock:
            if self._last is None or self._last[0] != [*names]:
                of_names = [self.parts[name].items for name in names]
                self._last = [*names], PooledDocuments(of_names, self.annotators, absent=True)
            return self._last[1]

    def project_scores(self, builder) -> JoinedScores:
        """The Scores of the whole project."""
        documents = {name: part.items for name, part in self.parts.items()}
        if self._alphas is None:
            self._alphas = ProjectAlphas(self.annotators, builder.config)
        # Most of the time of both is NumPy's, which lets other threads work.
        with ThreadPoolExecutor(1) as thread:
            updated = thread.submit(self._alphas.update, documents)
            arcs, _, _ = self._arcs, self.links, self.masi
            updated.result()
            alphas = thread.submit(self._alphas.scores, builder, arcs.drawn, arcs.document)
            of_pairs, labels = pair_scores(arcs, builder), label_scores(arcs, builder)
            coarse = self._coarse(builder, lambda: self.pooled)
            return JoinedScores(of_pairs, alphas.result(), coarse, labels)

    def document_scores(self, builders, progress) -> dict:
        """{document: sequence of Score} of some documents, all in one pass."""
        several = [name for name in builders if len(self.parts[name].items.annotators) > 1]
        scores: dict = dict.fromkeys(builders, ())
        if not several:
            return scores
        begun = [self.parts[name].items.annotators for name in several]
        estimates = self._arcs.of_documents(several)
        subjects = Subjects([builders[name] for name in several], begun, estimates.document)
        of_pairs = document_scores(estimates, subjects)
        # Few ask for the alphas of documents: their columns are as large as those of the project.
        columns = lambda: self._pool(several).columns  # noqa: E731
        alphas = document_alphas(columns, estimates.drawn[None], subjects)
        for name, own in zip(several, (of_pairs + alphas).of_subjects()):
            coarse = self._coarse(builders[name], lambda name=name: self._alone(name))
            scores[name] = JoinedScores(own, coarse) if coarse else own
        return scores

    def _alone(self, name):
        return PooledDocuments([self.parts[name].items], self.annotators)

    @staticmethod
    def _coarse(builder, pooled):
        """List of Score with coarse labels; pooled: function that joins documents."""
        if builder.layer.settings.coarse is None:
            return []
        from brat_iaa.scores.coarse_dependencies import coarse_dependency_scores

        return coarse_dependency_scores(pooled(), builder)

    @cached_property
    def links(self) -> dict:
        """See scores.label_links.named_links()."""
        return self._arcs.links()

    @cached_property
    def masi(self) -> tuple:
        """({measure: {pair: MASI}}, {pair: number of items}) of pairs that drew arcs."""
        estimates, _ = self._arcs.item_estimates()
        pairs = [pair for pair in estimates.items if self._arcs.drawn[pair]]
        values = {}
        for measure in MEASURES:
            of_pairs = {pair: estimates.of_pair(pair, measure, "masi") for pair in pairs}
            values[measure] = {pair: own.value.item() for pair, own in of_pairs.items()}
        return values, {pair: int(estimates.items[pair].item()) for pair in pairs}

    @property
    def confusion(self) -> dict:
        """{pair: {(label of the first, label of the second): links}}, "" for no arc."""
        return {pair: sums for (kind, pair), sums in self.links.items() if kind == CONFUSION}

    @property
    def problems(self) -> list:
        """A Problem for each annotator who lacks more than 1 % of the tokens of a pair."""
        arcs = self._arcs
        return [
            Problem(
                annotator,
                None,
                "tokens-missing",
                f"{annotator} lacks {missing} of the {arcs.common[pair]} tokens compared with "
                f"{other}; they are excluded from every score of this pair. If annotators draw the "
                "tokens themselves, set tokens = drawn in iaa.conf.",
            )
            for pair, of_both in arcs.missing_tokens.items()
            for annotator, other, missing in zip(pair, pair[::-1], of_both)
            if arcs.common[pair] and missing / arcs.common[pair] > MISSING_TOKENS_WARNING
        ]

    @property
    def excluded(self) -> list:
        """See PooledLayer."""
        return []

    def list_disagreements(self, builder, layer, tables):
        """Add all disagreements to a DisagreementBuilder, see PooledLayer."""
        self._last, arcs = None, self._arcs
        if arcs.pairs:
            listed = {name: tables[name] for name in self.parts}
            names = arcs.pairs, arcs.labels, arcs.types
            list_arcs(builder, layer, listed, self._columns(), *names, *arcs.rows())


def list_arcs(builder, layer, tables, columns, pairs, labels, types, rows, document):
    """Add disagreements on arcs to a DisagreementBuilder.

    tables, columns  {document: DependencyTable}, and their ArcColumns, in order
    pairs, labels, types  names that the numbers in rows refer to
    rows, document   DocumentRows, and of each row the number of its document
    """
    source = _RowSource(rows, document, pairs, list(labels), layer, list(tables.values()), columns)
    # Names in an order that does not depend on the edits.
    in_order = sorted({label for own in columns for label in own.values.labels})
    known_types = list(dict.fromkeys(type for own in columns for type in own.types))
    builder.add_columns(
        layer, list(tables), pairs, in_order, known_types,
        Rows(
            None, document, rows.pair, rows.kind, source.first[document] + rows.token, None,
            rows.start, rows.sentence, _renumbered(labels, in_order)[rows.labels],
            numpy.append(rows.heads - rows.token[:, None], rows.nowhere, axis=1),
            _renumbered(types, known_types)[rows.types], None, None,
        ),
        source,
    )  # fmt: skip


def _renumbered(numbers, names):
    """For each number of a name, the last one being none, its position among some names."""
    position = {name: index for index, name in enumerate(names)}
    return numpy.array([position.get(name, -1) for name in numbers] + [-1])


class _RowSource:
    """Makes the Disagreement of a row, by its number; and says what it stands on, as
    ColumnDisagreements do.

    first        of each document: number of its first token among those of all documents
    start_tells  whether no two tokens of a document begin at the same character
    """

    def __init__(self, rows, document, pairs, labels, layer, tables, columns):
        self._rows, self._document, self._pairs = rows, document, pairs
        self._labels, self._layer, self._tables = (*labels, ""), layer, tables
        sizes = [numpy.diff(own.first_tokens()) for own in columns]
        self.first = numpy.cumsum(numpy.concatenate([[0], *sizes]))
        places = (numpy.stack([own.tokens.sentence, own.tokens.start]) for own in columns)
        self.start_tells = all((numpy.diff(own) != 0).any(axis=0).all() for own in places)

    def fragments(self, number):
        """Where the token of a row stands: ((start, end), ...)."""
        return self._tables[self._document[number]].tokens[self._rows.token[number]].fragments

    @property
    def drawn(self):
        """Arcs are nothing that others stand on."""
        return footing_of([])

    @property
    def stands_on(self):
        """Tokens, where one annotator lacks the token or its head."""
        rows, spans = self._rows, []
        for row in numpy.flatnonzero(rows.kind == KINDS.index("token")).tolist():
            tokens = self._tables[self._document[row]].tokens
            numbers = {int(rows.token[row]), *rows.heads[row].tolist()} - {-1}
            spans += [(row, tokens[number].fragments, False) for number in sorted(numbers)]
        return footing_of(spans)

    def __getitem__(self, number):
        rows = self._rows
        heads = rows.heads[number].tolist()
        return make_disagreement(
            self._tables[self._document[number]], self._pairs[rows.pair[number]],
            KINDS[rows.kind[number]], int(rows.token[number]),
            [None if head < 0 else head for head in heads],
            [self._labels[label] for label in rows.labels[number]], self._layer,
        )  # fmt: skip
