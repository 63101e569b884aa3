"""The scores of an Agreement by layer and by what they are about, for tables and pages."""

from copy import copy
from functools import cached_property, lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Optional

from brat_iaa.figures import further_keys, main_keys, without_ending
from brat_iaa.kinds import KINDS
from brat_iaa.measures.score import Score
from brat_iaa.scores import COARSE, MEASURES, REMOVED
from brat_iaa.scores.score_table import EVERYTHING, NOTHING, Asked

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


def spans_given(figures) -> bool:
    """Whether all annotators have the same spans, by the figures of a layer of labels,
    {(measure, statistic): Score}: then agreement and kappa say more than F1 does.
    """
    spans = figures.get(("span-f1", "exact"))
    return spans is not None and spans.value == 1


# {kind of layer: the leading figure, and beside it one that is corrected for chance}
_LEADING = {
    "dependencies": (("LAA", "masi"), ("LAA", "alpha")),
    "trees": (("alpha-plain", "alpha"), ("LAS", "accuracy"), ("jaccard", "brackets")),
    "chains": (("alpha-weighted", "weighted"), ("conll", "f1")),
    "relations": (("f1", "strict"), ("kappa", "strict")),
}
# Of labels on spans that all have; of each the first that there is.
_OF_GIVEN = (
    (("agreement", "masi"), ("agreement", "raw")), (("kappa", "cohen"), ("alpha", "masi")),
)  # fmt: skip


def leading_keys(kind, figures) -> tuple:
    """The keys of the few figures that lead a layer. figures: as for spans_given()"""
    if kind == "labels" and spans_given(figures):
        there = ([key for key in keys if key in figures][:1] for keys in _OF_GIVEN)
        return tuple(key for keys in there for key in keys)
    return _LEADING.get(kind) or main_figures(kind, tuple(figures))[:2]


