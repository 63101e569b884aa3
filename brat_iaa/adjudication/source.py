"""What a draft is made of: the files and settings of a project, and where annotators differ."""

from pathlib import Path
from typing import Any, NamedTuple

from brat_iaa import config as configuration
from brat_iaa.access.visible import Part
from brat_iaa.config.proposals import survey
from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.errors import ConfigError, NothingToCompare
from brat_iaa.kinds import compares_syntax
from brat_iaa.study import Study
from brat_iaa.values.identity import Kinds, kinds_of


class Source(NamedTuple):
    """What a draft is made of.

    project    corpus.project.Project as it is now
    agreement  Agreement of all its annotators; None where nobody is compared
    config     Config
    tokens     whether spans are tokens with arcs, and not spans with relations
    """

    project: Any
    agreement: Any
    config: Any
    tokens: bool

    @property
    def layers(self):
        """The Layers that are compared."""
        return () if self.agreement is None else self.agreement.layers

    @property
    def kinds(self) -> Kinds:
        """What the lines of the project are."""
        given = self.config.dependencies
        tokens, arcs = given.token_types, given.labels
        return kinds_of(
            self.layers,
            tokens=frozenset() if not self.tokens else tokens and frozenset((*tokens, given.root)),
            arcs=frozenset() if not self.tokens else arcs and frozenset(arcs),
            head=given.head,
            turned=() if self.agreement is None else self.agreement.config.dependencies.turned,
        )


def source_of(
    root, overrides=None, bounds=Bounds(), agreement=None, reader=None, done=None
) -> Source:
    """The Source of a project's draft. Gold and anchors have no vote.

    bounds     Bounds of what is read
    agreement  Agreement of all annotators; None: it is computed
    reader     ProjectReader of the same settings, which keeps what it has read
    done       as of a ProjectReader

    Raises ConfigError and ProjectError with the next step for the user.
    """
    root = Path(root)
    config = configuration.load(root, overrides or {}, bounds.within)
    if config.found.treebanks:
        raise ConfigError(
            f"{root}: its files are CoNLL-U, which brat does not open. Make a collection of brat "
            f"of it first: brat-agreement convert {root} DIR; then: brat-agreement gold draft DIR"
        )
    reader = reader or ProjectReader(root, config, config.excluded_dirs, bounds, done=done)
    project = reader.read()
    if agreement is None:
        try:
            agreement = Study(root, overrides, part=Part(bounds.within), done=done).agreement()
        except NothingToCompare:
            pass
    if agreement is None:
        tokens, layers = survey(project, config.dependencies).tokens, ()
    else:
        tokens, layers = agreement.survey.tokens, agreement.layers
    tokens = tokens or compares_syntax(layers) or bool(config.dependencies.token_types)
    return Source(project, agreement, config, tokens)
