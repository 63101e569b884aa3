"""Reads projects from brat's directories."""

import threading
from pathlib import Path

from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.discovery import list_project
from brat_iaa.corpus.project import Project
from brat_iaa.corpus.reading_pass import ReadingPass


class ParsedFiles:
    """What was made of the files of a project, as ReadingPass.made; thread-safe."""

    def __init__(self, made=()):
        self._lock = threading.Lock()
        self.made = dict(made)

    def add(self, made):
        """Add what a reader made."""
        with self._lock:
            self.made = {**self.made, **made}

    def forget_others(self, stems):
        """Keep only what was made of these files."""
        with self._lock:
            self.made = {
                key: made
                for key, made in self.made.items()
                if (key if isinstance(key, str) else key[0]) in stems
            }


class ProjectReader:
    """Reads a project repeatedly, and parses changed files only. Thread-safe.

    config     Config
    apart      names of directories that are no annotators
    bounds     Bounds of what is read
    files      ParsedFiles shared with other readers; None: its own, with the files last read
    own_texts  whether texts are read that differ from the one that is compared
    done       function of a phase's name: function of an annotator and a path below the project,
               whether the annotator is done with that file; None: nobody is done with any
    """

    def __init__(
        self, root, config, apart=(), bounds=Bounds(), files=None, own_texts=False, done=None
    ):
        self._root = Path(root)
        self._apart = apart
        self._config = config
        self._bounds = bounds
        self._own_texts, self._done = own_texts, done
        self._lock = threading.Lock()
        self._shared = files is not None
        self.files = files or ParsedFiles()

    def listing(self, known=()):
        """The Listing of the files as they are now; known: as in list_project(). Raises as
        read().
        """
        config = self._config
        return list_project(
            self._root, config.layout, config.annotators, self._apart, self._bounds,
            config.documents, known,
        )  # fmt: skip

    def read(self, standing=None, progress=None) -> Project:
        """The Project as it is on disk now.

        standing  {document: (annotator, text)}: the text to compare, and an annotator who has it.
                  Of other documents it is the most frequent text; of several, that of the first
                  annotator
        progress  function of (text, done, total), or None

        Raises ConfigError (layout) and ProjectError (no such directory, annotator or .ann file).
        """
        with self._lock:
            listing = self.listing(standing or ())
            one_pass = ReadingPass
            if listing.treebanks:
                from brat_iaa.corpus.treebank_pass import TreebankPass as one_pass  # noqa: N813
            reading = one_pass(
                self._root, listing, self.files.made, standing, self._own_texts,
                self._config.dependencies, progress,
            )  # fmt: skip
            documents = reading.documents()
            if self._config.empty == "nothing":
                documents = tuple(document.with_empty() for document in documents)
            elif self._done is not None:
                is_done = self._done(self._config.phase)
                documents = tuple(document.with_empty(is_done) for document in documents)
            if self._shared:
                self.files.add(reading.made)
            else:
                self.files = ParsedFiles(reading.made)
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
