"""An agreement as the pages look things up in it: by name, not by walking through all scores."""

import functools
import threading
from collections import defaultdict
from itertools import combinations

from brat_iaa.config import DEPENDENCIES, GOLD_LAYER, layers_about_gold, layers_in_gold
from brat_iaa.kinds import item_of, listed
from brat_iaa.places.filters import ANNOTATORS, Filters, vocabulary
from brat_iaa.places.patterns import place_patterns
from brat_iaa.report.contents import (
    no_disagreement,
    not_compared,
    nothing_drawn,
)
from brat_iaa.report.places import in_words, places_between
from brat_iaa.report.trees import trees_in_words
from brat_iaa.scores.index import ScoreIndex, main_figures
from brat_iaa.web.background import for_page
from brat_iaa.web.formatting import count


class Figures:
    """Indexes over one Agreement; built once, used by every request until a file changes.

    annotators   all annotators of the project
    compared     those who are in a pair
    gold         name of the gold, or None
    sides        annotators, then the gold
    confusion    {layer's name: {pair: {labels of both: items}}}
    pairs        pairs that were compared, in the order of the annotators
    layers       ScoreIndex of each layer, dependencies first
    layer        that of the dependencies, or None
    others       those of other kinds
    gold_layers  ScoreIndex of what is about the gold: arcs, then layers of other kinds
    between      number of places at which annotators differ
    beside       number of places at which they differ from the gold alone
    """

    def __init__(self, agreement):
        self.agreement = agreement
        self.annotators = tuple(agreement.annotators)
        self.compared = agreement.compared
        self.gold, self.sides = agreement.config.gold, agreement.sides
        self.documents = tuple(agreement.tables)
        self.layers = agreement.score_indexes
        self.others = [layer for layer in self.layers if layer.kind != DEPENDENCIES]
        with_gold = layers_about_gold(agreement.config)
        self.gold_layers = [ScoreIndex(agreement, layer) for layer in with_gold]
        self.layer = next((layer for layer in self.layers if layer not in self.others), None)
        places = {name: place for place, name in enumerate(self.annotators)}
        self.confusion = {layer.name: agreement.confusion(layer.name) for layer in agreement.layers}
        of_arcs = self.confusion[self.layer.name] if self.layer else {}
        pairs = sorted(of_arcs, key=lambda pair: (places[pair[0]], places[pair[1]]))
        self.pairs = tuple(pairs) or tuple(_pairs(agreement))
        self.between, self.beside = places_between(agreement)
        self._sentences = {}

    @property
    def counted(self):
        """How many places differ, in words; where trees alone are compared, how many of them."""
        trees = trees_in_words(self.agreement)
        if trees and not listed(self.agreement.layers):
            return trees
        return in_words(self.between, self.beside, number=count)

    @property
    def several(self):
        """Whether disagreements are of more than one layer."""
        return len(self.agreement.listed_layers) > 1

    @property
    def of_tokens(self):
        """Whether spans are tokens of a dependency annotation, and not what annotators drew."""
        return self.layer is not None or self.agreement.survey.tokens

    @property
    def alone(self):
        """Whether no two annotators are compared, but each with the gold."""
        return self.agreement.alone

    def present(self, document):
        """Those who may be compared in a document: its annotators, and the gold if it has the
        document.
        """
        reference = self.agreement.references.get(document)
        with_gold = reference is not None and self.gold in reference.annotators
        return self.agreement.tables[document].annotators + ((self.gold,) if with_gold else ())

    def table(self, document, pair):
        """The ComparedDocument in which both of the pair are."""
        to_gold = self.gold is not None and self.gold in pair
        return (self.agreement.references if to_gold else self.agreement.tables)[document]

    def gold_scores(self, document, pair):
        """[(ScoreIndex, [((measure, statistic), Score)])] of a pair with the gold in a document."""
        of_layers = []
        for layer in self.gold_layers:
            scores = layer.of_document(document, pair)
            keys = [key for key in scores if key[1] == "accuracy"]
            if layer.kind != GOLD_LAYER.kind:
                keys = main_figures(layer.kind, tuple(scores))
            of_layers.append((layer, [(key, scores[key]) for key in keys]))
        return of_layers

    @property
    def items(self):
        """(how many items the leading figure is about, what they are), None where there is none."""
        for layer in self.layers[:1]:
            for key in layer.main[:1]:
                if key in layer.overall:
                    return layer.overall[key].items, item_of(layer)
        return None

    @functools.cached_property
    def arcs_compared(self):
        """Whether dependencies have a figure."""
        return self.layer is not None and self.layer.compared

    @functools.cached_property
    def none_listed(self):
        """Sentences for where no disagreement is listed, beside that of the tokens that agree."""
        trees = trees_in_words(self.agreement)
        sentences = [trees and f"{trees}."]
        if not self.arcs_compared or len(self.layers) > 1:
            sentences.insert(0, no_disagreement(self.agreement))
        sentences.append(nothing_drawn(self.agreement))
        return [sentence for sentence in sentences if sentence]

    @functools.cached_property
    def without_disagreement(self):
        """The same, and what is not compared."""
        missing = not_compared(self.agreement) if self.agreement.layers else []
        return self.none_listed + [f"Not compared: {gap.sentence()}" for gap in missing]

    def layer_parts(self, document, pair):
        """[(name of the layer, kind, DrawnLayer)] of other layers."""
        layers, parts = self.others, self.agreement.parts
        if self.gold is not None and self.gold in pair:
            layers = layers_in_gold(self.agreement.config)
            parts = self.agreement.gold_parts
        return [
            (layer.name, layer.kind, parts[layer.name].of([document]))
            for layer in layers
            if document in parts.get(layer.name, ())
        ]

    def in_layer(self, name):
        """Parameters that choose a layer's disagreements; none if it is the only one."""
        return {"layer": name} if self.several else {}

    def confused(self, name):
        """Whether two annotators gave the same thing other labels in a layer, by its name."""
        by_pair = self.confusion.get(name, {}).values()
        return any(one != other for counts in by_pair for one, other in counts)

    def between_in(self, name):
        """The same of its disagreements between annotators, which figures are about."""
        alone = {"differ": ANNOTATORS} if self.beside and self.between else {}
        return {**self.in_layer(name), **alone}

    @functools.cached_property
    def places(self):
        """{path of an .ann below the project, without extension: (document, annotator or gold)}"""
        return {
            file.removesuffix(".ann"): (document, side)
            for tables in (self.agreement.references, self.agreement.tables)
            for document, table in tables.items()
            if document in self.agreement.tables
            for side, file in table.files.items()
            if side in self.sides
        }

    def differences_in(self, document):
        """The Differences in a document."""
        return self.agreement.places.select(Filters(document=document)).differences

    @functools.cached_property
    def pos(self):
        """Set of the span types in the annotators' files."""
        return set(self.agreement.survey.inventory.spans)

    @functools.cached_property
    def vocabulary(self):
        """What filters can name."""
        return vocabulary(self.agreement)

    @functools.cached_property
    def missing(self):
        """List of NotCompared: what in the files is not compared."""
        return not_compared(self.agreement)

    @functools.cached_property
    def patterns(self):
        """List of patterns.Pattern of all layers, with what settling each would bring."""
        return self.agreement.patterns

    @functools.cached_property
    def all_patterns(self):
        """The same of all places, those that differ from the gold alone included."""
        if not self.beside:
            return self.patterns
        return place_patterns(self.agreement.places, self.agreement)

    def sentence_scores(self, document):
        """{sentence number: its scores} of one document, for all pairs."""
        if document not in self._sentences:
            grouped = defaultdict(list)
            for score in self.agreement.sentence_scores(document):
                grouped[score.sentence].append(score)
            self._sentences[document] = grouped
        return self._sentences[document]


