"""Figures of groups of documents, such as those of writers with one first language.

A group is measured as a project of its documents only. Groups without a common document are samples
of their own, so the variances of their figures add up.
"""

from fnmatch import fnmatchcase
from itertools import combinations
from typing import NamedTuple, Optional

from brat_iaa.kinds import KINDS
from brat_iaa.measures.intervals import contrast, direction
from brat_iaa.scores.builder import NO_VALUE, ScoreBuilder
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


class GroupDifference(NamedTuple):
    """One figure in two groups.

    layer, measure, statistic, annotators  as in Score
    groups         names of the two
    first, second  the figure in the two; None where undefined
    difference     second - first; None if one of them is undefined
    interval       (low, high), 95 %, of the difference; None if there is none
    ratio          disagreement of the second by that of the first, (1 - second) / (1 - first);
                   None if one is undefined, or nobody differed in the first
    ratio_interval (low, high), 95 %, of the ratio; high is None where nobody differed in the first;
                   None if there is none
    no_interval    why there are no intervals, or None
    """

    layer: str
    measure: str
    statistic: str
    annotators: tuple[str, ...]
    groups: tuple[str, str]
    first: Optional[float]
    second: Optional[float]
    difference: Optional[float]
    interval: Optional[tuple[float, float]]
    ratio: Optional[float]
    ratio_interval: Optional[tuple[float, Optional[float]]]
    no_interval: Optional[str]

    @property
    def clear(self) -> str:
        """Whether the second group is clearly higher, "up", or lower, "down"; else ""."""
        return direction(*(self.ratio_interval or (None, None)))


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
        parts = {document: agreement.parts[layer.name][document] for document in documents}
        pooled = KINDS[layer.kind].pool(parts, agreement.annotators, lambda done, total: None, None)
        scores += scores_of(builder, pooled.tables, OF_PROJECT)
    return DocumentGroup(name, documents, compared, scores)


def group_differences(agreement, groups, pairs=True) -> list:
    """List of GroupDifference: the main figures of each layer, all annotators together first, then
    each pair, for each two groups in which they are the same annotators.

    pairs  False: all annotators together only
    """
    differences = []
    for layer in agreement.layers:
        for first, second in combinations(groups, 2):
            for annotators in (None, *(_pairs(agreement, first, layer) if pairs else ())):
                both = [group.figures(layer.name, annotators) for group in (first, second)]
                for key in main_figures(layer.kind, tuple(both[0])):
                    scores = [figures.get(key) for figures in both]
                    if all(scores) and scores[0].annotators == scores[1].annotators:
                        differences.append(group_difference(scores, (first, second)))
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


def group_difference(scores, groups) -> GroupDifference:
    """GroupDifference of one figure in two DocumentGroups; scores: its Score in either."""
    first = scores[0]
    before, after = (score.value for score in scores)
    interval = ratio_interval = None
    no_interval: Optional[str]
    if None in (before, after):
        no_interval = NO_VALUE
    elif set(groups[0].compared) & set(groups[1].compared):
        no_interval = SAME_DOCUMENTS
    elif before == after == 1:
        no_interval = NEVER_DIFFERED
    else:
        no_interval = next((score.no_interval for score in scores if score.interval is None), None)
    if no_interval is None:
        result = contrast(*scores)
        interval = result.interval
        low, high = result.ratio_interval
        ratio_interval = low, None if high == float("inf") else high
    return GroupDifference(
        first.layer,
        first.measure,
        first.statistic,
        first.annotators,
        tuple(group.name for group in groups),
        before,
        after,
        None if None in (before, after) else after - before,
        interval,
        None if None in (before, after) or before == 1 else (1 - after) / (1 - before),
        ratio_interval,
        no_interval,
    )
