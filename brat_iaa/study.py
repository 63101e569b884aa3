"""From a project on disk to its Agreement, kept up to date.

Whatever depends on one document only (its table, its items, its scores) is kept until one of its
files changes; the rest is computed from these parts.
"""

import threading
from dataclasses import replace
from pathlib import Path

from brat_iaa import config as configuration
from brat_iaa.access.visible import Part, visible
from brat_iaa.agreement import Agreement, uncompared
from brat_iaa.config.proposals import survey
from brat_iaa.config.surveyed import with_survey
from brat_iaa.corpus.discovery import directories, no_directory
from brat_iaa.corpus.document_names import nothing_in_common
from brat_iaa.corpus.named_project import with_most_in_common
from brat_iaa.corpus.project import OtherText, require_pair
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.corpus.reference_reader import with_gold_beside
from brat_iaa.errors import NothingToCompare
from brat_iaa.formats.cells import enumerated
from brat_iaa.kinds import KINDS, compares_syntax, leading_first
from brat_iaa.layers.begun import NOT_BEGUN
from brat_iaa.layers.consequences import in_order, with_consequences
from brat_iaa.layers.own_texts import annotators_by_sentence, told
from brat_iaa.layers.unused_names import (
    require_directories,
    require_documents,
    require_used,
    unused_names,
)
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.compared_sides import ComparedSides
from brat_iaa.scores.data import ComparedData
from brat_iaa.scores.if_finished import leading_of, scores_if_finished
from brat_iaa.scores.only_annotator import only_annotators


