"""Dependencies over all documents of a project: UAA, LAA and LOA, alpha, and the differences."""

from functools import cached_property
from itertools import combinations
from operator import itemgetter

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.kinds.figure_names import TYPES
from brat_iaa.layers.arc_items import ArcItems
from brat_iaa.layers.common_links import links_of_arcs
from brat_iaa.layers.compared_document import arcs_in
from brat_iaa.scores import MEASURES
from brat_iaa.scores.alphas import alpha_figures
from brat_iaa.scores.builder import NO_ARC, NO_ITEM, NOTHING_DRAWN, ONE_SENTENCE, EstimatedFigure
from brat_iaa.scores.coarse import coarse_figures, coarse_labels_of
from brat_iaa.scores.column_layer import common_figures
from brat_iaa.scores.pooled_layer import PooledLayer, shared_figure
from brat_iaa.scores.score_table import DOCUMENTS, LABELS, PROJECT, Subjects
from brat_iaa.scores.set_figures import SOURCES, LabelFigures, SetFigures, set_figures
from brat_iaa.values.links import EXACT, HEAD, LABEL, link_arcs
from brat_iaa.values.table import ABSENT, EMPTY
from brat_iaa.values.view import View

# Above this share of missing tokens a pair's tokenisation is probably not shared.
MISSING_TOKENS_WARNING = 0.01
TOKENS_MISSING = "tokens-missing"  # code of that problem
_REASONS = NO_ITEM, NOTHING_DRAWN, NO_ARC
_WAYS = {"UAA": (EXACT, HEAD), "LAA": (EXACT,), "LOA": (EXACT, LABEL)}
_ALL = {measure: measure for measure in MEASURES}
# UAA is about heads, which have no labels.
_COARSE = [(m, s) for m in ("LAA", "LOA") for s in ("masi", "exact", "gcm-f1", "alpha")]


def arc_view(table, coarse_of=None) -> View:
    """The View of an ArcTable in which heads and labels are linked.

    coarse_of  function of an element: those for which it is equal agree coarsely
    """
    alike = {"coarse": coarse_of} if coarse_of else None
    return View(table, link_arcs, _WAYS, itemgetter(1), alike)


def sentence_scores(table, document, builder) -> list:
    """List of Score for each sentence and pair of annotators in the ArcTable of one document: masi,
    exact and gcm-f1, without intervals. document: its name
    """
    view = arc_view(table)
    figures, scores = SetFigures(view, numpy.arange(table.sentences), table.sentences), []
    for measure in MEASURES:
        for pair in combinations(table.annotators, 2):
            # Where both drew nothing they agree, if they drew an arc elsewhere in the document.
            items, drawn = figures.items(pair).tolist(), figures.drawn(pair).any()
            for statistic in ("masi", "exact", "gcm-f1"):
                value = figures.estimate(pair, measure, statistic).value
                value = (value if drawn else numpy.full_like(value, numpy.nan)).tolist()
                scores += [
                    builder.score(
                        measure, statistic, pair, SOURCES[statistic],
                        EstimatedFigure(value[n], None, ONE_SENTENCE), items[n], None,
                        (NO_ARC if drawn else NOTHING_DRAWN) if items[n] else NO_ITEM,
                        document=document, sentence=n + 1,
                    )
                    for n in range(table.sentences)
                ]  # fmt: skip
    return scores


