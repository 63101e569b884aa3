"""Figures of groups of documents, such as those of writers with one first language.

A group is measured as a project of its documents only. Groups without a common document are samples
of their own, so the variances of their figures add up.
"""

from fnmatch import fnmatchcase
from itertools import combinations
from typing import NamedTuple

from brat_iaa.kinds import KINDS
from brat_iaa.measures.intervals import contrast
from brat_iaa.scores.builder import NO_VALUE, ScoreBuilder
from brat_iaa.scores.difference import Difference
from brat_iaa.scores.index import main_figures
from brat_iaa.scores.score_table import EVERYTHING, scores_of

SAME_DOCUMENTS = "both groups have a document in common"
# Of a group nobody asks for single documents.
OF_PROJECT = EVERYTHING._replace(documents=(), document_pairs=())
NEVER_DIFFERED = "nobody differed, neither in the first group nor in the second"


class DocumentGroup(NamedTuple):
    """The documents of a group.

    name       of the group
    documents  tuple of the names of its documents
    compared   those that two annotators or more have begun
    scores     list of Score of all layers, as of a project with these documents only
    """

    name: str
    documents: tuple
    compared: tuple
    scores: list

    def figures(self, layer, annotators=None) -> dict:
        """{(measure, statistic): Score} of a layer, by its name.

        annotators  None: of all who began any of the documents
        """
        by_key: dict = {}
        for score in self.scores:
            key = score.measure, score.statistic
            if score.layer == layer and score.whole:
                more = key not in by_key or len(score.annotators) > len(by_key[key].annotators)
                if score.annotators == annotators if annotators else more:
                    by_key[key] = score
        return by_key


def members(patterns, documents) -> dict:
    """{name of a group: tuple of its documents}, in the order of the settings.

    patterns   ((pattern, name of the group), ...), see fnmatch
    documents  names
    """
    documents_of: dict = {}
    for pattern, group in patterns:
        of_group = documents_of.setdefault(group, {})
        of_group.update((name, None) for name in documents if fnmatchcase(name, pattern))
    return {group: tuple(sorted(of_group)) for group, of_group in documents_of.items()}


def document_groups(agreement, documents_of) -> list:
    """List of DocumentGroup of an Agreement. documents_of: see members()"""
    return [_group(agreement, name, documents) for name, documents in documents_of.items()]


def _group(agreement, name, documents):
    compared = tuple(name for name in documents if len(agreement.annotators_of(name)) > 1)
    scores: list = []
    for layer in agreement.layers if compared else ():
        data = agreement.data_of(layer).of_documents(documents)
        builder = ScoreBuilder(agreement.config, layer, data=data, group=name)
        parts = agreement.parts[layer.name].of(documents)
        pooled = KINDS[layer.kind].pool(parts, agreement.annotators)
        scores += scores_of(builder, pooled.tables, OF_PROJECT)
    return DocumentGroup(name, documents, compared, scores)


def group_differences(agreement, groups, pairs=True) -> list:
    """List of (names of two groups, Difference): the main figures of each layer, all annotators
    together first, then each pair, for each two groups in which they are the same annotators.

    pairs  False: all annotators together only
    """
    differences = []
    for layer in agreement.layers:
        for first, second in combinations(groups, 2):
            documents = set(first.compared) & set(second.compared)
            for annotators in (None, *(_pairs(agreement, first, layer) if pairs else ())):
                both = [group.figures(layer.name, annotators) for group in (first, second)]
                for key in main_figures(layer.kind, tuple(both[0])):
                    scores = [figures.get(key) for figures in both]
                    if all(scores) and scores[0].annotators == scores[1].annotators:
                        found = _difference(scores, documents)
                        differences.append(((first.name, second.name), found))
    return differences


def _pairs(agreement, group, layer):
    """Pairs with figures of a layer, where there are more than two annotators."""
    if len(agreement.annotators) < 3:
        return []
    pairs = [
        score.annotators
        for score in group.scores
        if score.layer == layer.name and score.whole and len(score.annotators) == 2
    ]
    return list(dict.fromkeys(pairs))


def _difference(scores, shared):
    """The Difference of the Scores of one figure in two groups; shared: documents of both"""
    first, second = scores
    about = first.layer, first.measure, first.statistic, first.annotators
    before, after = first.value, second.value
    reasons = [score.no_interval for score in scores if score.interval is None]
    if None in (before, after):
        reasons = [NO_VALUE]
    elif shared:
        reasons = [SAME_DOCUMENTS]
    elif before == after == 1:
        reasons = [NEVER_DIFFERED]
    if reasons:
        return Difference(*about, before, after, reasons[0])
    found = contrast(first, second)
    low, high = found.ratio_interval
    bounded = low, None if high == float("inf") else high
    return Difference(*about, before, after, None, found.interval, bounded)