class Study:
    """Computes a project's Agreement, and keeps it up to date on demand.

    root       the project's directory
    overrides  settings that replace those of iaa.conf, see config.load
    progress   function of (text, done, total), called while documents are compared
    part       access.visible.Part of it that is seen
    executor   a concurrent.futures.Executor for large computations; None: this process does them
    asked      those of the overrides that somebody has just typed: what they name must be there
    done       as of a ProjectReader: whose empty files are documents in which they found nothing
    files      ParsedFiles shared with other Studies, or None
    snapshot   phase of the snapshot whose files they are, which signatures name; None: of none
    """

    def __init__(
        self, root, overrides=None, progress=None, part=Part(), executor=None, asked=False,
        done=None, files=None, snapshot=None,
    ):  # fmt: skip
        self._part, self._executor, self._asked = part, executor, asked
        self._done, self._files, self._snapshot = done, files, snapshot
        self._root = Path(root)
        self._overrides = overrides or {}
        self.progress = progress or (lambda text, done, total: None)
        self._lock = threading.Lock()
        self._settings = self._config = None
        self._reader = self._references = self._sides = None
        self._data = self._sentence_data = ComparedData({})
        self._key = self._agreement = None
        self._inventories: dict = {}

    def agreement(self) -> Agreement:
        """The Agreement of the files as they are now; only what changed is computed again.

        Raises ConfigError and ProjectError with the next step for the user.
        """
        with self._lock:
            return self._up_to_date()

    def _up_to_date(self):
        given = configuration.load(self._root, self._overrides, self._part.within)
        settings = self._part.settings(given)._replace(snapshot=self._snapshot)
        there = directories(self._root, settings.layout, self._part)
        # Of annotators who are seen those say that they are absent who list the files. It names all
        # directories that are there, so it is for those who see all of them.
        unseen = sorted(set(given.annotators or ()).difference(settings.annotators or ()))
        absent = tuple(
            no_directory(name, there)
            for name in (*unseen, *given.excluded_dirs)
            if name not in there and self._part.told is None
        )
        if self._asked:
            require_directories(self._overrides, settings, there, self._root)
        settings = settings.with_dirs(there)
        # Who is done depends on the phase, which figures do not name.
        if settings != self._settings or settings.phase != self._settings.phase:
            self._settings = settings
            self._reader, self._references = self._readers(settings)
        project = self._reader.read(progress=self.progress)
        if self._asked:
            require_documents(self._overrides, settings, project)
        project = visible(project, self._part, settings)
        references = project._replace(documents=(), excluded=(), problems=())
        if self._references is not None:
            references = self._references.read(project)
            project = with_gold_beside(project, references, settings.gold)
        references = references._replace(problems=references.problems + absent)
        key = settings, *(
            (read.excluded, read.problems, [(each.name, each.identity) for each in read.documents])
            for read in (project, references)
        ), project.annotators  # fmt: skip
        if key != self._key or self._sides is None or not self._sides.documents:
            self._agreement = self._computed(project, references)
            self._key = key
        return self._agreement

    def _computed(self, project, references):
        """The Agreement of files that have changed."""
        surveyed = survey(
            project, self._settings.dependencies, references.documents, self._inventories
        )
        config = with_survey(self._settings, surveyed)
        # What the settings name is compared, whoever drew it.
        found = not self._settings.layers
        of_one = only_annotators(config, project, references) if found else {}
        alone = tuple(
            (layer, of_one[layer.name]) for layer in config.layers if layer.name in of_one
        )
        layers = tuple(layer for layer in config.layers if layer.name not in of_one)
        config = config._replace(layers=layers)
        if config.empty != "nothing":
            config = config._replace(found_nothing=project.found_nothing)
        if config != self._config:
            self._config, self._sides = config, ComparedSides(config.dependencies, config.layers)
            if self._references is not None:
                self._references.begin(config)
        if not config.gold:
            names = self._settings.annotators
            require_pair(project, names, directories(self._root, config.layout, self._part))
        self._sides.update(project.documents, project.annotators, self.progress)
        documents = self._sides.documents
        self._data, self._sentence_data = (
            ComparedData(
                {name: getattr(document, kind) for name, document in documents.items()}, before
            )
            for kind, before in (("data", self._data), ("sentence_data", self._sentence_data))
        )
        if self._references is not None:
            self._references.compare(references, project.annotators)
        agreement = self._assemble(project, references, surveyed, alone)
        if not agreement.empty_files:
            return agreement
        return replace(agreement, if_finished=self._if_finished(project, agreement))

    def _if_finished(self, project, agreement):
        """Tuple of Score, as Agreement.if_finished."""
        scores, layer, now = [], leading_of(agreement.layers), agreement.scored
        if layer is not None and not agreement.alone:
            names = project.annotators
            sides = self._sides.with_empty(layer, project.documents, names)
            scores += scores_if_finished(
                sides, layer, names, self._config, now, layer, self.progress
            )
        if self._references is not None:
            scores += self._references.scores_if_finished(now, self.progress)
        return tuple(scores)

    def _readers(self, config):
        """(ProjectReader, ReferenceStudy); None unless there is a gold."""
        part = self._part
        read = config if part.annotators is None else config._replace(annotators=part.annotators)
        reader = ProjectReader(
            self._root, read, config.excluded_dirs, part, self._files, config.own_texts, self._done,
        )  # fmt: skip
        if not config.references:
            return reader, None
        from brat_iaa.references.reference_study import ReferenceStudy

        return reader, ReferenceStudy(self._root, config, part)

    def _assemble(self, project, references, surveyed, drawn_by_one):
        config = self._config
        tables = self._sides.tables
        by_sentence = {
            name: tuple(sorted(annotators_by_sentence(table), key=project.annotators.index))
            for name, table in tables.items()
            if table.others
        }
        one_text = {name for table in tables.values() for name in table.annotators}
        begun = one_text.union(*by_sentence.values())
        annotators = tuple(name for name in project.annotators if name in begun)
        compared, gold = self._references, []
        if compared is not None:
            gold = compared.scored(self.progress)
        alone = len(annotators) < 2
        common = any(len(table.annotators) > 1 for table in tables.values()) or by_sentence
        if (alone or not common) and not (annotators and gold):
            self._refuse(project, references, tables, annotators)
        annotators_in = {
            layer: tuple(name for name in annotators if layer.own_texts or name in one_text)
            for layer in config.layers
        }
        # If all texts differ, nothing but the sentences of trees can be compared.
        layers = tuple(layer for layer, names in annotators_in.items() if alone or len(names) > 1)
        unused, without = unused_names(project, config, surveyed.inventory)
        if self._asked:
            require_used(self._overrides, unused)
        scored = []
        for number, layer in enumerate(() if alone else leading_first(layers)):
            self.progress("Computing figures", number, len(layers))
            data = self._sentence_data if layer.own_texts else self._data
            builder = ScoreBuilder(config, layer, data=data)
            names = annotators_in[layer]
            of_layer = self._sides.scored(layer, names, builder, self.progress, self._executor)
            if layer.name in without:
                of_layer = of_layer._replace(undefined=without[layer.name])
            if KINDS[layer.kind].at_once:
                of_layer = of_layer._replace(made=of_layer.scores())
            scored.append(of_layer)
        pooled_layers = self._sides.pooled
        # Problems of tables are all about arcs, and count where arcs or trees do.
        syntax = compares_syntax(config.layers_of_gold(config.layers))
        problems = [
            *config.outdated,
            *(unused if self._part.told is None else ()),
            *project.problems,
            *references.problems,
            *(problem for table in tables.values() if syntax for problem in table.problems),
            *(problem for pooled in pooled_layers.values() for problem in pooled.problems),
        ]
        differences = self._sides.differences()
        if compared is not None:
            of_gold = in_order(compared.differences(), tables)
            of_gold = with_consequences(of_gold, config.layers)
            differences = in_order([differences, of_gold], tables)
        found = (*config.layers, *(layer for layer, _ in drawn_by_one))
        differing = any(proposal.active for proposal in uncompared(surveyed, found))
        return Agreement(
            project=config.name or project.name,
            annotators=annotators,
            layers=layers,
            drawn_by_one=drawn_by_one,
            scored=(*scored, *gold),
            excluded=told(_excluded(project, tables), tables, config.layers)
            + references.excluded
            + (() if compared is None else compared.excluded)
            + tuple(excluded for pooled in pooled_layers.values() for excluded in pooled.excluded),
            problems=tuple(problem for problem in problems if self._part.tells_of(problem, config)),
            differences=differences,
            tables=tables,
            pooled_layers=pooled_layers,
            parts=self._sides.parts,
            references={} if compared is None else compared.pooled.tables,
            gold_parts={} if compared is None else compared.parts,
            data=self._data,
            by_sentence=by_sentence,
            sentence_data=self._sentence_data,
            config=config,
            survey=surveyed,
            layers_found=self._settings.layers is None,
            documents=project.documents if differing else (),
            drawn=tuple(document.as_drawn for document in project.documents),
            drawn_in_gold=tuple(document.as_drawn for document in references.documents),
        )

    def _refuse(self, project, references, tables, annotators):
        """Raise NothingToCompare."""
        names = enumerated(annotators)
        reason = f"only {names} has annotated any of the documents that can be compared."
        words = f"Only {names} has begun.", _SOON
        if not annotators:
            reason = "nobody has annotated any of the documents that can be compared."
            words = "Nobody has begun yet.", _SOON
        elif len(annotators) > 1:
            reason = "no two annotators have begun the same document."
            words = reason[0].upper() + reason[1:], _SOON
            documents_of = {name: project.documents_of(name) for name in project.annotators}
            if len(set().union(*documents_of.values())) == sum(map(len, documents_of.values())):
                reason = nothing_in_common(documents_of)
                sentence, _, step = reason.rpartition(". ")
                words = f"{sentence[0].upper()}{sentence[1:]}.", step
                raise NothingToCompare(f"{self._root}: {reason}", words)
        left_out = _first_reasons([*_excluded(project, tables), *references.excluded])
        beside_gold = (False, left_out) if self._config.gold else None
        if any(isinstance(excluded, OtherText) for excluded in project.excluded):
            reason = "no two annotators have annotated the same text."
            words = reason[0].upper() + reason[1:], left_out
        need = (
            "Agreement needs two annotators, or one and a gold (gold = DIRECTORY in "
            "[project] of iaa.conf). "
        )
        compared = self._references is not None and self._references.pooled.tables
        if annotators and compared and not self._config.layers:
            reason, need = (
                "the annotator and the gold drew the same, with one label.",
                (
                    "To compare it all the same, name it as a layer: brat-agreement init writes an "
                    "iaa.conf that says how. "
                ),
            )
            words, beside_gold = None, (True, f"{reason[0].upper()}{reason[1:]} {need.strip()}")
        elif self._config.gold:
            need = (
                f"Agreement needs two annotators; with the gold {self._config.gold}, one "
                "who did a document that it has too. "
            )
            pairs = (
                with_most_in_common(self._root, self._config.gold, each) for each in annotators
            )
            if two := next(filter(None, pairs), ""):
                need += f"Two directories that have: brat-agreement report {two}. "
        unlike = any(exclusion.reason != NOT_BEGUN for exclusion in _excluded(project, tables))
        left_out = left_out if annotators or unlike else ""
        raise NothingToCompare(
            f"{self._root}: {reason} {need}{left_out}".rstrip(),
            None if unlike and not annotators else words,
            beside_gold,
        )


_SOON = "The figures appear here as soon as two annotators have begun the same document in brat."


def _excluded(project, tables):
    return project.excluded + tuple(
        excluded for table in tables.values() for excluded in table.excluded
    )


def _first_reasons(excluded, shown=3):
    """Sentences on what was left out."""
    reasons = [
        f"{document} ({', '.join(annotators)}): {reason}."
        for document, annotators, reason in excluded
    ]
    more = f" {len(reasons) - shown} more were excluded." if len(reasons) > shown else ""
    return " ".join(["Excluded:"] + reasons[:shown]) + more if reasons else ""
