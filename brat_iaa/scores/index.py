"""The scores of an agreement one layer at a time, by what they are about, for tables and pages."""

from collections import Counter
from functools import cached_property

from brat_iaa.scores.kinds import KINDS

# How a figure of a pair is called seen from the other side; None: it has another value there.
_TURNED = {"recall": "precision", "precision": "recall", "gcm": None}
_MOST = 4


def main_figures(kind, keys):
    """The few of keys, (measure, statistic), that a narrow table of this kind begins with."""
    wanted = [
        key
        for measure, statistic in KINDS[kind].main
        for key in keys
        if key[0] == measure and statistic in (None, key[1])
    ]
    return tuple(dict.fromkeys(wanted or keys))[:_MOST]


def layers_of(agreement):
    """List of a ScoreIndex of each layer, dependencies first: they are what a paper is about."""
    ordered = sorted(agreement.layers, key=lambda layer: layer.kind != "dependencies")
    return [ScoreIndex(agreement, layer) for layer in ordered]


class ScoreIndex:
    """The scores of one layer, {(measure, statistic): Score} for each thing that they are about.

    name, kind, settings, arcs  of the layer
    agreement   the Agreement with the scores and disagreements of this layer only
    overall     of all annotators
    pairs       {pair: scores}; those of the other direction, too, where there are such
    documents   {document: scores} of all who annotated the document
    labels      {label: scores} of all annotators
    keys        of all figures of the whole project
    compared    whether any figure of the whole project is defined
    """

    def __init__(self, agreement, layer):
        self.name, self.kind, self.settings = layer.name, layer.kind, layer.settings
        self.arcs = layer.arcs
        self.agreement = agreement.of_layers({layer.name})
        self._scores = {}
        for score in self.agreement.scores:
            about = score.annotators, score.document, score.label
            self._scores.setdefault(about, {})[score.measure, score.statistic] = score
        everybody = agreement.annotators
        present = {name: table.annotators for name, table in agreement.tables.items()}
        self.overall = self._scores.get((everybody, None, None), {})
        self.pairs, self.documents, self.labels = {}, {}, {}
        for (annotators, document, label), own in self._scores.items():
            if document is None and label is None and len(annotators) == 2:
                self.pairs[annotators] = own
            elif document is None and label is not None and annotators == everybody:
                self.labels[label] = own
            elif document is not None and label is None and annotators == present.get(document):
                self.documents[document] = own
        whole = (self.overall, *self.pairs.values())
        self.keys = tuple(dict.fromkeys(key for own in whole for key in own))
        self.compared = any(score.value is not None for own in whole for score in own.values())

    @cached_property
    def main(self):
        """The few keys that narrow tables show."""
        return main_figures(self.kind, self.keys)

    def of_document(self, document, pair):
        """The scores of a pair, in either order, in one document."""
        found = {key: self.score(key, pair, document) for key in self.keys}
        return {key: score for key, score in found.items() if score is not None}

    def score(self, key, annotators, document=None, label=None):
        """The Score of a key, or None if there is none. Pairs in either order."""
        found = self._scores.get((annotators, document, label), {}).get(key)
        if found is None and len(annotators) == 2:
            turned = key[0], _TURNED.get(key[1], key[1])
            found = self._scores.get((annotators[::-1], document, label), {}).get(turned)
        return found

    def documents_lowest_first(self):
        """[(document, scores, number of disagreements)], the lowest main figure first."""
        key = next(iter(self.main), None)
        return lowest_first(self.documents, key, self._places_by_document)

    def labels_lowest_first(self):
        """[(label, scores, number of disagreements)], the lowest figure first."""
        return lowest_first(self.labels, KINDS[self.kind].of_label, self._places_by_label)

    @cached_property
    def _places_by_document(self):
        by_layer = self.agreement.disagreements.places_by_document()
        return Counter({document: number for (_, document), number in by_layer.items()})

    @cached_property
    def _places_by_label(self):
        return Counter(self.agreement.disagreements.places_by_label())


def lowest_first(found, key, places=None):
    """[(name, scores, number of disagreements)] of {name: scores}, undefined ones last.

    key     of the figure that counts; None: the first that each has. Not all labels have the same:
            the type of an event has others than the role of an argument.
    places  {name: number of disagreements}: of those alike, the one with most comes first
    """

    def order(row):
        name, scores, number = row
        score = next(iter(scores.values())) if key is None else scores.get(key)
        undefined = score is None or score.value is None
        return undefined, 0 if undefined else score.value, -number, name

    return sorted(
        ((name, own, (places or {}).get(name, 0)) for name, own in found.items()), key=order
    )
