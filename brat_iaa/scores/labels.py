"""Scores of layers of labels: F1 of the spans and their labels, agreement on the labels of spans
that both annotators drew.

Sources: Hripcsak & Rothschild 2005; see also label_figures.py and unitizing.py.
"""

from itertools import chain, starmap

import numpy

from brat_iaa.kinds.labels import TOKENS
from brat_iaa.layers.label_columns import relabelled
from brat_iaa.layers.layer_document import columns_of
from brat_iaa.layers.tokens_in_spans import TokensInSpans
from brat_iaa.measures.alphas import MISSING
from brat_iaa.measures.distinct import distinct
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.each_label import coarse_label_scores, each_label_scores
from brat_iaa.scores.elements import f1_families, item_elements, project_f1
from brat_iaa.scores.label_figures import GroupedItems, label_families
from brat_iaa.scores.score_table import Subjects, score_table
from brat_iaa.scores.unitizing import UnitizedLayer, spans_differ


class PooledLabels(ColumnLayer):
    """A layer of labels."""

    def project_scores(self, builder) -> list:
        """See PooledLayer."""
        if len(self.annotators) < 2:
            return []
        columns, one_group = self.columns, numpy.zeros_like(self.columns.document)
        items = GroupedItems(columns, [self.annotators], one_group, builder)
        tables = [project_f1(item_elements(columns), "f1", builder)]
        chosen = _chosen(columns)
        if chosen:
            tables.append(_table(items, [builder]))
        coarse = coarse_label_scores(items, builder)
        if chosen:
            tables.append(each_label_scores(items, builder))
        if "overlap" in columns.ways and spans_differ(items).any():
            tables.append(UnitizedLayer(items).project_scores(builder))
        for name, read in _readings(columns, builder):
            items = GroupedItems(read, [self.annotators], 0 * read.document, builder)
            tables.append(project_f1(item_elements(read), f"{name}-f1", builder))
            if _chosen(read):
                tables.append(_table(items, [builder], name))
        return [*chain.from_iterable(tables), coarse]

    def shared_families(self, shared, builder) -> list:
        """See PooledLayer."""
        columns, families_of = self.shared_columns(shared), []
        for reading, read in (("", columns), *_readings(columns, builder)):
            items = GroupedItems(read, [self.annotators], 0 * read.document, builder)
            families = f1_families(item_elements(read), f"{reading}-f1".lstrip("-"), builder)
            families += label_families(items, reading) if _chosen(read) else []
            families_of.append((families, read.sentence_numbers))
        return families_of

    def document_scores(self, builders, progress) -> dict:
        """See PooledLayer."""
        columns, builder = self.columns_in(builders), next(iter(builders.values()))
        begun = [columns.begun_by(number) for number in range(len(builders))]
        items = GroupedItems(columns, begun, columns.document, builder)
        subjects = Subjects([*builders.values()], begun, columns.document)
        families = f1_families(item_elements(columns), "f1", builder, documents=True)
        tables = [score_table(subjects, [*families, *label_families(items)])]
        differ = numpy.flatnonzero(spans_differ(items))
        if "overlap" in columns.ways and len(differ):
            tables.append(UnitizedLayer(items).document_scores(subjects, {*differ.tolist()}))
        for name, read in _readings(columns, builder):
            items = GroupedItems(read, begun, read.document, builder)
            families = f1_families(item_elements(read), f"{name}-f1", builder, documents=True)
            families += label_families(items, name)
            tables.append(score_table(subjects._replace(document=read.document), families))
        if builder.layer.settings.coarse is not None:
            tables.append([*starmap(self._coarse, builders.items())])
        return dict(zip(builders, zip(*tables)))

    def _coarse(self, name, builder):
        """List of Score of one document with coarse labels."""
        tables = self._tables([name])
        annotators = tables[0].annotators
        if len(annotators) < 2:
            return []
        columns = columns_of(tables, annotators)
        group = numpy.zeros_like(columns.document)
        return coarse_label_scores(GroupedItems(columns, [annotators], group, builder), builder)

    def _tables(self, names):
        return [self.parts[name].items for name in names]


def _table(items, builders, reading=""):
    """SubjectScores of GroupedItems; reading: as in label_families()"""
    subjects = Subjects(builders, items.members, items.document)
    return score_table(subjects, label_families(items, reading))


def _chosen(columns):
    """Whether anybody could have chosen another label: with one for all there is only F1."""
    if len(columns.values) < 2 or columns.carried:
        return columns.carried
    # What stands in documents that nobody shares is no choice.
    shared = columns.begun.sum(axis=1) > 1
    codes = columns.codes[shared[columns.item_document]]
    return len(distinct(codes[codes != MISSING])) > 1


def _readings(columns, builder):
    """Yield (name, LabelColumns) of the ways in which the project wants spans to be read, too."""
    if columns.carried:
        return
    for also, name in TOKENS.items() if "overlap" in columns.ways else ():
        if also in builder.layer.also:
            yield name, TokensInSpans(columns, beginnings=also == "bio")
    layer = builder.layer
    for number, at_level, _ in layer.hierarchy.levels(layer.settings.types):
        yield f"level{number}", relabelled(columns, at_level)
