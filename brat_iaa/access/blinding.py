"""Parts of a project as viewers may see them: one pair, with or without names, or all whom brat
lets the viewer read.

What is left out is left out before anything is computed, so no figure, message or count can tell of
it.
"""

import functools
import os
from dataclasses import dataclass, replace

from brat_iaa.config import AccessSettings
from brat_iaa.config.proposals import survey
from brat_iaa.corpus.project import Excluded, OtherText
from brat_iaa.kinds import KINDS
from brat_iaa.sight import Sight


@dataclass(frozen=True)
class PairSight(Sight):
    """A viewer and one other annotator: the documents that both have begun, and the viewer's own
    problems.

    shown  what the other is called; Sight.annotators has the directories of the two, the viewer's
           first
    """

    shown: str = ""

    def settings(self, config):
        annotators = self.annotators[0], self.shown
        return alone(config, annotators=annotators, gold=None, groups=())

    def both_began(self, project, config):
        """The ParallelDocuments that both have begun."""
        alike = self._drew_alike(project.documents, config.layers)

        def layers():
            if config.layers is not None:
                return config.layers
            # Of nothing but what the two may see of each other: a layer must not tell of other
            # documents.
            return survey(project._replace(documents=tuple(alike)), config.dependencies).layers

        return begun(alike, self.annotators, layers)

    def project(self, project, config):
        documents = self.both_began(project, config)
        return project._replace(
            annotators=config.annotators,
            documents=tuple(self._renamed(document, config.layout) for document in documents),
            excluded=tuple(
                filter(
                    None,
                    (self._told(left, project.root, config.layout) for left in project.excluded),
                )
            ),
            problems=(),
        )

    def _drew_alike(self, documents, layers):
        """The documents that both have, and in which neither has spans alone where the other drew
        more.

        Spans are often there before anybody begins. Whoever has drawn nothing else must not see
        what the other has; where types of spans are all that is compared, they are the beginning.
        """
        me, other = self.annotators
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

    def concerns(self, problem, config):
        return config.layout.owner(problem.file) == self.annotators[0]

    def _renamed(self, document, layout):
        me, other = self.annotators
        return document._replace(
            annotations={
                me: document.annotations[me],
                # What could not be read in the other's file is the other's business.
                self.shown: document.annotations[other].without_problems,
            },
            files={
                me: document.files[me],
                self.shown: layout.stem(self.shown, document.name) + ".ann",
            },
            identity=tuple(now for _, now in document.identity),
            nothing=frozenset(
                {me: me, other: self.shown}[name]
                for name in document.nothing.intersection((me, other))
            ),
            others=(),
        )

    def _told(self, left_out, root, layout):
        """An Excluded that the viewer may know of, or None: of documents that the viewer has."""
        me = self.annotators[0]
        path = os.path.join(root, layout.stem(me, left_out.document))
        if not os.path.lexists(f"{path}.ann"):
            return None
        if isinstance(left_out, OtherText):
            # The reason shows the other's text.
            both = me, self.shown
            return Excluded(left_out.document, both, "the texts of the two are not the same")
        return left_out if me in left_out.annotators else None


@dataclass(frozen=True)
class ReadableSight(Sight):
    """All annotators and the gold that brat lets the viewer read.

    readable  their names; Sight.whole says whether there is nobody else
    """

    readable: frozenset = frozenset()

    def settings(self, config):
        annotators = config.annotators or sorted(self.readable - set(config.reference_dirs))
        config = config.with_dirs(self.readable)
        return alone(
            config,
            annotators=tuple(name for name in annotators if name in self.readable),
            excluded=config.excluded,
            **({"found": config.found} if self.whole else {}),
        )

    def project(self, project, config):
        problems = tuple(problem for problem in project.problems if self.concerns(problem, config))
        return project._replace(problems=problems)

    def concerns(self, problem, config):
        return self.whole or config.layout.owner(problem.file) in self.readable


@dataclass(frozen=True)
class GoldSight(Sight):
    """One annotator, Sight.annotators, and the gold: the documents that the annotator has begun."""

    def settings(self, config):
        return alone(config, annotators=self.annotators, groups=())

    def project(self, project, config):
        def layers():
            return config.layers or survey(project, config.dependencies).layers

        return project._replace(documents=tuple(begun(project.documents, self.annotators, layers)))

    def concerns(self, problem, config):
        return config.layout.owner(problem.file) == self.annotators[0]


def alone(config, **changes):
    """A Config without excluded directories, and without what says who may see what."""
    nothing = {
        "access": AccessSettings(),
        "phases": (),
        "excluded": (),
        # They name everybody.
        "found": replace(config.found, lines=()),
    }
    return config._replace(**{**nothing, **changes})


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
