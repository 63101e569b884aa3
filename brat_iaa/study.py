"""From a project on disk to one Agreement: scores and the disagreements behind them.

Everything that depends on one document only (its table, the comparisons of all
pairs, its own scores) is kept as long as none of its files changes; what is
about the whole project is put together from those parts.
"""

import functools
import threading
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple, Optional

from brat_iaa import collector
from brat_iaa import config as configuration
from brat_iaa.comparison import compare
from brat_iaa.config import ANCHORING_LAYER, GOLD_LAYER
from brat_iaa.corpus.discovery import Bounds
from brat_iaa.corpus.judgements import read_judgements
from brat_iaa.corpus.project import OtherText, ParsedFiles, ProjectReader, require_pair
from brat_iaa.corpus.reference_reader import ReferenceReader, References
from brat_iaa.corpus.standoff import Problem
from brat_iaa.errors import ProjectError
from brat_iaa.gold_layers import gold_layer_scores, gold_layers, gold_part
from brat_iaa.kinds import KINDS
from brat_iaa.layers.dependencies import ABOUT_ARCS, dependency_table
from brat_iaa.layers.unused_names import unused_names
from brat_iaa.proposals import find
from brat_iaa.scores.alphas import alpha_scores, alpha_values, document_alphas
from brat_iaa.scores.anchoring import anchoring_scores
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.gold import gold_scores
from brat_iaa.scores.judges import judge_scores
from brat_iaa.scores.pairs import document_scores, label_scores, pair_scores, sentence_scores
from brat_iaa.scores.parts import Part, Parts
from brat_iaa.scores.references import Together, reference_part

# Above this share of missing tokens a pair's tokenisation is probably not shared.
MISSING_TOKENS_WARNING = 0.01


@dataclass(frozen=True)
class Agreement:
    """What a project's annotators agree on, and on what they do not.

    project        its name
    annotators     tuple of the names of those who annotated anything
    layers         tuple of Layer
    scores         tuple of Score, whole project first, then labels, then documents
    excluded       tuple of Excluded(document, annotators, reason)
    problems       tuple of Problem(file, line, code, message)
    disagreements  tuple of Disagreement, in the order of documents, tokens and pairs
    tables         {document: DependencyTable}
    confusion      {pair: {(label of the first, label of the second): links}}, "" for no arc; of the layer
                   of dependencies only
    layer_confusion  {layer's name: the same of its items}, for layers of other kinds
    compared       {document: Part}, what the scores of dependencies were computed from
    parts          {layer's name: {document: LayerPart}} of the layers of other kinds
    references     {document: DependencyTable of annotators, gold and anchors}, where there are such
    golds          {document: GoldPart}: the other kinds of layer beside the gold
    config         the settings by which it was computed, with the layers that were compared
    found          proposals.Found: what the files hold

    With a gold there may be one annotator only; then all scores are about gold and anchors.
    """

    project: str
    annotators: tuple
    layers: tuple
    scores: tuple
    excluded: tuple
    problems: tuple
    disagreements: tuple
    tables: dict
    confusion: dict
    layer_confusion: dict
    parts: dict
    compared: dict
    references: dict
    golds: dict
    config: object
    found: object

    @property
    def dependencies(self):
        """The layer of dependencies, or None if it is not compared."""
        return _dependencies(self.config)

    @property
    def layer_names(self):
        """Names by which scores are chosen: of the layers, and of what is compared beside them."""
        return self.listed_layers + ((ANCHORING_LAYER.name,) if self.config.anchoring.on else ())

    @property
    def listed_layers(self):
        """Those of layer_names that have disagreements."""
        gold = (GOLD_LAYER.name,) if self.config.gold else ()
        return tuple(layer.name for layer in self.layers) + gold + tuple(layer.name for layer in gold_layers(self.config))

    @property
    def sides(self):
        """Names of those who may be one side of a disagreement: the annotators, then the gold if there is one."""
        return self.annotators + ((self.config.gold,) if self.config.gold else ())

    def sentence_scores(self, document):
        """List of Score for each sentence of one document and each pair.

        Of dependencies only. Raises KeyError for a document that is not compared.
        """
        part = self.compared[document]
        if self.dependencies is None:
            return []
        builder = ScoreBuilder(self.config, self.dependencies, document)
        return sentence_scores(Parts([part], part.table.annotators), builder)


class _Compared(NamedTuple):
    """One document.

    identity  what it was made of
    part      its Part
    scores    list of its own Scores of dependencies, None until they are computed
    others    {layer's name: LayerPart} of other kinds
    """

    identity: object
    part: Part
    scores: Optional[list]
    others: dict