class PooledDependencies(PooledLayer):
    """The layer of dependencies, of the annotators who have begun any of the documents."""

    def __init__(self, parts, annotators, progress=None, executor=None):
        somebody = {name for table in parts.tables for name in table.annotators}
        super().__init__(parts, tuple(name for name in annotators if name in somebody))

    @cached_property
    def view(self) -> View:
        """All documents as one."""
        return arc_view(arcs_in(self.parts.tables, self.annotators))

    @cached_property
    def begun(self):
        """{annotator: booleans of documents}: who has items in which. A file without tokens, or
        whose tokens are missing for want of arcs, is in no pair.
        """
        table = self.view.table
        return dict(zip(table.annotators, table.having(table.item_document, len(table.begun)).T))

    @property
    def pairs(self) -> list:
        """Each two annotators."""
        return [*combinations(self.annotators, 2)]

    @property
    def at_most_one_head(self) -> bool:
        """Whether no annotator drew two arcs to a token."""
        return bool((self.view.table.sizes <= 1).all())

    def tables(self, about, builder) -> list:
        view, names, members = self.view, [None], [self.annotators]
        coarse, pairs = coarse_labels_of(builder.layer), about == PROJECT
        if about == LABELS:
            labels = LabelFigures(view)
            names, members = labels.names, [self.annotators] * labels.number
            reasons = "no token of the pair has this label", NOTHING_DRAWN, NO_ARC
            tables = [set_figures(labels, _ALL, reasons)]
            if coarse:
                label_of, keys = coarse.label_of, [("LAA", "gcm-f1")]
                alike = LabelFigures(arc_view(view.table, lambda arc: (arc[0], label_of(arc[1]))))
                fine, coarsely = (
                    set_figures(alike, {"LAA": way}, (NO_ITEM,) * 3, ["gcm-f1"])
                    for way in ("LAA", "coarse")
                )
        else:
            if about == DOCUMENTS:
                names = list(self.parts)
                members = [table.annotators for table in self.parts.tables]
            tables = [self._figures(view, about, builder)]
            if coarse:
                relabelled = view.table.revalued(
                    lambda value: frozenset((head, coarse.label_of(label)) for head, label in value)
                )
                fine, keys = tables[0], _COARSE
                coarsely = self._figures(arc_view(relabelled), about, builder)
        subjects = Subjects(about, names, members, view.table.document, self.begun)
        if coarse:
            unit = builder.config.unit
            tables.append(coarse_figures(subjects, fine, coarsely, keys, coarse, unit, pairs))
        if about != LABELS:
            tables.append(self._of_labels(view.table, members, about, builder))
        return [(subjects, figures) for figures in tables]

    @staticmethod
    def _of_labels(table, members, about, builder):
        """Figures of the labels of arcs between the same tokens, where they are asked for."""
        if TYPES not in builder.layer.also or len(table.annotators) < 2:
            return []
        return common_figures(links_of_arcs(table, builder.layer), members, about)

    @staticmethod
    def _figures(view, about, builder):
        group, number = numpy.zeros_like(view.table.document), 1
        if about == DOCUMENTS:
            group, number = view.table.document, len(view.table.begun)
        sums = SetFigures(view, group, number, nothing=False)
        alphas = alpha_figures(view, sums, builder.config, pairs=about == PROJECT)
        return [*set_figures(sums, _ALL, _REASONS), *alphas]

    def narrowed(self, shared):
        table = arcs_in(self.parts.of(shared.documents).tables, self.annotators)
        having = table.having(table.sentence, table.sentences)
        counted = {
            name: counted & having[:, table.annotators.index(name)]
            for name, counted in shared.counted.items()
        }
        compared = {}
        for pair in combinations(counted, 2):
            both = (table.of(pair) >= EMPTY).all(axis=1)
            there = numpy.bincount(table.sentence[both], minlength=table.sentences) > 0
            compared[pair] = there & shared.compared.get(pair, True)
        return shared._replace(counted=counted, compared=compared)

    def over_shared(self, keys, shared, groups, builder) -> dict:
        table = arcs_in(self.parts.of(shared.documents).tables, self.annotators)
        by_key: dict = {}
        for group in groups:
            counts = shared.of_any_pair(group)[table.sentence][:, None]
            counted = numpy.stack([shared.counted[name] for name in group], axis=1)
            of_group = table.of_documents([*range(len(shared.documents))], group)
            view = arc_view(of_group.with_cells(
                numpy.where(counts & counted[table.sentence], of_group.cells, ABSENT)
            ))  # fmt: skip
            items = view.compare(group).item if len(group) == 2 else None
            of_labels = self._of_labels(view.table, [group], PROJECT, builder)
            for figure in (*self._figures(view, PROJECT, builder), *of_labels):
                if figure.key in keys and (items is not None or figure.joint):
                    found = shared_figure(figure, group, shared)
                    if figure not in of_labels:
                        found = found._replace(numbers=items)
                    by_key.setdefault(figure.key, {})[group] = found
        return by_key

    @property
    def confusion(self) -> dict:
        """{pair: {(label of the first, label of the second): links}}, "" for no arc."""
        return {pair: self.view.confusion(pair) for pair in self.pairs}

    @property
    def lacking(self) -> dict:
        """{(annotator, other): (tokens that the annotator lacks, tokens compared)} of documents
        that both have begun.
        """
        found, table = {}, self.view.table
        for pair in self.pairs:
            sides = table.columns(pair)
            there = table.of(pair) >= EMPTY
            begun = table.begun[:, sides].all(axis=1)[table.item_document]
            compared = there.any(axis=1) & begun
            lacks = compared[:, None] & ~there & ~table.tokens.present[:, sides]
            common = numpy.count_nonzero(compared)
            for annotator, other, missing in zip(pair, pair[::-1], lacks.sum(axis=0).tolist()):
                found[annotator, other] = missing, int(common)
        return found

    @property
    def problems(self) -> list:
        """A Problem for each annotator who lacks more than 1% of the tokens of a pair."""
        return [
            Problem(
                annotator, None, TOKENS_MISSING,
                f"{annotator} lacks {missing} of the {common} tokens compared with {other}; they "
                "are excluded from every score of this pair. If annotators draw the tokens "
                "themselves, set tokens = drawn in iaa.conf.",
            )
            for (annotator, other), (missing, common) in self.lacking.items()
            if common and missing / common > MISSING_TOKENS_WARNING
        ]  # fmt: skip

    def differences(self, layer, tables) -> list:
        listed = {name: tables[name] for name in self.parts}
        return ArcItems(listed, self.view, self.pairs).listed(layer)
