"""An annotator's work beside the gold, now and in earlier phases; nothing of anybody else."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.access.blinding import alone, begun
from brat_iaa.config.proposals import survey
from brat_iaa.errors import BratIaaError
from brat_iaa.phases.contents import NoRoom, agreement_of_files
from brat_iaa.sight import Sight


@dataclass(frozen=True)
class GoldSight(Sight):
    """One annotator, Sight.annotators, and the gold: the documents that the annotator has begun.

    given  settings to use instead of the project's own, or None
    """

    given: Optional[object] = None

    def settings(self, config):
        return alone(self.given or config, annotators=self.annotators, groups=())

    def project(self, project, config):
        def layers():
            return config.layers or survey(project, config.dependencies).layers

        return project._replace(documents=tuple(begun(project.documents, self.annotators, layers)))

    def concerns(self, problem, config):
        return config.layout.owner(problem.file) == self.annotators[0]


def past_agreement(files, gold_files, config, annotator, name):
    """The Agreement of an annotator's earlier files with the gold of today; None if there is
    nothing to compare.

    files, gold_files  {path below the project: bytes}
    config             Config of today

    Raises NoRoom if the temporary directory is full.
    """
    sight = GoldSight(annotators=(annotator,), whole=False, given=config)
    try:
        return agreement_of_files({**files, **gold_files}, name, sight=sight)
    except NoRoom:
        raise
    except BratIaaError:
        return None


def files_of(files, name, layout, hidden=frozenset()):
    """Those of {path: bytes} that are an annotator's or the gold's, without hidden documents."""
    return {
        path: data
        for path, data in files.items()
        if (layout.split(path.rpartition(".")[0]) or ("",))[0] == name
        and path.endswith((".ann", ".txt"))
        and path.rpartition(".")[0] not in hidden
    }
