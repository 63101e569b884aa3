"""The scores of an Agreement by layer and by what they are about, for tables and pages."""

from copy import copy
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Optional

from brat_iaa.figures import further_keys, main_keys, without_ending
from brat_iaa.kinds import KINDS
from brat_iaa.measures.relations import WAYS
from brat_iaa.measures.score import Score
from brat_iaa.scores import COARSE, MEASURES, REMOVED
from brat_iaa.scores.score_table import EVERYTHING, Asked

# Name of a pair's figure with the annotators swapped; None: it has another value then.
_SWAPPED = {"recall": "precision", "precision": "recall", "gcm": None}
_MOST = 4


def main_figures(kind: str, keys) -> tuple:
    """The few of keys, (measure, statistic), that a narrow table of this kind begins with, and of
    the further ones that somebody asked for.
    """
    wanted, further = [key for key in main_keys(kind) if key in keys], further_keys(kind)
    usual = [key for key in wanted or keys if key not in further]
    return (*dict.fromkeys(usual[:_MOST]), *(key for key in wanted if key in further))


# {kind of layer: the figures of labels that tables have, where these are few of many}
_OF_LABELS = {"dependencies": tuple((measure, "gcm-f1") for measure in MEASURES)}
# {kind: figures of pairs that tables have beside the main ones: those of either direction}
_OF_PAIRS = {
    "dependencies": (("LAA", "alpha"), *((measure, "gcm") for measure in MEASURES)),
    "labels": tuple(("agreement", statistic) for statistic in ("masi", "gcm", "gcm-f1")),
    "chains": tuple(("muc", side) for side in ("recall", "precision")),
    "relations": tuple((side, way) for side in ("recall", "precision") for way in WAYS),
}


@lru_cache(100)
def main_of(kind: str) -> Asked:
    """What tables and pages of a kind of layer have: all figures of the project by all annotators;
    those by pairs, and those of labels and documents, for which they have room.
    """
    if kind not in KINDS:
        return EVERYTHING
    keys, of_labels, of_pairs = main_keys(kind), _OF_LABELS.get(kind), _OF_PAIRS.get(kind, ())
    # Chains have a table of the pairs in each document, too.
    of_documents = (*keys, *of_pairs) if kind == "chains" else ()
    return Asked(
        labels=of_labels, label_pairs=(),
        documents=(*keys, *of_documents), document_pairs=of_documents,
        project_pairs=(*keys, *of_pairs),
    )  # fmt: skip


def project_scores(scores, layers) -> dict:
    """{(measure, statistic): {annotators: Score}} of the whole project.

    scores  Scores of any project
    layers  names of the layers to look at
    """
    by_figure = {}
    for score in scores:
        if score.layer in layers and score.whole:
            by_annotators = by_figure.setdefault((score.measure, score.statistic), {})
            by_annotators.setdefault(score.annotators, score)
    return by_figure


