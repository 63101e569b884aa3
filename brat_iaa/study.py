"""From a project on disk to one Agreement: scores and the disagreements behind them.

Everything that depends on one document only (its table, the comparisons of all
pairs, its own scores) is kept as long as none of its files changes; what is
about the whole project is put together from those parts.
"""

import threading
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from brat_iaa import collector
from brat_iaa import config as configuration
from brat_iaa.comparison import compare
from brat_iaa.corpus.project import ProjectReader, require_pair
from brat_iaa.corpus.standoff import Problem
from brat_iaa.config import nearest
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.scores.alphas import alpha_scores, alpha_values
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.pairs import label_scores, pair_scores, sentence_scores
from brat_iaa.scores.parts import Part, Parts

# Above this share of missing tokens a pair's tokenisation is probably not shared.
MISSING_TOKENS_WARNING = 0.01


@dataclass(frozen=True)
class Agreement:
    """What a project's annotators agree on, and on what they do not.

    project        its name
    annotators     tuple of the names of those who annotated anything
    layers         tuple of names
    scores         tuple of Score, whole project first, then labels, then documents
    excluded       tuple of Excluded(document, annotators, reason)
    problems       tuple of Problem(file, line, code, message)
    disagreements  tuple of Disagreement, in the order of documents, tokens and pairs
    tables         {document: DependencyTable}
    confusion      {pair: {(label of the first, label of the second): links}}, "" for no arc
    parts          {document: Part}, what all of this was computed from
    config         the settings by which it was computed
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
    parts: dict
    config: object

    def sentence_scores(self, document):
        """List of Score for each sentence of one document and each pair.

        Raises KeyError for a document that is not compared.
        """
        part = self.parts[document]
        return sentence_scores(Parts([part], part.table.annotators), ScoreBuilder(self.config, document))


class _Compared(NamedTuple):
    """One document: what it was made of, its Part, and its own scores."""

    identity: object
    part: Part
    scores: list


class Study:
    """Keeps a project's comparisons and brings them up to date on demand.

    root       the project's directory
    overrides  settings that replace those of iaa.conf, see config.load
    progress   function of (text, done, total), called while documents are compared
    """

    def __init__(self, root, overrides=None, progress=None):
        self._root = Path(root)
        self._overrides = overrides or {}
        self._progress = progress or (lambda text, done, total: None)
        self._lock = threading.Lock()
        self._config = None
        self._reader = None
        self._compared = {}
        self._last = None

    def agreement(self):
        """The Agreement of the files as they are now; only what changed is computed again.

        Raises ConfigError and ProjectError with the next step for the user.
        """
        with self._lock, collector.paused():
            config = configuration.load(self._root, self._overrides)
            if config != self._config:
                self._config = config
                self._reader = ProjectReader(self._root, config)
                self._compared.clear()
            project = self._reader.read()
            require_pair(project)
            key = (project.annotators, project.excluded, project.problems) + tuple(
                (document.name, document.identity) for document in project.documents
            )
            if self._last is None or self._last[0] != key or not self._compared:
                self._compare(project)
                self._last = key, self._assemble(project)
            return self._last[1]

    def _compare(self, project):
        compared = {}
        for done, document in enumerate(project.documents):
            self._progress("Comparing documents", done, len(project.documents))
            known = self._compared.get(document.name)
            if known is None or known.identity != document.identity:
                known = self._compare_document(document)
            compared[document.name] = known
        self._compared = compared

    def _compare_document(self, document):
        table = dependency_table(document, self._config.dependencies)
        comparisons = {
            pair: compare(table, pair, self._config.layer)
            for pair in combinations(table.annotators, 2)
        }
        part = Part(table, comparisons, alpha_values(table))
        parts, builder = Parts([part], table.annotators), ScoreBuilder(self._config, document.name)
        scores = pair_scores(parts, builder) + alpha_scores(parts, builder) if parts.pairs else []
        return _Compared(document.identity, part, scores)

    def _assemble(self, project):
        parts = [compared.part for compared in self._compared.values()]
        together, builder = Parts(parts, project.annotators), ScoreBuilder(self._config)
        if len(together.annotators) < 2:
            begun = f"only {together.annotators[0]}" if together.annotators else "nobody"
            raise ProjectError(
                f"{self._root}: {begun} has annotated any of the documents that can be compared. "
                "Agreement needs two annotators. " + _first_reasons(project, parts)
            )
        scores = []
        for done, compute in enumerate((pair_scores, alpha_scores, label_scores)):
            self._progress("Computing scores", done, 3)
            scores += compute(together, builder)
        for compared in self._compared.values():
            scores += compared.scores
        problems = list(project.problems)
        for part in parts:
            problems += part.table.problems
        problems += _missing_tokens(parts, together.annotators)
        problems += _unused_names(project, self._config.dependencies)
        return Agreement(
            project=self._config.name or project.name,
            annotators=together.annotators,
            layers=(self._config.layer,),
            scores=tuple(scores),
            excluded=_excluded(project, parts),
            problems=tuple(problems),
            disagreements=tuple(_in_text_order(parts)),
            tables={part.table.document: part.table for part in parts},
            confusion=_confusion(parts),
            parts={part.table.document: part for part in parts},
            config=self._config,
        )


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


def _in_text_order(parts):
    for part in parts:
        yield from sorted(
            (
                found
                for comparison in part.comparisons.values()
                for found in comparison.disagreements
            ),
            key=lambda found: found.token.index,
        )


def _confusion(parts):
    counts = {}
    for part in parts:
        for pair, comparison in part.comparisons.items():
            names = comparison.labels + ("",)
            counts.setdefault(pair, Counter()).update(
                (names[x], names[y]) for x, y in comparison.links[:, 1:3].tolist()
            )
    return {pair: dict(counter) for pair, counter in counts.items()}


def _unused_names(project, settings):
    """Problems for names in labels and token_types that stand in no file: misspelt, or not used yet.

    Raises ConfigError if none of them stands in any: what is compared would be empty sets.
    """
    found = {"labels": set(), "token_types": set()}
    for document in project.documents:
        for annotations in document.annotations.values():
            found["labels"].update(relation.type for relation in annotations.relations)
            found["token_types"].update(span.type for span in annotations.spans.values())
    problems = []
    for key, there in found.items():
        wanted = getattr(settings, key)
        unused = [name for name in wanted or () if name not in there]
        for name in unused:
            said = f"{key} = {name}: no annotator has used it." + nearest(name, sorted(there), "There are")
            if len(unused) == len(wanted):
                raise ConfigError(said)
            problems.append(Problem("iaa.conf", None, "unused-name", said))
    return problems


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
