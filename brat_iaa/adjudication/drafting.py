"""Writes the draft of a project to disk, and counts what is in it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Optional

from brat_iaa import collector
from brat_iaa import config as configuration
from brat_iaa.adjudication import RULES
from brat_iaa.adjudication.ballot import (
    ANNOTATION_KINDS,
    NORMALIZATION,
    SPAN,
    Ballot,
    LeftOut,
    Tally,
    Votes,
)
from brat_iaa.adjudication.directory import check_target, copy_settings, new_directory, write_like
from brat_iaa.adjudication.lines import DraftLines, NoteWriter
from brat_iaa.config import nearest
from brat_iaa.config.proposals import survey
from brat_iaa.corpus import drafts
from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.project import Excluded
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.kinds import compares_syntax


class DraftedDocument(NamedTuple):
    """One document of the draft.

    tallies  {kind: Tally}
    chosen   number of spans that have the most frequent type, as there is no agreement on it
    notes    number of notes on what is disputed
    """

    name: str
    annotators: tuple
    tallies: dict
    chosen: int
    notes: int


@dataclass(frozen=True)
class Draft:
    """What was written.

    directory   path of the new collection
    inside      whether it lies in the project
    rule        one of RULES
    layers      names of the layers that it is made for; None: all
    names       whether its notes name annotators
    documents   tuple of DraftedDocument
    left_out    tuple of LeftOut: annotations that were not voted on, or could not be written
    excluded    tuple of Excluded(document, annotators, reason): not in the draft, or without these
                annotators
    problems    tuple of Problem of the annotators' files
    settings    names of brat's settings files that were copied
    remarks     sentences on these settings
    gold        the directory that iaa.conf names as gold, or None
    tokens      whether spans are tokens with arcs, and not spans with relations
    """

    directory: Path
    inside: bool
    rule: str
    layers: Optional[tuple]
    names: bool
    documents: tuple
    left_out: tuple
    excluded: tuple
    problems: tuple
    settings: tuple
    remarks: tuple
    gold: object
    tokens: bool = True

    @property
    def tallies(self) -> dict:
        """{kind: Tally} over all documents."""
        return {
            kind: sum((document.tallies[kind] for document in self.documents), Tally())
            for kind in ANNOTATION_KINDS
        }

    @property
    def single(self) -> tuple:
        """Names of the documents that only one annotator did."""
        return tuple(document.name for document in self.documents if len(document.annotators) == 1)


def draft(
    root, out_directory, rule="unanimous", names=True, overrides=None, progress=None,
    bounds=Bounds(), layers=None,
) -> Draft:  # fmt: skip
    """Write a new brat collection with what the annotators of a project agree on.

    root           the project's directory
    out_directory  must not exist, or be empty
    rule           "unanimous": what all who annotated the document have; "majority": what more than
                   half have
    names          whether notes name the annotators
    overrides      settings that replace those of iaa.conf, see config.load
    progress       function of (text, done, total)
    bounds         Bounds of what is read
    layers         names of the layers that are to be settled: what is disputed in others gets no
                   note; None: all

    Gold and anchors have no vote. Raises ConfigError and ProjectError with the next step for the
    user; nothing is written then.
    """
    if rule not in RULES:
        raise ConfigError(f"--rule {rule}: expected {' or '.join(RULES)}.{nearest(rule, RULES)}")
    root = Path(root)
    config = configuration.load(root, overrides, bounds.within)
    if config.found.treebanks:
        raise ConfigError(
            f"{root}: its files are CoNLL-U, which brat does not open. Make a collection of brat "
            f"of it first: brat-agreement convert {root} DIR; then: brat-agreement adjudicate DIR "
            f"--to {out_directory}"
        )
    with collector.paused():
        project = ProjectReader(root, config, config.no_annotators, bounds).read()
        out = check_target(
            out_directory, root, project.annotators, config.no_annotators, config.layout
        )
        proposed = survey(project, config.dependencies)
        tokens = (
            proposed.tokens
            or compares_syntax(config.layers or ())
            or bool(config.dependencies.token_types)
        )
        compared = config.layers or proposed.layers
        layers = _chosen_layers(layers, compared)
        chosen = layers and [layer for layer in compared if layer.name in layers]
        drafting = _Drafting(config, rule, names, tokens, chosen)
        with new_directory(out) as folder:
            for done, document in enumerate(project.documents):
                if progress is not None:
                    progress("Writing documents", done, len(project.documents))
                drafting.write(document, root, folder)
            if not drafting.documents:
                why = "nobody has annotated any document"
                if any(isinstance(document.text, TextOfFields) for document in project.documents):
                    why = "the texts (.txt) are missing"
                raise ProjectError(f"{root}: {why}, so there is nothing to draft.")
            drafts.mark(folder)
            settings, remarks = copy_settings(
                root.resolve(), project.annotators, folder, bounds.within
            )
    return Draft(
        directory=out,
        inside=out.parent == root.resolve(),
        rule=rule,
        layers=layers,
        names=names,
        documents=tuple(drafting.documents),
        left_out=tuple(drafting.left_out),
        excluded=project.excluded + tuple(drafting.excluded),
        problems=project.problems,
        settings=settings,
        remarks=tuple(remarks),
        gold=config.gold,
        tokens=tokens,
    )


class _Drafting:
    """Writes the drafts of documents, and keeps count. chosen: Layers with notes; None: all"""

    def __init__(self, config, rule, names, tokens, chosen):
        self._concerns = _concerns(chosen)
        self._settings = config.dependencies
        if not tokens:
            self._settings = config.dependencies._replace(token_types=(), labels=())
        self._tokens = tokens
        self._rule = rule
        self._names = names
        self._patterns = [
            re.compile(layer.settings.label_source.partition(":")[2])
            for layer in config.layers or ()
            if layer.settings.label_source.startswith("note:")
        ]
        self.documents, self.left_out, self.excluded = [], [], []

    def write(self, document, root, folder):
        begun = self._begun(document)
        if not begun:
            return
        if isinstance(document.text, TextOfFields):
            reason = "there is no text (.txt) of it, without which brat cannot open it"
            self.excluded.append(Excluded(document.name, begun, reason))
            return
        ballots = {name: Ballot(document.annotations[name], self._settings) for name in begun}
        votes = Votes(ballots, self._rule, self._settings)
        lines = DraftLines(document.text, votes)
        splitter = self._settings.sentences
        notes = NoteWriter(document.text, splitter, self._names, self._patterns, self._concerns)
        if len(begun) == 1:
            notes.single(votes, lines)
        number = notes.write(votes, lines)
        source = root / document.files[begun[0]]
        path = folder / document.name
        write_like(
            source.with_suffix(".txt"), path.with_name(path.name + ".txt"), document.text.encode()
        )
        write_like(source, path.with_name(path.name + ".ann"), lines.content().encode())
        self.documents.append(
            DraftedDocument(
                document.name, begun, votes.tally(lines.written), len(votes.chosen), number
            )
        )
        for name in begun:
            self.left_out += [
                LeftOut(document.name, name, *record) for record in ballots[name].left_out
            ]
        lost = "it is accepted by the rule, but what it refers to is not in the draft"
        for (kind, key), vote in votes.votes.items():
            if vote.accepted and (kind, key) not in lines.written and kind != SPAN:
                names = ", ".join(sorted(vote.supporters))
                self.left_out.append(LeftOut(document.name, names, kind, None, lost))

    def _begun(self, document):
        """Who annotated a document: brat makes an empty file as soon as somebody opens it."""
        names = tuple(document.annotations)
        if self._settings.tokens == "drawn":
            return names
        begun = tuple(name for name in names if document.begun_by(name))
        without = tuple(name for name in names if name not in begun)
        if without:
            self.excluded.append(
                Excluded(
                    document.name,
                    without,
                    f"no {'token' if self._tokens else 'span'} in it: not begun, "
                    "so without a vote here",
                )
            )
        return begun


def _chosen_layers(names, layers):
    """Names of layers that are chosen, in their order; None if they are all. Raises ConfigError."""
    compared = [layer.name for layer in layers]
    for name in names or ():
        if name not in compared:
            raise ConfigError(
                f"“{name}” is no layer that is compared.{nearest(name, compared, 'Layers')}"
            )
    if names is not None and not names:
        raise ConfigError("No layer is chosen. Choose at least one.")
    if names is None or set(names) == set(compared):
        return None
    return tuple(name for name in compared if name in names)


def _concerns(layers):
    """Function of a Candidate: whether one of some Layers is about it; None: they are all."""

    def is_about(layer, candidate):
        name = candidate.key[0]
        if candidate.kind == NORMALIZATION:
            name = candidate.key[1].partition(":")[0]
        types = layer.settings.annotations.get(candidate.kind, ())
        return types is None or name in types

    return lambda candidate: layers is None or any(is_about(layer, candidate) for layer in layers)
