"""From a project on disk to one Agreement: scores and the disagreements behind them.

Everything that depends on one document only (its table, the comparisons of all
pairs, its own scores) is kept as long as none of its files changes; what is
about the whole project is put together from those parts.
"""

import contextlib
import functools
import threading
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Optional

from brat_iaa import collector
from brat_iaa import config as configuration
from brat_iaa.config import ANCHORING_LAYER, GOLD_LAYER
from brat_iaa.config.proposals import find
from brat_iaa.corpus.discovery import Bounds
from brat_iaa.corpus.judgements import read_judgements
from brat_iaa.corpus.project import OtherText, ParsedFiles, ProjectReader, require_pair
from brat_iaa.corpus.read_ahead import ReadAhead
from brat_iaa.corpus.reference_reader import ReferenceReader, References
from brat_iaa.errors import NothingToCompare
from brat_iaa.layers.dependencies import ABOUT_ARCS, dependency_table
from brat_iaa.layers.disagreement_list import DisagreementBuilder
from brat_iaa.layers.lazy_table import LazyTable, table_facts
from brat_iaa.layers.unused_names import unused_names
from brat_iaa.places.patterns import place_patterns
from brat_iaa.places.place import PlaceList
from brat_iaa.references.anchoring import anchoring_scores
from brat_iaa.references.gold import gold_scores
from brat_iaa.references.gold_layers import gold_layer_scores, gold_layers, gold_part
from brat_iaa.references.judges import judge_scores
from brat_iaa.references.pooled import Together, reference_part
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.compared import Compared
from brat_iaa.scores.data import ComparedData, document_data
from brat_iaa.scores.kinds import KINDS
from brat_iaa.scores.pairs import sentence_scores


@dataclass(frozen=True)
class Agreement:
    """What a project's annotators agree on, and on what they do not.

    project        its name
    annotators     tuple of the names of those who annotated anything
    layers         tuple of Layer
    scores         tuple of Score, whole project first, then labels, then documents
    excluded       tuple of Excluded(document, annotators, reason)
    problems       tuple of Problem(file, line, code, message)
    disagreements  Disagreements, in the order of documents, tokens and pairs
    tables         {document: DependencyTable}
    layers_pooled  {layer's name: what pools its documents, see scores.pooled.Pooled}
    parts          {layer's name: {document: LayerDocument}}
    references     {document: DependencyTable of annotators, gold and anchors}, where there are such
    golds          {document: GoldPart}: the other kinds of layer beside the gold
    data           ComparedData that the scores were computed from
    config         the settings by which it was computed, with the layers that were compared
    found          proposals.Found: what the files hold
    layers_found   whether the layers are those that were found, as the settings name none
    documents      tuple of ParallelDocument, () where all that could be compared is

    With a gold there may be one annotator only; then all scores are about gold and anchors.
    """

    project: str
    annotators: tuple
    layers: tuple
    scores: tuple
    excluded: tuple
    problems: tuple
    disagreements: object
    tables: dict
    layers_pooled: dict
    parts: dict
    references: dict
    golds: dict
    data: object
    config: object
    found: object
    layers_found: bool = False
    documents: tuple = field(default=(), repr=False)

    @property
    def uncompared(self):
        """List of the Proposals of what was found and no layer compares."""
        return _uncompared(self.found, self.layers)

    @property
    def dependencies(self):
        """The layer of dependencies, or None if it is not compared."""
        return next((layer for layer in self.layers if layer.kind == "dependencies"), None)

    @property
    def layer_names(self):
        """Names by which scores are chosen: of the layers, and of what is compared beside them."""
        return self.listed_layers + ((ANCHORING_LAYER.name,) if self.config.anchoring.on else ())

    @property
    def listed_layers(self):
        """Those of layer_names that have disagreements."""
        gold = (GOLD_LAYER.name,) if self.config.gold else ()
        return (
            tuple(layer.name for layer in self.layers)
            + gold
            + tuple(layer.name for layer in gold_layers(self.config))
        )

    @property
    def sides(self):
        """Names of those who may be one side of a disagreement: the annotators, then the gold if
        there is one.
        """
        return self.annotators + ((self.config.gold,) if self.config.gold else ())

    @cached_property
    def places(self):
        """PlaceList: the items on which at least two annotators differ, each once."""
        return PlaceList(self, self.disagreements)

    @cached_property
    def patterns(self):
        """List of Pattern: the places by the labels that differ, those that bring most first."""
        return place_patterns(self.disagreements, self)

    def of_layers(self, names):
        """The Agreement with the scores and disagreements of some layers only."""
        return replace(
            self,
            scores=tuple(score for score in self.scores if score.layer in names),
            disagreements=self.disagreements.of_layers(names),
        )

    def confusion(self, layer):
        """{pair: {(label of the first, label of the second): items}} of a layer, "" for nothing."""
        return self.layers_pooled[layer].confusion if layer in self.layers_pooled else {}

    def compared(self, documents=None, annotators=None):
        """Compared of the dependencies of some documents, or all, and some annotators, or all."""
        parts = self.parts[self.dependencies.name]
        return Compared(
            [parts[name].items for name in (parts if documents is None else documents)],
            self.annotators if annotators is None else annotators,
        )

    def sentence_scores(self, document):
        """List of Score for each sentence of one document and each pair.

        Of dependencies only. Raises KeyError for a document that is not compared.
        """
        table = self.tables[document]
        if self.dependencies is None:
            return []
        builder = ScoreBuilder(self.config, self.dependencies, document, self.data)
        return sentence_scores(self.compared([document], table.annotators), builder)


