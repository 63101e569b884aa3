"""Functions that read a project: read(), snapshots(), compare()."""

import os
from collections.abc import Iterable
from typing import Literal, Optional, Union

from brat_iaa.api.project_agreement import ProjectAgreement, ProjectComparison, Record
from brat_iaa.corpus.named_project import project_at
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.study import Study

Path = Union[str, "os.PathLike[str]"]
Names = Union[str, Iterable[str]]
# The parameters of read() that are no settings of iaa.conf.
_NO_SETTINGS = ("paths", "snapshot", "state_dir")


def read(
    *paths: Path,
    annotators: Optional[Names] = None,
    layout: Optional[str] = None,
    documents: Optional[Names] = None,
    gold: Optional[str] = None,
    also: Optional[Names] = None,
    root: Optional[str] = None,
    sentences: Optional[Literal["newline", "punctuation"]] = None,
    punctuation: Optional[Literal["in", "out"]] = None,
    punctuation_types: Optional[Names] = None,
    labels: Optional[Names] = None,
    token_types: Optional[Names] = None,
    no_arcs: Optional[Literal["count", "missing"]] = None,
    head: Optional[str] = None,
    distance: Optional[Literal["masi", "masi-full", "jaccard"]] = None,
    coarse: Optional[str] = None,
    unit: Optional[Literal["sentences", "documents"]] = None,
    units: Optional[Literal["tokens", "spans"]] = None,
    graph: Optional[Literal["basic", "enhanced", "both"]] = None,
    empty: Optional[Literal["not-begun", "nothing"]] = None,
    snapshot: Optional[int] = None,
    state_dir: Optional[Path] = None,
) -> ProjectAgreement:
    """The agreement of a project.

    paths       the project's directory, a zip of it, or the directories of two or more annotators
                (default: the current directory)
    annotators to empty
                settings, in the place of those of iaa.conf; names in a list, or with commas.
                What they mean: brat-agreement guide settings
    snapshot    number of a snapshot: the project as it was then
    state_dir   directory of snapshots and decisions, the server's (default: the account's own)

    Raises BratIaaError with the message of the command line.

    >>> import brat_iaa as iaa
    >>> agreement = iaa.read("brat_iaa/demo/project", annotators=["anna", "ben"])
    >>> agreement.annotators, len(agreement.documents)
    (['anna', 'ben'], 4)
    >>> try:
    ...     iaa.read("brat_iaa/demo/project", unit="words")
    ... except iaa.BratIaaError as error:
    ...     print(error)
    --unit words: not a value of this setting. Allowed: sentences, documents.
    """
    given = dict(locals())
    settings = {
        name: value if value is None or isinstance(value, str) else ", ".join(value)
        for name, value in given.items()
        if name not in _NO_SETTINGS
    }
    with project_at(list(paths), settings) as directory:
        if snapshot is None:
            from brat_iaa.phases import done_in

            study = Study(directory, settings, asked=True, done=done_in(directory, state_dir))
            return ProjectAgreement(study.agreement())
        from brat_iaa.phases.snapshots import Snapshots

        kept = Snapshots(directory, _database(directory, state_dir), settings)
        return ProjectAgreement(kept.agreement(snapshot))


def snapshots(path: Path = ".", *, state_dir: Optional[Path] = None) -> list[Record]:
    """The snapshots of a project that were not deleted, the first one first.

    path       the project's directory
    state_dir  as of read()

    >>> import brat_iaa as iaa
    >>> iaa.snapshots("brat_iaa/demo/project")
    []
    """
    from brat_iaa.phases.archive import Archive

    fields = "number", "phase", "taken", "taken_by", "note"
    return [
        {name: getattr(taken, name) for name in fields}
        for taken in Archive(_database(path, state_dir)).list()
        if not taken.deleted
    ]


def compare(
    before: Union[ProjectAgreement, Path],
    after: Union[ProjectAgreement, Path],
    *,
    margin: Optional[float] = None,
) -> ProjectComparison:
    """What differs between two states of a project, such as a snapshot and the files as they are.

    before, after  of read(), or what it takes: the directory of each, or a zip of it
    margin         says of each figure whether it is not worse by more than this

    >>> import brat_iaa as iaa
    >>> agreement = iaa.read("brat_iaa/demo/project")
    >>> iaa.compare(agreement, agreement)
    <comparison: 68 items, 0 of 48 figures clearly differ>
    """
    earlier, later = (
        state if isinstance(state, ProjectAgreement) else read(state) for state in (before, after)
    )
    return ProjectComparison(earlier, later, margin)


def _database(path: Path, state_dir: Optional[Path]) -> Database:
    return Database(project_database_path(os.fspath(path), state_dir and os.fspath(state_dir)))