# {kind of layer: the figures of labels that tables have, where these are few of many}
_OF_LABELS = {"dependencies": tuple((measure, "gcm-f1") for measure in MEASURES)}
# {kind: figures of pairs that tables have beside the main ones: those of either direction}
_OF_PAIRS = {
    "dependencies": (("LAA", "alpha"), *((measure, "gcm") for measure in MEASURES)),
    "labels": tuple(("agreement", statistic) for statistic in ("masi", "gcm", "gcm-f1")),
    "chains": tuple(("muc", side) for side in ("recall", "precision")),
    "relations": tuple(
        figure.key
        for figure in KINDS["relations"].figures
        if figure.measure in ("recall", "precision")
    ),
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


_PROJECT, _LABELS, _DOCUMENTS = (
    ("project", "project_pairs"), ("labels", "label_pairs"), ("documents", "document_pairs"),
)  # fmt: skip


class ScoreIndex:
    """The scores of one layer, {(measure, statistic): Score} for each thing that they are about.
    Those of labels and documents are computed when they are first asked for.

    name, kind, settings, arcs  of the layer
    listed      whether what differs in it is listed as disagreements
    asked       as in Agreement.scores_of()
    """

    def __init__(self, agreement, layer, asked=main_of):
        self.name, self.kind, self.settings = layer.name, layer.kind, layer.settings
        self.arcs, self.given = layer.settings.arcs, layer.given
        self.on_shared_spans = layer.on_shared_spans
        self.listed = layer.kind not in KINDS or KINDS[layer.kind].listed
        self._whole, self._asked, self._parts = agreement, asked(layer.kind), {}
        self._everybody = agreement.annotators_in(layer)
        self._annotators_of = {
            name: agreement.annotators_of(name, layer) for name in agreement.tables
        }

    @cached_property
    def agreement(self):
        """The Agreement with the scores and places of this layer only."""
        return self._whole.of_layers({self.name})

    def _part(self, part) -> dict:
        """{(annotators, label or document): {key: Score}} of the project, of its labels, or of its
        documents.
        """
        if part not in self._parts:
            made: dict = {}
            asked = NOTHING._replace(**{name: getattr(self._asked, name) for name in part})
            for score in self._whole.scores_of(lambda kind: asked, {self.name}):
                is_of = _DOCUMENTS if score.document is not None else _LABELS
                coarse = not score.whole and without_ending(score.measure)[1]
                if part == (_PROJECT if score.whole else is_of) and not coarse:
                    name = score.label if score.document is None else score.document
                    scores = made.setdefault((score.annotators, name), {})
                    scores[score.measure, score.statistic] = score
            self._parts[part] = made
        return self._parts[part]

    @cached_property
    def _of_all(self):
        return self._part(_PROJECT).get((self._everybody, None), {})

    @cached_property
    def overall(self) -> dict:
        """The scores of all annotators; not gcm, which each direction of a pair has its own of."""
        return {
            key: score
            for key, score in self._of_all.items()
            if key[1] != "gcm" and not without_ending(key[0])[1]
        }

    @cached_property
    def pairs(self) -> dict:
        """{pair: scores}; those of the other direction, too, where there are such."""
        return {
            names: {key: score for key, score in scores.items() if not without_ending(key[0])[1]}
            for (names, _), scores in self._part(_PROJECT).items()
            if len(names) == 2
        }

    @cached_property
    def pairs_by_label(self) -> dict:
        """{(pair, label): scores}"""
        return {about: of for about, of in self._part(_LABELS).items() if len(about[0]) == 2}

    @cached_property
    def labels(self) -> dict:
        """{label: scores} of all annotators."""
        of_labels = self._part(_LABELS).items()
        return {label: scores for (names, label), scores in of_labels if names == self._everybody}

    @cached_property
    def documents(self) -> dict:
        """{document: scores} of all who annotated the document."""
        return {
            name: scores
            for (names, name), scores in self._part(_DOCUMENTS).items()
            if names == self._annotators_of.get(name)
        }

    @cached_property
    def _of_whole(self):
        return self.overall, *self.pairs.values()

    @cached_property
    def keys(self) -> tuple:
        """The keys of all figures of the whole project."""
        return tuple(dict.fromkeys(key for scores in self._of_whole for key in scores))

    @cached_property
    def main(self) -> tuple:
        """The few of them that narrow tables show."""
        return main_figures(self.kind, self.keys)

    @cached_property
    def compared(self) -> bool:
        """Whether any figure of the whole project has a value."""
        return any(each.value is not None for scores in self._of_whole for each in scores.values())

    @cached_property
    def coarse(self) -> dict:
        """{(measure, statistic): (Score with all labels, with coarse ones, the share of the
        disagreement that goes away)} of all annotators in the whole project; {} without coarse
        labels.
        """
        of_key = {
            key: [(f"{key[0]}-{end}", key[1]) for end in (COARSE, REMOVED)] for key in self.overall
        }
        return {
            key: (score, *map(self._of_all.get, of_key[key]))
            for key, score in self.overall.items()
            if of_key[key][0] in self._of_all
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
        name = label if document is None else document
        part = _PROJECT if name is None else _LABELS if document is None else _DOCUMENTS
        scores = self._part(part)
        score = scores.get((annotators, name), {}).get(key)
        if score is None and len(annotators) == 2:
            # Either is the measure or the statistic.
            swapped = tuple(_SWAPPED.get(part, part) for part in key)
            score = scores.get((annotators[::-1], name), {}).get(swapped)
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
        index.pairs = dict(self.pairs)
        for each in keys - {key for scores in self.pairs.values() for key in scores}:
            for score in self.agreement.scores_of_figure(self.name, each):
                pair = score.annotators
                if score.whole and len(pair) == 2:
                    index.pairs[pair] = {**index.pairs.get(pair, {}), each: score}
        of_pairs = {(pair, None): scores for pair, scores in index.pairs.items()}
        index._parts = {**self._parts, _PROJECT: {**self._part(_PROJECT), **of_pairs}}
        return index

    def documents_lowest_first(self) -> list:
        """[(document, scores, number of disagreements)], the lowest main figure first."""
        differing = self.agreement.annotator_places.by_document()
        numbers = {document: number for (_, document), number in differing.items()}
        return lowest_first(self.documents, next(iter(self.main), None), numbers)

    def labels_most_disagreements_first(self) -> list:
        """[(label, scores, number of disagreements)]; of equal numbers, the lowest figure first."""
        differing = self.agreement.annotator_places.by_label()
        rows = lowest_first(self.labels, KINDS[self.kind].label_figure, differing)
        return sorted(rows, key=lambda row: -row[2])


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
