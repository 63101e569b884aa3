"""The scores of an Agreement by layer and by what they are about, for tables and pages."""

from functools import cached_property
from itertools import combinations
from operator import itemgetter
from typing import Optional

from brat_iaa.figures import further_keys, main_keys
from brat_iaa.kinds import KINDS
from brat_iaa.measures.score import Score
from brat_iaa.scores import COARSE, REMOVED
from brat_iaa.scores.score_table import ScoreMapping, value_of

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
    agreement   the Agreement with the scores and disagreements of this layer only
    overall     of all annotators; not gcm, which each direction of a pair has its own of
    pairs       {pair: scores}; those of the other direction, too, where there are such
    pairs_by_label  {(pair, label): scores}
    labels      {label: scores} of all annotators
    keys        of all figures of the whole project
    coarse      scores of all annotators with coarse labels, {"overall": of the project;
                "documents", "labels": {name: of one}}, each {(measure, statistic): (with all
                labels, with coarse ones, the share of the disagreement that goes away)}; None
                without coarse labels
    """

    def __init__(self, agreement, layer):
        self.name, self.kind, self.settings = layer.name, layer.kind, layer.settings
        self.arcs, self.given = layer.settings.arcs, layer.given
        self.of_both = layer.of_both
        self.listed = layer.kind not in KINDS or KINDS[layer.kind].listed
        self.agreement = agreement.of_layers({layer.name})
        self._blocks: dict = {}
        for block in self.agreement.scores.blocks:
            self._blocks.setdefault(block.document, []).append(block)
        self._scores, coarse = _together(self._blocks.get(None, ()))
        self._everybody = everybody = agreement.annotators_in(layer)
        self._annotators_of = annotators_of = {
            name: agreement.annotators_of(name, layer) for name in agreement.tables
        }
        self.overall = ScoreMapping(self._scores.get((everybody, None, None), []), without="gcm")
        self.pairs, self.pairs_by_label, self.labels = {}, {}, {}
        for (annotators, _, label), parts in self._scores.items():
            scores = ScoreMapping(parts)
            if label is None and len(annotators) == 2:
                self.pairs[annotators] = scores
            elif len(annotators) == 2:
                self.pairs_by_label[annotators, label] = scores
            if label is not None and annotators == everybody:
                self.labels[label] = scores
        self._whole = self.overall, *self.pairs.values()
        if coarse:
            # Those of documents, too.
            plain, coarse = _together(self.agreement.scores.blocks)
        by_subject = {}
        for about, by_key in coarse.items():
            fine = ScoreMapping(plain.get(about, []))
            by_subject[about] = {
                key: (fine[key], figures[COARSE], figures[REMOVED])
                for key, figures in by_key.items()
                if key in fine
            }
        self.coarse = None
        if any(by_subject.values()):
            self.coarse = {
                "overall": by_subject.get((everybody, None, None), {}),
                "documents": {
                    name: by_subject.get((who, name, None), {})
                    for name, who in annotators_of.items()
                },
                "labels": {
                    label: by_subject.get((everybody, None, label), {}) for label in self.labels
                },
            }
        self.keys = tuple(dict.fromkeys(key for scores in self._whole for key in scores))

    @cached_property
    def compared(self) -> bool:
        """Whether any figure of the whole project is defined."""
        return any(value_of(scores, key) is not None for scores in self._whole for key in scores)

    @cached_property
    def documents(self) -> dict:
        """{document: scores} of all who annotated the document."""
        of_each = {
            name: self._of(self._annotators_of[name], name)
            for name in self._blocks
            if name in self._annotators_of
        }
        return {name: scores for name, scores in of_each.items() if any(True for _ in scores)}

    @cached_property
    def main(self) -> tuple:
        """The few keys that narrow tables show."""
        return main_figures(self.kind, self.keys)

    def items_compared(self, document=None) -> Optional[int]:
        """The most items that annotators were compared on; None without a figure."""
        everybody = self._everybody if document is None else self._annotators_of[document]
        groups = everybody, *combinations(everybody, 2)
        numbers = [
            self._read("items", key, group, document) for key in self.main[:1] for group in groups
        ]
        return max((items for items in numbers if items is not None), default=None)

    def of_document(self, document, pair) -> dict:
        """The scores of a pair, in either order, in one document."""
        scores = {key: self.score(key, pair, document) for key in self.keys}
        return {key: score for key, score in scores.items() if score is not None}

    def score(self, key, annotators, document=None, label=None) -> Optional[Score]:
        """The Score of a key, or None if there is none. Pairs in either order."""
        return self._read("score", key, annotators, document, label)

    def _read(self, what, key, annotators, document, label=None):
        value = self._of(annotators, document, label).read(what, key)
        if value is None and len(annotators) == 2:
            # Either is the measure or the statistic.
            swapped = tuple(_SWAPPED.get(part, part) for part in key)
            value = self._of(annotators[::-1], document, label).read(what, swapped)
        return value

    def _of(self, annotators, document, label=None):
        if document is None or label is not None:
            return ScoreMapping(self._scores.get((annotators, document, label), []))
        blocks = self._blocks.get(document, ())
        return ScoreMapping([part for block in blocks for part in block.figures(annotators)])

    def documents_lowest_first(self) -> list:
        """[(document, scores, number of disagreements)], the lowest main figure first."""
        differing = self.agreement.between.places_by_document()
        numbers = {document: number for (_, document), number in differing.items()}
        return lowest_first(self.documents, next(iter(self.main), None), numbers)

    def labels_lowest_first(self) -> list:
        """[(label, scores, number of disagreements)], the lowest figure first."""
        differing = self.agreement.between.places_by_label()
        return lowest_first(self.labels, KINDS[self.kind].label_figure, differing)


def _together(blocks):
    """The indexes of some ScoreBlocks as one."""
    plain, coarse = {}, {}
    for block in blocks:
        for about, parts in block.index[0].items():
            plain.setdefault(about, []).extend(parts)
        for about, figures in block.index[1].items():
            coarse.setdefault(about, {}).update(figures)
    return plain, coarse


def lowest_first(scores_by_name, key, disagreements=None) -> list:
    """[(name, scores, number of disagreements)] of {name: scores}, undefined ones last.

    key            of the figure that counts; None: the first that each has, since not all labels
                   have the same: the type of an event has others than the role of an argument
    disagreements  {name: their number}: of equal figures, the one with most comes first
    """
    numbers, rows = disagreements or {}, []
    for name, scores in scores_by_name.items():
        value, number = (
            value_of(scores, next(iter(scores)) if key is None else key),
            numbers.get(name, 0),
        )
        rows.append(((value is None, value or 0, -number, name), (name, scores, number)))
    return [row for _, row in sorted(rows, key=itemgetter(0))]
