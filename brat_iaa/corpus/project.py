"""A project: documents annotated by several annotators."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from brat_iaa.errors import NothingToCompare


class Excluded(NamedTuple):
    """Annotators of a document whose files cannot be used, and why."""

    document: str
    annotators: tuple[str, ...]
    reason: str


class NoFile(Excluded):
    """An annotator who has no .ann for a document."""

    __slots__ = ()


class OtherText(Excluded):
    """An annotator whose text of a document differs from the one that is compared."""

    __slots__ = ()


@dataclass(frozen=True)
class ParallelDocument:
    """A document with the annotations of all its annotators.

    name         path below the annotator's directory, without extension, "/" between folders;
                 folders above the annotators come first
    annotations  {annotator: Annotations}, in the order of the project
    files        {annotator: path of the .ann below the project}
    identity     changes when one of the files changes
    others       tuple of ParallelDocument, one for each other text that annotators have of it, if
                 they are asked for
    nothing      frozenset of annotators without a span who have done the document, and found
                 nothing in it
    beside       tuple of Annotations of the gold, which has a say in what tells things apart
    """

    _replace = replace

    name: str
    text: str
    annotations: dict
    files: dict
    identity: tuple
    others: tuple = ()
    nothing: frozenset = frozenset()
    beside: tuple = ()

    @property
    def as_drawn(self) -> "ParallelDocument":
        """The document without what was said in words: whoever looks at it sees no more."""
        drawn = {name: annotations.as_drawn for name, annotations in self.annotations.items()}
        return self._replace(
            annotations=drawn, others=tuple(other.as_drawn for other in self.others), beside=()
        )

    def begun_by(self, name) -> bool:
        """Whether an annotator has spans, or has found nothing."""
        return self.annotations[name].spanned or name in self.nothing

    def with_empty(self, is_done=lambda annotator, path: True) -> "ParallelDocument":
        """The document if empty files are documents in which nothing was found: those that an
        annotator is done with, or all.
        """
        nothing = self.nothing.union(
            name
            for name, annotations in self.annotations.items()
            if annotations.empty and is_done(name, self.files[name])
        )
        others = tuple(other.with_empty(is_done) for other in self.others)
        if nothing == self.nothing and others == self.others:
            return self
        return self._replace(
            nothing=nothing,
            others=others,
            identity=(*self.identity, ("empty", tuple(sorted(nothing)))),
        )


@dataclass(frozen=True)
class Project:
    """annotators in order; documents sorted by name, each with one annotator or more."""

    _replace = replace

    root: Path
    name: str
    annotators: tuple
    documents: tuple
    excluded: tuple
    problems: tuple

    @property
    def found_nothing(self) -> tuple:
        """The annotators whose empty files are documents in which nothing was found."""
        return tuple(
            name
            for name in self.annotators
            if any(
                name in document.nothing and document.annotations[name].empty
                for document in self.documents
            )
        )

    def documents_of(self, annotator) -> set:
        """Names of the documents that an annotator has, usable or not."""
        used = {document.name for document in self.documents if annotator in document.annotations}
        return used.union(
            left.document
            for left in self.excluded
            if annotator in left.annotators and not isinstance(left, NoFile)
        )


def require_pair(project: Project, named=None, there=()):
    """Raise ProjectError unless there are two annotators to compare.

    named  the annotators whom a setting names, or None; there: all who have a directory
    """
    others = sorted({*there}.difference(named or there))
    if len(project.annotators) < 2 and len(named or ()) == 1 and others:
        alone = f"annotators names {named[0]} alone."
        raise NothingToCompare(
            f"{alone} Agreement needs two, or one and a gold, added as --gold NAME. Others with a "
            f"directory in {project.root}: {', '.join(others)}.",
            (
                f"The setting {alone}",
                "Name others in it, too, separated by commas. Or compare with a finished "
                "reference: write gold = DIRECTORY under [project] of iaa.conf.",
            ),
        )
    if len(project.annotators) < 2:
        raise NothingToCompare(
            f"Only one annotator was found in {project.root}: {', '.join(project.annotators)}. "
            "Agreement needs two, each with a directory of their own below it; or one and a gold, "
            "added as --gold NAME. If others have files there, add --layout PATTERN, such as "
            "{folder}/{annotator}/{document}."
            + "".join(
                f" {problem.file}: {problem.message}"
                for problem in project.problems
                if problem.code in ("draft", "no-directory")
            ),
            (
                f"Only one annotator has a directory here: {', '.join(project.annotators)}.",
                "Give a second annotator a directory beside it, with the same .txt files and an "
                "empty .ann file beside each. Or compare with a finished reference: write gold = "
                "DIRECTORY under [project] of iaa.conf.",
            ),
        )
