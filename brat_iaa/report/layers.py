"""One layer of an agreement at a time: its scores by what they are about, for tables and pages."""

from dataclasses import replace

from brat_iaa.config import GOLD_LAYER
from brat_iaa.report.words import column_name, main_figures


def of_layer(agreement, name):
    """The agreement with the scores and disagreements of one layer only."""
    return replace(
        agreement,
        scores=tuple(score for score in agreement.scores if score.layer == name),
        disagreements=agreement.disagreements.of_layers({name}),
    )


def of_gold(agreement):
    """The agreement with what is about the gold only, in all layers."""
    return replace(
        agreement,
        scores=tuple(score for score in agreement.scores if is_gold(score.layer)),
        disagreements=agreement.disagreements.of_layers(gold_names(agreement)),
    )


def gold_names(agreement):
    """Set of the names of what is about the gold and lists disagreements."""
    return {name for name in agreement.listed_layers if is_gold(name)}


def is_gold(layer):
    """Whether the name of a layer is of what is about the gold."""
    return layer.partition("/")[0] == GOLD_LAYER.name


def dependencies(agreement):
    """The Layer of dependencies, or None if none is compared."""
    return next((layer for layer in agreement.layers if layer.kind == "dependencies"), None)


def others(agreement):
    """List of LayerScores of the layers of other kinds."""
    return [LayerScores(agreement, layer) for layer in agreement.layers if layer.kind != "dependencies"]


class LayerScores:
    """The scores of one layer, {(measure, statistic): Score} for each thing that they are about.

    name, kind, settings  of the layer
    arcs        whether it is about trees of arcs
    keys        of all figures of the whole project
    overall     of all annotators
    pairs       {pair: scores}, if there are more than two annotators
    documents   {document: scores} of all who annotated the document
    labels      {label: scores} of all annotators
    main        the few keys that narrow tables show
    """

    def __init__(self, agreement, layer):
        self.name, self.kind, self.settings = layer.name, layer.kind, layer.settings
        self.arcs = getattr(layer.settings, "nodes", None) == "arcs"
        self.agreement = of_layer(agreement, layer.name)
        self.overall, self.pairs, self.documents, self.labels = {}, {}, {}, {}
        everybody = agreement.annotators
        for score in self.agreement.scores:
            for about in self._about(score, everybody):
                about[score.measure, score.statistic] = score
        of_pairs = dict.fromkeys(key for own in self.pairs.values() for key in own)
        self.keys = tuple(dict.fromkeys((*self.overall, *of_pairs)))
        self.main = main_figures(self.kind, self.keys)

    def _about(self, score, everybody):
        """Where a score belongs; nowhere if it is about a pair in a document, or a label there."""
        if score.document is not None:
            present = self.agreement.tables[score.document].annotators
            if score.label is None and score.annotators == present:
                yield self.documents.setdefault(score.document, {})
        elif score.label is not None:
            if score.annotators == everybody:
                yield self.labels.setdefault(score.label, {})
        else:
            if score.annotators == everybody:
                yield self.overall
            if len(score.annotators) == 2 < len(everybody):
                yield self.pairs.setdefault(score.annotators, {})

    def of_pair(self, key, pair):
        """The Score of a pair in either order, or None."""
        known = self.pairs.get(pair, {}).get(key)
        if known is not None:
            return known
        # Seen from the other side, recall is precision.
        turned = {"recall": "precision", "precision": "recall"}.get(key[1], key[1])
        return self.pairs.get(tuple(reversed(pair)), {}).get((key[0], turned))

    def by_hurt(self, found, key=None):
        """[(name, scores)] of documents or labels, the lowest of a figure first, undefined last.

        key  (measure, statistic); None: the first of the main ones
        """
        key = key or next(iter(self.main), None)
        return sorted(found.items(), key=lambda item: _hurt(item[0], item[1].get(key)))

    def labels_by_hurt(self):
        """[(label, scores)], the lowest first, by the first figure of each label.

        Not all have the same figures: the type of an event has others than the role of an argument.
        """

        def first_figure(item):
            return _hurt(item[0], next(iter(item[1].values())))

        return sorted(self.labels.items(), key=first_figure)

    @property
    def compared(self):
        """Whether any figure of the whole project is defined."""
        return any(
            score.value is not None
            for own in (self.overall, *self.pairs.values())
            for score in own.values()
        )

    @property
    def grid(self):
        """(statistics, {head of the column: its measures}) if the figures are best read as a grid, else None.

        As in Mírovský et al. 2010, where the connectives' column holds the nodes if connectives were matched.
        """
        if self.kind != "relations":
            return None
        columns = {}
        for measure, _ in self.keys:
            own = columns.setdefault(column_name(measure), [])
            own += [measure] if measure not in own else []
        return tuple(dict.fromkeys(key[1] for key in self.keys)), columns

    def in_grid(self, statistic, measures):
        """The Score of a cell of the grid, or None."""
        return next((self.overall[m, statistic] for m in measures if (m, statistic) in self.overall), None)


def _hurt(name, score):
    """For sorting: the lowest value first, undefined last."""
    if score is None or score.value is None:
        return 1, 0, name
    return 0, score.value, name
