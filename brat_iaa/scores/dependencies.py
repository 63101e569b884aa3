"""Dependencies over all documents of a project: UAA, LAA and LOA, alpha, and the disagreements."""

from contextlib import contextmanager
from functools import cached_property, partial
from itertools import combinations
from threading import Lock

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.arc_columns import MISSING, columns_of
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.measures.estimate import by_sentence
from brat_iaa.measures.item_alpha import one_alpha
from brat_iaa.measures.similar import similar_sets
from brat_iaa.scores import MEASURES
from brat_iaa.scores.alphas import comparable_values, document_alphas, of_annotators
from brat_iaa.scores.arc_disagreements import list_arcs
from brat_iaa.scores.arc_label_links import CONFUSION, named_links
from brat_iaa.scores.arc_sums import ProjectArcs
from brat_iaa.scores.pairs import arc_families, label_scores
from brat_iaa.scores.project_alphas import ProjectAlphas
from brat_iaa.scores.score_table import Subjects, score_table

# Values of all annotators on all tokens above which sums are worth several processes.
LARGE = 1_000_000
# Above which they are worth a second thread.
_MANY = 20_000
# Above this share of missing tokens a pair's tokenisation is probably not shared.
MISSING_TOKENS_WARNING = 0.01


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: DocumentArcs."""
    return LayerDocument(items=table.in_columns)


def _of_pair(pooled, pair):
    """Their Comparison, in whatever order they are."""
    comparisons = pooled.comparisons
    return comparisons[pair] if pair in comparisons else comparisons[pair[::-1]]


def _shared_alphas(pooled, measure, shared, groups, settings):
    """Yield (group, SharedFigure of its alpha) of a measure."""
    from brat_iaa.scores.pooled_layer import SharedFigure

    columns = pooled.columns
    values = comparable_values(columns, measure, None if measure == "LOA" else "offset")
    similar = similar_sets(values.sets, settings.distance)
    for group in groups:
        counted = numpy.stack([shared.counted[name] for name in group], axis=1)
        counted &= shared.of_any_pair(group)[:, None]
        codes = of_annotators(values.codes, columns, group)
        codes = numpy.where(counted[pooled.item_sentence], codes, MISSING)
        rows = (codes != MISSING).sum(axis=1) >= 2
        sentence = pooled.item_sentence[rows]
        alpha = one_alpha(codes[rows], similar, sentence, pooled.sentences)
        yield group, SharedFigure(alpha.estimate(), *alpha.items)


@contextmanager
def _threads(two):
    """A function that starts (function, *arguments) and returns one that waits for the result; two:
    in a second thread. Most of the time is NumPy's, which lets other threads work.
    """
    if not two:
        yield lambda function, *given: partial(function, *given)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:
        yield lambda *work: thread.submit(*work).result


class PooledDependencies:
    """The layer of dependencies, with the methods of PooledLayer.

    parts       {document: LayerDocument}
    annotators  of the project, in order
    progress    function of (done, total); not called here
    executor    computes what takes long in large projects; None: this process does
    """

    # See PooledLayer.
    excluded = ()

    def __init__(self, parts, annotators, progress, executor=None):
        self.parts = parts
        columns = self._columns()
        somebody = {name for arcs in columns for name in arcs.annotators}
        self.annotators = tuple(name for name in annotators if name in somebody)
        cells = sum(arcs.codes.size for arcs in columns)
        self._executor, self._many = executor if cells > LARGE else None, cells > _MANY
        self._lock, self._last = Lock(), None
        self._sums, self._alphas = ProjectArcs(self.annotators, self._executor), None

    def _columns(self):
        """List of ArcColumns of all documents."""
        return columns_of(part.items for part in self.parts.values())

    @property
    def pooled(self):
        """All documents as one, PooledDocuments."""
        return self._pool(self.parts)

    @property
    def at_most_one_head(self) -> bool:
        """Whether no annotator drew two arcs to a token."""
        return all((arcs.values.sizes <= 1).all() for arcs in self._columns())

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
        from brat_iaa.scores.pooled_documents import PooledDocuments

        with self._lock:
            if self._last is None or self._last[0] != [*names]:
                of_names = [self.parts[name].items for name in names]
                self._last = [*names], PooledDocuments(of_names, self.annotators, absent=True)
            return self._last[1]

    def project_scores(self, builder) -> list:
        """See PooledLayer."""
        documents = {name: part.items for name, part in self.parts.items()}
        if self._alphas is None:
            self._alphas = ProjectAlphas(self.annotators, builder.config)
        with _threads(self._many) as started:
            updated = started(self._alphas.update, documents)
            arcs, _, _ = self._arcs, self.links, self.masi
            updated()
            subjects = Subjects([builder], [arcs.annotators], arcs.document)
            # Made at once: an edit changes what they are made of.
            (alphas,) = score_table(subjects, [self._alphas.family(arcs.drawn)])
            of_alphas = started(list, alphas)
            of_pairs = score_table(subjects, arc_families(arcs.estimates()))
            labels = label_scores(arcs, builder)
            return [*of_pairs, of_alphas(), self._coarse(builder), *labels]

    def document_scores(self, builders, progress) -> dict:
        """See PooledLayer."""
        several = [name for name in builders if len(self.parts[name].items.annotators) > 1]
        if not several:
            return {}
        begun = [self.parts[name].items.annotators for name in several]
        estimates = self._arcs.estimates(several)
        config = builders[several[0]].config
        subjects = Subjects([builders[name] for name in several], begun, estimates.cells.figure)
        # Few ask for the alphas of documents: their columns are as large as those of the project.
        drawn = estimates.drawn[None]
        alphas = document_alphas(lambda: self._pool(several).columns, drawn, config)
        scores = score_table(subjects, [*arc_families(estimates), alphas])
        return {
            name: [of_name, self._coarse(builders[name])] for name, of_name in zip(several, scores)
        }

    def _coarse(self, builder):
        """List of Score with coarse labels of the builder's document or project."""
        if builder.layer.settings.coarse is None:
            return []
        from brat_iaa.scores.coarse_dependencies import coarse_dependency_scores
        from brat_iaa.scores.pooled_documents import PooledDocuments

        name, pooled = builder.document, self.pooled if builder.document is None else None
        pooled = pooled or PooledDocuments([self.parts[name].items], self.annotators)
        return coarse_dependency_scores(pooled, builder)

    def narrowed(self, shared):
        """See PooledLayer."""
        pooled = self._pool(shared.documents)
        having = numpy.zeros((pooled.sentences, len(pooled.annotators)), dtype=bool)
        item, annotator = numpy.nonzero(pooled.columns.codes != MISSING)
        having[pooled.item_sentence[item], annotator] = True
        counted = {
            name: counted & having[:, pooled.annotators.index(name)]
            for name, counted in shared.counted.items()
        }
        compared = {}
        for pair in combinations(counted, 2):
            there = numpy.bincount(_of_pair(pooled, pair).sentence, minlength=pooled.sentences) > 0
            compared[pair] = there & shared.compared.get(pair, True)
        return shared._replace(counted=counted, compared=compared)

    def over_shared(self, keys, shared, groups, builder) -> dict:
        """See PooledLayer; alphas of each group, of other statistics those of pairs."""
        from brat_iaa.scores.pooled_layer import SharedFigure

        pooled, by_key = self._pool(shared.documents), {}
        for measure, statistic in keys:
            of_groups = by_key[measure, statistic] = {}
            if statistic == "alpha":
                settings = builder.config.dependencies
                of_groups.update(_shared_alphas(pooled, measure, shared, groups, settings))
                continue
            for pair in (group for group in groups if len(group) == 2):
                comparison = _of_pair(pooled, pair)
                rows = shared.of_all(pair)[comparison.sentence]
                sentence, k = comparison.sentence[rows], comparison.k[measure][rows]
                above, below = contributions(statistic, k, comparison.a[rows], comparison.b[rows])
                estimate = by_sentence(above, below, sentence, pooled.sentences).estimate()
                of_groups[pair] = SharedFigure(estimate, int(rows.sum()), comparison.item[rows])
        return by_key

    @cached_property
    def links(self) -> dict:
        """See scores.arc_label_links.named_links()."""
        arcs = self._arcs
        parts = [(part.confused, part.differing) for part in arcs.parts.values()]
        return named_links(parts, arcs.pairs, [*arcs.labels])

    @cached_property
    def masi(self) -> tuple:
        """({measure: {pair: MASI}}, {pair: number of items}) of pairs that drew arcs."""
        estimates = self._arcs.estimates()
        pairs = [pair for pair in self._arcs.pairs if self._arcs.drawn[pair]]
        values = {}
        for measure in MEASURES:
            of_pairs = {pair: estimates.of_pair(pair, measure, "masi") for pair in pairs}
            values[measure] = {pair: estimate.value.item() for pair, estimate in of_pairs.items()}
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
                f"{annotator} lacks {missing} of the {common} tokens compared with {other}; they "
                "are excluded from every score of this pair. If annotators draw the tokens "
                "themselves, set tokens = drawn in iaa.conf.",
            )
            for pair, (_, *of_both, common) in zip(arcs.pairs, arcs.missing.tolist())
            for annotator, other, missing in zip(pair, pair[::-1], of_both)
            if common and missing / common > MISSING_TOKENS_WARNING
        ]

    def list_disagreements(self, builder, layer, tables):
        """Add all disagreements to a DisagreementBuilder, see PooledLayer."""
        self._last, arcs = None, self._arcs
        if arcs.pairs:
            listed = {name: tables[name] for name in self.parts}
            names = arcs.pairs, arcs.labels, arcs.types
            list_arcs(builder, layer, listed, self._columns(), *names, *arcs.rows())
