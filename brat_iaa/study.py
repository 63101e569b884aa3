"""From a project on disk to an Agreement: its scores and the disagreements behind them.

Whatever depends on one document only (its table, its items, its scores) is kept until one of its
files changes; the rest is computed from these parts.
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
from brat_iaa.config import ANCHORING_LAYER, GOLD_LAYER, Config, Layer, dependency_layer
from brat_iaa.config.proposals import survey
from brat_iaa.corpus.discovery import Bounds
from brat_iaa.corpus.judgements import read_judgements
from brat_iaa.corpus.project import OtherText, ParsedFiles, Project, ProjectReader, require_pair
from brat_iaa.corpus.read_ahead import ReadAhead
from brat_iaa.corpus.reference_reader import ReferenceReader, References
from brat_iaa.errors import NothingToCompare
from brat_iaa.layers.dependencies import ABOUT_ARCS
from brat_iaa.layers.disagreement_list import DisagreementBuilder, Disagreements
from brat_iaa.layers.lazy_table import LazyTable, table_facts
from brat_iaa.layers.own_texts import annotators_by_sentence, told
from brat_iaa.layers.unused_names import unused_names
from brat_iaa.places.other_layers import other_layers
from brat_iaa.places.patterns import place_patterns
from brat_iaa.places.place import PlaceList
from brat_iaa.references.anchoring import anchoring_scores
from brat_iaa.references.gold import gold_scores
from brat_iaa.references.gold_layers import (
    GoldDocument,
    gold_document,
    gold_layer_scores,
    gold_layers,
)
from brat_iaa.references.judges import judge_scores
from brat_iaa.references.pooled_references import (
    PooledReferences,
    ReferenceDocument,
    reference_document,
)
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.data import ComparedData, by_sentence_data, document_data
from brat_iaa.scores.document_groups import document_groups, members
from brat_iaa.scores.kinds import LAYER_KINDS, compares_syntax, leading_first
from brat_iaa.scores.pairs import sentence_scores
from brat_iaa.scores.pooled_documents import PooledDocuments
from brat_iaa.scores.score_list import ScoreBlock, ScoreList, in_blocks


@dataclass(frozen=True)
class Agreement:
    """How far a project's annotators agree, and where they differ.

    project        its name
    annotators     tuple of the names of those who annotated anything
    layers         tuple of Layer
    scores         ScoreList: whole project first, then labels, then documents; made of any Scores
    excluded       tuple of Excluded(document, annotators, reason)
    problems       tuple of Problem(file, line, code, message)
    disagreements  Disagreements, in the order of documents, tokens and pairs
    tables         {document: DependencyTable}
    pooled_layers  {layer's name: its PooledLayer}
    parts          {layer's name: {document: LayerDocument}}
    references     {document: DependencyTable of annotators, gold and anchors}, where there are such
    gold_documents {document: GoldDocument}: layers of other kinds than dependencies against the
                   gold
    data           ComparedData that the scores were computed from
    by_sentence    {document: annotators who are compared in it sentence by sentence} of those
                   whose texts differ
    sentence_data  ComparedData that the scores of layers were computed from that compare them
    config         Config by which it was computed, with the layers that were compared
    found          proposals.Survey: what the files hold
    layers_found   whether the layers are those that were found, as the settings name none
    documents      tuple of ParallelDocument; () if everything that was found is compared

    With a gold there may be one annotator only; then all scores are about gold and anchors.
    """

    project: str
    annotators: tuple
    layers: tuple
    scores: ScoreList
    excluded: tuple
    problems: tuple
    disagreements: Disagreements
    tables: dict
    pooled_layers: dict
    parts: dict
    references: dict
    gold_documents: dict
    data: object
    by_sentence: dict
    sentence_data: object
    config: Config
    found: object
    layers_found: bool = False
    documents: tuple = field(default=(), repr=False)

    def __post_init__(self):
        if not isinstance(self.scores, ScoreList):
            object.__setattr__(self, "scores", ScoreList(in_blocks(self.scores)))

    @property
    def uncompared(self) -> list:
        """The Proposals of what was found and no layer compares."""
        return _uncompared(self.found, self.layers)

    @property
    def dependencies(self) -> Optional[Layer]:
        """The layer of dependencies, or None if it is not compared."""
        return dependency_layer(self.layers)

    @property
    def layer_names(self) -> tuple:
        """Names of all layers that have scores, those about gold and anchors included."""
        return self.listed_layers + ((ANCHORING_LAYER.name,) if self.config.anchoring.on else ())

    @property
    def listed_layers(self) -> tuple:
        """Those of layer_names that have disagreements."""
        gold = (GOLD_LAYER,) if self.config.gold else ()
        return tuple(layer.name for layer in (*self.layers, *gold, *gold_layers(self.config)))

    @property
    def sides(self) -> tuple:
        """Names of who can differ from somebody: the annotators, then the gold if there is one."""
        return self.annotators + ((self.config.gold,) if self.config.gold else ())

    @cached_property
    def places(self):
        """PlaceList: the items on which at least two annotators differ, each once."""
        return PlaceList(self, self.disagreements)

    @cached_property
    def patterns(self):
        """List of Pattern: the places by the labels that differ, those that bring most first."""
        return place_patterns(self.disagreements, self)

    @cached_property
    def groups(self) -> list:
        """List of DocumentGroup of the groups that the settings name."""
        return document_groups(self, members(self.config.groups, self.tables))

    @cached_property
    def other_layers(self) -> list:
        """List of OtherLayer: how different arcs go with different labels on their tokens."""
        return other_layers(self)

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
        """The Agreement with the scores and disagreements of some layers only."""
        return replace(
            self,
            scores=self.scores.of_layers(names),
            disagreements=self.disagreements.of_layers(names),
        )

    def confusion(self, layer) -> dict:
        """{pair: {(label of the first, label of the second): items}} of a layer, "" for nothing."""
        return self.pooled_layers[layer].confusion if layer in self.pooled_layers else {}

    def pooled(self, documents=None, annotators=None) -> PooledDocuments:
        """The dependencies of some documents, or all, and some annotators, or all."""
        # Asked for only where they are compared.
        parts = self.parts[self.dependencies.name]  # type: ignore[union-attr]
        return PooledDocuments(
            [parts[name].items for name in (parts if documents is None else documents)],
            self.annotators if annotators is None else annotators,
        )

    def sentence_scores(self, document) -> list:
        """List of Score for each sentence of one document and each pair; of dependencies only.

        Raises KeyError for a document that is not compared.
        """
        table = self.tables[document]
        if self.dependencies is None:
            return []
        builder = ScoreBuilder(self.config, self.dependencies, document, self.data)
        return sentence_scores(self.pooled([document], table.annotators), builder)


class _DocumentResults(NamedTuple):
    """One document.

    identity  of its files when they were read
    table     its DependencyTable
    parts     {layer's name: LayerDocument}
    scores    {layer's name: ScoreBlock of the document}
    data      DocumentData
    sentence_data  that of layers which compare annotators whose texts differ
    """

    identity: object
    table: object
    parts: dict
    scores: dict
    data: object
    sentence_data: object


class _ReferenceResults(NamedTuple):
    """One document with gold and anchors.

    identity   of its files when they were read
    reference  ReferenceDocument
    gold       GoldDocument
    """

    identity: object
    reference: ReferenceDocument
    gold: GoldDocument


@dataclass(frozen=True)
class Sight:
    """The part of a project that a Study sees: all of it. Subclasses see less.

    bounds      Bounds of what is read
    annotators  whose directories are read; None: as the settings say
    whole       whether these are all annotators; if not, names in the settings that they never
                used are not reported
    files       ParsedFiles shared with other Studies, or None
    """

    bounds: Bounds = Bounds()
    annotators: Optional[tuple] = None
    whole: bool = True
    files: Optional[ParsedFiles] = None

    def settings(self, config) -> Config:
        """The Config to compute by, from that of the project."""
        return config

    def project(self, project, config) -> Project:
        """The Project to compare, from the one that was read."""
        return project

    def concerns(self, problem, config) -> bool:
        """Whether to report a Problem."""
        return True


class Study:
    """Computes a project's Agreement, and keeps it up to date on demand.

    root       the project's directory
    overrides  settings that replace those of iaa.conf, see config.load
    progress   function of (text, done, total), called while documents are compared
    sight      Sight
    processes  Processes of this machine, which read large projects; None: this process does
    cluster    a concurrent.futures.Executor for large computations; None: the processes

    doing is what is being computed at present, (text, done, total), or None.
    """

    doing = None

    def __init__(
        self, root, overrides=None, progress=None, sight=Sight(), processes=None, cluster=None
    ):
        self._sight, self._processes = sight, processes
        self._executor = cluster or processes
        self._root = Path(root)
        self._overrides = overrides or {}
        self._on_progress = progress or (lambda text, done, total: None)
        self._lock = threading.Lock()
        self._settings = self._config = None
        self._reader = self._reference_reader = None
        self._results, self._reference_results, self._pooled_layers = {}, {}, {}
        self._data = self._sentence_data = ComparedData({})
        self._key = self._agreement = None

    def agreement(self) -> Agreement:
        """The Agreement of the files as they are now; only what changed is computed again.

        Raises ConfigError and ProjectError with the next step for the user.
        """
        with self._lock, collector.paused(), self._busy():
            settings = self._sight.settings(configuration.load(self._root, self._overrides))
            if settings != self._settings:
                self._settings = settings
                self._reader, self._reference_reader = self._readers(settings)
            ahead = None
            if self._processes is not None:
                make = functools.partial(table_facts, settings.dependencies)
                ahead = ReadAhead(self._processes, make, self.progress)
            project = self._reader.read(ahead=ahead, progress=self.progress)
            project = self._sight.project(project, settings)
            references = self._read_references(project)
            judgements = read_judgements(self._root, settings.anchoring.judges)
            key = (
                (project.annotators, project.excluded, project.problems, _identities(project)),
                (references.excluded, references.problems, _identities(references)),
                (judgements, settings),
            )
            if key != self._key or not self._results:
                self._agreement = self._computed(project, references, judgements)
                self._key = key
            return self._agreement

    def _computed(self, project, references, judgements):
        """The Agreement of files that have changed."""
        found = survey(project, self._settings.dependencies, references.documents)
        config = self._settings
        if config.layers is None:
            config = replace(config, layers=found.layers)
        if config != self._config:
            self._config = config
            self._results.clear()
            self._pooled_layers = {}
            self._reference_results.clear()
        if not config.gold:
            require_pair(project)
        self._compare(project)
        self._compare_with_references(project, references)
        return self._assemble(project, references, judgements, found)

    def _readers(self, config):
        sight = self._sight
        read = config if sight.annotators is None else replace(config, annotators=sight.annotators)
        return (
            ProjectReader(
                self._root,
                read,
                config.no_annotators,
                sight.bounds,
                sight.files,
                config.own_texts,
            ),
            ReferenceReader(self._root, config, sight.bounds),
        )

    def progress(self, text, done, total):
        """Report progress."""
        self.doing = text, done, total
        self._on_progress(text, done, total)

    @contextlib.contextmanager
    def _busy(self):
        try:
            yield
        finally:
            self.doing = None

    def _builder(self, layer, document=None):
        data = self._sentence_data if layer.own_texts else self._data
        return ScoreBuilder(self._config, layer, document, data)

    def _compare(self, project):
        results = {}
        for done, document in enumerate(project.documents):
            self.progress("Comparing documents", done, len(project.documents))
            kept = self._results.get(document.name)
            if kept is None or kept.identity != document.identity:
                kept = self._compare_document(document)
            results[document.name] = kept
        self._results = results
        self._data, self._sentence_data = (
            ComparedData({name: getattr(result, kind) for name, result in results.items()}, before)
            for kind, before in (("data", self._data), ("sentence_data", self._sentence_data))
        )

    def _compare_document(self, document):
        table = LazyTable(document, self._config.dependencies)
        parts = {
            layer.name: LAYER_KINDS[layer.kind].layer_document(document, table, layer)
            for layer in self._config.layers
        }
        data = document_data(document, table)
        sentence_data = by_sentence_data(document, table, data)
        return _DocumentResults(document.identity, table, parts, {}, data, sentence_data)

    def _read_references(self, project):
        """References; none unless there is a gold or anchors."""
        if not self._settings.references and not self._settings.anchoring.on:
            return References({})
        return self._reference_reader.read(project)

    def _compare_with_references(self, project, references):
        """Compare documents with gold and anchors where something changed."""
        results, config = {}, self._config
        others = project.annotators + config.anchoring.anchors
        for name, document in references.documents.items():
            kept = self._reference_results.get(name)
            if kept is None or kept.identity != document.identity:
                kept = _ReferenceResults(
                    document.identity,
                    reference_document(document, config),
                    gold_document(document, config, others),
                )
            results[name] = kept
        self._reference_results = results

    def _assemble(self, project, references, judgements, found):
        config = self._config
        tables = {name: result.table for name, result in self._results.items()}
        by_sentence = {
            name: tuple(sorted(annotators_by_sentence(table), key=project.annotators.index))
            for name, table in tables.items()
            if table.others
        }
        one_text = {name for table in tables.values() for name in table.annotators}
        begun = one_text.union(*by_sentence.values())
        annotators = tuple(name for name in project.annotators if name in begun)
        pooled_references = PooledReferences(
            {name: result.reference for name, result in self._reference_results.items()}
        )
        gold_documents = {name: result.gold for name, result in self._reference_results.items()}
        others_of_gold = annotators + config.anchoring.anchors
        syntax = compares_syntax(config.in_gold(config.layers))
        gold = gold_scores(pooled_references, config, others_of_gold) if syntax else []
        gold += gold_layer_scores(
            gold_documents, config, others_of_gold, self.progress, pooled_references.data
        )
        alone = len(annotators) < 2
        if alone and not (annotators and gold):
            self._refuse(project, tables, annotators)
        annotators_in = {
            layer: tuple(name for name in annotators if layer.own_texts or name in one_text)
            for layer in config.layers
        }
        # If all texts differ, nothing but the sentences of trees can be compared.
        layers = tuple(layer for layer, names in annotators_in.items() if alone or len(names) > 1)
        pooled_layers, scores = ({}, []) if alone else self._layer_scores(layers, annotators_in)
        parts = {
            layer.name: {name: result.parts[layer.name] for name, result in self._results.items()}
            for layer in config.layers
        }
        pooled_parts = [part for name in pooled_layers for part in parts[name].values()]
        unused = unused_names(project, config)
        if unused.without:
            scores = [
                block.without_values(unused.without[block.layer])
                if block.layer in unused.without
                else block
                for block in scores
            ]
        judged, judgement_problems = judge_scores(pooled_references, config, annotators, judgements)
        scores += in_blocks(gold + anchoring_scores(pooled_references, config, annotators) + judged)
        problems = [
            *config.outdated,
            *(unused.problems if self._sight.whole else ()),
            *project.problems,
            *references.problems,
            *judgements.problems,
            *judgement_problems,
        ]
        for table in tables.values():
            problems += [
                problem for problem in table.problems if syntax or problem.code not in ABOUT_ARCS
            ]
        for part in pooled_parts:
            problems += part.problems
        for pooled in pooled_layers.values():
            problems += pooled.problems()
        differing = any(proposal.active for proposal in _uncompared(found, config.layers))
        return Agreement(
            project=config.name or project.name,
            annotators=annotators,
            layers=layers,
            scores=ScoreList(scores),
            excluded=told(_excluded(project, tables), tables, config.layers)
            + references.excluded
            + tuple(excluded for part in pooled_parts for excluded in part.excluded),
            problems=tuple(
                problem for problem in problems if self._sight.concerns(problem, config)
            ),
            disagreements=self._disagreements(pooled_layers, tables, syntax),
            tables=tables,
            pooled_layers=pooled_layers,
            parts=parts,
            references={name: part.table for name, part in pooled_references.parts.items()},
            gold_documents=gold_documents,
            data=self._data,
            by_sentence=by_sentence,
            sentence_data=self._sentence_data,
            config=config,
            found=found,
            layers_found=self._settings.layers is None,
            documents=project.documents if differing else (),
        )

    def _layer_scores(self, layers, annotators_in):
        """({layer's name: PooledLayer}, list of ScoreBlock of all layers).

        annotators_in  {Layer: the annotators who are compared in it}
        """
        pooled_layers, scores = {}, []
        for number, layer in enumerate(leading_first(layers)):
            self.progress("Computing figures", number, len(layers))
            progress = functools.partial(self.progress, f"Computing {layer.name}")
            pooled = pooled_layers[layer.name] = LAYER_KINDS[layer.kind].pool(
                {name: result.parts[layer.name] for name, result in self._results.items()},
                annotators_in[layer],
                progress,
                self._executor,
            )
            if layer.name in self._pooled_layers:
                pooled.follow(self._pooled_layers[layer.name])
            of_project = pooled.project_scores(self._builder(layer))
            scores.append(ScoreBlock(layer.name, None, of_project))
            changed = {
                name: self._builder(layer, name)
                for name, result in self._results.items()
                if layer.name not in result.scores
            }
            for name, of_document in pooled.document_scores(changed, progress).items():
                self._results[name].scores[layer.name] = ScoreBlock(layer.name, name, of_document)
            scores += [result.scores[layer.name] for result in self._results.values()]
        self._pooled_layers = pooled_layers
        return pooled_layers, scores

    def _disagreements(self, pooled_layers, tables, syntax):
        """Disagreements of all layers, then those with the gold."""
        builder = DisagreementBuilder()
        for name, pooled in pooled_layers.items():
            pooled.list_disagreements(builder, name, tables)
        with_gold = []
        for result in self._reference_results.values():
            with_gold += result.reference.disagreements if syntax else ()
            with_gold += result.gold.disagreements
        builder.add_objects(with_gold)
        return builder.disagreements(tables)

    def _refuse(self, project, tables, annotators):
        """Raise NothingToCompare."""
        begun = f"only {annotators[0]}" if annotators else "nobody"
        reason = f"{begun} has annotated any of the documents that can be compared."
        if any(isinstance(excluded, OtherText) for excluded in project.excluded):
            reason = "no two annotators have annotated the same text."
        need = (
            "Agreement needs two annotators, or one and a gold (gold = DIRECTORY in "
            "[project] of iaa.conf). "
        )
        if self._config.gold:
            need = (
                f"Agreement needs two annotators; with the gold {self._config.gold}, one "
                f"who did a document that it has too. "
            )
        raise NothingToCompare(f"{self._root}: {reason} " + need + _first_reasons(project, tables))


def _identities(project):
    """((name, identity), ...) of the documents of a Project or References."""
    documents = project.documents
    documents = documents.values() if isinstance(documents, dict) else documents
    return tuple((document.name, document.identity) for document in documents)


def _uncompared(found, layers):
    return [
        proposal
        for proposal in found.proposals
        if not any(_covers(layer, proposal.layer) for layer in layers)
    ]


def _covers(layer, proposed):
    """Whether a layer compares what another would; trees are made of arcs."""
    return layer.is_like(proposed) or compares_syntax([layer]) and compares_syntax([proposed])


def _excluded(project, tables):
    return project.excluded + tuple(
        excluded for table in tables.values() for excluded in table.excluded
    )


def _first_reasons(project, tables, shown=3):
    """Sentences on what was left out."""
    reasons = [
        f"{document} ({', '.join(annotators)}): {reason}."
        for document, annotators, reason in _excluded(project, tables)
    ]
    more = f" {len(reasons) - shown} more were left out." if len(reasons) > shown else ""
    return " ".join(["Left out:"] + reasons[:shown]) + more if reasons else ""
