"""The part of a project that somebody sees, cut out before anything is computed: no figure, message
or count can tell of what is left out.
"""

import functools
import os
from dataclasses import dataclass, replace
from typing import Optional

from brat_iaa.config import DEPENDENCIES, AccessSettings, Config
from brat_iaa.config.proposals import survey
from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.project import Excluded, OtherText, Project
from brat_iaa.kinds import KINDS


@dataclass(frozen=True)
class Part(Bounds):
    """The part of a project that an Agreement is of; by default all of it.

    What is read is said as in Bounds.

    told        names of those of whose files problems are told; None: of everybody's, and what the
                settings name in vain
    annotators  who is compared, and nobody else, in the documents that all of them have begun;
                None: as the settings say
    shown       what the second of two annotators is called for the first; "" unless they are all
                that is compared
    layers      what is compared of the annotators, whatever else their directories are; None: as
                the settings say, and with the gold, if it is read
    documents   names of the documents that are compared; None: all
    """

    told: Optional[frozenset] = None
    annotators: Optional[tuple] = None
    shown: str = ""
    layers: Optional[tuple] = None
    documents: Optional[frozenset] = None

    def settings(self, config) -> Config:
        """The Config to compute by, from that of the project."""
        if self.only is None and self.annotators is None:
            return config
        config = config if self.only is None else config.with_dirs(self.only)
        annotators = self.annotators
        if annotators is None and self.only is not None:
            named = config.annotators or sorted(self.only - {*config.reference_dirs})
            annotators = tuple(name for name in named if name in self.only)
        if self.shown and annotators:
            annotators = annotators[0], self.shown
        config = config._replace(annotators=annotators, access=AccessSettings(), phases=())
        if self.told is not None:
            # They name everybody.
            config = config._replace(found=replace(config.found, lines=()))
        if self.annotators is not None:
            config = config._replace(excluded=(), groups=())
        if self.layers is not None:
            arcs = (layer.settings for layer in self.layers if layer.kind == DEPENDENCIES)
            config = config._replace(
                layers=self.layers, gold=None, draft=None,
                dependencies=next(arcs, config.dependencies),
                found=replace(config.found, gold=None, apart=(), passes=()),
            )  # fmt: skip
        return config

    def tells_of(self, problem, config) -> bool:
        """Whether a Problem may be told."""
        return self.told is None or config.layout.owner(problem.file) in self.told


def visible(project, part, config) -> Project:
    """The Project that is compared, of what was read of one.

    config  Config of the part
    """
    documents, excluded = project.documents, project.excluded
    problems = tuple(problem for problem in project.problems if part.tells_of(problem, config))
    if part.shown:
        documents = _drew_alike(documents, config.layers, part.annotators)
    if part.documents is not None:
        documents = [document for document in documents if document.name in part.documents]
    if part.annotators is not None and part.layers is None:

        def layers():
            # Of nothing but what they may see of each other: a layer must not tell of other
            # documents.
            there = project._replace(documents=tuple(documents))
            return config.layers or survey(there, config.dependencies).layers

        documents = begun(documents, part.annotators, layers)
    if part.shown:
        excluded = tuple(filter(None, (_told(left, part, project, config) for left in excluded)))
        documents = [_renamed(document, part, config.layout) for document in documents]
        problems, project = (), project._replace(annotators=config.annotators)
    return project._replace(documents=tuple(documents), excluded=excluded, problems=problems)


def _drew_alike(documents, layers, pair):
    """The documents that both have, and in which neither has spans alone where the other drew more.

    Spans are often there before anybody begins. Whoever has drawn nothing else must not see what
    the other has; where types of spans are all that is compared, they are the beginning.
    """
    me, other = pair
    both = [document for document in documents if document.annotations.keys() >= {me, other}]
    if layers is not None and all(
        KINDS[layer.kind].of_spans and not layer.settings.carried for layer in layers
    ):
        return both
    return [
        document
        for document in both
        if document.annotations[me].drew_more == document.annotations[other].drew_more
    ]


def begun(documents, names, layers):
    """The ParallelDocuments that each of some annotators began.

    Tokens are often there before anybody begins. Where arcs are compared, spans alone are no
    beginning.

    layers  function that returns the Layers that are compared; called where only they can tell
    """
    arcs = functools.cache(lambda: any(layer.settings.arcs for layer in layers()))

    def began(annotations):
        more = annotations.drew_more or annotations.noted
        return more or (annotations.spanned and not arcs())

    return [
        document
        for document in documents
        if all(began(document.annotations[name]) for name in names)
    ]


def _renamed(document, part, layout):
    """A document of two with nothing in it of who the second is."""
    me, other = part.annotators
    names = {me: me, other: part.shown}
    return document._replace(
        annotations={
            me: document.annotations[me],
            # What could not be read in the other's file is the other's business.
            part.shown: document.annotations[other].without_problems,
        },
        files={
            me: document.files[me],
            part.shown: layout.stem(part.shown, document.name) + ".ann",
        },
        identity=tuple(now for _, now in document.identity),
        nothing=frozenset(names[name] for name in document.nothing.intersection(names)),
        others=(),
    )


def _told(left_out, part, project, config):
    """An Excluded that the first of two may know of, or None: of documents that one has."""
    me = part.annotators[0]
    path = os.path.join(project.root, config.layout.stem(me, left_out.document))
    if not os.path.lexists(f"{path}.ann"):
        return None
    if isinstance(left_out, OtherText):
        # The reason shows the other's text.
        both = me, part.shown
        return Excluded(left_out.document, both, "the texts of the two are not the same")
    return left_out if me in left_out.annotators else None