def _pairs(agreement):
    """Pairs that have a document in common, where no arcs are compared."""
    for pair in combinations(agreement.annotators, 2):
        if any(set(pair) <= set(agreement.annotators_of(name)) for name in agreement.tables):
            yield pair


class ProjectView:
    """What every request starts from: the project as it is now, and links into brat.

    agreement  function that returns the Agreement as it is now
    links    function of a disagreement that returns its Links; None without brat
    redacted   names shown of annotators of whose files nothing is told: no ids, lines and paths
    """

    def __init__(self, agreement, links, redacted=frozenset()):
        self.agreement, self.links, self.redacted = agreement, links, redacted
        self._figures = None
        self._lock = threading.Lock()

    def figures(self):
        """Figures of the current agreement. Raises BratIaaError if the project cannot be read."""
        agreement = self.agreement()
        with self._lock:
            if self._figures is None or self._figures.agreement is not agreement:
                self._figures = Figures(agreement)
            return self._figures

    def for_format(self, kind):
        """The Figures for an answer: what a page shows in time, programs get the current ones,
        however long it takes.
        """
        return self.figures_in_time() if kind == "html" else self.figures()

    def figures_in_time(self):
        """The current Figures; the last ones if they take long, and g.outdated says so.

        The new ones are computed meanwhile. Raises StillComputing while there are none at all.
        """
        return for_page((self,), self.figures, keep=True)
