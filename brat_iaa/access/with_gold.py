"""An annotator's work beside the gold, now and in earlier phases; nothing of anybody else."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.access.blinding import alone, begun
from brat_iaa.config.proposals import survey
from brat_iaa.errors import BratIaaError
from brat_iaa.phases.contents import temporary_copy
from brat_iaa.places.place import group_into_places
from brat_iaa.places.values import ValueLookup
from brat_iaa.sight import Sight
from brat_iaa.study import Study


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


def places_with_gold(agreement):
    """The Places at which an annotator differs from the gold, in order, of an Agreement of both."""
    places = group_into_places([(ValueLookup(agreement), agreement.with_gold)])
    return sorted(places, key=lambda place: (place.document, place.token.fragments))


def past_agreement(files, gold_files, config, annotator, name):
    """The Agreement of an annotator's earlier files with the gold of today; None if there is
    nothing to compare.

    files, gold_files  {path below the project: bytes}
    config             Config of today

    Raises NoRoom if the temporary directory is full.
    """
    with temporary_copy({**files, **gold_files}, name) as root:
        sight = GoldSight(annotators=(annotator,), whole=False, given=config)
        try:
            return Study(root, sight=sight).agreement()
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