@dataclass(frozen=True)
class Sight:
    """What of a project a Study may see: all of it. Those who may see less have a class of their own.

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
    """

    def __init__(self, root, overrides=None, progress=None, sight=Sight()):
        self._sight = sight
        self._root = Path(root)
        self._overrides = overrides or {}
        self._progress = progress or (lambda text, done, total: None)
        self._lock = threading.Lock()
        self._given = self._config = None
        self._reader = self._reference_reader = None
        self._referred = {}
        self._compared = {}
        self._last = None

    def agreement(self):
        """The Agreement of the files as they are now; only what changed is computed again.

        Raises ConfigError and ProjectError with the next step for the user.
        """
        with self._lock, collector.paused():
            given = self._sight.settings(configuration.load(self._root, self._overrides))
            if given != self._given:
                self._given = given
                self._reader, self._reference_reader = self._readers(given)
            project = self._sight.project(self._reader.read(), given)
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
            ProjectReader(self._root, read, config.references, sight.bounds, sight.files),
            ReferenceReader(self._root, config, sight.bounds),
        )

    def progress(self, text, done, total):
        """Tell whoever wanted to know."""
        self._progress(text, done, total)

    def _dependencies(self):
        return _dependencies(self._config)

    def _others(self):
        return [layer for layer in self._config.layers if layer.kind != "dependencies"]

    def _builder(self, layer, document=None):
        return ScoreBuilder(self._config, layer, document)

    def _compare(self, project):
        compared = {}
        for done, document in enumerate(project.documents):
            self._progress("Comparing documents", done, len(project.documents))
            known = self._compared.get(document.name)
            if known is None or known.identity != document.identity:
                known = self._compare_document(document)
            compared[document.name] = known
        self._compared = compared
        self._score_documents(project.annotators)

    def _compare_document(self, document):
        table = dependency_table(document, self._config.dependencies)
        layer, part = self._dependencies(), Part(table, {}, {})
        if layer is not None:
            comparisons = {
                pair: compare(table, pair, layer.name) for pair in combinations(table.annotators, 2)
            }
            part = Part(table, comparisons, alpha_values(table))
        others = {
            layer.name: KINDS[layer.kind].document(document, table, layer) for layer in self._others()
        }
        return _Compared(document.identity, part, None, others)

    def _score_documents(self, annotators):
        """Give those documents scores of their own that have none yet, all in one pass."""
        new = [name for name, own in self._compared.items() if own.scores is None]
        layer = self._dependencies()
        several = [name for name in new if layer and self._compared[name].part.comparisons]
        found = dict.fromkeys(new, [])
        if several:
            parts = Parts([self._compared[name].part for name in several], annotators)
            builders = [self._builder(layer, name) for name in several]
            for name, *own in zip(
                several, document_scores(parts, builders), document_alphas(parts, builders)
            ):
                found[name] = own[0] + own[1]
        for name, scores in found.items():
            self._compared[name] = self._compared[name]._replace(scores=scores)

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
        parts = [compared.part for compared in self._compared.values()]
        together = Parts(parts, project.annotators)
        referred = Together({name: part for name, (_, part, _) in self._referred.items()})
        others_of_gold = together.annotators + self._config.anchoring.anchors
        arcs = any(layer.kind in ("dependencies", "trees") for layer in self._config.layers)
        gold = gold_scores(referred, self._config, others_of_gold) if arcs else []
        golds = {name: part for name, (_, _, part) in self._referred.items()}
        gold += gold_layer_scores(golds, self._config, others_of_gold, self._progress)
        alone = len(together.annotators) < 2
        if alone and not (together.annotators and gold):
            self._refuse(project, parts, together.annotators)
        scores, others, by_layer = [], [], {}
        if not alone:
            scores, others, by_layer = self._of_layers(together)
        unused = unused_names(project, self._config)
        scores = [
            score.without_value(unused.without[score.layer])
            if score.layer in unused.without
            else score
            for score in scores
        ]
        scores += gold + anchoring_scores(referred, self._config, together.annotators)
        judged, unplaced = judge_scores(referred, self._config, together.annotators, judgements)
        scores += judged
        problems = list(self._config.outdated)
        problems += unused.problems if self._sight.whole else []
        problems += project.problems + references.problems + judgements.problems
        problems += unplaced
        for part in parts:
            problems += [problem for problem in part.table.problems if arcs or problem.code not in ABOUT_ARCS]
        for part in others:
            problems += part.problems
        problems += _missing_tokens(parts, together.annotators)
        return Agreement(
            project=self._config.name or project.name,
            annotators=together.annotators,
            layers=self._config.layers,
            scores=tuple(scores),
            excluded=_excluded(project, parts)
            + references.excluded
            + tuple(left_out for part in others for left_out in part.excluded),
            problems=tuple(problem for problem in problems if self._sight.concerns(problem, self._config)),
            disagreements=tuple(_in_text_order(self._compared, self._referred, arcs)),
            tables={part.table.document: part.table for part in parts},
            confusion=_confusion(parts),
            layer_confusion={name: _summed(own.values()) for name, own in by_layer.items()},
            compared={part.table.document: part for part in parts},
            parts=by_layer,
            references={name: part.table for name, part in referred.parts.items()},
            golds=golds,
            config=self._config,
            found=found,
        )

    def _of_layers(self, together):
        """(scores of all layers, LayerParts of other kinds, the same {layer's name: {document: LayerPart}})."""
        scores = []
        if self._dependencies() is not None:
            builder = self._builder(self._dependencies())
            for done, compute in enumerate((pair_scores, alpha_scores, label_scores)):
                self._progress("Computing scores", done, 3)
                scores += compute(together, builder)
        for compared in self._compared.values():
            scores += compared.scores
        others, by_layer = [], {}
        for layer in self._others():
            own = by_layer[layer.name] = {name: compared.others[layer.name] for name, compared in self._compared.items()}
            scores += KINDS[layer.kind].scores(
                own,
                together.annotators,
                functools.partial(self._builder, layer),
                functools.partial(self._progress, f"Computing {layer.name}"),
            )
            others += own.values()
        return scores, others, by_layer

    def _refuse(self, project, parts, annotators):
        """Raise ProjectError: there is nothing to compare."""
        begun = f"only {annotators[0]}" if annotators else "nobody"
        found = f"{begun} has annotated any of the documents that can be compared."
        if any(isinstance(left, OtherText) for left in project.excluded):
            found = "no two annotators have annotated the same text."
        need = "Agreement needs two annotators, or one and a gold (gold = DIRECTORY in [project] of iaa.conf). "
        if self._config.gold:
            need = f"Agreement needs two annotators; with the gold {self._config.gold}, one who did a document that it has too. "
        raise ProjectError(
            f"{self._root}: {found} "
            + need + _first_reasons(project, parts)
        )


