"""A project: the documents that several annotators annotated, read from brat's directories."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from brat_iaa.corpus.discovery import Bounds, list_project
from brat_iaa.corpus.files import identity, read_stable, why_unreadable
from brat_iaa.corpus.records import Problem
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.corpus.texts import describe_difference
from brat_iaa.errors import ProjectError

_NO_TWO = "; so no two annotators can be compared in it"


class Excluded(NamedTuple):
    """What of a document takes no part: the annotators whose files cannot be used, and why."""

    document: str
    annotators: tuple[str, ...]
    reason: str


class OtherText(Excluded):
    """An annotator whose text of a document is not the one that is compared."""

    __slots__ = ()


@dataclass(frozen=True)
class ParallelDocument:
    """A document with the annotations of all who annotated it.

    name         path below the annotator's directory, without extension, "/" between
                 folders; folders above the annotators come first
    annotations  {annotator: Annotations}, in the order of the project
    files        {annotator: path of the .ann below the project}
    identity     changes when one of the files changes
    made         what a process that read the files made of them, see read_ahead.py; or None
    """

    name: str
    text: str
    annotations: dict
    files: dict
    identity: tuple
    made: object = None


@dataclass(frozen=True)
class Project:
    """annotators in order; documents sorted by name, each with one annotator or more."""

    root: Path
    name: str
    annotators: tuple
    documents: tuple
    excluded: tuple
    problems: tuple


def require_pair(project):
    """Raise ProjectError unless there are two annotators to compare."""
    if len(project.annotators) < 2:
        raise ProjectError(
            "Only one annotator was found in %s: %s. Agreement needs two, each with a directory of "
            "their own below it; or one and a gold, set as gold = DIRECTORY. If there "
            "are folders above the "
            "annotators, set layout = {folder}/{annotator}/{document}."
            % (project.root, ", ".join(project.annotators))
        )


class ParsedFiles:
    """Texts and annotations as parsed, by their paths below the project, for several readers of
    it.
    """

    def __init__(self):
        self._lock = threading.Lock()
        self.texts = {}
        self.annotations = {}

    def add(self, texts, annotations):
        """Keep what a reader has."""
        with self._lock:
            self.texts = {**self.texts, **texts}
            self.annotations = {**self.annotations, **annotations}

    def forget_others(self, stems):
        """Keep no more than what belongs to these paths."""
        with self._lock:
            if not self.texts.keys() <= stems:
                self.texts = {stem: kept for stem, kept in self.texts.items() if stem in stems}
                self.annotations = {
                    stem: kept for stem, kept in self.annotations.items() if stem in stems
                }


class ProjectReader:
    """Reads a project again and again, and parses only the files that changed.

    config  needs the attributes annotators (names or None) and layout
    apart   names of directories that are no annotators
    bounds  Bounds of what is read
    files   ParsedFiles shared with other readers; None: its own, of no more than it last read
    Any number of threads may call read().
    """

    def __init__(self, root, config, apart=(), bounds=Bounds(), files=None):
        self._root = Path(root)
        self._apart = apart
        self._config = config
        self._bounds = bounds
        self._lock = threading.Lock()
        self._shared = files is not None
        self.files = files or ParsedFiles()

    def read(self, standing=None, ahead=None):
        """The project as it is on disk now.

        standing  {document: (annotator, text)}: the text to be compared, and one who has it. Of
                  other documents it is the text that most annotators have; of texts that equally
                  many have, the one of the first annotator
        ahead     ReadAhead that reads large projects before; None: everything is read here

        Raises ConfigError (layout) and ProjectError (no such directory, annotator or .ann file).
        """
        with self._lock:
            listing = list_project(
                self._root, self._config.layout, self._config.annotators, self._apart, self._bounds
            )
            known = self.files.texts, self.files.annotations
            made = {}
            if ahead is not None:
                *known, made = ahead.read(self._root, listing, *known, standing or {})
            reading = Reading(self._root, listing, *known, standing or {}, made)
            documents = reading.documents()
            self.files.add(reading.texts, reading.annotations)
            if not self._shared:
                self.files.forget_others(reading.texts.keys())
            return Project(
                self._root,
                self._root.resolve().name,
                listing.annotators,
                documents,
                tuple(sorted(reading.excluded)),
                tuple(
                    sorted(reading.problems, key=lambda problem: (problem.file, problem.line or 0))
                ),
            )


class CachedFile(NamedTuple):
    """What was made of a file, and the identity of what it was made from."""

    identity: tuple
    content: object


@dataclass
class Reading:
    """One pass over the files of a project; texts and annotations hold what is worth keeping.

    made  {document: (its identity, what was made of it)}, of documents that were read ahead
    """

    root: Path
    listing: object
    old_texts: dict
    old_annotations: dict
    standing: dict
    made: dict = field(default_factory=dict)
    texts: dict = field(default_factory=dict)
    annotations: dict = field(default_factory=dict)
    excluded: list = field(default_factory=list)
    problems: list = field(default_factory=list)

    def __post_init__(self):
        self.problems.extend(self.listing.problems)

    def documents(self):
        self._read_texts()
        usable = {}
        for document, stems in self.listing.stems.items():
            present = self._present(document, stems)
            present = self._one_text(document, present)
            if present:
                usable[document] = present
        self._read_annotations(usable)
        documents = (self._document(document, present) for document, present in usable.items())
        return tuple(document for document in documents if document is not None)

    def _read_texts(self):
        """Texts of all stems with a .ann: str, or the reason why there is none."""
        stems = [
            stem
            for paths in self.listing.stems.values()
            for stem in paths.values()
            if stem in self.listing.with_ann
        ]
        identities = {stem: identity(self._path(stem, ".txt")) for stem in stems}
        changed = [
            stem
            for stem in stems
            if identities[stem] is None
            or not self._keep(self.texts, self.old_texts, stem, identities[stem])
        ]
        contents = read_stable([self._path(stem, ".txt") for stem in changed])
        for stem in changed:
            data = contents[self._path(stem, ".txt")]
            if data is not None and identities[stem] is not None:
                self.texts[stem] = CachedFile(identities[stem], _decoded(data))

    def _present(self, document, stems):
        """{annotator: stem} of those with both files; the others are excluded with the reason."""
        present = {}
        for annotator in self.listing.annotators:
            stem = stems.get(annotator)
            if stem is None or stem not in self.listing.with_ann:
                self._exclude(
                    document, annotator, "no annotation file: %s has no .ann for it" % annotator
                )
            elif stem not in self.texts:
                self._exclude(document, annotator, self._no_text(stem))
            elif isinstance(self.texts[stem].content, UnicodeDecodeError):
                error = self.texts[stem].content
                self._exclude(
                    document,
                    annotator,
                    "%s.txt is not UTF-8: byte %d is 0x%02X"
                    % (stem, error.start + 1, error.object[error.start]),
                )
            else:
                present[annotator] = stem
        return present

    def _no_text(self, stem):
        path = self._path(stem, ".txt")
        if _is_missing(path):
            return "no text file: %s.txt is missing beside %s.ann" % (stem, stem)
        reason = "%s.txt cannot be read: %s" % (stem, why_unreadable(path))
        self.problems.append(Problem(stem + ".txt", None, "unreadable-file", reason + "."))
        return reason

    def _one_text(self, document, present):
        """{annotator: stem} of those with the text that is compared, who then share one str.

        The others are excluded, so that a slip in one file does not take the document from all.
        """
        groups = {}
        for annotator, stem in present.items():
            groups.setdefault(self.texts[stem].content, []).append(annotator)
        if document in self.standing:
            first, text = self.standing[document]
            group = groups.get(text, [])
        else:
            # Of equally large groups max takes the one that came first.
            text, group = max(groups.items(), key=lambda own: len(own[1]), default=("", []))
            first = next(iter(group), None)
        nobody_left = "" if document in self.standing or len(group) > 1 else _NO_TWO
        for annotator, stem in present.items():
            kept = self.texts[stem]
            if annotator in group:
                self.texts[stem] = kept._replace(content=text)
            else:
                reason = describe_difference(first, text, annotator, kept.content) + nobody_left
                self.excluded.append(OtherText(document, (annotator,), reason))
        return {annotator: present[annotator] for annotator in group}

    def _read_annotations(self, usable):
        """Parse the .ann files that changed; all are read together, so doubtful ones wait once."""
        changed = {}
        for present in usable.values():
            for stem in present.values():
                of_ann = identity(self._path(stem, ".ann"))
                both = (of_ann, self.texts[stem].identity)
                if of_ann is None or not self._keep(
                    self.annotations, self.old_annotations, stem, both
                ):
                    changed[stem] = both
        contents = read_stable([self._path(stem, ".ann") for stem in changed])
        for stem, both in changed.items():
            data = contents[self._path(stem, ".ann")]
            if data is not None:
                parsed = read_annotations(data, self.texts[stem].content, stem + ".ann")
                self.annotations[stem] = CachedFile(both, parsed)
            elif None not in both:
                self._keep_last_good(stem, both)

    def _keep_last_good(self, stem, now):
        """The parsed state before brat began to write a file that does not come to rest."""
        kept = self.old_annotations.get(stem)
        if kept is not None and kept.identity[1] == now[1]:
            self.annotations[stem] = kept
            self.problems.append(
                Problem(
                    stem + ".ann",
                    None,
                    "still-changing",
                    "The file kept changing while it was read; its last complete state is used.",
                )
            )

    def _document(self, document, present):
        kept = {}
        for annotator, stem in present.items():
            if stem in self.annotations:
                kept[annotator] = self.annotations[stem]
                continue
            path = self._path(stem, ".ann")
            reason = "%s.ann cannot be read: %s" % (stem, why_unreadable(path))
            self._exclude(document, annotator, reason)
            self.problems.append(Problem(stem + ".ann", None, "unreadable-file", reason + "."))
        if not kept:
            return None
        annotations = {annotator: content for annotator, (_, content) in kept.items()}
        for parsed in annotations.values():
            self.problems.extend(parsed.problems)
        now = tuple((annotator, both) for annotator, (both, _) in kept.items())
        then, made = self.made.get(document, (None, None))
        return ParallelDocument(
            document,
            self.texts[present[next(iter(kept))]].content,
            annotations,
            {annotator: present[annotator] + ".ann" for annotator in kept},
            now,
            made if then == now else None,
        )

    def _keep(self, new, old, stem, now):
        kept = old.get(stem)
        if kept is None or kept.identity != now:
            return False
        new[stem] = kept
        return True

    def _exclude(self, document, annotator, reason):
        self.excluded.append(Excluded(document, (annotator,), reason))

    def _path(self, stem, extension):
        return self.root / (stem + extension)


def _decoded(data):
    """The text with its line ends untouched, or the UnicodeDecodeError."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error


def _is_missing(path):
    """False too if one cannot know: the directory may be closed."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except OSError:
        pass
    return False
