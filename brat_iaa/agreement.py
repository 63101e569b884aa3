"""The Agreement of a project: its scores, and the differences behind them."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Optional

from brat_iaa.config import (
    Config,
    Layer,
    dependency_layer,
    layers_about_gold,
    layers_in_gold,
)
from brat_iaa.config.proposals import Survey
from brat_iaa.kinds import KINDS, compares_syntax, leading_first
from brat_iaa.layers.begun import NOT_BEGUN
from brat_iaa.places.filters import ANNOTATORS, Filters
from brat_iaa.places.patterns import place_patterns
from brat_iaa.places.place_list import PlaceList
from brat_iaa.places.values import ValueLookup
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.data import ComparedData
from brat_iaa.scores.index import ScoreIndex
from brat_iaa.scores.score_table import EVERYTHING, NOTHING, scores_of


@dataclass(frozen=True)
class Agreement:
    """How far a project's annotators agree, and where they differ.

    project        its name
    annotators     tuple of the names of those who annotated anything
    layers         tuple of Layer
    drawn_by_one   tuple of (Layer, the annotator who alone drew anything of it): not compared
    scored         tuple of ScoredLayer: what scores there are, dependencies first, then the gold
    excluded       tuple of Excluded(document, annotators, reason)
    problems       tuple of Problem(file, line, code, message)
    differences    list of Difference, in the order of documents, of the text and of the pairs
    tables         {document: ComparedDocument}
    pooled_layers  {layer's name: its PooledLayer}
    parts          {layer's name: DrawnLayer}
    references     {document: ComparedDocument of annotators and the gold}, where there is one
    gold_parts     the same as parts, of annotators and the gold, without dependencies
    data           ComparedData that the scores were computed from
    by_sentence    {document: annotators who are compared in it sentence by sentence} of those
                   whose texts differ
    sentence_data  ComparedData that the scores of layers were computed from that compare them
    config         Config by which it was computed, with the layers that were compared
    survey         proposals.Survey: what the files hold
    layers_found   whether the layers are those that were found, as the settings name none
    documents      tuple of ParallelDocument; () if everything that was found is compared
    drawn          all of them, without what was said in words
    drawn_in_gold  tuple of ParallelDocument with what the gold has, too; () without a gold
    if_finished    tuple of Score: the leading figures that would be others if empty_files were
                   documents in which nothing was found

    With a gold there may be one annotator only; then all scores are about the gold.
    """

    project: str
    annotators: tuple
    layers: tuple
    scored: tuple
    excluded: tuple
    problems: tuple
    differences: list
    tables: dict
    pooled_layers: dict
    parts: dict
    references: dict
    gold_parts: dict
    data: ComparedData
    by_sentence: dict
    sentence_data: ComparedData
    config: Config
    survey: Survey
    drawn_by_one: tuple = ()
    layers_found: bool = False
    documents: tuple = ()
    drawn: tuple = ()
    drawn_in_gold: tuple = ()
    if_finished: tuple = ()

    @cached_property
    def uncounted(self) -> list:
        """List of Uncounted of all layers: lines that could not be read in compared files."""
        scores = []
        for layer in self.layers:
            data = self.sentence_data if layer.own_texts else self.data
            scores += data.uncounted(layer, frozenset(self.annotators))
        return scores

    @cached_property
    def empty_files(self) -> list:
        """List of Excluded: empty files that were left out of documents that others have begun."""
        return [
            left_out
            for left_out in self.excluded
            if left_out.reason == NOT_BEGUN
            if self._begun_by(left_out.document).difference(left_out.annotators)
        ]

    def _begun_by(self, document):
        """The annotators who have begun a document, and the gold if it has."""
        begun = {*self.annotators_of(document)} if document in self.tables else set()
        if document in self.references:
            begun.update({self.config.gold}.intersection(self.references[document].annotators))
        return begun

    @property
    def uncompared(self) -> list:
        """The Proposals of what was found and no layer compares."""
        known = (*self.layers, *(layer for layer, _ in self.drawn_by_one))
        return uncompared(self.survey, known)

    @property
    def dependencies(self) -> Optional[Layer]:
        """The layer of dependencies, or None if it is not compared."""
        return dependency_layer(self.layers)

    @property
    def layer_names(self) -> tuple:
        """Names of all layers that have scores, those about the gold included."""
        return tuple(layer.name for layer in (*self.layers, *layers_about_gold(self.config)))

    @property
    def listed_layers(self) -> tuple:
        """Names of the layers of which disagreements are listed."""
        of_gold = [self.config.gold_arcs, *(each.name for each in layers_in_gold(self.config))]
        names = [layer.name for layer in self.layers] + [name for name in of_gold if name]
        return tuple(dict.fromkeys(names))

    @property
    def sides(self) -> tuple:
        """Names of who can differ from somebody: the annotators, then the gold if there is one."""
        return self.annotators + ((self.config.gold,) if self.config.gold else ())

    @cached_property
    def compared(self) -> tuple:
        """The annotators who are in a pair: another has a document of theirs."""
        of_documents = map(self.annotators_of, self.tables)
        paired = {name for names in of_documents if len(names) > 1 for name in names}
        return tuple(name for name in self.annotators if name in paired)

    @property
    def alone(self) -> bool:
        """Whether no two annotators are compared: each is, with the gold."""
        return not self.compared

    @cached_property
    def places(self) -> PlaceList:
        """The items on which at least two annotators differ, or one from the gold, each once."""
        layers = tuple(dict.fromkeys((*self.pooled_layers, *self.listed_layers)))
        return PlaceList(self.differences, ValueLookup(self), layers)

    @cached_property
    def annotator_places(self) -> PlaceList:
        """Those at which annotators differ from each other."""
        if not self.config.gold:
            return self.places
        return self.places.select(Filters(differ=(ANNOTATORS, self.config.gold)))

    @cached_property
    def gold_places(self) -> PlaceList:
        """Those at which annotators differ from the gold."""
        return self.places.select(Filters(annotator=self.config.gold or ""))

    @cached_property
    def patterns(self):
        """List of Pattern: the places by the labels in which annotators differ, or where nobody
        but the gold is there to differ from, from that; those that bring most first.
        """
        return place_patterns(self.places if self.alone else self.annotator_places, self)

    @cached_property
    def score_indexes(self) -> list:
        """List of a ScoreIndex of each layer, dependencies first, with what tables and pages have;
        with all scores, if somebody has asked for them before.
        """
        return [ScoreIndex(self, layer) for layer in leading_first(self.layers)]

    @cached_property
    def scores(self) -> list:
        """List of all Scores: of each layer those of the project, its labels, its documents."""
        return self.scores_of()

    def scores_of(self, asked=lambda kind: EVERYTHING, names=None) -> list:
        """List of Score.

        asked  function of a kind of layer that returns what is Asked of it
        names  of the layers; None: all
        """
        if "scores" in vars(self):
            return [score for score in self.scores if names is None or score.layer in names]
        return [
            score
            for scored in self.scored
            if names is None or scored.name in names
            for score in scored.scores(asked(scored.builder.layer.kind))
        ]

    def scores_of_figure(self, layer, key, **about) -> list:
        """The Scores of one (measure, statistic) of a layer, by its name: of the project, all
        annotators and each pair; about: other values of Asked
        """
        asked = NOTHING._replace(project=(key,), project_pairs=(key,), **about)
        scores = self.scores_of(lambda kind: asked, (layer,))
        return [score for score in scores if (score.measure, score.statistic) == key]

    def document_scores(self, layer, document, asked) -> list:
        """List of Score about one document of a Layer, without computing those of the others."""
        kind, parts = KINDS[layer.kind], self.parts[layer.name].of([document])
        pooled = kind.pool(parts, self.annotators)
        builder = ScoreBuilder(self.config, layer, data=self.data_of(layer))
        return scores_of(builder, pooled.tables, asked)

    @property
    def labels(self) -> set:
        """All labels that there are scores of."""
        return {label for scored in self.scored for label in scored.labels}

    @property
    def figures(self) -> dict:
        """{layer's name: {(measure, statistic): None}} of the project's figures, in order"""
        figures: dict = {}
        for scored in self.scored:
            figures.setdefault(scored.name, {}).update(scored.figures)
        return figures

    @cached_property
    def groups(self) -> list:
        """List of DocumentGroup of the groups that the settings name."""
        from brat_iaa.scores.document_groups import document_groups, members

        return document_groups(self, members(self.config.groups, self.tables))

    @cached_property
    def habits(self) -> list:
        """Sentences on what one annotator does throughout as nobody else does, or not the gold."""
        from brat_iaa.places.habits import habits

        return habits(self)

    @cached_property
    def copies(self) -> list:
        """Sentences on annotators whose files are those of another one, or of the gold."""
        from brat_iaa.places.habits import copies

        return [*copies(self)]

    def annotators_of(self, document, layer=None) -> tuple:
        """The annotators who are compared in a document: in a Layer; None: in any of them."""
        if layer is None or layer.own_texts:
            return self.by_sentence.get(document) or self.tables[document].annotators
        return self.tables[document].annotators

    def annotators_in(self, layer) -> tuple:
        """The annotators whose figures a Layer has: those compared in any document."""
        compared = {
            name for document in self.tables for name in self.annotators_of(document, layer)
        }
        return tuple(name for name in self.annotators if name in compared)

    def data_of(self, layer):
        """The ComparedData that the scores of a Layer were computed from."""
        return self.sentence_data if layer.own_texts else self.data

    def of_layers(self, names) -> "Agreement":
        """The Agreement with the scores and differences of some layers only."""
        return replace(
            self,
            scored=tuple(scored for scored in self.scored if scored.name in names),
            differences=self.places.of_layers(names).differences,
        )

    def confusion(self, layer) -> dict:
        """{pair: {(label of the first, label of the second): items}} of a layer, "" for nothing."""
        return self.pooled_layers[layer].confusion if layer in self.pooled_layers else {}

    def sentence_scores(self, document) -> list:
        """List of Score for each sentence of one document and each pair; of dependencies only.

        Raises KeyError for a document that is not compared.
        """
        table = self.tables[document]
        if self.dependencies is None:
            return []
        from brat_iaa.scores.dependencies import sentence_scores

        builder = ScoreBuilder(self.config, self.dependencies, self.data)
        return sentence_scores(table.arc_table, document, builder)


def uncompared(survey, layers):
    """The Proposals of a Survey that none of some Layers compares. Labels are others from another
    source and of other items; trees are made of arcs: whoever compares either compares both.
    """
    compared = {(layer.kind, layer.settings.label_source, layer.settings.item) for layer in layers}
    syntax = compares_syntax(layers)
    return [
        proposal
        for proposal in survey.proposals
        for _, kind, settings, *_ in [proposal.layer]
        if (kind, settings.label_source, settings.item) not in compared
        if not (syntax and compares_syntax([proposal.layer]))
    ]