def _dependencies(config):
    """The layer of dependencies, or None if it is not compared."""
    return next((layer for layer in config.layers if layer.kind == "dependencies"), None)


def _excluded(project, parts):
    return project.excluded + tuple(found for part in parts for found in part.table.excluded)


def _first_reasons(project, parts, shown=3):
    """What was left out, as an explanation."""
    reasons = [
        f"{document} ({', '.join(annotators)}): {reason}."
        for document, annotators, reason in _excluded(project, parts)
    ]
    more = f" {len(reasons) - shown} more were left out." if len(reasons) > shown else ""
    return " ".join(["Left out:"] + reasons[:shown]) + more if reasons else ""


def _in_text_order(compared, referred, arcs):
    for name, document in compared.items():
        _, to_gold, of_layers = referred.get(name, (None, None, None))
        found = [
            disagreement
            for source in (*document.part.comparisons.values(), *document.others.values())
            for disagreement in source.disagreements
        ]
        if to_gold is not None:
            found += (to_gold.disagreements if arcs else ()) + tuple(of_layers.disagreements)
        yield from sorted(found, key=lambda disagreement: disagreement.token.start)


def _summed(parts):
    """{pair: {labels: items}} of all documents of a layer."""
    counts = {}
    for part in parts:
        for pair, own in part.confusion.items():
            counts.setdefault(pair, Counter()).update(own)
    return {pair: dict(counter) for pair, counter in counts.items()}


def _confusion(parts):
    counts = {}
    for part in parts:
        for pair, comparison in part.comparisons.items():
            names = comparison.labels + ("",)
            counts.setdefault(pair, Counter()).update(
                (names[x], names[y]) for x, y in comparison.links[:, 1:3].tolist()
            )
    return {pair: dict(counter) for pair, counter in counts.items()}


def _missing_tokens(parts, annotators):
    """A problem for each pair of which one side lacks more than 1 % of the tokens."""
    problems = []
    for pair in combinations(annotators, 2):
        comparisons = [part.comparisons[pair] for part in parts if pair in part.comparisons]
        items = sum(len(comparison.items) + comparison.missing for comparison in comparisons)
        for side, annotator in enumerate(pair):
            missing = sum(comparison.token_missing[side] for comparison in comparisons)
            if items and missing / items > MISSING_TOKENS_WARNING:
                problems.append(
                    Problem(
                        annotator,
                        None,
                        "tokens-missing",
                        f"{annotator} lacks {missing} of the {items} tokens compared with "
                        f"{pair[1 - side]}; they are left out of every score of this pair. If "
                        "annotators draw the tokens themselves, set tokens = drawn in iaa.conf.",
                    )
                )
    return problems
