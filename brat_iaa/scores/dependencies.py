"""Dependencies over all documents of a project: UAA, LAA and LOA, alpha, and the disagreements."""

from functools import cached_property, lru_cache
from itertools import combinations

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.arc_columns import MISSING
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.measures.estimate import by_sentence
from brat_iaa.measures.item_alpha import one_alpha
from brat_iaa.measures.similar import similar_sets
from brat_iaa.scores import MEASURES
from brat_iaa.scores.alphas import alpha_family, comparable_values, of_annotators
from brat_iaa.scores.arc_disagreements import list_arcs
from brat_iaa.scores.arc_label_links import CONFUSION
from brat_iaa.scores.arc_sums import ArcSums
from brat_iaa.scores.pairs import arc_families, label_scores
from brat_iaa.scores.pooled_documents import PooledDocuments
from brat_iaa.scores.pooled_layer import SharedFigure
from brat_iaa.scores.score_table import Subjects, score_table

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


class PooledDependencies:
    """The layer of dependencies, with the methods of PooledLayer.

    parts       {document: LayerDocument}
    annotators  of the project, in order
    progress    function of (done, total); not called here
    executor    a concurrent.futures.Executor; not used here
    """

    # See PooledLayer.
    excluded = ()

    def __init__(self, parts, annotators, progress, executor=None):
        self.parts = parts
        somebody = {name for part in parts.values() for name in part.items.annotators}
        self.annotators = tuple(name for name in annotators if name in somebody)

    @cached_property
    def pooled(self):
        """All documents as one, PooledDocuments."""
        return PooledDocuments(
            [part.items for part in self.parts.values()], self.annotators, absent=True
        )

    @property
    def at_most_one_head(self) -> bool:
        """Whether no annotator drew two arcs to a token."""
        return bool((self.pooled.columns.values.sizes <= 1).all())

    @cached_property
    def sums(self) -> ArcSums:
        """The ArcSums of all documents."""
        return ArcSums(self.pooled.columns)

    def _pool(self, names):
        """PooledDocuments of some documents, with all annotators."""
        of_names = [self.parts[name].items for name in names]
        return PooledDocuments(of_names, self.annotators, absent=True)

    def project_scores(self, builder) -> list:
        """See PooledLayer."""
        document, estimates = self.pooled.document, self.sums.of_project()
        families = arc_families(estimates)
        families.append(alpha_family(lambda: self.pooled.columns, estimates.drawn, builder.config))
        scores = score_table(Subjects([builder], [self.annotators], document), families)
        return [*scores, self._coarse(builder), *label_scores(self.sums, builder)]

    def document_scores(self, builders, progress) -> dict:
        """See PooledLayer."""
        several = [name for name in builders if len(self.parts[name].items.annotators) > 1]
        if not several:
            return {}
        begun = [self.parts[name].items.annotators for name in several]
        number = {name: number for number, name in enumerate(self.parts)}
        estimates = self.sums.of_documents([number[name] for name in several])
        config = builders[several[0]].config
        subjects = Subjects([builders[name] for name in several], begun, estimates.cells.figure)

        @lru_cache(1)
        def columns():
            return self._pool(several).columns

        alphas = alpha_family(columns, estimates.drawn, config, documents=True)
        scores = score_table(subjects, [*arc_families(estimates), alphas])
        return {
            name: [of_name, self._coarse(builders[name])] for name, of_name in zip(several, scores)
        }

    def _coarse(self, builder):
        """List of Score with coarse labels of the builder's document or project."""
        if builder.layer.settings.coarse is None:
            return []
        from brat_iaa.scores.coarse_dependencies import coarse_dependency_scores

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

    @property
    def masi(self) -> tuple:
        """({measure: {pair: MASI}}, {pair: number of items}) of pairs that drew arcs."""
        estimates = self.sums.of_project()
        pairs = [pair for pair in self.sums.pairs if estimates.drawn[pair].any()]
        values = {}
        for measure in MEASURES:
            of_pairs = {pair: estimates.of_pair(pair, measure, "masi") for pair in pairs}
            values[measure] = {pair: estimate.value.item() for pair, estimate in of_pairs.items()}
        return values, {pair: int(estimates.items[pair].item()) for pair in pairs}

    @property
    def confusion(self) -> dict:
        """{pair: {(label of the first, label of the second): links}}, "" for no arc."""
        return {pair: sums.links[CONFUSION] for pair, sums in self.sums.pairs.items()}

    @property
    def problems(self) -> list:
        """A Problem for each annotator who lacks more than 1 % of the tokens of a pair."""
        return [
            Problem(
                annotator,
                None,
                "tokens-missing",
                f"{annotator} lacks {missing} of the {common} tokens compared with {other}; they "
                "are excluded from every score of this pair. If annotators draw the tokens "
                "themselves, set tokens = drawn in iaa.conf.",
            )
            for pair, sums in self.sums.pairs.items()
            for *of_both, common in [sums.missing]
            for annotator, other, missing in zip(pair, pair[::-1], of_both)
            if common and missing / common > MISSING_TOKENS_WARNING
        ]

    def list_disagreements(self, builder, layer, tables):
        """Add all disagreements to a DisagreementBuilder, see PooledLayer."""
        if self.sums.rows is not None:
            listed = {name: tables[name] for name in self.parts}
            pairs = list(self.sums.pairs)
            list_arcs(builder, layer, listed, self.pooled.columns, pairs, self.sums.rows)