class _Compared(NamedTuple):
    """One document.

    identity  what it was made of
    table     its DependencyTable
    parts     {layer's name: LayerDocument}
    scores    {layer's name: list of its own Scores}
    data      DocumentData
    """

    identity: object
    table: object
    parts: dict
    scores: dict
    data: object


@dataclass(frozen=True)
class Sight:
    """What of a project a Study may see: all of it. Those who may see less have a class of their
    own.

    bounds      Bounds of what is read
    annotators  whose directories are read; None: as the settings say
    whole       whether these are all who annotated; if not, a name in the settings that they
                never used is no mistake
    files       ParsedFiles shared with other Studies, or None
    """

    bounds: Bounds = Bounds()
    annotators: Optional[tuple] = None
    whole: bool = True
    files: Optional[ParsedFiles] = None

    def settings(self, config):
        """The Config to compute by, of the project's own."""
        return config

    def project(self, project, config):
        """The Project to compare, of the one that was read."""
        return project

    def concerns(self, problem, config):
        """Whether a Problem is to be told."""
        return True


class Study:
    """Keeps a project's comparisons and brings them up to date on demand.

    root       the project's directory
    overrides  settings that replace those of iaa.conf, see config.load
    progress   function of (text, done, total), called while documents are compared
    sight      Sight
    processes  Processes of this machine, which read large projects; None: this process does
    cluster    a concurrent.futures.Executor that takes over large computations; None: the processes

    doing is what is being computed just now, (text, done, total); None if nothing is.
    """

    doing = None

    def __init__(
        self, root, overrides=None, progress=None, sight=Sight(), processes=None, cluster=None
    ):
        self._sight, self._processes = sight, processes
        self._executor = cluster or processes
        self._root = Path(root)
        self._overrides = overrides or {}
        self._told = progress or (lambda text, done, total: None)
        self._lock = threading.Lock()
        self._given = self._config = None
        self._reader = self._reference_reader = None
        self._referred = {}
        self._compared = {}
        self._data = ComparedData({})
        self._last = None

    def agreement(self):
        """The Agreement of the files as they are now; only what changed is computed again.

        Raises ConfigError and ProjectError with the next step for the user.
        """
        with self._lock, collector.paused(), self._busy():
            given = self._sight.settings(configuration.load(self._root, self._overrides))
            if given != self._given:
                self._given = given
                self._reader, self._reference_reader = self._readers(given)
            ahead = None
            if self._processes is not None:
                make = functools.partial(table_facts, given.dependencies)
                ahead = ReadAhead(self._processes, make, self._progress)
            project = self._reader.read(ahead=ahead, progress=self._progress)
            project = self._sight.project(project, given)
            references = self._read_references(project, given)
            found = find(project, given.dependencies, references.documents)
            config = given if given.layers is not None else replace(given, layers=found.layers)
            if config != self._config:
                self._config = config
                self._compared.clear()
                self._referred.clear()
            if not self._config.gold:
                require_pair(project)
            judgements = read_judgements(self._root, self._config.anchoring.judges)
            key = (project.annotators, project.excluded, project.problems) + tuple(
                (document.name, document.identity) for document in project.documents
            )
            key += (references.excluded, references.problems, judgements, self._config) + tuple(
                (name, document.identity) for name, document in references.documents.items()
            )
            if self._last is None or self._last[0] != key or not self._compared:
                self._compare(project)
                self._refer(project, references)
                self._last = key, self._assemble(project, references, judgements, found)
            return self._last[1]

    def _readers(self, config):
        sight = self._sight
        read = config if sight.annotators is None else replace(config, annotators=sight.annotators)
        return (
            ProjectReader(self._root, read, config.no_annotators, sight.bounds, sight.files),
            ReferenceReader(self._root, config, sight.bounds),
        )

    def progress(self, text, done, total):
        """Report progress."""
        self._progress(text, done, total)

    def _progress(self, text, done, total):
        self.doing = text, done, total
        self._told(text, done, total)

    @contextlib.contextmanager
    def _busy(self):
        try:
            yield
        finally:
            self.doing = None

    def _builder(self, layer, document=None):
        return ScoreBuilder(self._config, layer, document, self._data)

    def _compare(self, project):
        compared = {}
        for done, document in enumerate(project.documents):
            self._progress("Comparing documents", done, len(project.documents))
            known = self._compared.get(document.name)
            if known is None or known.identity != document.identity:
                known = self._compare_document(document)
            compared[document.name] = known
        self._compared = compared
        self._data = ComparedData({name: own.data for name, own in compared.items()})

    def _compare_document(self, document):
        settings, made = self._config.dependencies, document.made
        if made is not None and made.settings == settings:
            table = LazyTable(document, made)
        else:
            table = dependency_table(document, settings)
        parts = {
            layer.name: KINDS[layer.kind].document(document, table, layer)
            for layer in self._config.layers
        }
        data = document_data(document, table)
        return _Compared(document.identity, table, parts, {}, data)

    def _read_references(self, project, config):
        """References; none unless there is a gold or anchors."""
        if not config.references and not config.anchoring.on:
            return References({})
        return self._reference_reader.read(project)

    def _refer(self, project, references):
        """Compare with gold and anchors what changed."""
        referred = {}
        for name, document in references.documents.items():
            known = self._referred.get(name)
            if known is None or known[0] != document.identity:
                others = project.annotators + self._config.anchoring.anchors
                known = (
                    document.identity,
                    reference_part(document, self._config),
                    gold_part(document, self._config, others),
                )
            referred[name] = known
        self._referred = referred

    def _assemble(self, project, references, judgements, found):
        tables = {name: compared.table for name, compared in self._compared.items()}
        annotators = tuple(
            name
            for name in project.annotators
            if any(name in table.annotators for table in tables.values())
        )
        referred = Together({name: part for name, (_, part, _) in self._referred.items()})
        others_of_gold = annotators + self._config.anchoring.anchors
        arcs = any(layer.kind in ("dependencies", "trees") for layer in self._config.layers)
        gold = gold_scores(referred, self._config, others_of_gold) if arcs else []
        golds = {name: part for name, (_, _, part) in self._referred.items()}
        gold += gold_layer_scores(
            golds, self._config, others_of_gold, self._progress, referred.data
        )
        alone = len(annotators) < 2
        if alone and not (annotators and gold):
            self._refuse(project, tables, annotators)
        pooled, scores = ({}, []) if alone else self._of_layers(annotators)
        parts = {
            layer.name: {name: own.parts[layer.name] for name, own in self._compared.items()}
            for layer in self._config.layers
        }
        others = [part for name in pooled for part in parts[name].values()]
        unused = unused_names(project, self._config)
        scores = [
            score.without_value(unused.without[score.layer])
            if score.layer in unused.without
            else score
            for score in scores
        ]
        scores += gold + anchoring_scores(referred, self._config, annotators)
        judged, unplaced = judge_scores(referred, self._config, annotators, judgements)
        scores += judged
        problems = list(self._config.outdated)
        problems += unused.problems if self._sight.whole else []
        problems += project.problems + references.problems + judgements.problems
        problems += unplaced
        for table in tables.values():
            problems += [
                problem for problem in table.problems if arcs or problem.code not in ABOUT_ARCS
            ]
        for part in others:
            problems += part.problems
        problems += [problem for own in pooled.values() for problem in own.problems()]
        differing = any(one.active for one in _uncompared(found, self._config.layers))
        return Agreement(
            project=self._config.name or project.name,
            annotators=annotators,
            layers=self._config.layers,
            scores=tuple(scores),
            excluded=_excluded(project, tables)
            + references.excluded
            + tuple(left_out for part in others for left_out in part.excluded),
            problems=tuple(
                problem for problem in problems if self._sight.concerns(problem, self._config)
            ),
            disagreements=_listed(pooled, tables, self._referred, arcs),
            tables=tables,
            layers_pooled=pooled,
            parts=parts,
            references={name: part.table for name, part in referred.parts.items()},
            golds=golds,
            data=self._data,
            config=self._config,
            found=found,
            layers_found=self._given.layers is None,
            documents=project.documents if differing else (),
        )

    def _of_layers(self, annotators):
        """({layer's name: what pools its documents}, scores of all layers)."""
        found, scores = {}, []
        # What a paper is about comes first, whatever the order of the settings.
        ordered = sorted(self._config.layers, key=lambda layer: layer.kind != "dependencies")
        for number, layer in enumerate(ordered):
            self._progress("Computing figures", number, len(ordered))
            progress = functools.partial(self._progress, f"Computing {layer.name}")
            own = found[layer.name] = KINDS[layer.kind].pooled(
                {name: compared.parts[layer.name] for name, compared in self._compared.items()},
                annotators,
                progress,
                self._executor,
            )
            scores += own.project_scores(self._builder(layer))
            new = {
                name: self._builder(layer, name)
                for name, compared in self._compared.items()
                if layer.name not in compared.scores
            }
            for name, of_document in own.document_scores(new, progress).items():
                self._compared[name].scores[layer.name] = of_document
            for compared in self._compared.values():
                scores += compared.scores[layer.name]
        return found, scores

    def _refuse(self, project, tables, annotators):
        """Raise ProjectError: there is nothing to compare."""
        begun = f"only {annotators[0]}" if annotators else "nobody"
        found = f"{begun} has annotated any of the documents that can be compared."
        if any(isinstance(left, OtherText) for left in project.excluded):
            found = "no two annotators have annotated the same text."
        need = (
            "Agreement needs two annotators, or one and a gold (gold = DIRECTORY in "
            "[project] of iaa.conf). "
        )
        if self._config.gold:
            need = (
                f"Agreement needs two annotators; with the gold {self._config.gold}, one "
                f"who did a document that it has too. "
            )
        raise NothingToCompare(f"{self._root}: {found} " + need + _first_reasons(project, tables))