class ScoreIndex:
    """The scores of one layer, {(measure, statistic): Score} for each thing that they are about.

    name, kind, settings, arcs  of the layer
    listed      whether what differs in it is listed as disagreements
    agreement   the Agreement with the scores and places of this layer only
    overall     of all annotators; not gcm, which each direction of a pair has its own of
    pairs       {pair: scores}; those of the other direction, too, where there are such
    pairs_by_label  {(pair, label): scores}
    labels      {label: scores} of all annotators
    documents   {document: scores} of all who annotated the document
    keys        of all figures of the whole project
    main        the few of them that narrow tables show
    coarse      {(measure, statistic): (Score with all labels, with coarse ones, the share of the
                disagreement that goes away)} of all annotators in the whole project; {} without
                coarse labels

    asked  as in Agreement.scores_of()
    """

    def __init__(self, agreement, layer, asked=main_of):
        self.name, self.kind, self.settings = layer.name, layer.kind, layer.settings
        self.arcs, self.given = layer.settings.arcs, layer.given
        self.on_shared_spans = layer.on_shared_spans
        self.listed = layer.kind not in KINDS or KINDS[layer.kind].listed
        self.agreement = agreement.of_layers({layer.name})
        self._everybody = everybody = agreement.annotators_in(layer)
        self._scores: dict = {}
        coarse: dict = {}
        for score in agreement.scores_of(asked, {layer.name}):
            about = score.annotators, score.document, score.label
            measure, ending = without_ending(score.measure)
            if ending:
                if about == (everybody, None, None):
                    coarse.setdefault((measure, score.statistic), {})[ending] = score
            else:
                self._scores.setdefault(about, {})[measure, score.statistic] = score
        self._annotators_of = {
            name: agreement.annotators_of(name, layer) for name in agreement.tables
        }
        self.overall = {key: score for key, score in self._of(everybody).items() if key[1] != "gcm"}
        self.pairs, self.pairs_by_label, self.labels, self.documents = {}, {}, {}, {}
        for (annotators, document, label), scores in self._scores.items():
            if document is not None:
                if annotators == self._annotators_of.get(document):
                    self.documents[document] = scores
                continue
            if label is None and len(annotators) == 2:
                self.pairs[annotators] = scores
            elif len(annotators) == 2:
                self.pairs_by_label[annotators, label] = scores
            if label is not None and annotators == everybody:
                self.labels[label] = scores
        whole = self.overall, *self.pairs.values()
        self.keys = tuple(dict.fromkeys(key for scores in whole for key in scores))
        self.main = main_figures(self.kind, self.keys)
        self.compared = any(
            score.value is not None for scores in whole for score in scores.values()
        )
        self.coarse = {
            key: (self.overall[key], figures[COARSE], figures[REMOVED])
            for key, figures in coarse.items()
            if key in self.overall
        }

    def items_compared(self, document=None) -> Optional[int]:
        """The most items that annotators were compared on; None without a figure."""
        everybody = self._everybody if document is None else self._annotators_of[document]
        scores = (
            self.score(key, group, document)
            for key in self.main[:1]
            for group in (everybody, *combinations(everybody, 2))
        )
        return max((score.items for score in scores if score is not None), default=None)

    def of_document(self, document, pair) -> dict:
        """The scores of a pair, in either order, in one document."""
        scores = {key: self.score(key, pair, document) for key in self.keys}
        return {key: score for key, score in scores.items() if score is not None}

    def score(self, key, annotators, document=None, label=None) -> Optional[Score]:
        """The Score of a key, or None if there is none. Pairs in either order."""
        score = self._of(annotators, document, label).get(key)
        if score is None and len(annotators) == 2:
            # Either is the measure or the statistic.
            swapped = tuple(_SWAPPED.get(part, part) for part in key)
            score = self._of(annotators[::-1], document, label).get(swapped)
        return score

    @property
    def pair_keys(self) -> list:
        """The keys of all figures that pairs have in the whole project."""
        if len(self.agreement.annotators) < 3:
            return [key for key in self.keys if any(key in own for own in self.pairs.values())]
        of_pairs = self.agreement.figures.get(self.name, {}).items()
        return [key for key, there in of_pairs if there and not without_ending(key[0])[1]]

    def with_pairs(self, key) -> "ScoreIndex":
        """The same with a figure of all pairs, seen from either side."""
        index, keys = copy(self), {key, tuple(_SWAPPED.get(part) or part for part in key)}
        index.pairs, index._scores = dict(self.pairs), dict(self._scores)
        for each in keys - {key for scores in self.pairs.values() for key in scores}:
            for score in self.agreement.scores_of_figure(self.name, each):
                about = score.annotators, score.document, score.label
                if score.whole and len(score.annotators) == 2:
                    index._scores[about] = {**index._of(*about), each: score}
                    index.pairs[score.annotators] = index._scores[about]
        return index

    def _of(self, annotators, document=None, label=None):
        return self._scores.get((annotators, document, label), {})

    def documents_lowest_first(self) -> list:
        """[(document, scores, number of disagreements)], the lowest main figure first."""
        differing = self.agreement.annotator_places.by_document()
        numbers = {document: number for (_, document), number in differing.items()}
        return lowest_first(self.documents, next(iter(self.main), None), numbers)

    def labels_lowest_first(self) -> list:
        """[(label, scores, number of disagreements)], the lowest figure first."""
        differing = self.agreement.annotator_places.by_label()
        return lowest_first(self.labels, KINDS[self.kind].label_figure, differing)


def lowest_first(scores_by_name, key, disagreements=None) -> list:
    """[(name, scores, number of disagreements)] of {name: scores}, undefined ones last.

    key            of the figure that counts; None: the first that each has, since not all labels
                   have the same: the type of an event has others than the role of an argument
    disagreements  {name: their number}: of equal figures, the one with most comes first
    """
    numbers, rows = disagreements or {}, []
    for name, scores in scores_by_name.items():
        score = scores.get(next(iter(scores), None) if key is None else key)
        value, number = score and score.value, numbers.get(name, 0)
        rows.append(((value is None, value or 0, -number, name), (name, scores, number)))
    return [row for _, row in sorted(rows, key=itemgetter(0))]