def _uncompared(found, layers):
    return [
        proposal
        for proposal in found.proposals
        if not any(_covers(layer, proposal.layer) for layer in layers)
    ]


def _covers(layer, proposed):
    """Whether a layer compares what another would."""
    if layer.kind == "labels" == proposed.kind:
        return layer.settings.value == proposed.settings.value
    return layer.kind == proposed.kind or (layer.kind, proposed.kind) == ("trees", "dependencies")


def _excluded(project, tables):
    return project.excluded + tuple(found for table in tables.values() for found in table.excluded)


def _first_reasons(project, tables, shown=3):
    """What was left out, as an explanation."""
    reasons = [
        f"{document} ({', '.join(annotators)}): {reason}."
        for document, annotators, reason in _excluded(project, tables)
    ]
    more = f" {len(reasons) - shown} more were left out." if len(reasons) > shown else ""
    return " ".join(["Left out:"] + reasons[:shown]) + more if reasons else ""


def _listed(pooled, tables, referred, arcs):
    """Disagreements of all layers, then those with the gold."""
    builder = DisagreementBuilder()
    for name, own in pooled.items():
        own.list_disagreements(builder, name, tables)
    found = []
    for _, to_gold, of_layers in referred.values():
        found += (to_gold.disagreements if arcs else ()) + tuple(of_layers.disagreements)
    builder.add_objects(found)
    return builder.disagreements(tables)
